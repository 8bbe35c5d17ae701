import clsx from 'clsx'
import { known } from '@/components/ui/hatch.tsx'
import { ScrollRegion } from '@/components/ui/scroll-region.tsx'
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
                  {known(cell, (value) => (typeof value === 'number' ? written(value, digits) : value))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

export function written(value: number, digits: number): string {
  const fixed = Number.isInteger(value) ? String(value) : value.toFixed(digits)
  // What is not 0 is not written as 0.
  return (value !== 0 && Number(fixed) === 0 ? value.toPrecision(1) : fixed).replace('-', '\u2212')
}
