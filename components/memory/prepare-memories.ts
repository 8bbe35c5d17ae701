import { formatCount, formatList, plural } from '@/components/ui/format.ts'
import { DETECTOR_NAMES } from '@/lib/memory/finding.ts'
import type { EntryList } from '@/lib/memory/views.ts'

/** The answer to "Where is the junk?" from the open findings of the whole project, what can do harm first. No share of junk is claimed. */
export function memoriesVerdict(whole: Pick<EntryList, 'totalCount' | 'facets'>): string {
  const { totalCount, facets } = whole
  if (totalCount === 0) return 'No memories yet.'
  const all = plural(totalCount, 'entry', 'entries')
  const held = facets.lifecycle.find((state) => state.value === 'quarantined')?.count ?? 0
  const [first, ...others] = DETECTOR_NAMES.flatMap((name) => {
    const count = facets.finding.find((finding) => finding.value === name)?.count ?? 0
    return count === 0 ? [] : [{ name: name.replaceAll('-', ' '), count }]
  })
  if (!first) {
    return held === 0
      ? `No rule found any: none of ${all} has an open finding.`
      : `No open finding on ${all}; ${formatCount(held)} ${held === 1 ? 'is' : 'are'} held for review.`
  }
  const start = `Start with the ${formatCount(first.count)} of ${all} under “${first.name}”`
  const next = others.slice(0, 2).map(({ name, count }) => `${formatCount(count)} “${name}”`)
  return next.length === 0 ? `${start}.` : `${start}; then ${formatList(next)}.`
}
