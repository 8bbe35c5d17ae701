import type { UseQueryResult } from '@tanstack/react-query'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { formatCount, plural } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import type { ImpactView } from '@/lib/memory/views/curation.ts'

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

/** What was not asked, where there was more than was asked; empty when all was. */
export function impactLimits({
  logCount,
  otherStrategyCount,
  logReadCount,
  standInCount,
  standInAskedCount,
}: ImpactView): string {
  const comparable = logCount - otherStrategyCount
  return [
    logReadCount < comparable &&
      `Asked the latest ${formatCount(logReadCount)} of ${formatCount(comparable)} kept answers, those first that one of these entries won; the others may change too.`,
    standInAskedCount < standInCount &&
      `Asked an even sample of ${formatCount(standInAskedCount)} of ${plural(standInCount, 'stored subtask')}; the others may change too.`,
    otherStrategyCount > 0 &&
      `${plural(otherStrategyCount, 'answer')} of strategies that rank in another way ${otherStrategyCount === 1 ? 'was' : 'were'} not asked.`,
  ]
    .filter(Boolean)
    .join(' ')
}

type ImpactPreviewProps = {
  asked: Pick<UseQueryResult<ImpactView | null>, 'data' | 'error' | 'isFetching'>
}

/** The sentence, and the first of what would change, from what to what. */
export function ImpactPreview({ asked }: ImpactPreviewProps) {
  const href = useProjectHref()
  const { data: impact, error, isFetching } = asked
  if (error && !isFetching)
    return (
      <p role="alert" className="text-danger">
        The impact could not be asked: {error.message}
      </p>
    )
  if (!impact) return <p className="text-ink-3">Asking the questions again …</p>
  const limits = impactLimits(impact)
  return (
    <div aria-live="polite">
      <p>{impactSentence(impact)}</p>
      {limits !== '' && <p className="mt-1 text-ink-3 text-small">{limits}</p>}
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
