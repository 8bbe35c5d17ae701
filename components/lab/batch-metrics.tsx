import type { ReactNode } from 'react'
import { formatCount, formatPercent, formatScore, plural } from '@/components/ui/format.ts'
import { Hatch } from '@/components/ui/hatch.tsx'
import { SectionTitle } from '@/components/ui/section.tsx'
import { SourceChip } from '@/components/ui/source-chip.tsx'
import type { BatchReport, JudgedReport } from '@/lib/memory/batch.ts'
import { agreementOf, signed } from './prepare-batch.ts'

export const HEAD =
  'h-7 whitespace-nowrap border-strong border-b px-2 text-right font-normal text-ink-3 text-small first:pl-0 first:text-left'
export const CELL =
  'h-8 whitespace-nowrap border-hairline border-b px-2 text-right font-mono first:pl-0 first:text-left first:font-sans'

function Value({ value, digits = 3 }: { value: number | null | undefined; digits?: number }) {
  return value === null || value === undefined ? <Hatch label="Unknown" /> : formatScore(value, digits)
}

function Range({ range }: { range: [number, number] | null }) {
  return range === null ? (
    <Hatch label="No interval" />
  ) : (
    `${formatScore(range[0], 3)} to ${formatScore(range[1], 3)}`
  )
}

/** A table that is wider than a phone scrolls by itself, by keyboard too. */
export function Scroller({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: so that the arrow keys can scroll it.
    <section tabIndex={0} aria-label={label} className="mt-2 overflow-x-auto">
      {children}
    </section>
  )
}

