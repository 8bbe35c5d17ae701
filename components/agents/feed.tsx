import { useProjectHref } from '@/components/frame/shell.tsx'
import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { OutcomeWord } from '@/components/marks/outcome-word.tsx'
import { Button } from '@/components/ui/button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { formatScore, formatTime } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import { useTelling } from '@/components/ui/use-telling.ts'
import type { FeedRow } from '@/lib/memory/agents.ts'
import { reasonWords, receiptWords } from './prepare-agents.ts'

/** One line a stage: what was asked, what was sent or why nothing was, what became of it. */
export function Feed({ rows, changed }: { rows: readonly FeedRow[]; changed: () => void }) {
  return (
    <ul className="mt-2">
      {rows.map((row) => (
        <Stage key={row.id} row={row} changed={changed} />
      ))}
    </ul>
  )
}

function Stage({ row, changed }: { row: FeedRow; changed: () => void }) {
  const { at, agent, episode, category, declaredBy, question, tokens, latencyMs, outcome } = row
  return (
    <li className="grid grid-cols-[7rem_8rem_minmax(0,1fr)_14rem] gap-x-3 border-hairline border-b py-2 max-md:grid-cols-1">
      <span className="text-ink-3 text-small">
        {formatTime(at)} {agent}
        <span className="block truncate font-mono" title={episode ?? ''}>
          {(episode ?? 'no episode').replace(`${agent}:`, '').slice(0, 12)}
        </span>
      </span>
      <span>
        <CategoryMark category={category} />
        <span className="block text-ink-3 text-small">
          {declaredBy === 'agent' ? 'declared' : 'observed'}
        </span>
      </span>
      <span className="min-w-0">
        <span className="block truncate text-ink-2" title={question}>
          {question}
        </span>
        <Answer row={row} />
      </span>
      <span className="text-small">
        {receiptWords(row) || <span className="text-ink-3">nothing sent</span>}
        <span className="block text-ink-3">
          {tokens === null ? '' : `${tokens} tokens, `}
          {Math.round(latencyMs)} ms{' '}
          {outcome && <OutcomeWord outcome={outcome} source="imported" chip={false} />}
        </span>
        {row.receipt !== null && <Followed row={row} changed={changed} />}
      </span>
    </li>
  )
}

function Answer({ row: { abstained, entryId, title, score } }: { row: FeedRow }) {
  const href = useProjectHref()
  const best =
    entryId === null ? null : (
      <>
        <Link href={href(`/memories/${entryId}`)}>{title ?? entryId}</Link>
        {score !== null && <span className="ml-2 font-mono text-ink-3 text-small">{formatScore(score)}</span>}
      </>
    )
  if (abstained === null) return <span className="block">{best}</span>
  return (
    <span className="block text-ink-3">
      nothing: {reasonWords(abstained)}
      {best && <span className="text-small"> · best {best}</span>}
    </span>
  )
}

function Followed({ row: { id, followed }, changed }: { row: FeedRow; changed: () => void }) {
  const { setFollowed } = useCommands()
  const { tell } = useTelling()
  const say = async (word: 'yes' | 'no') => {
    const next = followed === word ? null : word
    await tell(setFollowed({ id, followed: next, by: 'person' }), next === null ? 'Taken back.' : 'Kept.')
    changed()
  }
  return (
    <span className="mt-1 flex gap-1">
      <Button aria-pressed={followed === 'yes'} onClick={() => void say('yes')}>
        followed
      </Button>
      <Button aria-pressed={followed === 'no'} onClick={() => void say('no')}>
        not
      </Button>
    </span>
  )
}
