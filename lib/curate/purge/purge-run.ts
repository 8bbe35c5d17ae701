import { z } from 'zod'
import { listMadeOf } from '../../db/entries/origins.ts'
import { purgeRows } from '../../db/purge/purge.ts'
import { deleteRun, findRun, listEntriesOfRun, textsOfRun } from '../../db/purge/run.ts'
import { UserError } from '../../memory/errors.ts'
import { command, owners } from '../../memory/operation.ts'
import { purgeRunPhrase } from '../../memory/text/words.ts'
import type { PurgeReceipt } from '../../memory/views/curation.ts'
import type { CurateDeps } from '../change-entries.ts'
import { type Curates, givenReasonSchema, idSchema, signed } from '../curation.ts'
import { PROOF_TEXTS, proveGone } from './purge.ts'

const inputSchema = z.strictObject({
  episodeId: idSchema,
  /** What the person typed: `purgeRunPhrase` of the run's instance. */
  phrase: z.string().max(300),
  reason: givenReasonSchema,
  /** Delete the safe copies that still hold the run. */
  deleteBackups: z.boolean().default(false),
  ...signed,
})
type PurgeRunInput = Omit<z.input<typeof inputSchema>, 'by'>

/** What was taken out with a run. */
type RunPurgeReceipt = PurgeReceipt & { instanceId: string; stepCount: number; subtaskCount: number }

export const purgeRun = command(
  inputSchema,
  ({ by, ...input }, { curation }: Curates) => purgeOneRun(input, curation.as(by)),
  owners,
)

/**
 * Removes an imported run for good: its steps, subtasks and entries with their vectors, full text and history, and where other
 * rows quote them. Not undoable; the file may be imported again, its lessons do not come back. Throws UserError `wrong-phrase`, `no-such-run`.
 */
export async function purgeOneRun(
  input: PurgeRunInput,
  { store, by, mask }: CurateDeps & { mask: (text: string) => string },
): Promise<RunPurgeReceipt> {
  const { episodeId } = input
  const run = await findRun(store, episodeId)
  if (!run)
    throw new UserError('no-such-run', `There is no run ${episodeId.slice(0, 60)}.`, {
      hint: 'Look at the list of runs. Nothing was removed.',
      status: 404,
    })
  const phrase = purgeRunPhrase(run.instanceId)
  if (input.phrase.trim() !== phrase)
    throw new UserError('wrong-phrase', `To purge the run, type exactly: ${phrase}`, {
      hint: 'Nothing was removed.',
      place: 'phrase',
    })
  const note = { by, verb: 'purge', reason: input.reason }
  const { proof, entryIds, ...receipt } = await store.write(note, async (tx, revise) => {
    const revision = await revise(run.projectId)
    const entries = await listEntriesOfRun(tx, episodeId)
    const entryIds = entries.map(({ id }) => id)
    const madeOfThem = await listMadeOf(tx, entryIds)
    const runTexts = await textsOfRun(tx, episodeId)
    const taken = await deleteRun(tx, revision, episodeId)
    const { longest, ...counts } = await purgeRows(store, tx, revision, entries, { by, mask, runTexts })
    return {
      revision,
      instanceId: run.instanceId,
      stepCount: taken.steps,
      subtaskCount: taken.subtasks,
      entryCount: entries.length,
      madeOfThem,
      ...counts,
      proof: longest.slice(0, PROOF_TEXTS),
      entryIds,
    }
  })
  return { ...receipt, ...(await proveGone(store, { proof, ids: [episodeId, ...entryIds], ...input })) }
}