/** Metrics with intervals, then the paired differences: the means alone decide nothing. */
export function BatchMetrics({ report }: { report: BatchReport }) {
  const { metrics, paired, labelledCount, tuned, isHalf } = report
  if (metrics === null) return null
  return (
    <section aria-label="Metrics" className="border-hairline border-t px-6 pt-4 pb-6 max-md:px-4">
      <SectionTitle
        title="Against the labels given"
        note={`${plural(labelledCount, 'labelled question')}${isHalf ? ', the half that nothing was tuned on' : ''}; 95 % bootstrap over instances`}
      />
      <Scroller label="Metrics table">
        <table className="w-full border-collapse">
          <thead>
            <tr>
              {[
                'strategy',
                'hit@1',
                'hit@3',
                'hit@5',
                'MRR',
                'MRR, 95 %',
                'nDCG@10',
                'wrong stage',
                'coverage',
              ].map((name) => (
                <th key={name} scope="col" className={HEAD}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {metrics.map((row) => (
              <tr key={row.strategy}>
                <th scope="row" className={`${CELL} font-medium`}>
                  {row.strategy}
                </th>
                {[row.hitAt1, row.hitAt3, row.hitAt5, row.mrr].map((value, i) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: four fixed columns.
                  <td key={i} className={CELL}>
                    <Value value={value} />
                  </td>
                ))}
                <td className={CELL}>
                  <Range range={row.ci.mrr} />
                </td>
                <td className={CELL}>
                  <Value value={row.ndcgAt10} />
                </td>
                <td className={CELL}>
                  {row.crossPhaseRate === null ? (
                    <Hatch label="No categories" />
                  ) : (
                    formatPercent(row.crossPhaseRate)
                  )}
                </td>
                <td className={CELL}>
                  {row.coverage === null ? <Hatch label="Unknown" /> : formatPercent(row.coverage)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
      {tuned.map(({ strategy, parameter, chosen, usual, tried, tuneN }) => (
        <p key={strategy} className="mt-2 text-ink-2 text-small">
          {strategy}: {parameter} = {chosen} (usual {usual}), chosen by MRR on {tuneN} other questions:{' '}
          {tried.map(({ value, mrr }) => `${value} → ${formatScore(mrr, 3)}`).join(', ')}
        </p>
      ))}
      {paired.length > 0 && (
        <>
          <h3 className="mt-5 font-medium">Paired differences, MRR</h3>
          <ul className="mt-1">
            {paired
              .filter(({ metric }) => metric === 'mrr')
              .map(({ a, b, difference, low, high, primary, p, pHolm }) => (
                <li
                  key={`${a} ${b}`}
                  className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-baseline gap-x-4 border-hairline border-b py-1.5 max-md:grid-cols-[minmax(0,1fr)_auto]"
                >
                  <span className={primary ? 'font-medium' : ''}>
                    {a} − {b}
                    {primary && <span className="font-normal text-ink-3 text-small"> declared primary</span>}
                  </span>
                  <span className="font-mono">
                    {signed(difference)}{' '}
                    <span className="text-ink-3">
                      ({signed(low)} to {signed(high)})
                    </span>
                  </span>
                  <span className="w-[17ch] text-right text-ink-2 text-small max-md:col-span-2 max-md:w-auto max-md:text-left">
                    {pHolm === null ? `p ${formatScore(p, 3)}` : `p ${formatScore(pHolm, 3)} after Holm`}
                  </span>
                </li>
              ))}
          </ul>
        </>
      )}
    </section>
  )
}

/** How often two strategies have the same winner, as a square. */
export function AgreementMatrix({ report }: { report: BatchReport }) {
  const { strategies, rows } = report
  if (strategies.length < 2) return null
  return (
    <section aria-label="Agreement" className="border-hairline border-t px-6 pt-4 pb-6 max-md:px-4">
      <SectionTitle
        title="Same winner"
        note={`share of ${plural(rows.length, 'question')}; both having none counts as the same; agreement is not correctness`}
      />
      <Scroller label="Agreement table">
        <table className="border-collapse">
          <thead>
            <tr>
              <td />
              {strategies.map((name) => (
                <th key={name} scope="col" className={HEAD}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {strategies.map((a) => (
              <tr key={a}>
                <th scope="row" className={`${CELL} font-normal`}>
                  {a}
                </th>
                {strategies.map((b) => {
                  const share = agreementOf(report, a, b)
                  return (
                    <td key={b} className={CELL}>
                      {a === b ? (
                        <span className="text-ink-3">–</span>
                      ) : share === null ? (
                        <Hatch label="Unknown" />
                      ) : (
                        formatPercent(share)
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
    </section>
  )
}

/** Metrics against what persons judged without knowing who had found it. */
export function JudgedMetrics({ judged }: { judged: JudgedReport }) {
  const { judges, pairCount, unjudgedCount, kappa, rows } = judged
  return (
    <section aria-label="Judged" className="border-hairline border-t px-6 pt-4 pb-6 max-md:px-4">
      <SectionTitle
        title={
          <>
            Judged blind <SourceChip source="measured" />
          </>
        }
        note={`by ${judges.join(' and ')}; ${plural(pairCount - unjudgedCount, 'pair')} of ${formatCount(pairCount)} judged; n = questions whose whole pool is judged`}
      />
      <p className="mt-1 text-ink-2 text-small">
        {kappa === null
          ? 'One judge so far: a second one makes agreement known.'
          : `Quadratic weighted kappa of ${kappa.a} and ${kappa.b}: ${kappa.value === null ? 'undefined, chance alone would agree' : formatScore(kappa.value, 3)}, n ${kappa.n}.`}
      </p>
      <Scroller label="Judged table">
        <table className="w-full max-w-[760px] border-collapse">
          <thead>
            <tr>
              {['strategy', 'n', 'grade of winner', 'hit@1', 'MRR@5', 'nDCG@5', '95 %'].map((name) => (
                <th key={name} scope="col" className={HEAD}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.strategy}>
                <th scope="row" className={`${CELL} font-medium`}>
                  {row.strategy}
                </th>
                <td className={CELL}>{row.n}</td>
                <td className={CELL}>
                  <Value value={row.gradeAt1} digits={2} />
                </td>
                <td className={CELL}>
                  <Value value={row.hitAt1} />
                </td>
                <td className={CELL}>
                  <Value value={row.mrr} />
                </td>
                <td className={CELL}>
                  <Value value={row.ndcgAt5} />
                </td>
                <td className={CELL}>
                  <Range range={row.ci.ndcgAt5} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
    </section>
  )
}
