'use client'

import clsx from 'clsx'
import type { CSSProperties } from 'react'
import { projectHref } from '@/components/frame/project-href.ts'
import { formatScore } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import type { Explained, PlaygroundAnswer } from '@/lib/memory/retrieval.ts'
import { intentText } from './intent-text.ts'
import { unsharedWords, wordPairs } from './prepare-reading.ts'
import { type EarningWord, earningPieces, LEAST_SHARE, underlineWidth } from './prepare-words.ts'
import type { Explanations } from './use-explained.ts'

/** Candidates of stage 2 with unrounded scores; the one under pointer or focus shows the words that earn its score. */
export function Ranking({
  data,
  explained,
  project,
  activeId,
  onActive,
  pinnedId,
  most,
  onMore,
  isPresenting,
}: {
  data: PlaygroundAnswer
  explained: Explanations
  project: string | null
  activeId: string | null
  onActive: (entryId: string | null) => void
  pinnedId: string | null
  /** Rows shown at most. */
  most: number
  /** Asks for more; null when there are none, or enough. */
  onMore: (() => void) | null
  isPresenting: boolean
}) {
  const { intent } = data.answer
  const hits = data.answer.hits.slice(0, most)
  const rivals = new Set(data.ambiguity.rivals.map(({ entryId }) => entryId))
  const pinned = hits.find(({ entryId }) => entryId === pinnedId)
  const shownId = activeId ?? hits[0]?.entryId ?? null
  const wordsOf = (entryId: string | null) => explained.of[entryId ?? '']?.words ?? []
  const words = wordsOf(shownId)
  const rankOf = (entryId: string) => hits.find((hit) => hit.entryId === entryId)?.rank ?? 1
  return (
    <div>
      <ol className="border-hairline border-t" aria-label="Candidates, best first">
        {!isPresenting && (
          <li className="grid grid-cols-[1.6em_6em_minmax(0,1fr)] items-baseline gap-2 border-hairline border-b py-1.5 max-md:grid-cols-[1.5em_5.8em_minmax(0,1fr)]">
            <span />
            <span className="text-ink-3 text-small">asked</span>
            <span className="text-ink-2">
              <Earning text={intentText(intent.description)} words={words} />
            </span>
          </li>
        )}
        {hits.map((hit, index) => {
          const isActive = hit.entryId === shownId
          return (
            <li key={hit.entryId} className="border-hairline border-b">
              <Link
                href={projectHref(`/memories/${hit.entryId}`, project)}
                data-candidate={hit.entryId}
                onMouseEnter={() => onActive(hit.entryId)}
                onMouseLeave={() => onActive(null)}
                onFocus={() => onActive(hit.entryId)}
                onBlur={() => onActive(null)}
                className={clsx(
                  'grid grid-cols-[1.6em_6em_minmax(0,1fr)_minmax(0,auto)] items-baseline gap-2 py-1.5 no-underline hover:bg-hover max-md:grid-cols-[1.5em_5.8em_minmax(0,1fr)] max-md:py-3',
                  isActive && activeId !== null && 'bg-hover',
                )}
              >
                <span className="font-mono text-ink-3">{hit.rank}</span>
                <span
                  className={clsx('font-mono', index === 0 && 'font-medium')}
                  title={`${hit.score} unrounded${index === 0 || hits[0] === undefined ? '' : `, ${formatScore(hits[0].score - hit.score)} behind the best`}`}
                >
                  {formatScore(hit.score)}
                </span>
                <span
                  className={clsx(
                    'min-w-0 text-pretty pb-0.5',
                    index === 0 && 'font-medium',
                    isPresenting && (index === 0 ? 'line-clamp-2' : 'line-clamp-1'),
                  )}
                >
                  {isActive ? <Earning text={hit.objective} words={words} /> : hit.objective}
                  {isActive && !isPresenting && hit.keywords.length > 0 && (
                    <span className="block font-normal text-ink-2 text-small">
                      <Earning text={hit.keywords.join(', ')} words={words} />
                    </span>
                  )}
                  {(rivals.has(hit.entryId) || hit === pinned) && (
                    <span className="block font-normal text-ink-3 text-small">
                      {[hit === pinned && 'pinned', rivals.has(hit.entryId) && 'another mechanism']
                        .filter(Boolean)
                        .join(', ')}
                    </span>
                  )}
                </span>
                <span className="max-w-[10em] truncate text-right text-ink-3 text-small max-md:hidden">
                  {hit.repo?.split('/').at(-1) ?? hit.instanceId ?? ''}
                </span>
              </Link>
            </li>
          )
        })}
      </ol>
      {onMore && (
        <button type="button" onClick={onMore} className="mt-2 link text-small max-md:h-11">
          More candidates
        </button>
      )}
      {shownId !== null &&
        (pinned !== undefined && pinned.entryId !== shownId ? (
          <WordsBeside
            pinned={{ rank: pinned.rank, words: wordsOf(pinned.entryId) }}
            active={{ rank: rankOf(shownId), words }}
          />
        ) : (
          <EarningLine
            explained={explained.of[shownId] ?? null}
            isPending={explained.pending}
            embedder={data.answer.embedder}
            rank={rankOf(shownId)}
          />
        ))}
    </div>
  )
}

