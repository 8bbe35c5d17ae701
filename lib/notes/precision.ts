import { readFileSync } from 'node:fs'
import { clusteredWilson, wilsonInterval } from '../memory/statistics/proportion.ts'
import { KINDS } from './page.ts'

/** What a reader said of one finding. */
export interface Label {
  /** set aside: its repository was looked at while the rules were made. */
  set: string
  repository: string
  kind: keyof typeof KINDS
  isRight: boolean
}

/** Rows `set,repository,kind,place,right,reason`; the place is a file and a line, without the note's text. */
export function readLabels(file: URL | string): Label[] {
  const [, ...rows] = readFileSync(file, 'utf8').trim().split('\n')
  return rows.map((row) => {
    const [set = '', repository = '', kind = '', , right] = row.split(',')
    return { set, repository, kind: kind as Label['kind'], isRight: right === '1' }
  })
}

const percent = (share: number) => Math.round(100 * share)

/** A line a kind that was found: right of all, precision with its interval, with the findings of a repository as a cluster too. */
export function precisionTable(labels: readonly Label[]): string[] {
  return Object.keys(KINDS).flatMap((kind) => {
    const of = labels.filter((label) => label.kind === kind)
    if (of.length === 0) return []
    const right = of.filter(({ isRight }) => isRight).length
    const plain = wilsonInterval(right, of.length)
    const clustered = clusteredWilson(
      of.map(({ isRight }) => isRight),
      of.map(({ repository }) => repository),
    )
    const range = (one: { low: number; high: number } | null) =>
      one ? `${percent(one.low)} to ${percent(one.high)}` : ''
    return [
      `| ${kind} | ${right} of ${of.length} | ${new Set(of.map(({ repository }) => repository)).size} | ${percent(right / of.length)} % (${range(plain)}) | ${range(clustered)} |`,
    ]
  })
}
