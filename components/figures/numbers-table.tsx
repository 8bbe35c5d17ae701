import { formatCount } from '@/components/ui/format.ts'
import { known } from '@/components/ui/hatch.tsx'
import { Link } from '@/components/ui/link.tsx'
import { FigureTable } from '@/components/ui/table/figure-table.tsx'
import { isPName, pText } from '@/lib/memory/text/words.ts'
import type { Cell } from './figure.ts'

type NumbersTableProps = {
  label: string
  /** As they go into the CSV: heads first, null is unknown. */
  rows: readonly (readonly Cell[])[]
  digits: number
  /** Where a cell leads; rows from 0 below the heads, the name is column 0. */
  linkOf?: ((row: number, column: number) => { href: string; label: string } | null) | undefined
  className?: string
}

/** The cells of a CSV, rounded; unknown is a hatch. */
export function NumbersTable({ label, rows, digits, linkOf, className }: NumbersTableProps) {
  const [[first = '', ...heads] = [], ...body] = rows
  return (
    <FigureTable
      label={label}
      className={className}
      first={String(first)}
      heads={heads.map(String)}
      rows={body.map(([name, ...cells], row) => ({
        name: String(name ?? ''),
        cells: cells.map((cell, column) =>
          known(cell, (value) => {
            const words = typeof value === 'number' ? written(value, digits, String(heads[column])) : value
            const link = linkOf?.(row, column + 1)
            if (!link) return words
            return (
              <Link
                href={link.href}
                aria-label={`${words}: ${link.label}`}
                className="link max-md:inline-flex max-md:min-h-11 max-md:items-center"
              >
                {words}
              </Link>
            )
          }),
        ),
      }))}
    />
  )
}

/** A number of a column. What is not 0 is not written as 0, and a p has its own form. */
export function written(value: number, digits: number, column: string): string {
  if (isPName(column)) return pText(value)
  if (Number.isInteger(value)) return formatCount(value)
  const fixed = value.toFixed(digits)
  return (Number(fixed) === 0 ? value.toPrecision(1) : fixed).replace('-', '\u2212')
}
