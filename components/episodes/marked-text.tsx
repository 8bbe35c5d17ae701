import { stripAnsi } from '@/components/ui/ansi/ansi.ts'
import { AnsiText } from '@/components/ui/ansi/ansi-text.tsx'

export function MarkedText({ text, needle }: { text: string; needle: string }) {
  if (needle === '') return text
  return cut(text, needle).map((piece) =>
    piece.isHit ? <mark key={piece.at}>{piece.text}</mark> : piece.text,
  )
}

/** Terminal output; a line that holds the needle gives up its colours for the mark. */
export function MarkedOutput({ text, needle }: { text: string; needle: string }) {
  if (needle === '' || !text.toLowerCase().includes(needle.toLowerCase())) return <AnsiText text={text} />
  return <MarkedText text={stripAnsi(text)} needle={needle} />
}

function cut(text: string, needle: string): { at: number; text: string; isHit: boolean }[] {
  const pieces: { at: number; text: string; isHit: boolean }[] = []
  const low = text.toLowerCase()
  const wanted = needle.toLowerCase()
  let at = 0
  while (at < text.length) {
    const hit = low.indexOf(wanted, at)
    const end = hit === -1 ? text.length : hit
    if (end > at) pieces.push({ at, text: text.slice(at, end), isHit: false })
    if (hit === -1) break
    pieces.push({ at: hit, text: text.slice(hit, hit + wanted.length), isHit: true })
    at = hit + wanted.length
  }
  return pieces
}
