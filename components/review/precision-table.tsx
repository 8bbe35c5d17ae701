'use client'

import { PrecisionBar } from '@/components/marks/precision-bar.tsx'
import { Button } from '@/components/ui/button.tsx'
import { formatCount, formatPercent } from '@/components/ui/format.ts'
import { Section } from '@/components/ui/section.tsx'
import { type TableColumn, TableHead } from '@/components/ui/table/table-head.tsx'
import { valueWord } from '@/lib/memory/filter/entry-fields.ts'
import type { SampleReport } from '@/lib/memory/findings/quality.ts'

const COLUMNS: TableColumn[] = [
  { label: 'Mark' },
  { label: '0 precision 100 %', className: 'w-28' },
  { label: 'Junk', className: 'w-16 text-right' },
  { label: 'Act', className: 'w-14', isSilent: true },
]

/** For each flag and finding: how many of the judged ones that carry it are junk, with its interval. */
export function PrecisionTable({
  report,
  onRule,
}: {
  report: SampleReport
  onRule: (expression: string) => void
}) {
  return (
    <Section title="Marks in the sample" note="share of junk among the judged that carry it">
      {report.marks.length === 0 ? (
        <p className="mt-2 text-ink-2">No judged entry carries a flag or a finding yet.</p>
      ) : (
        <table className="mt-2 w-full text-small">
          <TableHead columns={COLUMNS} />
          <tbody>
            {report.marks.map(({ mark, kind, precision }) => (
              <tr key={`${kind} ${mark}`} className="h-9 border-hairline border-b">
                <th scope="row" className="text-left font-normal">
                  {valueWord(kind, mark)} <span className="text-ink-3">{kind}</span>
                </th>
                <td>
                  <PrecisionBar share={precision} />
                </td>
                <td
                  className="num"
                  title={
                    precision
                      ? `${formatPercent(precision.interval.low)} to ${formatPercent(precision.interval.high)}`
                      : undefined
                  }
                >
                  {precision && `${formatCount(precision.count)} / ${formatCount(precision.n)}`}
                </td>
                <td className="text-right">
                  <Button
                    className="h-6 text-small"
                    aria-label={`Act by ${kind} ${mark}`}
                    onClick={() => onRule(`${kind}:${/^[^\s,()"]+$/.test(mark) ? mark : `"${mark}"`}`)}
                  >
                    Act
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  )
}
