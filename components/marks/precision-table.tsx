import type { ReactNode } from 'react'
import { formatCount, formatPercent } from '@/components/ui/format.ts'
import { type TableColumn, TableHead } from '@/components/ui/table/table-head.tsx'
import { valueWord } from '@/lib/memory/filter/entry-fields.ts'
import type { SampleReport } from '@/lib/memory/findings/quality.ts'
import { PrecisionBar } from './precision-bar.tsx'

type Mark = SampleReport['marks'][number]

type PrecisionTableProps = {
  marks: readonly Mark[]
  /** What stands at the end of a line: its head, and what it is for a mark. */
  last: { label: string; isSilent?: boolean; of: (mark: Mark) => ReactNode }
  /** In place of the name of a mark. */
  nameOf?: (mark: Mark, words: ReactNode) => ReactNode
}

/** For each flag and finding: how many of the judged ones that carry it are junk, with its interval. */
export function PrecisionTable({ marks, last, nameOf = (_, words) => words }: PrecisionTableProps) {
  const columns: TableColumn[] = [
    { label: 'Mark' },
    { label: 'Precision', className: 'w-28' },
    { label: 'Junk', className: 'w-16 text-right' },
    { label: last.label, className: 'w-16 text-right', isSilent: last.isSilent === true },
  ]
  return (
    <table className="mt-2 w-full self-start text-small">
      <TableHead columns={columns} />
      <tbody>
        {marks.map((mark) => {
          const { mark: name, kind, precision } = mark
          const range = precision && [precision.interval.low, precision.interval.high]
          return (
            <tr key={`${kind} ${name}`} className="h-8 border-hairline border-b">
              <th scope="row" className="text-left font-normal">
                {nameOf(
                  mark,
                  <>
                    {valueWord(kind, name)} <span className="text-ink-3">{kind}</span>
                  </>,
                )}
              </th>
              <td>
                <PrecisionBar share={precision} />
              </td>
              <td className="num" title={range?.map((end) => formatPercent(end)).join(' to ')}>
                {precision && `${formatCount(precision.count)} / ${formatCount(precision.n)}`}
              </td>
              <td className="num">{last.of(mark)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
