import clsx from 'clsx'
import type { ReactNode } from 'react'
import { ScrollRegion } from '@/components/ui/scroll-region.tsx'

export const HEAD =
  'h-7 whitespace-nowrap border-strong border-b px-2 text-right font-normal text-ink-3 text-small first:pl-0 first:text-left'
export const CELL =
  'h-8 whitespace-nowrap border-hairline border-b px-2 text-right font-mono first:pl-0 first:text-left first:font-sans'
/** On a phone the names stay while the figures scroll, and leave them room. */
const NAME =
  'max-md:sticky max-md:left-0 max-md:bg-surface max-md:min-w-28 max-md:max-w-[44vw] max-md:whitespace-normal'

type FigureTableProps = {
  label: string
  /** What the names are. */
  first?: string
  heads: readonly string[]
  rows: readonly { name: string; cells: readonly ReactNode[] }[]
  className?: string | undefined
}

/** Figures of each name in a row. Wider than a phone it scrolls by itself, by keyboard too. */
export function FigureTable({ label, first = '', heads, rows, className }: FigureTableProps) {
  return (
    <ScrollRegion label={label} className={clsx('mt-2 scroll-x', className)}>
      <table className="w-full border-collapse">
        <thead>
          <tr>
            {first === '' ? (
              <td className={NAME} />
            ) : (
              <th scope="col" className={`${HEAD} ${NAME}`}>
                {first}
              </th>
            )}
            {heads.map((head) => (
              <th key={head} scope="col" className={HEAD}>
                {head}
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
                <td key={heads[k]} className={CELL}>
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
