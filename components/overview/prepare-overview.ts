import { formatCount, formatList, plural } from '@/components/ui/format.ts'
import type { OverviewView } from '@/lib/memory/views/project.ts'

/** That nobody looked is not that nothing was found; null when everything was looked at. */
export function unseenWords(scannedAt: string | null, unseenCount: number): string | null {
  if (scannedAt === null) return 'no rule has looked yet'
  if (unseenCount === 0) return null
  return `not looked at since ${formatCount(unseenCount)} arrived or changed`
}

/**
 * The answer to "Is this memory healthy, and what should I do next?": the worst thing first, then the way on. `unreadCount`: subtasks
 * that no model has read.
 */
export function overviewVerdict(
  { categories, project, findings, scannedAt, unseenCount }: OverviewView,
  unreadCount: number,
): string {
  const live = categories.reduce((sum, category) => sum + category.live, 0)
  if (live === 0) {
    const retired = categories.reduce((sum, category) => sum + category.retired, 0)
    if (retired > 0)
      return `Nothing would be injected: all ${plural(retired, 'entry', 'entries')} are retired.`
    return project.episodeCount === 0
      ? 'Nothing to judge yet: no episode has been imported.'
      : `No lesson yet: next, a model could read ${plural(project.episodeCount, 'episode')}.`
  }
  const cold = categories
    .filter(({ approved, withheld }) => approved === withheld)
    .map((category) => category.category)
  if (cold.length > 0) {
    return `${formatList(cold)} ${cold.length === 1 ? 'has' : 'have'} no entry in service${unreadCount > 0 ? `; next, a model could read ${plural(unreadCount, 'subtask')}` : ', so nothing would be injected there'}.`
  }
  const next = findings[0]
  const unseen = unseenWords(scannedAt, unseenCount)
  const way = next
    ? `next, look at ${plural(next.count, 'finding')} under “${next.label}”`
    : (unseen ?? 'no trusted rule found a fault')
  return `Every category has a lesson in service; ${way}${next && unseen ? `; ${unseen}` : ''}.`
}
