import { type ReactNode, useState } from 'react'
import { ScrollRegion } from '@/components/ui/scroll-region.tsx'
import { Section } from '@/components/ui/section.tsx'
import type { FlipRow } from './prepare-flips.ts'

const SHOWN = 12
/** More draws than this are counted and not shown one by one. */
const MOST_DOTS = 12

/** Tasks that go one way more often with memory than without, both ways, over a brushed range. */
export function FlipList({ rows, where, arm, against, range }: FlipListProps) {
  const [isAll, setAll] = useState(false)
  const flipped = rows.filter(({ difference }) => Math.abs(difference) >= 0.5)
  const gained = flipped.filter(({ difference }) => difference > 0).length
  const shown = isAll ? flipped : flipped.slice(0, SHOWN)
  return (
    <Section
      id="flips"
      title="Flips"
      note={`${where}, by half of the draws or more: ${gained} gained, ${flipped.length - gained} lost, ${rows.length - flipped.length} the same`}
    >
      {range}
      <ScrollRegion label="Flips by task" className="mt-2 scroll-x">
        <FlipTable against={against} arm={arm} shown={shown} />
      </ScrollRegion>
      {flipped.length === 0 && <p className="mt-2 text-ink-3">No task flips in half of the draws.</p>}
      {flipped.length > SHOWN && (
        <button type="button" className="link mt-2 text-small max-md:min-h-11" onClick={() => setAll(!isAll)}>
          {isAll ? 'Fewer' : `All ${flipped.length}`}
        </button>
      )}
    </Section>
  )
}

type FlipListProps = {
  rows: FlipRow[]
  /** Which places they are from, in words. */
  where: string
  arm: string
  against: string
  /** The choice of the range, for whoever has no pointer. */
  range: ReactNode
}

function FlipTable({ against, arm, shown }: Pick<FlipListProps, 'against' | 'arm'> & { shown: FlipRow[] }) {
  return (
    <table className="w-full border-collapse">
      <thead>
        <tr className="h-7 border-strong border-b text-left text-ink-3 text-small [&>th]:font-normal">
          <th scope="col">task</th>
          <th scope="col" className="text-right">
            {against}
          </th>
          <th scope="col" className="pl-3">
            {arm}, draw by draw
          </th>
        </tr>
      </thead>
      <tbody>
        {shown.map(({ taskId, cluster, twin, arm: marks, difference }) => (
          <tr key={taskId} className="h-8 border-hairline border-b">
            <td className="max-w-40 truncate" title={`${taskId}, ${cluster}`}>
              {taskId}
            </td>
            <td className="num">{Math.round(100 * twin)} %</td>
            <td className="pl-3">
              <span role="img" aria-label={`${solvedIn(marks)} of ${marks.length} draws solved`}>
                {marks.length > MOST_DOTS ? (
                  <span aria-hidden="true" className="num">
                    {solvedIn(marks)} of {marks.length}
                  </span>
                ) : (
                  [...marks].map((mark, i) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: draws in their order.
                    <span key={i} aria-hidden="true" className="mr-0.5">
                      {mark === '1' ? '●' : '○'}
                    </span>
                  ))
                )}
              </span>
              <span className="ml-2 text-ink-3 text-small">{difference > 0 ? 'gained' : 'lost'}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function solvedIn(marks: string): number {
  return marks.replaceAll('0', '').length
}
