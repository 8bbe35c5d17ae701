import clsx from 'clsx'
import { formatCount } from '@/components/ui/format.ts'
import { known } from '@/components/ui/hatch.tsx'
import { ScrollRegion } from '@/components/ui/scroll-region.tsx'
import { isPName, pText } from '@/lib/memory/text/p-value.ts'
import type { Cell } from './figure.ts'

/** Rows as they go into the CSV, readable: heads first, numbers at the right, unknown as a hatch. Scrolls by itself, by keyboard too. */
export function NumbersTable({ label, rows, digits }: { label: string; rows: Cell[][]; digits: number }) {
  const [heads = [], ...body] = rows
  const isNumber = heads.map((_, i) => body.every((row) => typeof row[i] !== 'string'))
  return (
    <ScrollRegion label={`${label}, as a table`} className="mt-2 max-h-80 max-w-full overflow-auto">
      <table className="border-collapse">
        <thead className="sticky top-0 bg-surface text-ink-3">
          <tr>
            {heads.map((head, i) => (
              <th
                key={String(head)}
                scope="col"
                className={clsx(
                  'h-7 whitespace-nowrap border-strong border-b px-2 font-normal first:pl-0',
                  isNumber[i] ? 'text-right' : 'text-left',
                )}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.map((row, r) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their order.
            <tr key={r}>
              {row.map((cell, i) => (
                <td
                  key={String(heads[i])}
                  className={clsx(
                    'h-7 whitespace-nowrap border-hairline border-b px-2 first:pl-0',
                    isNumber[i] ? 'num' : 'text-left',
                  )}
                >
                  {known(cell, (value) =>
                    typeof value === 'number' ? written(value, digits, String(heads[i])) : value,
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

/** A number of a column. What is not 0 is not written as 0, and a p has its own form. */
export function written(value: number, digits: number, column: string): string {
  if (isPName(column)) return pText(value)
  const fixed = Number.isInteger(value) ? formatCount(value) : value.toFixed(digits)
  return (value !== 0 && Number(fixed) === 0 ? value.toPrecision(1) : fixed).replace('-', '\u2212')
}
