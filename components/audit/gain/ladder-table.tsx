import clsx from 'clsx'
import { Hatch, known } from '@/components/ui/hatch.tsx'
import { ScrollRegion } from '@/components/ui/scroll-region.tsx'
import { CELL, HEAD } from '@/components/ui/table/figure-table.tsx'
import { signedPp } from '@/lib/memory/text/signed.ts'
import { rungWords } from './gain-words.ts'
import type { LadderView } from './prepare-gain.ts'

/** The ladder's rungs, the primary one marked; p of the others is Holm-adjusted, no interval is. */
export function LadderTable({ view }: { view: LadderView }) {
  const { curve, adjustedP, notRun, primarySize } = view
  return (
    <ScrollRegion label="Gain by store size" className="mt-3 scroll-x">
      <table className="w-full border-collapse">
        <thead>
          <tr>
            {['entries', 'draws', 'gain pp', '95 % interval', 'p'].map((head) => (
              <th key={head} scope="col" className={HEAD}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {curve.points.map(({ x, draws, value, interval, p }, i) => {
            const isPrimary = x === primarySize
            return (
              <tr key={x} className={clsx(isPrimary && 'bg-selected font-medium')}>
                <th scope="row" className={`${CELL} font-mono! text-left font-normal`}>
                  {x}
                  {isPrimary && <span className="ml-1 font-sans text-ink-2 text-small">primary</span>}
                </th>
                <td className={CELL}>{draws.length}</td>
                <td className={CELL}>{signedPp(value)}</td>
                <td className={CELL}>
                  {known(interval, ({ low, high }) => `${signedPp(low)} to ${signedPp(high)}`)}
                </td>
                <td className={CELL}>{known(isPrimary ? p : adjustedP[i], (one) => one.toFixed(3))}</td>
              </tr>
            )
          })}
          {notRun.map((size) => (
            <tr key={size}>
              <th scope="row" className={`${CELL} font-mono! text-left font-normal`}>
                {size}
              </th>
              <td colSpan={4} className={CELL}>
                <Hatch label="Not run" /> not run
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2 text-ink-3 text-small">{rungWords(view)}</p>
    </ScrollRegion>
  )
}
