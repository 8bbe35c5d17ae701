import { readFileSync } from 'node:fs'
import { clusteredWilson, wilsonInterval } from '../memory/statistics/proportion.ts'
import { KINDS } from './page.ts'

/** What a reader said of one finding. */
interface Label {
  repository: string
  kind: string
  isRight: boolean
  /** Whether the rules that were made after it was read still give it; null where that was not run. */
  isKept: boolean | null
}

/** Rows `round,repository,kind,place,right,kept,reason`; the place is a file and a line, without the note's text. */
export function readLabels(file: URL | string): Label[] {
  const [, ...rows] = readFileSync(file, 'utf8').trim().split('\n')
  return rows.map((row) => {
    const [, repository = '', kind = '', , right, kept] = row.split(',')
    return { repository, kind, isRight: right === '1', isKept: kept === '' ? null : kept === '1' }
  })
}

/** "85 of 98": how many findings were right. */
export function rightOf(labels: readonly Label[]): string {
  return `${labels.filter(({ isRight }) => isRight).length} of ${labels.length}`
}

/** A line a kind: at first look with its interval, alone and by repository, and what is left with the rules made since. */
export function precisionTable(labels: readonly Label[]): string[] {
  const percent = (share: number) => Math.round(100 * share)
  const range = (one: { low: number; high: number } | null) =>
    one === null ? '' : `${percent(one.low)} to ${percent(one.high)}`
  return Object.keys(KINDS).flatMap((kind) => {
    const of = labels.filter((label) => label.kind === kind)
    if (of.length === 0) return []
    const marks = of.map(({ isRight }) => isRight)
    const right = marks.filter(Boolean).length
    const names = of.map(({ repository }) => repository)
    const kept = of.every(({ isKept }) => isKept !== null) ? of.filter(({ isKept }) => isKept) : null
    return [
      `| ${kind} | ${rightOf(of)} | ${new Set(names).size} | ${percent(right / of.length)} % (${range(wilsonInterval(right, of.length))}) | ${range(clusteredWilson(marks, names))} | ${kept === null ? '' : rightOf(kept)} |`,
    ]
  })
}
