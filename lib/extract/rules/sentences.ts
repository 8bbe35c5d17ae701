import { matchesOf } from '../../memory/text/matches-of.ts'
/** One sentence of a longer text; offsets into that text. */
export interface Sentence {
  start: number
  end: number
}

const ABBREVIATION = /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|approx|no|fig|al|resp|dr|mr|st)\.$/i

/** Sentences of prose in order; code fences, headings and bare labels are left out, list items are sentences. Linear time. */
export function sentencesOf(text: string): Sentence[] {
  const out: Sentence[] = []
  let fenced = false
  /** Where the open block begins and ends; -1 = none is open. */
  let openStart = -1
  let openEnd = -1
  const flush = () => {
    if (openStart >= 0) splitBlock(text, openStart, openEnd, out)
    openStart = -1
  }
  let lineStart = 0
  while (lineStart <= text.length) {
    const newline = text.indexOf('\n', lineStart)
    const lineEnd = newline === -1 ? text.length : newline
    const line = text.slice(lineStart, lineEnd)
    const isFence = /^\s*(```|~~~)/.test(line)
    if (isFence || fenced) {
      flush()
      if (isFence) fenced = !fenced
    } else if (
      line.trim() === '' ||
      /^\s*#{1,6}\s/.test(line) ||
      /^\s{4,}\S/.test(line) ||
      /^\s*\|/.test(line)
    )
      flush()
    else {
      const bullet = /^\s*(?:[-*+•>]|\d{1,2}[.)])\s+/.exec(line)
      const start = lineStart + (bullet?.[0].length ?? /^\s*/.exec(line)?.[0].length ?? 0)
      const continues =
        openStart >= 0 &&
        bullet === null &&
        /^\s*[a-z(]/.test(line) &&
        !/[.:!?]\s*$/.test(text.slice(Math.max(lineStart - 40, 0), lineStart))
      if (!continues) flush()
      if (openStart < 0) openStart = start
      openEnd = lineEnd
    }
    if (newline === -1) break
    lineStart = newline + 1
  }
  flush()
  return out
}

function splitBlock(text: string, from: number, to: number, out: Sentence[]): void {
  let start = from
  let inCode = false
  for (let i = from; i < to; i += 1) {
    const c = text.charAt(i)
    if (c === '`') inCode = !inCode
    if (inCode || !(c === '.' || c === '!' || c === '?')) continue
    const next = text.slice(i + 1, i + 4)
    const ends = i + 1 >= to || /^["')*]{0,2}\s+/.test(next)
    if (!ends || (c === '.' && ABBREVIATION.test(text.slice(Math.max(start, i - 8), i + 1)))) continue
    const follower = text
      .slice(i + 1, to)
      .slice(0, 8)
      .trimStart()
      .charAt(0)
    if (i + 1 < to && /[a-z]/.test(follower)) continue
    push(text, start, i + 1, out)
    start = i + 1
  }
  push(text, start, to, out)
}

function push(text: string, from: number, to: number, out: Sentence[]): void {
  let start = from
  let end = to
  while (start < end && /[\s*_>]/.test(text.charAt(start))) start += 1
  while (end > start && /[\s*]/.test(text.charAt(end - 1))) end -= 1
  if (end - start < 8) return
  out.push({ start, end })
}

const COMMENT = /(?:^|\n)[ \t]*(?:#|\/\/)[ \t]+([A-Z][^\n]{20,240})/g

/** Comments on lines of their own in a command or script, with offsets into it: what its writer said about the code. Linear time. */
export function commentsOf(text: string): Sentence[] {
  return matchesOf(text, COMMENT).flatMap((match) => {
    const comment = (match[1] ?? '').trimEnd()
    const start = match.index + match[0].length - (match[1] ?? '').length
    return comment.split(' ').length < 5 ? [] : [{ start, end: start + comment.length }]
  })
}
