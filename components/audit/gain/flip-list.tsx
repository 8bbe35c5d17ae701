import { armWords } from '@/components/marks/arm-words.ts'
import { Section } from '@/components/ui/section.tsx'
import { FigureTable } from '@/components/ui/table/figure-table.tsx'
import { useCut } from '@/components/ui/use-cut.tsx'
import type { GainView } from './prepare-gain.ts'
import { RangeFields, useRange } from './use-range.tsx'

const SHOWN = 12

/** Tasks that go one way more often with memory than without, both ways, over a brushed range. */
export function FlipList({ view }: { view: GainView }) {
  const chosen = useRange(view)
  const { rows, where } = chosen
  const flipped = rows.filter(({ difference }) => Math.abs(difference) >= 0.5)
  const { shown, button } = useCut(flipped, SHOWN)
  const gained = flipped.filter(({ difference }) => difference > 0).length
  const solvedIn = (marks: string) => marks.replaceAll('0', '').length
  return (
    <Section
      id="flips"
      title="Flips"
      note={`${where}, by half of the draws or more: ${gained} gained, ${flipped.length - gained} lost, ${rows.length - flipped.length} the same`}
    >
      <RangeFields {...chosen} />
      {flipped.length === 0 ? (
        <p className="mt-2 text-ink-3">No task flips in half of the draws.</p>
      ) : (
        <FigureTable
          label="Flips by task"
          first="task"
          heads={[armWords(view.against), `${armWords(view.arm)}, draws solved`, 'change']}
          rows={shown.map(({ taskId, twin, arm, difference }) => ({
            name: taskId,
            cells: [
              `${Math.round(100 * twin)} %`,
              `${solvedIn(arm)} of ${arm.length}`,
              difference > 0 ? 'gained' : 'lost',
            ],
          }))}
        />
      )}
      {button}
    </Section>
  )
}
