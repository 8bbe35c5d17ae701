import type { Question } from '@/components/ui/confirm.tsx'
import { formatCount, plural } from '@/components/ui/format.ts'
import type { ActivityRow } from '@/lib/memory/views/activity.ts'

/** What is asked before a change of a whole memory is taken back; null where nothing is. */
export function undoQuestion({
  verb,
  revision,
  entryCount,
  reason,
}: Pick<ActivityRow, 'verb' | 'revision' | 'entryCount' | 'reason'>): Question | null {
  const entries = plural(entryCount, 'entry', 'entries')
  const [which, why] = [`Revision ${formatCount(revision)}`, reason === null ? '' : `, ${reason}`]
  if (verb === 'import-entries')
    return {
      title: 'Undo a whole import?',
      text: `${which} brought in ${entries}${why}. Undo retires all of them: no agent is served one any more. Nothing is deleted, and the undo can be undone.`,
      ...{ keep: 'Keep them', act: `Retire ${entries}` },
    }
  if (verb !== 'serve' || entryCount === 0) return null
  return {
    title: 'Undo a change of extractor?',
    text: `${which} changed ${entries}${why}. Undo puts the extractor of before in service again and its lessons with it: agents are served those. The undo can be undone.`,
    ...{ keep: 'Leave it', act: `Change ${entries} back` },
  }
}
