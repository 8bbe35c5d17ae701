import { formatCount, formatList, formatScore } from '@/components/ui/format.ts'
import { ENOUGH_WINNERS, type FloorView } from '@/lib/memory/studies/minimum-score.ts'

/** The news first: how many injections would have helped. A floor is named only where enough winners pass it to speak for it. */
export function minimumScoreVerdict(floors: readonly FloorView[]): string {
  const helped = floors.reduce((sum, { relevant }) => sum + relevant.length, 0)
  const all = floors.reduce((sum, { relevant, irrelevant }) => sum + relevant.length + irrelevant.length, 0)
  if (all === 0) return 'Cannot tell: no question with a category has a label yet.'
  const news = `${formatCount(helped)} of ${formatCount(all)} injections would have helped.`
  const sound = floors.flatMap(({ category, suggested, relevant, irrelevant }) => {
    if (suggested === null) return []
    const passing = [...relevant, ...irrelevant].filter((score) => score >= suggested.floor).length
    return passing >= ENOUGH_WINNERS ? [`${category} ${formatScore(suggested.floor, 3)}`] : []
  })
  if (sound.length > 0) return `${news} Suggested minimum: ${formatList(sound)}.`
  const isThin = floors.some(({ suggested }) => suggested !== null)
  return `${news} ${isThin ? 'Too few labels for a minimum score.' : 'No minimum score does better than none.'}`
}
