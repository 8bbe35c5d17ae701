import { randomUUID } from 'node:crypto'
import type { Outcomes } from '../ingest/results.ts'
import { UserError } from '../memory/errors.ts'
import type { Outcome } from '../memory/trajectory.ts'
import { KeptSets } from './kept-sets.ts'

/** Outcomes of one results file, to be joined to runs by instance id. */
export type ResultSet = { source: string; outcomeOf: (instanceId: string) => Outcome }

/** How many are kept; the oldest goes first. Ours. */
const KEPT = 50

/** Results files sent ahead of the runs they belong to. They live as long as the process: an import is over sooner. */
export function createResultSets(read: (bytes: Uint8Array, fileName: string) => Promise<Outcomes>) {
  const sets = new KeptSets<ResultSet>(KEPT)
  return {
    /** Throws UserError when the file tells no outcome. */
    async add(fileName: string, bytes: Uint8Array) {
      const { outcomes, source, warnings } = await read(bytes, fileName)
      const id = randomUUID()
      const set = { source, outcomeOf: (instanceId: string) => outcomes.get(instanceId) ?? null }
      sets.add(id, set, bytes.length)
      return { id, instanceCount: outcomes.size, warnings }
    },
    get(id: string): ResultSet {
      const [found] = sets.files(id) ?? []
      if (found) return found
      throw new UserError('no-such-results', 'These results are not here (any more).', {
        hint: 'Send the results file again, then the runs.',
        status: 404,
      })
    },
  }
}
export type ResultSets = ReturnType<typeof createResultSets>
