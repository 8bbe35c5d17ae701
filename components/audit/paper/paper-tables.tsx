import type { ReactNode } from 'react'
import { formatScore } from '@/components/ui/format.ts'
import { Hatch, known } from '@/components/ui/hatch.tsx'
import { ScrollRegion } from '@/components/ui/scroll-region.tsx'
import { CELL, HEAD } from '@/components/ui/table/figure-table.tsx'
import { CertaintyMark, ReportedValue } from './certainty-mark.tsx'
import type { PaperView } from './prepare-paper.ts'

const gain = (value: number, digits = 1) => `${value > 0 ? '+' : ''}${formatScore(value, digits)}`
const p = (value: number | null) => known(value, (one) => one.toFixed(3))

/** Gains as printed, with Welch's p over the derived runs. */
export function GainTable({ view }: { view: PaperView }) {
  return (
    <Numbers
      label="Gain of subtask memory by backbone"
      heads={['backbone', 'gain pp', 'relative', 'p over none', 'p over instance', 'instance over none']}
    >
      {view.backbones.map((row) => {
        const [vanilla, instance] = row.arms.map(({ mean }) => mean)
        return (
          <tr key={row.backbone}>
            <th scope="row" className={`${CELL} font-normal`}>
              {row.backbone}
            </th>
            <td className={CELL}>
              {gain(row.printedGainPp)}
              <CertaintyMark certainty="text" where="Table 1" />
            </td>
            <td className={CELL}>
              {gain(row.printedGainPercent)} %<CertaintyMark certainty="text" where="Table 1" />
            </td>
            <td className={CELL}>
              {p(row.pOverVanilla)}
              <CertaintyMark certainty="derived" where="Welch over the derived runs, 3 against 3" />
            </td>
            <td className={CELL}>
              {p(row.pOverInstance)}
              <CertaintyMark certainty="derived" where="Welch over the derived runs, 3 against 3" />
            </td>
            <td className={CELL}>
              {gain(Number(((instance ?? 0) - (vanilla ?? 0)).toFixed(1)))}
              <CertaintyMark
                certainty="derived"
                where={`difference of printed means; Welch p ${row.pInstanceOverVanilla?.toFixed(2)}`}
              />
            </td>
          </tr>
        )
      })}
    </Numbers>
  )
}

export function TierTable({ view }: { view: PaperView }) {
  const percent = (value: number) => `${value.toFixed(1)} %`
  return (
    <Numbers
      label="Gain by complexity tier"
      heads={['tier', 'steps', 'n', 'no memory', 'subtask', 'gain pp', 'solved']}
    >
      {view.tiers.map(({ name, steps, instances, vanilla, subtask, gainPp, derived }) => (
        <tr key={name}>
          <th scope="row" className={`${CELL} font-normal`}>
            {name}
          </th>
          <td className={CELL}>{steps}</td>
          <td className={CELL}>{instances}</td>
          <td className={CELL}>
            <ReportedValue of={vanilla} format={percent} />
          </td>
          <td className={CELL}>
            <ReportedValue of={subtask} format={percent} />
          </td>
          <td className={CELL}>
            {gainPp.value === null && derived?.gainPp ? (
              <>
                {gain(derived.gainPp)}
                <CertaintyMark certainty="derived" where="what easy and hard leave of +20" />
              </>
            ) : (
              <ReportedValue of={gainPp} format={gain} />
            )}
          </td>
          <td className={CELL}>
            {derived?.gained === null || derived === null ? (
              <Hatch label="Unknown" />
            ) : (
              <>
                {gain(derived.gained, 0)}
                <CertaintyMark certainty="derived" where="the only whole count that fits" />
              </>
            )}
          </td>
        </tr>
      ))}
    </Numbers>
  )
}

function Numbers({ label, heads, children }: { label: string; heads: string[]; children: ReactNode }) {
  return (
    <ScrollRegion label={label} className="mt-2 scroll-x">
      <table className="w-full border-collapse">
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col" className={HEAD}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </ScrollRegion>
  )
}
