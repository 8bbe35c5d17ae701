import { formatCount, formatList, plural } from '@/components/ui/format.ts'
import type { OverviewView } from '@/lib/memory/views.ts'

/** The answer to "Is this memory healthy, and what should I do next?": the worst thing first, then the way on. */
export function overviewVerdict({ categories, project, findings }: OverviewView): string {
  const live = categories.reduce((sum, category) => sum + category.live, 0)
  if (live === 0) {
    return project.episodeCount === 0
      ? 'Nothing to judge yet: no episode has been imported.'
      : `${plural(project.episodeCount, 'episode')}, but no live entry: nothing would be injected.`
  }
  const stock = `${plural(live, 'live entry', 'live entries')} from ${plural(project.episodeCount, 'episode')}`
  const cold = categories.filter((category) => category.approved === 0).map((category) => category.category)
  if (cold.length > 0) {
    return `${formatList(cold)} ${cold.length === 1 ? 'has' : 'have'} no approved entry, so nothing would be injected there; ${stock} in all.`
  }
  const next = findings[0]
  const way = next
    ? `next, look at ${formatCount(next.count)} under “${next.label}”`
    : 'no rule found a fault in them'
  return `All four categories can answer: ${stock}; ${way}.`
}
