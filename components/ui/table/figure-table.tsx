import type { ReactNode } from 'react'
import { formatScore } from '@/components/ui/format.ts'
import { known } from '@/components/ui/hatch.tsx'
import { ScrollRegion } from '@/components/ui/scroll-region.tsx'

export const HEAD =
  'h-7 whitespace-nowrap border-strong border-b px-2 text-right font-normal text-ink-3 text-small first:pl-0 first:text-left'
export const CELL =
  'h-8 whitespace-nowrap border-hairline border-b px-2 text-right font-mono first:pl-0 first:text-left first:font-sans'
/** On a phone the names stay while the figures scroll, and leave them room. */
const NAME = 'max-md:sticky max-md:left-0 max-md:bg-surface max-md:max-w-[44vw] max-md:whitespace-normal'

type FigureTableProps = {
  label: string
  /** What the names are. */
  first?: string
  /** With a key where a head is more than its word. */
  heads: readonly (string | { key: string; text: ReactNode })[]
  rows: readonly { name: string; cells: readonly ReactNode[] }[]
  className?: string
}

/** Figures of each name in a row. Wider than a phone it scrolls by itself, by keyboard too. */
export function FigureTable({ label, first = '', heads, rows, className }: FigureTableProps) {
  const columns = heads.map((head) => (typeof head === 'string' ? { key: head, text: head } : head))
  return (
    <ScrollRegion label={label} className="mt-2 scroll-x">
      <table className={className ?? 'w-full border-collapse'}>
        <thead>
          <tr>
            {first === '' ? (
              <td className={NAME} />
            ) : (
              <th scope="col" className={`${HEAD} ${NAME}`}>
                {first}
              </th>
            )}
            {columns.map(({ key, text }) => (
              <th key={key} scope="col" className={HEAD}>
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, cells }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two rows may bear one name.
            <tr key={i}>
              <th scope="row" className={`${CELL} ${NAME} font-medium`}>
                {name}
              </th>
              {cells.map((cell, k) => (
                <td key={columns[k]?.key} className={CELL}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

/** A mean and under it its interval; a hatch where it is unknown. */
export function Figure({
  value,
  range,
  digits = 3,
}: {
  value: number | null | undefined
  /** Absent where none is drawn. */
  range?: [number, number] | null
  digits?: number
}) {
  return known(value, (one) => (
    <>
      {formatScore(one, digits)}
      {range && (
        <span className="block text-ink-3 text-small leading-4">
          {formatScore(range[0], digits)} to {formatScore(range[1], digits)}
        </span>
      )}
    </>
  ))
}
