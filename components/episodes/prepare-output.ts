/** Outputs up to this many lines are shown whole. */
const WHOLE_UP_TO = 24
const KEEP_FIRST = 4
const KEEP_LAST = 8
const AROUND = 2
const AT_MOST_TELLING = 4
const LONG_LINE = 1_200
const TELLING = /\b(Traceback|[A-Z]\w*(Error|Exception)\b|FAILED|FAIL:|panicked|fatal:|error:|AssertionError)/

export type OutputLine =
  | { kind: 'line'; n: number; text: string; cut: number }
  | { kind: 'fold'; from: number; count: number }

export type Output = { lines: OutputLine[]; shownCount: number; totalCount: number; isFolded: boolean }

/** Folds a long output to its beginning, its end and the lines around errors; every fold says how many lines it holds. Lines with `needle` stay. */
export function prepareOutput(text: string, showAll: boolean, needle = ''): Output {
  const all = text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n')
  const isLong = all.length > WHOLE_UP_TO
  const keep = isLong && !showAll ? keptLines(all, needle.toLowerCase()) : null
  const lines: OutputLine[] = []
  for (const [index, line] of all.entries()) {
    const last = lines.at(-1)
    if (keep === null || keep.has(index)) {
      const cut = showAll ? 0 : Math.max(0, line.length - LONG_LINE)
      lines.push({ kind: 'line', n: index + 1, text: cut === 0 ? line : line.slice(0, LONG_LINE), cut })
    } else if (last?.kind === 'fold') last.count += 1
    else lines.push({ kind: 'fold', from: index + 1, count: 1 })
  }
  const shownCount = lines.filter((line) => line.kind === 'line').length
  return {
    lines,
    shownCount,
    totalCount: all.length,
    isFolded: shownCount < all.length || lines.some((line) => line.kind === 'line' && line.cut > 0),
  }
}

function keptLines(all: string[], needle: string): Set<number> {
  const keep = new Set<number>()
  const add = (from: number, to: number) => {
    for (let index = Math.max(0, from); index <= Math.min(all.length - 1, to); index += 1) keep.add(index)
  }
  add(0, KEEP_FIRST - 1)
  add(all.length - KEEP_LAST, all.length - 1)
  if (needle !== '')
    for (const [index, line] of all.entries()) if (line.toLowerCase().includes(needle)) add(index, index)
  const telling = all.flatMap((line, index) => (TELLING.test(line) ? [index] : []))
  for (const index of telling.slice(-AT_MOST_TELLING)) add(index - AROUND, index + AROUND)
  // Folding a single line saves nothing.
  for (let index = 1; index < all.length - 1; index += 1)
    if (keep.has(index - 1) && keep.has(index + 1)) keep.add(index)
  return keep
}
