import { formatCount, formatList, formatPercent, plural } from '@/components/ui/format.ts'
import type { Share } from '@/lib/memory/findings/quality.ts'
import type { WorklistHead } from '@/lib/memory/findings/worklist.ts'
import type { EntryList } from '@/lib/memory/views/entries.ts'

/** Widest interval that one number may stand for; ours. */
const WIDEST = 0.2

/** `About 31 %`, and with few judged `Between 51 and 100 %`. */
function shareWords({ share, interval: { low, high } }: NonNullable<Share>): string {
  if (high - low <= WIDEST) return `About ${formatPercent(share)}`
  return `Between ${(low * 100).toFixed(0)} and ${formatPercent(high)}`
}

/**
 * The answer to "Where is the junk?" from the open findings of the whole project, in the order of the worklists and by their
 * titles; with the share of junk where a random sample was judged. Nothing is called clean that nobody looked at.
 */
export function memoriesVerdict(
  whole: Pick<EntryList, 'totalCount' | 'facets'>,
  worklists: readonly Pick<WorklistHead, 'detector' | 'title'>[],
  junk: Share = null,
  unseenCount = 0,
): string {
  const { totalCount, facets } = whole
  if (totalCount === 0) return 'No memories yet.'
  const all = plural(totalCount, 'entry', 'entries')
  const held = facets.lifecycle.find((state) => state.value === 'quarantined')?.count ?? 0
  const [first, ...others] = worklists.flatMap(({ detector, title }) => {
    const count = facets.finding.find((finding) => finding.value === detector)?.count ?? 0
    return count === 0 ? [] : [{ title, count }]
  })
  if (!first) {
    if (unseenCount > 0)
      return `Not looked at since ${formatCount(unseenCount)} of ${all} arrived or changed.`
    return held === 0
      ? `No rule found any: none of ${all} has an open finding.`
      : `No open finding on ${all}; ${formatCount(held)} ${held === 1 ? 'is' : 'are'} held for review.`
  }
  if (junk !== null)
    return `${shareWords(junk)} of ${all} are junk; ${formatCount(first.count)} under “${first.title}” come first.`
  const some = first.count === 1 ? 'one' : formatCount(first.count)
  const start = `Start with the ${some} of ${all} under “${first.title}”`
  const next = others.slice(0, 2).map(({ title, count }) => `${formatCount(count)} under “${title}”`)
  return next.length === 0 ? `${start}.` : `${start}; then ${formatList(next)}.`
}
