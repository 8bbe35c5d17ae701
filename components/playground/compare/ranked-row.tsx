'use client'

import clsx from 'clsx'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { CategoryShape } from '@/components/marks/category-mark.tsx'
import { categoryColor, categoryLetter, formatScore } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import type { Category } from '@/lib/memory/category.ts'
import { useCompareState } from './compare-state.tsx'
import type { ComparedRow } from './prepare-comparison.ts'

/** One place of a column's ranking: ringed when it is injected, with where else the same entry stands. */
export function RankedRow({ row: { hit, place, isInjected, marker } }: { row: ComparedRow }) {
  const { activeId, looksAt } = useCompareState()
  const href = useProjectHref()
  const isActive = hit.entryId === activeId
  return (
    <li className="border-hairline border-b">
      <Link
        href={href(`/memories/${hit.entryId}`)}
        data-compared={hit.entryId}
        data-joined={isActive || undefined}
        {...looksAt(hit.entryId)}
        className={clsx(
          '-mx-2 block h-full scroll-mt-28 px-2 py-2 no-underline max-md:py-2.5',
          isActive && 'bg-selected shadow-[inset_2px_0_0_var(--text)]',
        )}
      >
        <span className="flex items-center gap-2">
          <span className="w-4 flex-none font-mono text-ink-3">{place}</span>
          <span className={clsx('font-mono', isInjected && 'font-medium')} title={`${hit.score} unrounded`}>
            {formatScore(hit.score)}
          </span>
          <InjectedMark category={hit.category} isInjected={isInjected} />
        </span>
        <span className={clsx('mt-0.5 line-clamp-2 text-pretty pl-6', isInjected && 'font-medium')}>
          {hit.objective}
        </span>
        <span className={clsx('block pl-6 text-small leading-[18px]', isActive ? 'text-ink' : 'text-ink-3')}>
          {marker}
        </span>
      </Link>
    </li>
  )
}

/** The category of an entry, ringed where it is injected. */
function InjectedMark({ category, isInjected }: { category: Category; isInjected: boolean }) {
  return (
    <span
      className="ml-auto inline-flex items-center gap-1 font-medium font-mono text-[11px] leading-4"
      style={{ color: categoryColor(category, 'text') }}
    >
      {isInjected && <span className="sr-only">injected, </span>}
      <span
        className={clsx(
          'inline-flex size-[18px] items-center justify-center rounded-full',
          isInjected && 'border-[1.5px] border-ink',
        )}
        title={isInjected ? 'Injected' : undefined}
      >
        <CategoryShape category={category} size={9} />
      </span>
      <span className="sr-only">{category}</span>
      <span aria-hidden="true">{categoryLetter(category)}</span>
    </span>
  )
}
