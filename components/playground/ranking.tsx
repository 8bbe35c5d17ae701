'use client'

import clsx from 'clsx'
import type { CSSProperties } from 'react'
import { formatScore } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import type { ChosenHit, Hit } from '@/lib/memory/retrieval.ts'
import { descriptionText } from '@/lib/memory/text/words.ts'
import { MORE, useShownAnswer } from './playground-state.tsx'
import {
  type EarningWord,
  earningPieces,
  LEAST_SHARE,
  underlineWidth,
  unsharedWords,
  wordPairs,
} from './prepare-words.ts'

/** Candidates shown while presenting: more do not fit a projector beside the axis. */
const PRESENTED = 3

/** Candidates of stage 2 with unrounded scores; the one under pointer or focus shows the words that earn its score. */
export function Ranking() {
  const { activeId, change, data, explained, isPresenting, url } = useShownAnswer()
  const { answer, chosen, rivals } = data
  const hits = isPresenting ? answer.hits.slice(0, PRESENTED) : answer.hits
  const shown = hits.find(({ entryId }) => entryId === activeId) ?? hits[0]
  const pinned = hits.find(({ entryId }) => entryId === url.pin)
  const wordsOf = (hit: Hit | undefined) => explained.of[hit?.entryId ?? '']?.words ?? []
  const words = wordsOf(shown)
  const hasMore = !isPresenting && hits.length < Math.min(MORE, answer.kept)
  return (
    <div>
      <ol className="border-hairline border-t" aria-label="Candidates, best first">
        {!isPresenting && <AskedRow text={descriptionText(answer.intent.description)} words={words} />}
        {hits.map((hit) => (
          <Candidate
            key={hit.entryId}
            hit={hit}
            behind={hit === hits[0] ? null : (hits[0]?.score ?? 0) - hit.score}
            words={hit === shown ? words : null}
            note={[
              hit === pinned && 'pinned',
              hit.entryId === chosen?.entryId && 'chosen by a model',
              rivals.includes(hit.entryId) && 'close, but another mechanism',
            ]
              .filter(Boolean)
              .join(', ')}
          />
        ))}
      </ol>
      {chosen && !isPresenting && <ChosenLine chosen={chosen} />}
      {hasMore && (
        <button
          type="button"
          onClick={() => change({ limit: MORE })}
          className="mt-2 link text-small max-md:h-11"
        >
          More candidates
        </button>
      )}
      {shown &&
        (pinned !== undefined && pinned !== shown ? (
          <WordsBeside
            pinned={{ rank: pinned.rank, words: wordsOf(pinned) }}
            active={{ rank: shown.rank, words }}
          />
        ) : (
          <EarningLine hit={shown} />
        ))}
    </div>
  )
}

/** What a model that was asked before made of the first candidates. */
function ChosenLine({ chosen: { entryId, among, by, why } }: { chosen: ChosenHit }) {
  return (
    <p className="mt-2 text-pretty text-ink-2 text-small">
      Asked before which of the first {among} helps, a language model{by && ` (${by})`} chose{' '}
      {entryId ? 'the one that is marked' : 'none'}: <q>{why}</q>
    </p>
  )
}

function AskedRow({ text, words }: { text: string; words: EarningWord[] }) {
  return (
    <li className="grid grid-cols-[1.6em_6em_minmax(0,1fr)] items-baseline gap-2 border-hairline border-b py-1.5 max-md:grid-cols-[1.5em_5.8em_minmax(0,1fr)]">
      <span />
      <span className="text-ink-3 text-small">asked</span>
      <span className="text-ink-2">
        <Earning text={text} words={words} />
      </span>
    </li>
  )
}

function Candidate({ hit, behind, words, note }: CandidateProps) {
  const { activeId, href, isPresenting, looksAt } = useShownAnswer()
  const isBest = behind === null
  return (
    <li className="border-hairline border-b">
      <Link
        href={href(`/memories/${hit.entryId}`)}
        data-candidate={hit.entryId}
        {...looksAt(hit.entryId)}
        className={clsx(
          'grid grid-cols-[1.6em_6em_minmax(0,1fr)_minmax(0,auto)] items-baseline gap-2 py-1.5 no-underline hover:bg-hover max-md:grid-cols-[1.5em_5.8em_minmax(0,1fr)] max-md:py-3',
          hit.entryId === activeId && 'bg-hover',
        )}
      >
        <span className="font-mono text-ink-3">{hit.rank}</span>
        <span
          className={clsx('font-mono', isBest && 'font-medium')}
          title={`${hit.score} unrounded${isBest ? '' : `, ${formatScore(behind)} behind the best`}`}
        >
          {formatScore(hit.score)}
        </span>
        <span
          className={clsx(
            'min-w-0 text-pretty pb-0.5',
            isBest && 'font-medium',
            isPresenting && (isBest ? 'line-clamp-2' : 'line-clamp-1'),
          )}
        >
          {words ? <Earning text={hit.objective} words={words} /> : hit.objective}
          {words && !isPresenting && hit.keywords.length > 0 && (
            <span className="block font-normal text-ink-2 text-small">
              <Earning text={hit.keywords.join(', ')} words={words} />
            </span>
          )}
          {note && <span className="block font-normal text-ink-3 text-small">{note}</span>}
        </span>
        <span className="max-w-[10em] truncate text-right text-ink-3 text-small max-md:hidden">
          {hit.repo?.split('/').at(-1) ?? hit.instanceId ?? ''}
        </span>
      </Link>
    </li>
  )
}

type CandidateProps = {
  hit: Hit
  /** How far behind the best; null for the best itself. */
  behind: number | null
  /** Words that earn its score, where it is the one shown. */
  words: EarningWord[] | null
  note: string
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

function EarningLine({ hit: { entryId, rank } }: { hit: Hit }) {
  const { data, explained: explanations } = useShownAnswer()
  const explained = explanations.of[entryId] ?? null
  const telling = (explained?.words ?? []).filter((word) => word.share >= LEAST_SHARE).slice(0, 5)
  return (
    <p
      className="mt-3 flex min-h-10 flex-wrap content-start items-baseline gap-x-4 gap-y-1 text-small"
      aria-live="polite"
    >
      <span className="text-ink-3">Key words of number {rank}:</span>
      {telling.map((word) => (
        <span key={word.word} className="min-w-0">
          {word.word} <span className="font-mono">{formatScore(word.share, 3)}</span>
        </span>
      ))}
      <span className="text-ink-3">
        {explained === null && (explanations.pending ? 'computing …' : 'not computed')}
        {explained !== null && telling.length === 0 && 'none: no single word changes the score'}
        {telling.length > 0 && 'score lost without the word'}
        {explained?.sharesWord === false && `; ${unsharedWords(data.answer.embedder)}`}
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
        Score lost without the word: {pinned.rank} is pinned, beside {active.rank}
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
