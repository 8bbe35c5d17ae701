import clsx from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { type TableColumn, TableHead } from './table-head.tsx'

export type RowsColumn<Row> = TableColumn & {
  cell: (row: Row) => ReactNode
  /** Of the cell alone; `className` is of head and cell. */
  cellClass?: string
}

type RowsTableProps<Row> = {
  columns: readonly RowsColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  rowProps: (row: Row) => ComponentProps<'tr'>
  /** Rows of the question before, while the next are read. */
  isStale?: boolean
  className?: string
  headClass?: string
  headRowClass?: string
  bodyClass?: string
}

export function RowsTable<Row>({
  columns,
  rows,
  keyOf,
  rowProps,
  isStale = false,
  ...look
}: RowsTableProps<Row>) {
  return (
    <table
      aria-busy={isStale}
      className={clsx(
        'w-full table-fixed border-collapse transition-opacity',
        isStale && 'opacity-60',
        look.className,
      )}
    >
      <TableHead columns={columns} className={look.headClass} rowClass={look.headRowClass} />
      <tbody className={look.bodyClass}>
        {rows.map((row) => (
          <tr key={keyOf(row)} {...rowProps(row)}>
            {columns.map(({ label, className, cellClass, cell }) => (
              <td key={label} className={clsx(className, cellClass)}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
