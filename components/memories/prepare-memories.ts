import { formatCount, formatPercent, plural } from '@/components/ui/format.ts'
import type { Share } from '@/lib/memory/findings/quality.ts'
import type { JudgedHead } from '@/lib/memory/findings/worklist.ts'
import type { EntryList } from '@/lib/memory/views/entries.ts'

/** Widest interval that one number may stand for; ours. */
const WIDEST = 0.2

/** `About 31 %`, and with few judged `Between 51 and 100 %`. */
function shareWords({ share, interval: { low, high } }: NonNullable<Share>): string {
  if (high - low <= WIDEST) return `About ${formatPercent(share)}`
  return `Between ${(low * 100).toFixed(0)} and ${formatPercent(high)}`
}

/**
 * The answer to "Where is the junk?": the first worklist with an open finding of a rule that can be trusted; with the share of junk where a random sample was judged. Nothing is called clean that nobody looked at.
 */
export function memoriesVerdict(
  whole: Pick<EntryList, 'totalCount' | 'facets'>,
  worklists: readonly Pick<JudgedHead, 'detector' | 'title' | 'trust'>[],
  junk: Share = null,
  unseenCount = 0,
): string {
  const { totalCount, facets } = whole
  const retired = facets.lifecycle.find((state) => state.value === 'retired')?.count ?? 0
  if (totalCount === 0)
    return retired === 0
      ? 'No memories yet.'
      : `Nothing in service: ${plural(retired, 'entry is', 'entries are')} retired.`
  const all = plural(totalCount, 'entry', 'entries')
  const held = facets.lifecycle.find((state) => state.value === 'quarantined')?.count ?? 0
  const found = worklists.flatMap(({ detector, title, trust }) => {
    const count = facets.finding.find((finding) => finding.value === detector)?.count ?? 0
    return count === 0 ? [] : [{ title, count, trust }]
  })
  if (found.length === 0) {
    if (unseenCount > 0) return `Not checked: ${formatCount(unseenCount)} of ${all} are new or changed.`
    return held === 0
      ? `No open finding on ${all}.`
      : `No open finding on ${all}; ${formatCount(held)} ${held === 1 ? 'is' : 'are'} held for review.`
  }
  const first = found.find(({ trust }) => trust === 'trusted')
  if (!first)
    return junk === null
      ? `No trusted rule found a fault in ${all}.`
      : `${shareWords(junk)} of ${all} are junk; no trusted rule found it.`
  const start = `start with “${first.title}”`
  return junk === null
    ? `S${start.slice(1)}: ${formatCount(first.count)} of ${all}.`
    : `${shareWords(junk)} of ${all} are junk; ${start} (${formatCount(first.count)}).`
}
