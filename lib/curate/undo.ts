import { z } from 'zod'
import { getRevision } from '../db/entries/revisions.ts'
import { didTurn, turnAgain } from '../db/serving.ts'
import type { MemoryEntry } from '../memory/entry.ts'
import { UserError } from '../memory/errors.ts'
import { command } from '../memory/operation.ts'
import type { ChangeReceipt } from '../memory/views/curation.ts'
import { ADDITION_UNDONE, type CurateDeps, changeEntries } from './change-entries.ts'
import { type Curates, revisionSchema, signed } from './curation.ts'

export const undo = command(
  z.strictObject({ revision: revisionSchema, ...signed }),
  ({ by, ...input }, { curation }: Curates) => undoRevision(input, curation.as(by)),
  { of: 'revision' },
)

/**
 * Takes a revision back, as a new revision. All or nothing: an entry that is no longer as the revision left it is a
 * conflict and is named; what was changed since and taken back again is as it was left. What the revision had added is
 * retired (nothing is deleted by an undo). Throws UserError `undone-already`, `conflict`.
 */
export async function undoRevision(input: { revision: number }, deps: CurateDeps): Promise<ChangeReceipt> {
  const { head, changes } = await getRevision(deps.store, input.revision)
  if (head.undoneBy !== null)
    throw new UserError(
      'undone-already',
      `Revision ${head.revision} was undone by revision ${head.undoneBy}.`,
      { hint: `Undo revision ${head.undoneBy} to bring it back.`, status: 409 },
    )
  const earlier = new Map<string, MemoryEntry | null>()
  const left = new Map<string, MemoryEntry>()
  for (const { before, after } of changes)
    if (after !== null) {
      earlier.set(after.id, before)
      left.set(after.id, after)
    }
  if (left.size === 0 && (await didTurn(deps.store, head.revision))) return await turnBack(head, deps)
  if (left.size === 0)
    throw new UserError(
      'nothing-to-undo',
      `Revision ${head.revision} (${head.verb}) left nothing to take back.`,
      { hint: 'It changed no entry, or what it changed was purged. Choose another one.', status: 409 },
    )
  return await changeEntries(
    {
      verb: 'undo',
      reason: `undo of ${head.verb}, revision ${head.revision}`,
      entryIds: [...left.keys()],
      become: (entry) => stateBefore(entry, earlier.get(entry.id) ?? null),
      allow: (tx) => turnAgain(tx, head.revision),
      undoes: { revision: head.revision, left },
      projectId: head.projectId,
    },
    deps,
  )
}

/** Takes back what a project serves, or outcomes of its runs, where no entry changed with it. */
async function turnBack(
  { revision: undoes, verb, projectId }: { revision: number; verb: string; projectId: string | null },
  { store, by }: CurateDeps,
): Promise<ChangeReceipt> {
  const note = { by, verb: 'undo', reason: `undo of ${verb}, revision ${undoes}`, projectId, undoes }
  return await store.write(note, async (tx, revise) => {
    const revision = await revise()
    await turnAgain(tx, undoes)
    return { revision, entryCount: 0, entryIds: [] }
  })
}

function stateBefore(now: MemoryEntry, before: MemoryEntry | null): MemoryEntry {
  if (before === null) return { ...now, lifecycle: 'retired', reason: ADDITION_UNDONE }
  return { ...before, revision: now.revision }
}
