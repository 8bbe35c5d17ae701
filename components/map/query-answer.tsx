'use client'

import { useProjectHref } from '@/components/frame/shell.tsx'
import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { formatScore } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import { SectionTitle } from '@/components/ui/section.tsx'
import type { Category } from '@/lib/memory/category.ts'
import type { MapQuery } from '@/lib/memory/map.ts'

type QueryAnswerProps = {
  answer: MapQuery
  /** Null for an entry that is not on this map. */
  objectiveOf: (id: string) => string | null
  onChoose: (id: string) => void
}

/** What the query may retrieve, and the nearest it cannot. */
export function QueryAnswer({ answer, objectiveOf, onChoose }: QueryAnswerProps) {
  const { category, predicted, inside, outside } = answer
  const line = (id: string, of: Category, score: number) => (
    <li key={id} className="grid h-7 grid-cols-[22px_minmax(0,1fr)_auto] items-center gap-1 touch:h-11">
      <CategoryMark category={of} show="shape" />
      <ScoredEntry id={id} words={objectiveOf(id)} onChoose={onChoose} />
      <span className="num text-small">{formatScore(score)}</span>
    </li>
  )
  return (
    <section aria-label="The query" className="border-hairline border-b px-5 pt-4 pb-3 max-md:px-4">
      <SectionTitle
        title={
          <span className="inline-flex items-center gap-1.5">
            Within <CategoryMark category={category} />
          </span>
        }
        note={predicted ? 'category by rules' : undefined}
      />
      {inside.length === 0 ? (
        <p className="mt-1 text-ink-2">
          No entry of this category is in service, so nothing would be injected.
        </p>
      ) : (
        <ol className="mt-1">{inside.slice(0, 5).map(({ id, score }) => line(id, category, score))}</ol>
      )}
      {outside.length > 0 && (
        <>
          <p className="mt-2 border-ink border-t-2 pt-1 text-ink-3 text-small">
            Behind the wall: near, but of another category
          </p>
          <ul className="opacity-80">{outside.map(({ id, category: of, score }) => line(id, of, score))}</ul>
        </>
      )}
      <p className="mt-1 text-ink-3 text-small">
        Scores are cosines in the full space. The query stands in the middle of its five nearest, so its
        distances on the map say nothing more.
      </p>
    </section>
  )
}

function ScoredEntry({
  id,
  words,
  onChoose,
}: {
  id: string
  words: string | null
  onChoose: (id: string) => void
}) {
  const href = useProjectHref()
  if (words === null)
    return (
      <Link href={href(`/memories/${id}`)} className="link truncate text-ink-3 touch:leading-11">
        an entry that is not on this map
      </Link>
    )
  return (
    <button
      type="button"
      title={words}
      onClick={() => onChoose(id)}
      className="truncate text-left hover:underline touch:h-11"
    >
      {words}
    </button>
  )
}
