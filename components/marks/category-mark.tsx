import clsx from 'clsx'
import { categoryColor, categoryLetter, categoryPath } from '@/components/ui/format.ts'
import { isCategory, type Stage } from '@/lib/memory/category.ts'

/** A category: shape, then word or letter, then colour. `shape` alone only beside text that names it. */
export function CategoryMark({
  category,
  show = 'word',
  className,
}: {
  category: Stage
  show?: 'word' | 'letter' | 'shape'
  className?: string
}) {
  return (
    <span
      className={clsx(
        'inline-flex items-center gap-1.5 whitespace-nowrap font-medium font-mono text-micro tracking-[0.02em]',
        className,
      )}
      style={{ color: categoryColor(category, 'text') }}
    >
      <CategoryShape category={category} />
      {show === 'word' && category}
      {show === 'letter' && (
        <>
          <span className="sr-only">{category}</span>
          <span aria-hidden="true">{categoryLetter(category)}</span>
        </>
      )}
      {show === 'shape' && <span className="sr-only">{category}</span>}
    </span>
  )
}

/** Only the shape, as high as the letters beside it; decoration for a reader of the screen. */
export function CategoryShape({ category, size = '0.91em' }: { category: Stage; size?: number | string }) {
  return (
    <svg
      viewBox="0 0 10 10"
      width={size}
      height={size}
      aria-hidden="true"
      className="block flex-none overflow-visible"
    >
      {isCategory(category) ? (
        <path d={categoryPath(category, 5, 5, 4.3)} fill={categoryColor(category)} />
      ) : (
        <path d="M1.5 5h7" stroke={categoryColor(category)} strokeWidth="1.5" />
      )}
    </svg>
  )
}
