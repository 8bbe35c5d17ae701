import type { EntryRow } from '@/lib/memory/views/entries.ts'

/** Characters before the first match that still leave it in sight. */
const LONGEST_LEAD = 24

/** The objective with the matched words underlined; the fragment itself when the match is elsewhere in the entry. */
export function SnippetText({
  pieces,
  fallback,
}: {
  pieces: NonNullable<EntryRow['snippet']>
  fallback: string
}) {
  const words = new Set(pieces.filter((piece) => piece.match).map((piece) => piece.text.toLowerCase()))
  const places = [...words].map((word) => fallback.toLowerCase().indexOf(word)).filter((place) => place >= 0)
  if (places.length > 0) {
    // The match must be in sight: a long beginning gives way.
    const from = Math.min(...places)
    const text =
      from > LONGEST_LEAD ? `… ${fallback.slice(from - LONGEST_LEAD / 2).replace(/^\S*\s/, '')}` : fallback
    return <Highlight text={text} words={words} />
  }
  return (
    <>
      {fallback}
      <span className="text-ink-3">
        {'  …'}
        {withKeys(pieces).map(({ at, piece }) =>
          piece.match ? <mark key={at}>{piece.text}</mark> : <span key={at}>{piece.text}</span>,
        )}
      </span>
    </>
  )
}

function Highlight({ text, words }: { text: string; words: Set<string> }) {
  const pattern = [...words].map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  let at = 0
  return text.split(new RegExp(`(${pattern})`, 'i')).map((part) => {
    const key = at
    at += part.length
    return words.has(part.toLowerCase()) ? <mark key={key}>{part}</mark> : <span key={key}>{part}</span>
  })
}

function withKeys<T extends { text: string }>(pieces: T[]): { at: number; piece: T }[] {
  let at = 0
  return pieces.map((piece) => {
    const keyed = { at, piece }
    at += piece.text.length + 1
    return keyed
  })
}
