'use client'

import clsx from 'clsx'
import Link from 'next/link'
import type { CSSProperties } from 'react'
import { formatScore } from '@/components/ui/format.ts'
import { projectHref } from '@/components/ui/project-href.ts'
import type { PlaygroundAnswer } from '@/lib/memory/retrieval.ts'
import { intentText } from './intent-text.ts'
import { type EarningWord, earningPieces, LEAST_SHARE, underlineWidth } from './prepare-words.ts'

/** Candidates of stage 2 with unrounded scores; the one under pointer or focus shows the words that earn its score. */
export function Ranking({
  data,
  project,
  activeId,
  onActive,
}: {
  data: PlaygroundAnswer
  project: string | null
  activeId: string | null
  onActive: (entryId: string | null) => void
}) {
  const { hits, intent } = data.answer
  const shownId = activeId ?? hits[0]?.entryId ?? null
  const explained = shownId === null ? undefined : data.words[shownId]
  const words = explained ?? []
  return (
    <div>
      <ol className="border-hairline border-t" aria-label="Candidates, best first">
        <li className="grid grid-cols-[1.6em_6em_minmax(0,1fr)] items-baseline gap-2 border-hairline border-b py-1.5 max-md:grid-cols-[1.5em_5.8em_minmax(0,1fr)]">
          <span />
          <span className="text-ink-3 text-small">asked</span>
          <span className="text-ink-2">
            <Earning text={intentText(intent.description)} words={words} />
          </span>
        </li>
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
                  'grid grid-cols-[1.6em_6em_minmax(0,1fr)_minmax(0,auto)] items-baseline gap-2 py-1.5 no-underline hover:bg-hover max-md:grid-cols-[1.5em_5.8em_minmax(0,1fr)] max-md:py-2.5',
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
                <span className={clsx('min-w-0 text-pretty pb-0.5', index === 0 && 'font-medium')}>
                  {isActive ? <Earning text={hit.objective} words={words} /> : hit.objective}
                </span>
                <span className="max-w-[10em] truncate text-right text-ink-3 text-small max-md:hidden">
                  {hit.repo?.split('/').at(-1) ?? hit.instanceId ?? ''}
                </span>
              </Link>
            </li>
          )
        })}
      </ol>
      {shownId !== null && (
        <EarningLine
          isExplained={explained !== undefined}
          words={words}
          rank={hits.find((hit) => hit.entryId === shownId)?.rank ?? 1}
        />
      )}
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
  words,
  rank,
  isExplained,
}: {
  words: EarningWord[]
  rank: number
  isExplained: boolean
}) {
  const telling = words.filter((word) => word.share >= LEAST_SHARE).slice(0, 5)
  return (
    <p
      className="mt-3 flex min-h-10 flex-wrap content-start items-baseline gap-x-4 gap-y-1 text-small"
      aria-live="polite"
    >
      <span className="text-ink-3">What earns {rank} its score</span>
      {telling.map((word) => (
        <span key={word.word}>
          {word.word} <span className="font-mono">{formatScore(word.share, 3)}</span>
        </span>
      ))}
      <span className="text-ink-3">
        {!isExplained && 'was not looked into: only the first candidates are'}
        {isExplained && telling.length === 0 && 'no single word: taking any one out costs nothing'}
        {telling.length > 0 && 'lost when the word is taken out'}
      </span>
    </p>
  )
}
