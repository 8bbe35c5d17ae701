import type { Question } from '@/components/ui/confirm.tsx'
import { formatCount, plural } from '@/components/ui/format.ts'
import type { ActivityRow } from '@/lib/memory/views/activity.ts'

type Change = Pick<ActivityRow, 'verb' | 'revision' | 'entryCount' | 'reason' | 'undoes'>

/** The change at the end of a chain of undos, and whether it stands while the last of the chain does. `read`: the head of a revision. */
export async function rootOf<Row extends Change>(
  change: Row,
  read: (revision: number) => Promise<Row | null>,
): Promise<{ verb: string; stands: boolean }> {
  if (change.undoes === null) return { verb: change.verb, stands: true }
  const undone = await read(change.undoes)
  if (undone === null) return { verb: change.verb, stands: true }
  const { verb, stands } = await rootOf(undone, read)
  return { verb, stands: !stands }
}

/** What is asked before a change of a whole memory is taken back, itself an undo or not; null where nothing is. */
export function undoQuestion(
  { revision, entryCount, reason }: Omit<Change, 'verb' | 'undoes'>,
  { verb, stands }: Awaited<ReturnType<typeof rootOf>>,
): Question | null {
  const entries = plural(entryCount, 'entry', 'entries')
  const [which, why] = [`Revision ${formatCount(revision)}`, reason === null ? '' : `, ${reason}`]
  if (verb === 'import-entries' && stands)
    return {
      title: 'Undo a whole import?',
      text: `${which} brought in ${entries}${why}. Undo retires all of them: no agent is served one any more. Nothing is deleted, and the undo can be undone.`,
      ...{ keep: 'Keep them', act: `Retire ${entries}` },
    }
  if (verb === 'import-entries')
    return {
      title: 'Bring a whole import back?',
      text: `${which} retired ${entries}${why}. Undo puts all of them back as they were imported: agents can be served them again. This can be undone.`,
      ...{ keep: 'Leave them retired', act: `Bring ${entries} back` },
    }
  if (verb !== 'serve' || entryCount === 0) return null
  return {
    title: 'Undo a change of extractor?',
    text: `${which} changed ${entries}${why}. Undo puts the extractor of before in service again and its lessons with it: agents are served those. The undo can be undone.`,
    ...{ keep: 'Leave it', act: `Change ${entries} back` },
  }
}
