import { readFileSync } from 'node:fs'
import { clusteredWilson, wilsonInterval } from '../memory/statistics/proportion.ts'
import { KINDS } from './page.ts'

/** What a reader said of one finding. */
interface Label {
  round: number
  repository: string
  kind: string
  isRight: boolean
}

/** The first round of the rules that are in use, by kind; before it they were others. */
const RULES_SINCE: Readonly<Record<string, number>> = { same: 12, contradictions: 10 }
const sinceOf = (kind: string) => RULES_SINCE[kind] ?? 7

/** Rows `round,repository,kind,place,right,reason`; the place is a file and a line, without the note's text. */
export function readLabels(file: URL | string): Label[] {
  const [, ...rows] = readFileSync(file, 'utf8').trim().split('\n')
  return rows.map((row) => {
    const [round, repository = '', kind = '', , right] = row.split(',')
    return { round: Number(round), repository, kind, isRight: right === '1' }
  })
}

/** Labels of a kind by the rules in use; where these were not read, of the rules before. */
export function labelsOf(labels: readonly Label[], kind: string): Label[] {
  const all = labels.filter((label) => label.kind === kind)
  const now = all.filter(({ round }) => round >= sinceOf(kind))
  return now.length > 0 ? now : all
}

/** "85 of 98": how many findings were right. */
export function rightOf(labels: readonly Label[]): string {
  return `${labels.filter(({ isRight }) => isRight).length} of ${labels.length}`
}

/** A line a kind: at first sight by the rules before, and by those in use with its interval, alone and by repository. */
export function precisionTable(labels: readonly Label[]): string[] {
  const percent = (share: number) => Math.round(100 * share)
  const range = (one: { low: number; high: number } | null) =>
    one === null ? '' : `${percent(one.low)} to ${percent(one.high)}`
  return Object.keys(KINDS).flatMap((kind) => {
    const of = labels.filter((label) => label.kind === kind)
    if (of.length === 0) return []
    const before = rightOf(of.filter(({ round }) => round < sinceOf(kind)))
    const now = of.filter(({ round }) => round >= sinceOf(kind))
    if (now.length === 0) return [`| ${kind} | ${before} |  |  |  |  |`]
    const marks = now.map(({ isRight }) => isRight)
    const right = marks.filter(Boolean).length
    const names = now.map(({ repository }) => repository)
    return [
      `| ${kind} | ${before} | ${rightOf(now)} | ${new Set(names).size} | ${percent(right / now.length)} % (${range(wilsonInterval(right, now.length))}) | ${range(clusteredWilson(marks, names))} |`,
    ]
  })
}
