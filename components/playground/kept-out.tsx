'use client'

import type { ReactNode } from 'react'
import type { HrefParams } from '@/components/frame/project-href.ts'
import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { LifecycleMark } from '@/components/marks/lifecycle-mark.tsx'
import { formatCount, formatScore } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import { SectionTitle } from '@/components/ui/section.tsx'
import type { Category } from '@/lib/memory/category.ts'
import type { KeptOut as Kept, PlaygroundAnswer } from '@/lib/memory/retrieval.ts'
import { useShownAnswer } from './playground-state.tsx'

type Row = { key: string; what: ReactNode; filter: HrefParams | null; kept: Kept }

/** What could not win and why: of another category, not in service, out of scope, withheld for a secret, below the minimum score. */
export function KeptOut() {
  const { answer, rejected } = useShownAnswer().data
  const isAllSeen = rejected.byLifecycle.length === 0 && rejected.byScope.count === 0
  return (
    <section aria-label="Kept out">
      <SectionTitle
        title="Kept out"
        note={answer.hits.length === 0 ? 'nothing was let through' : 'better = a higher score than the first'}
      />
      <table className="mt-1 w-full border-hairline border-t text-left">
        <thead className="text-ink-3 text-small">
          <tr className="h-7 border-hairline border-b">
            <th className="w-[8.5em] pr-2 font-normal">by</th>
            <th className="w-[4em] pr-3 text-right font-normal">entries</th>
            <th className="w-[4em] pr-4 text-right font-normal">better</th>
            <th className="font-normal">the best of them</th>
          </tr>
        </thead>
        <tbody>
          {rowsOf(answer.intent.category, rejected).map(({ key, ...row }) => (
            <KeptRow key={key} {...row} />
          ))}
          <WithheldRow />
          <UnderFloorRow />
        </tbody>
      </table>
      {isAllSeen && (
        <p className="mt-1.5 text-ink-3 text-small">
          In {answer.intent.category} nothing is held back or retired, and no other project has an entry.
        </p>
      )}
    </section>
  )
}

function rowsOf(category: Category, rejected: PlaygroundAnswer['rejected']): Row[] {
  return [
    ...rejected.byCategory.map((kept) => ({
      key: kept.category,
      what: <CategoryMark category={kept.category} />,
      filter: { lifecycle: 'approved', category: kept.category },
      kept,
    })),
    ...rejected.byLifecycle.map((kept) => ({
      key: kept.lifecycle,
      what: <LifecycleMark lifecycle={kept.lifecycle} />,
      filter: { lifecycle: kept.lifecycle, category },
      kept,
    })),
    ...(rejected.byScope.count > 0
      ? [{ key: 'scope', what: 'other projects', filter: null, kept: rejected.byScope }]
      : []),
  ]
}

const ROW = 'border-hairline border-b align-baseline [&>td]:py-1.5'
const ROW_LINK = 'hover:underline max-md:inline-block max-md:py-3.5'

function KeptRow({ what, filter, kept }: Omit<Row, 'key'>) {
  const { href } = useShownAnswer()
  const count = formatCount(kept.count)
  return (
    <tr className={ROW}>
      <td className="pr-2 text-ink-2">{what}</td>
      <td className="pr-3 text-right font-mono">
        {filter === null || kept.count === 0 ? (
          count
        ) : (
          <Link href={href('/memories', filter)} className={ROW_LINK}>
            {count}
          </Link>
        )}
      </td>
      <td className={`pr-4 text-right font-mono ${kept.betterCount === 0 ? 'text-ink-3' : 'font-medium'}`}>
        {formatCount(kept.betterCount)}
      </td>
      <td className="min-w-0 text-pretty [overflow-wrap:anywhere]">
        {kept.best === null ? (
          <span className="text-ink-3">none</span>
        ) : (
          <>
            <span className="mr-2 font-mono text-ink-2">{formatScore(kept.best.score)}</span>{' '}
            <Link href={href(`/memories/${kept.best.entryId}`)} className={ROW_LINK}>
              {kept.best.objective}
            </Link>
          </>
        )}
      </td>
    </tr>
  )
}

/** A better match that nobody is told: what it holds is not shown here either. */
function WithheldRow() {
  const { data, href } = useShownAnswer()
  const { withheld } = data.rejected
  if (withheld === null) return null
  return (
    <tr className={ROW}>
      <td className="pr-2 text-warning">withheld: a secret</td>
      <td className="pr-3 text-right font-mono">{formatCount(withheld.count)}</td>
      <td className="pr-4 text-right font-medium font-mono">{formatCount(withheld.count)}</td>
      <td>
        <span className="mr-2 font-mono text-ink-2">{formatScore(withheld.score)}</span>{' '}
        <Link href={href(`/memories/${withheld.entryId}`)} className={ROW_LINK}>
          see entry
        </Link>
      </td>
    </tr>
  )
}

function UnderFloorRow() {
  const { answer, asked, rejected } = useShownAnswer().data
  const { underFloorCount } = rejected
  if (underFloorCount === null || asked.floor == null) return null
  return (
    <tr className={ROW}>
      <td className="pr-2 text-ink-2">minimum {formatScore(asked.floor, 2)}</td>
      <td className="pr-3 text-right font-mono">{formatCount(underFloorCount)}</td>
      <td />
      <td className="text-ink-3">
        of {formatCount(answer.kept)} {answer.intent.category} score below it
      </td>
    </tr>
  )
}