/** A text with the words that earn the score underlined, thicker for more. */
function Earning({ text, words }: { text: string; words: EarningWord[] }) {
  let at = 0
  return earningPieces(text, words).map((piece) => {
    const key = at
    at += piece.text.length
    if (piece.weight === null) return <span key={key}>{piece.text}</span>
    return (
      <span
        key={key}
        className="earn pb-0.5"
        style={{ '--earn': underlineWidth(piece.weight) } as CSSProperties}
      >
        {piece.text}
      </span>
    )
  })
}

function EarningLine({
  explained,
  isPending,
  embedder,
  rank,
}: {
  explained: Explained | null
  isPending: boolean
  embedder: string
  rank: number
}) {
  const telling = (explained?.words ?? []).filter((word) => word.share >= LEAST_SHARE).slice(0, 5)
  return (
    <p
      className="mt-3 flex min-h-10 flex-wrap content-start items-baseline gap-x-4 gap-y-1 text-small"
      aria-live="polite"
    >
      <span className="text-ink-3">What earns number {rank} its score</span>
      {telling.map((word) => (
        <span key={word.word} className="min-w-0">
          {word.word} <span className="font-mono">{formatScore(word.share, 3)}</span>
        </span>
      ))}
      <span className="text-ink-3">
        {explained === null && (isPending ? 'is being looked into' : 'was not looked into')}
        {explained !== null && telling.length === 0 && 'no single word: taking any one out costs nothing'}
        {telling.length > 0 && 'lost when the word is taken out'}
        {explained?.sharesWord === false && `; ${unsharedWords(embedder)}`}
      </span>
    </p>
  )
}

type Side = { rank: number; words: EarningWord[] }

/** The words of a pinned candidate beside those of the one looked at: which of them each owes its score to. */
function WordsBeside({ pinned, active }: { pinned: Side; active: Side }) {
  const pairs = wordPairs(pinned.words, active.words)
  return (
    <table className="mt-3 text-left text-small" aria-live="polite">
      <caption className="whitespace-nowrap pb-1 text-left text-ink-3 max-md:whitespace-normal">
        Lost when the word is taken out: {pinned.rank} is pinned, beside {active.rank}
      </caption>
      <thead className="text-ink-3">
        <tr>
          <th className="pr-6 font-normal">word</th>
          <th className="w-20 pr-4 text-right font-normal">number {pinned.rank}</th>
          <th className="w-20 text-right font-normal">number {active.rank}</th>
        </tr>
      </thead>
      <tbody>
        {pairs.map((pair) => (
          <tr key={pair.word}>
            <td className="pr-6">{pair.word}</td>
            {[pair.pinned, pair.active].map((share, at) => (
              <td
                // biome-ignore lint/suspicious/noArrayIndexKey: two fixed columns.
                key={at}
                className={clsx(
                  'text-right font-mono',
                  at === 0 && 'pr-4',
                  share === Math.max(pair.pinned, pair.active) ? 'font-medium' : 'text-ink-3',
                )}
              >
                {share === 0 ? '' : formatScore(share, 3)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
