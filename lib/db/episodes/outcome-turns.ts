import { z } from 'zod'
import { UserError } from '../../memory/errors.ts'
import { type Outcome, outcomeSchema } from '../../memory/trajectory.ts'
import { getSetting, putSetting, type Tx } from '../store.ts'
import { tables } from '../tables.ts'
import { setOutcome } from './episodes.ts'

const stateSchema = z.object({ outcome: outcomeSchema, outcomeSource: z.string().nullable() })
const turnsSchema = z.array(z.object({ id: z.string(), before: stateSchema, after: stateSchema }))

/** Gives runs of a project their outcomes at a revision, which an undo can take back. */
export async function putOutcomes(
  tx: Tx,
  { projectId, revision }: { projectId: string; revision: number },
  learnt: readonly { id: string; outcome: Outcome; outcomeSource: string | null }[],
): Promise<void> {
  const turns: z.infer<typeof turnsSchema> = []
  for (const { id, ...after } of learnt) {
    turns.push({ id, before: stateSchema.parse(await find(tx, id)), after })
    await setOutcome(tx, id, after.outcome, after.outcomeSource)
  }
  // Goes with the project, as everything under a name that ends so.
  await putSetting(tx, `outcomes:${revision}:${projectId}`, JSON.stringify(turns))
}

/** Turns the outcomes of a revision back, or on again where its undo is undone. Runs that are gone are left out. Throws UserError `conflict`. */
export async function turnOutcomes(
  tx: Tx,
  { projectId, number, isUndone }: { projectId: string; number: number; isUndone: boolean },
): Promise<void> {
  const turns = turnsSchema.parse(
    JSON.parse((await getSetting(tx, `outcomes:${number}:${projectId}`)) ?? '[]'),
  )
  for (const { id, before, after } of turns) {
    const now = await find(tx, id)
    if (now === null) continue
    const [from, to] = isUndone ? [after, before] : [before, after]
    if (now.outcome !== from.outcome || now.outcomeSource !== from.outcomeSource)
      throw new UserError('conflict', `The outcome of a run was learnt anew since revision ${number}.`, {
        hint: 'Undo the later revision first. Nothing was changed.',
        status: 409,
      })
    await setOutcome(tx, id, to.outcome, to.outcomeSource)
  }
}

async function find(tx: Tx, id: string) {
  return await tables(tx).episode.findUnique({
    where: { id },
    select: { outcome: true, outcomeSource: true },
  })
}
