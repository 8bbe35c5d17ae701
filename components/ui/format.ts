// Relative imports: `npm run report` runs this file in Node, which knows no paths.
import type { Category, Stage } from '../../lib/memory/category.ts'
import { csvCell } from '../../lib/memory/text/csv-cell.ts'

/** How numbers and dates are written on every screen. Pure; all instants in UTC, so that server and browser agree. */

const NO_BREAK_SPACE = '\u00a0'
const TRUE_MINUS = '\u2212'
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A whole number with thousands separators: `10,412`. */
export function formatCount(n: number): string {
  return withTrueMinus(
    Math.round(n)
      .toString()
      .replace(/\B(?=(\d{3})+$)/g, ','),
  )
}

/** `1 entry`, `10,412 entries`; the number and the word never part. */
export function plural(n: number, one: string, many = `${one}s`): string {
  return `${formatCount(n)}${NO_BREAK_SPACE}${n === 1 ? one : many}`
}

/** A similarity with its six digits: `0.702419`, `−0.012000`. */
export function formatScore(score: number, digits = 6): string {
  return withTrueMinus(score.toFixed(digits))
}

/** A share 0..1 as `31 %`. */
export function formatPercent(share: number, digits = 0): string {
  return `${withTrueMinus((share * 100).toFixed(digits))}${NO_BREAK_SPACE}%`
}

/** `9 Nov`, with the year when it is not `thisYear`. */
export function formatDay(iso: string, thisYear?: number): string {
  const at = new Date(iso)
  const day = `${at.getUTCDate()}${NO_BREAK_SPACE}${MONTHS[at.getUTCMonth()]}`
  return at.getUTCFullYear() === thisYear ? day : `${day}${NO_BREAK_SPACE}${at.getUTCFullYear()}`
}

/** `14:02` in UTC. */
export function formatTime(iso: string): string {
  return new Date(iso).toISOString().slice(11, 16)
}

/** `9 Nov 2026, 14:02 UTC`. */
export function formatInstant(iso: string): string {
  return `${formatDay(iso)}, ${formatTime(iso)}${NO_BREAK_SPACE}UTC`
}

/** `840 ms`, `18 s`, `2 min 5 s`, `1 h 12 min`. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)}${NO_BREAK_SPACE}ms`
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return `${seconds}${NO_BREAK_SPACE}s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return joinUnits(minutes, 'min', seconds % 60, 's')
  return joinUnits(Math.floor(minutes / 60), 'h', minutes % 60, 'min')
}

/** `820 B`, `12.4 kB`, `20.0 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes}${NO_BREAK_SPACE}B`
  const [value, unit] = bytes < 1e6 ? [bytes / 1e3, 'kB'] : [bytes / 1e6, 'MB']
  return `${value.toFixed(1)}${NO_BREAK_SPACE}${unit}`
}

/** US dollars, cents and below kept where they matter: `$0.42`, `$0.0031`. */
export function formatUsd(usd: number): string {
  return `$${usd !== 0 && Math.abs(usd) < 0.01 ? usd.toFixed(4) : usd.toFixed(2)}`
}

/** `a`, `a and b`, `a, b and c`. */
export function formatList(words: string[]): string {
  if (words.length < 2) return words.join('')
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

/** `step 9`, `steps 9 to 12`. */
export function stepsWords(from: number, to: number | null): string {
  return to === null || from === to ? `step ${from}` : `steps ${from} to ${to}`
}

/** A CSV file; `about` stands above the heads, a line led by `# ` each. */
export function csvFile(rows: readonly (string | number | null)[][], about: readonly string[] = []): string {
  return [...about.map((line) => `# ${line}`), ...rows.map(csvLine), ''].join('\n')
}

export function csvLine(cells: (string | number | null)[]): string {
  return cells.map(csvCell).join(',')
}

/** `A`, `R`, `E`, `V`; a stretch of steps without a category is `–`. */
export function categoryLetter(stage: Stage): string {
  return stage === 'OTHER' ? '–' : stage.charAt(0)
}

/** CSS colour of a category for marks (≥ 3:1), words (≥ 4.5:1) or blocks. */
export function categoryColor(stage: Stage, use: 'mark' | 'text' | 'block' = 'mark'): string {
  if (stage === 'OTHER')
    return { mark: 'var(--control)', text: 'var(--text-3)', block: 'var(--plot-null)' }[use]
  const name = stage.toLowerCase()
  return { mark: `var(--${name})`, text: `var(--${name}-text)`, block: `var(--${name}-bg)` }[use]
}

/** SVG path of a category's shape, centred on x, y with radius r: ● A, ▲ R, ■ E, ◆ V. */
export function categoryPath(category: Category, x: number, y: number, r: number): string {
  if (category === 'ANALYZE') {
    return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`
  }
  if (category === 'REPRODUCE') return `M${x} ${y - r * 1.15}l${r * 1.12} ${r * 2}h${-r * 2.24}z`
  if (category === 'EDIT') {
    const side = r * 1.84
    return `M${x - side / 2} ${y - side / 2}h${side}v${side}h${-side}z`
  }
  const d = r * 1.2
  return `M${x} ${y - d}l${d} ${d}l${-d} ${d}l${-d} ${-d}z`
}

function withTrueMinus(text: string): string {
  return text.replace('-', TRUE_MINUS)
}

function joinUnits(big: number, bigUnit: string, small: number, smallUnit: string): string {
  const head = `${big}${NO_BREAK_SPACE}${bigUnit}`
  return small === 0 ? head : `${head} ${small}${NO_BREAK_SPACE}${smallUnit}`
}
