import { formatCount, formatList, formatScore } from '@/components/ui/format.ts'
import { ENOUGH_WINNERS, type FloorView } from '@/lib/memory/studies/minimum-score.ts'

/** The news first: how many injections would have helped. A floor is named only where enough winners pass it to speak for it. */
export function floorsVerdict(floors: readonly FloorView[]): string {
  const helped = floors.reduce((sum, { relevant }) => sum + relevant.length, 0)
  const all = floors.reduce((sum, { relevant, irrelevant }) => sum + relevant.length + irrelevant.length, 0)
  if (all === 0) return 'Cannot tell: no question with a category has a label yet.'
  const news = `${formatCount(helped)} of ${formatCount(all)} injections would have helped.`
  const found = floors.flatMap(({ category, suggested, relevant, irrelevant }) => {
    if (suggested === null) return []
    const passing = [...relevant, ...irrelevant].filter((score) => score >= suggested.floor).length
    return [{ category, floor: suggested.floor, passing }]
  })
  if (found.length === 0) return `${news} No least score does better than none on these labels.`
  const sound = found.filter(({ passing }) => passing >= ENOUGH_WINNERS)
  if (sound.length === 0) {
    const most = Math.max(...found.map(({ passing }) => passing))
    return `${news} No least score rests on enough of them: the best of each category lets ${formatCount(most)} through at most.`
  }
  const named = sound.map(({ category, floor }) => `${category} ${formatScore(floor, 3)}`)
  return `${news} By these labels a least score helps in ${formatList(named)}.`
}
