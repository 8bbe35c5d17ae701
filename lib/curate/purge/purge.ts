import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { listMadeOf } from '../../db/entries/origins.ts'
import { storeFiles, textsInFile } from '../../db/purge/byte-search.ts'
import { purgeRows } from '../../db/purge/purge.ts'
import { UserError } from '../../memory/errors.ts'
import { command, owners } from '../../memory/operation.ts'
import { purgePhrase } from '../../memory/text/words.ts'
import type { PurgeReceipt } from '../../memory/views/curation.ts'
import { type CurateDeps, requireCurrent } from '../change-entries.ts'
import { type Curates, givenReasonSchema, idSchema, signed } from '../curation.ts'

const inputSchema = z.strictObject({
  entryIds: z.array(idSchema).min(1).max(5_000),
  /** What the person typed: `purgePhrase` of the number of entries. */
  phrase: z.string().max(100),
  reason: givenReasonSchema,
  /** Delete the safe copies that still hold one of the entries. */
  deleteBackups: z.boolean().default(false),
  ...signed,
})
type PurgeInput = Omit<z.input<typeof inputSchema>, 'by'>

export const purge = command(
  inputSchema,
  ({ by, ...input }, { curation }: Curates) => purgeEntries(input, curation.as(by)),
  owners,
)

/** Texts looked for in the files afterwards: a proof by sample, since each costs a pass over them. Ours. */
export const PROOF_TEXTS = 12
/** How often, and how long apart in ms, the log is tried to be emptied while a reader stands in the way. Ours. */
const LOOKS = 25
const LOOK_AGAIN_MS = 200

/**
 * Removes entries for good and looks in the files whether their words are gone. Not undoable; the same lessons do not come
 * back by import. Raw steps of a run are not an entry's text and stay. Throws UserError `wrong-phrase`, `no-such-entry`.
 */
export async function purgeEntries(
  input: PurgeInput,
  { store, by, mask }: CurateDeps & { mask: (text: string) => string },
): Promise<PurgeReceipt> {
  const entryIds = [...new Set(input.entryIds)]
  const phrase = purgePhrase(entryIds.length)
  if (input.phrase.trim() !== phrase)
    throw new UserError('wrong-phrase', `To purge, type exactly: ${phrase}`, {
      hint: 'Nothing was removed.',
      place: 'phrase',
    })
  const { proof, ...receipt } = await store.write(
    { by, verb: 'purge', reason: input.reason },
    async (tx, revise) => {
      const entries = await requireCurrent(
        tx,
        entryIds.map((entryId) => ({ entryId })),
      )
      const revision = await revise(entries[0]?.projectId ?? null)
      const madeOfThem = await listMadeOf(tx, entryIds)
      const { longest, ...counts } = await purgeRows(store, tx, revision, entries, { by, mask })
      return {
        revision,
        entryCount: entries.length,
        madeOfThem,
        ...counts,
        proof: longest.slice(0, PROOF_TEXTS),
      }
    },
  )
  return { ...receipt, ...(await proveGone(store, { proof, ids: entryIds, ...input })) }
}

/** What a receipt says of the files. */
type Proof = Pick<
  PurgeReceipt,
  'logEmptied' | 'searchedTexts' | 'files' | 'backupsHolding' | 'backupsDeleted'
>

/** Empties the log, then looks in every file of the store for texts that were taken out, and in the safe copies for ids. */
export async function proveGone(
  store: CurateDeps['store'],
  { proof, ids, deleteBackups }: { proof: string[]; ids: string[]; deleteBackups?: boolean | undefined },
): Promise<Proof> {
  const logEmptied = await emptyLog(store)
  const { live, backups } = storeFiles(store.dataPath)
  const files: PurgeReceipt['files'] = []
  for (const name of [...live, ...backups])
    files.push({ name, found: (await textsInFile(join(store.dataPath, name), proof)).size })
  const backupsHolding: string[] = []
  // A safe copy holds an entry when it holds its id: exact for every entry, not only for the texts of the sample.
  for (const name of backups)
    if ((await textsInFile(join(store.dataPath, name), ids)).size > 0) backupsHolding.push(name)
  if (deleteBackups) for (const name of backupsHolding) rmSync(join(store.dataPath, name))
  return {
    logEmptied,
    searchedTexts: proof.length,
    files: deleteBackups ? files.filter(({ name }) => !backupsHolding.includes(name)) : files,
    backupsHolding: deleteBackups ? [] : backupsHolding,
    backupsDeleted: deleteBackups ? backupsHolding : [],
  }
}

/** A reader that is still at it keeps old pages in the log: it is waited for. */
async function emptyLog(store: CurateDeps['store']): Promise<boolean> {
  for (let look = 1; look < LOOKS; look++) {
    if (await store.checkpoint()) return true
    await new Promise((later) => setTimeout(later, LOOK_AGAIN_MS))
  }
  return await store.checkpoint()
}
