import { z } from 'zod'
import { UserError } from '../memory/errors.ts'
import { type Outcome, outcomeSchema } from '../memory/trajectory.ts'
import { ensureProject } from './projects.ts'
import type { Store } from './store.ts'

const outcomesSchema = z.record(z.string(), outcomeSchema.unwrap())

/** Keeps the outcomes of a results file, so that runs imported after it can be joined by instance id. */
export async function saveResultSet(
  store: Store,
  input: { project: string; fileName: string; outcomes: ReadonlyMap<string, 'resolved' | 'unresolved'> },
): Promise<{ id: string; instanceCount: number }> {
  const id = store.nextId('rs')
  await store.record(async (tx) => {
    const project = await ensureProject(store, tx, input.project, 'imported')
    const outcomes = JSON.stringify(Object.fromEntries(input.outcomes))
    await tx.resultSet.create({ data: { id, projectId: project.id, fileName: input.fileName, outcomes, createdAt: store.now() } })
  })
  return { id, instanceCount: input.outcomes.size }
}

/** Outcomes by instance id and the file they came from. Throws UserError `no-such-results`. */
export async function getResultSet({ read }: Store, id: string): Promise<{ fileName: string; outcomeOf: (instanceId: string) => Outcome }> {
  const row = await read.resultSet.findUnique({ where: { id } })
  if (!row) throw new UserError('no-such-results', 'These results are not stored.', { hint: 'Send the results file again.', status: 404 })
  const outcomes = new Map(Object.entries(outcomesSchema.parse(JSON.parse(row.outcomes))))
  return { fileName: row.fileName, outcomeOf: (instanceId) => outcomes.get(instanceId) ?? null }
}
