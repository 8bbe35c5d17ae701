import { formatCount, formatList, plural } from '@/components/ui/format.ts'
import type { EntryList } from '@/lib/memory/views.ts'
import { flagWeight } from './entry-words.ts'

/** The answer to "Where is the junk?" from the counts of the whole project. Flags are findings of rules: no share of junk is claimed. */
export function memoriesVerdict(whole: Pick<EntryList, 'totalCount' | 'facets'>): string {
  const { totalCount, facets } = whole
  if (totalCount === 0) return 'No memories yet.'
  const all = plural(totalCount, 'entry', 'entries')
  const held = facets.lifecycle.find((state) => state.value === 'quarantined')?.count ?? 0
  const flags = [...facets.flag]
    .filter((flag) => flag.count > 0)
    .sort((a, b) => flagWeight(a.value) - flagWeight(b.value) || b.count - a.count)
  const first = flags[0]
  if (!first) {
    return held === 0
      ? `No rule found any: none of ${all} is flagged.`
      : `No flag on ${all}; ${formatCount(held)} ${held === 1 ? 'is' : 'are'} held for review.`
  }
  // A part without evidence is left empty on purpose; only where nothing else is wrong is it worth a sentence.
  const others = flags
    .slice(1)
    .filter((flag) => !flag.value.startsWith('empty-'))
    .slice(0, 2)
    .map((flag) => `${formatCount(flag.count)} “${flag.value}”`)
  const start = `Start with the ${formatCount(first.count)} of ${all} flagged “${first.value}”`
  return others.length === 0 ? `${start}.` : `${start}; then ${formatList(others)}.`
}
