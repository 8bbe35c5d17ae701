import { randomUUID } from 'node:crypto'
import { readOutcomes } from '../ingest/results.ts'
import { UserError } from '../memory/errors.ts'
import type { Outcome } from '../memory/trajectory.ts'

/** Outcomes of one results file, to be joined to runs by instance id. */
export type ResultSet = { source: string; outcomeOf: (instanceId: string) => Outcome }

/** Results files sent ahead of the runs they belong to. They live as long as the process: an import is over sooner. */
export type ResultSets = {
  /** Throws UserError when the file tells no outcome. */
  add(fileName: string, bytes: Uint8Array): { id: string; instanceCount: number; warnings: string[] }
  get(id: string): ResultSet
}

/** How many are kept; the oldest goes first. Ours. */
const KEPT = 50

/** Room for the results files of this process, in memory. */
export function createResultSets(): ResultSets {
  const sets = new Map<string, ResultSet>()
  return {
    add(fileName, bytes) {
      const { outcomes, source, warnings } = readOutcomes(bytes, fileName)
      const id = randomUUID()
      sets.set(id, { source, outcomeOf: (instanceId) => outcomes.get(instanceId) ?? null })
      const oldest = sets.keys().next().value
      if (sets.size > KEPT && oldest !== undefined) sets.delete(oldest)
      return { id, instanceCount: outcomes.size, warnings }
    },
    get(id) {
      const found = sets.get(id)
      if (found) return found
      throw new UserError('no-such-results', 'These results are not here (any more).', {
        hint: 'Send the results file again, then the runs.',
        status: 404,
      })
    },
  }
}
