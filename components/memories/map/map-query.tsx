'use client'

import { type FormEvent, type RefObject, useEffect, useState } from 'react'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Select, TextInput } from '@/components/ui/field.tsx'
import { formatScore } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import { SectionTitle } from '@/components/ui/section.tsx'
import { asCategory, CATEGORIES, type Category } from '@/lib/memory/category.ts'
import type { MapQuery } from '@/lib/memory/map.ts'

type QueryFormProps = {
  text: string
  category: Category | null
  inputRef: RefObject<HTMLInputElement | null>
  onAsk: (text: string, category: Category | null) => void
}

/** What an agent is about to do, asked of the entries on the map. */
export function QueryForm({ text, category, inputRef, onAsk }: QueryFormProps) {
  const [typed, setTyped] = useState(text)
  useEffect(() => setTyped(text), [text])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onAsk(typed.trim(), category)
  }
  return (
    <form
      onSubmit={submit}
      className="flex min-w-0 flex-1 items-center gap-2 max-md:basis-full max-md:flex-wrap"
    >
      <TextInput
        ref={inputRef}
        aria-label="What is the agent about to do?"
        aria-keyshortcuts="/"
        placeholder="Ask the map: what is the agent about to do?"
        className="min-w-0 flex-1 max-md:basis-full"
        value={typed}
        maxLength={2_000}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
      />
      <Select
        aria-label="Category of the query"
        className="w-auto! flex-none max-md:flex-1"
        value={category ?? ''}
        onChange={(event) => onAsk(typed.trim(), asCategory(event.target.value))}
      >
        <option value="">category by rules</option>
        {CATEGORIES.map((value) => (
          <option key={value}>{value}</option>
        ))}
      </Select>
      <Button type="submit">Ask</Button>
      {text !== '' && (
        <Button variant="quiet" onClick={() => onAsk('', null)}>
          Clear
        </Button>
      )}
    </form>
  )
}

type QueryAnswerProps = {
  answer: MapQuery
  /** Null for an entry that is not on this map. */
  objectiveOf: (id: string) => string | null
  onChoose: (id: string) => void
}

/** What the query may retrieve, and the nearest it cannot. */
export function QueryAnswer({ answer, ...line }: QueryAnswerProps) {
  const { category, predicted, inside, outside } = answer
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
        <ol className="mt-1">
          {inside.slice(0, 5).map(({ id, score }) => (
            <ScoredEntry key={id} {...{ id, score, category, ...line }} />
          ))}
        </ol>
      )}
      {outside.length > 0 && (
        <>
          <p className="mt-2 border-ink border-t-2 pt-1 text-ink-3 text-small">
            Other categories: near, but filtered out
          </p>
          <ul className="opacity-80">
            {outside.map((one) => (
              <ScoredEntry key={one.id} {...one} {...line} />
            ))}
          </ul>
        </>
      )}
      <p className="mt-1 text-ink-3 text-small">
        Scores are cosines in the full space. The query is drawn between its five nearest; its distances on
        the map mean nothing.
      </p>
    </section>
  )
}

function ScoredEntry({
  id,
  score,
  category,
  objectiveOf,
  onChoose,
}: Omit<QueryAnswerProps, 'answer'> & { id: string; score: number; category: Category }) {
  const href = useProjectHref()
  const words = objectiveOf(id)
  return (
    <li className="grid h-7 grid-cols-[22px_minmax(0,1fr)_auto] items-center gap-1 touch:h-11">
      <CategoryMark category={category} show="shape" />
      {words === null ? (
        <Link href={href(`/memories/${id}`)} className="link truncate text-ink-3 touch:leading-11">
          an entry that is not on this map
        </Link>
      ) : (
        <button
          type="button"
          title={words}
          onClick={() => onChoose(id)}
          className="truncate text-left hover:underline touch:h-11"
        >
          {words}
        </button>
      )}
      <span className="num text-small">{formatScore(score)}</span>
    </li>
  )
}
