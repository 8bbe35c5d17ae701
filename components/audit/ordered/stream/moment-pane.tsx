'use client'

import { useProjectHref } from '@/components/frame/shell.tsx'
import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { formatScore, plural } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import { ErrorState } from '@/components/ui/states.tsx'
import { useAnswer } from '@/components/ui/use-answer.ts'
import type { MomentQuestion, StreamReport } from '@/lib/memory/studies/stream.ts'
import type { StreamPlan } from '@/lib/memory/studies/stream-schema.ts'
import { type Measure, seedWords } from './stream-words.ts'

type MomentPaneProps = {
  id: string
  plan: StreamPlan
  order: StreamReport['seeds'][number]
  position: number
  measure: Measure
}

/** One place of one order: each question with its pool, and what each strategy gave. */
export function MomentPane({ id, plan, order, position, measure }: MomentPaneProps) {
  const href = useProjectHref()
  const place = order.places[position]
  const { data, error } = useAnswer('streamMoment', { id, seed: order.seed, position })
  if (!place) return null
  return (
    <section aria-label={`${seedWords(order.seed)}, place ${position + 1}`} className="mt-2">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-medium">{seedWords(order.seed)}</span>
        <span className="num">
          place {position + 1} of {order.places.length}
        </span>
        <Link href={href(`/episodes/${place.episodeId}`)} className="link min-w-0 break-all max-md:py-3">
          {place.instanceId}
        </Link>
        <span className="text-ink-3 text-small">
          {plural(place.eligible, 'entry', 'entries')} to choose from
        </span>
      </p>
      {error && (
        <ErrorState what="This place could not be read." where={error.message} next="Choose another." />
      )}
      {place.asked === 0 && <p className="mt-2 text-ink-3">This episode asked nothing.</p>}
      <ul className="mt-1">
        {data?.questions.map((question) => (
          <Question key={question.subtaskId} question={question} plan={plan} measure={measure} />
        ))}
      </ul>
    </section>
  )
}

function Question({
  question,
  plan,
  measure,
}: {
  question: MomentQuestion
  plan: StreamPlan
  measure: Measure
}) {
  const href = useProjectHref()
  return (
    <li className="border-hairline border-b py-2">
      <p className="flex items-baseline gap-2">
        <CategoryMark category={question.category} show="letter" />
        <span className="min-w-0 flex-1 break-words">{question.text}</span>
        <span className="num flex-none text-ink-3 text-small" title="entries of the category that were there">
          pool {question.pool}
        </span>
      </p>
      <ul className="mt-1 ml-6 max-md:ml-0">
        {plan.strategies.map((name) => {
          const given = question.given[name]
          const isGood = measure === 'relevant' ? given?.isRelevant : given?.doesFit
          const address = given?.id?.startsWith('m_') ? `/memories/${given.id}` : `/episodes/${given?.id}`
          return (
            <li
              key={name}
              className="grid grid-cols-[120px_minmax(0,1fr)_72px] items-baseline gap-x-2 text-small"
            >
              <span className="text-ink-3">{name}</span>
              <span className="min-w-0 truncate" title={given?.words ?? undefined}>
                {given?.id == null ? (
                  <span className="text-ink-3">nothing was there</span>
                ) : (
                  <>
                    <span aria-hidden="true">{isGood == null ? '·' : isGood ? '●' : '○'} </span>
                    <span className="sr-only">{goodWords(isGood, measure)}</span>
                    <Link href={href(address)} className="link max-md:py-3">
                      {given.words ?? 'an entry that is gone'}
                    </Link>
                  </>
                )}
              </span>
              <span className="num">
                {given?.score == null || name === 'random' ? '' : formatScore(given.score, 3)}
              </span>
            </li>
          )
        })}
      </ul>
    </li>
  )
}

function goodWords(isGood: boolean | null | undefined, measure: Measure): string {
  if (isGood == null) return 'unknown'
  if (measure === 'relevant') return isGood ? 'relevant' : 'not relevant'
  return isGood ? 'fits' : 'does not fit'
}
