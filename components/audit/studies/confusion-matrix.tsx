import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { formatScore } from '@/components/ui/format.ts'
import { known } from '@/components/ui/hatch.tsx'
import { ScrollRegion } from '@/components/ui/scroll-region.tsx'
import { CATEGORIES, type Category } from '@/lib/memory/category.ts'
import type { MatrixCell } from './study-page.ts'

/** Counts, and off the diagonal the relevance lost. Darker = more questions. */
export function ConfusionMatrix({ cells }: { cells: readonly MatrixCell[] }) {
  return (
    <ScrollRegion label="Labelled against predicted categories" className="mt-3 scroll-x">
      <table className="border-collapse">
        <thead>
          <tr>
            <td />
            {CATEGORIES.map((category) => (
              <th key={category} scope="col" className="px-2 pb-1 font-normal">
                <CategoryName category={category} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {CATEGORIES.map((label) => (
            <tr key={label}>
              <th scope="row" className="pr-3 text-left font-normal">
                <CategoryName category={label} />
              </th>
              {CATEGORIES.map((predicted) => (
                <Cell key={predicted} {...{ cells, label, predicted }} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

function CategoryName({ category }: { category: Category }) {
  return (
    <>
      <CategoryMark category={category} className="max-md:hidden" />
      <CategoryMark category={category} show="letter" className="md:hidden" />
    </>
  )
}

type CellProps = { cells: readonly MatrixCell[]; label: Category; predicted: Category }

function Cell({ cells, label, predicted }: CellProps) {
  const most = Math.max(1, ...cells.map(({ count }) => count))
  const isAnswerable = cells.some(({ answerable }) => answerable > 0)
  const cell = cells.find((one) => one.label === label && one.predicted === predicted)
  const count = cell?.count ?? 0
  const shade = Math.round((100 * count) / most)
  return (
    <td
      className="h-13 w-24 min-w-16 border border-hairline px-2 text-right align-middle"
      style={{ background: `color-mix(in oklab, var(--plot-null) ${shade}%, transparent)` }}
    >
      <span className={label === predicted ? 'font-medium font-mono' : 'font-mono'}>{count}</span>
      {cell && label !== predicted && count > 0 && isAnswerable && (
        <span className="block font-mono text-ink-2 text-micro">
          {known(cell.lost, (lost) => formatScore(lost, 3), 'No answerable question')}
        </span>
      )}
    </td>
  )
}
