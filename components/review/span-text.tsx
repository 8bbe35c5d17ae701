import type { FindingSpan } from '@/lib/memory/findings/finding.ts'

/** A text with the places a finding rests on lit, each with its word. Overlapping places count once. */
export function SpanText({
  text,
  field,
  spans,
}: {
  text: string
  field: FindingSpan['field']
  spans: readonly FindingSpan[]
}) {
  const own = spans
    .filter((span) => span.field === field && span.end > span.start && span.end <= text.length)
    .sort((a, b) => a.start - b.start)
  if (own.length === 0) return text
  const pieces: { at: number; text: string; note: string | null }[] = []
  let at = 0
  for (const { start, end, note } of own) {
    if (start < at) continue
    if (start > at) pieces.push({ at, text: text.slice(at, start), note: null })
    pieces.push({ at: start, text: text.slice(start, end), note })
    at = end
  }
  if (at < text.length) pieces.push({ at, text: text.slice(at), note: null })
  return pieces.map((piece) =>
    piece.note === null ? (
      <span key={piece.at}>{piece.text}</span>
    ) : (
      <span key={piece.at}>
        <span className="leak">{piece.text}</span>
        <span className="ml-1 font-mono text-danger text-micro">{piece.note}</span>
      </span>
    ),
  )
}
