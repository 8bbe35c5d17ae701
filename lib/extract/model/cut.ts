/**
 * A text within `longest` characters: whole lines of its beginning and its end, and between them how much is missing. `headShare`: the
 * part of what remains that is beginning. A single line that is too long is cut within.
 */
export function cut(text: string, longest: number, headShare = 0.65): string {
  if (text.length <= longest) return text
  const lines = text.split('\n')
  const head = linesWithin(lines, longest * headShare)
  const tail = linesWithin(lines.slice(head).reverse(), longest * (1 - headShare))
  const begin = head > 0 ? lines.slice(0, head).join('\n') : whole(text.slice(0, longest * headShare))
  const end = tail > 0 ? lines.slice(-tail).join('\n') : whole(text.slice(-longest * (1 - headShare)))
  const missing = text.length - begin.length - end.length
  return `${begin}\n[… ${Math.max(1, lines.length - head - tail)} lines, ${missing} characters left out …]\n${end}`
}

/** How many of the first lines have at most so many characters together. */
function linesWithin(lines: readonly string[], longest: number): number {
  let length = 0
  const over = lines.findIndex((line) => {
    length += line.length + 1
    return length > longest
  })
  return over < 0 ? lines.length : over
}

/** Half of a pair is no text: what is cut through goes whole. */
function whole(part: string): string {
  return part.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '')
}
