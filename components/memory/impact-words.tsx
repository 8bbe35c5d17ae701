import Link from 'next/link'
import { formatCount, plural } from '@/components/ui/format.ts'
import { useProjectHref } from '@/components/ui/shell.tsx'
import type { ImpactView } from '@/lib/memory/views.ts'

const SHOWN = 4

/** What would change for questions; without any question to ask it is unknown, never none. */
export function impactSentence(impact: ImpactView): string {
  if (impact.changedCount === null || impact.noneCount === null)
    return 'Unknown: there is neither a kept question nor a stored subtask to ask again.'
  const { changedCount, noneCount, askedCount, basis } = impact
  const asked = {
    log: plural(askedCount, 'kept question'),
    subtasks: `${plural(askedCount, 'stored subtask')} standing in for questions`,
    both: `${plural(askedCount, 'question')}, kept ones and stored subtasks`,
  }[basis ?? 'log']
  if (changedCount === 0) return `None of ${asked} would get another entry.`
  const another = changedCount - noneCount
  const parts = [
    another > 0 && `${formatCount(another)} would get another entry`,
    noneCount > 0 && `${formatCount(noneCount)} would get none`,
  ].filter(Boolean)
  return `Of ${asked}, ${parts.join(' and ')}.`
}

/** The sentence, and the first of what would change, from what to what. */
export function ImpactPreview({ impact, isReading }: { impact: ImpactView | null; isReading: boolean }) {
  const href = useProjectHref()
  if (impact === null)
    return <p className="text-ink-3">{isReading ? 'Asking the questions again …' : 'Impact not asked.'}</p>
  return (
    <div aria-live="polite">
      <p>{impactSentence(impact)}</p>
      {impact.rows.length > 0 && (
        <ul className="mt-1.5 grid gap-1.5 text-small">
          {impact.rows.slice(0, SHOWN).map(({ query, from, to }) => (
            <li key={query.id} className="border-hairline border-l pl-2.5">
              <span className="line-clamp-1 text-ink-2">{query.text}</span>
              <span className="text-ink-3">
                {from?.title ?? 'nothing'} →{' '}
                {to ? (
                  <Link className="link" href={href(`/memories/${to.entryId}`)}>
                    {to.title ?? to.entryId}
                  </Link>
                ) : (
                  'nothing'
                )}
              </span>
            </li>
          ))}
          {impact.rows.length > SHOWN && (
            <li className="text-ink-3">and {formatCount((impact.changedCount ?? 0) - SHOWN)} more</li>
          )}
        </ul>
      )}
    </div>
  )
}
