import type { WallReport } from '../../../lib/memory/audit/wall-audit.ts'
import type { Cell } from '../../figures/figure.ts'
import { tableOf } from '../../figures/table-of.ts'

/** Each way's first lesson: what it is worth, and what labels by run see. */
export function wallTable({ rows, paired, pairedMrr }: WallReport): Cell[][] {
  const withPairs = rows.map((row) => ({
    ...row,
    less: paired.find(({ b }) => b === row.strategy),
    lessMrr: pairedMrr.find(({ b }) => b === row.strategy),
  }))
  return tableOf(withPairs, {
    way: ({ strategy }) => strategy,
    questions: ({ n }) => n,
    helps: ({ helps }) => helps,
    '95 % low': ({ ci }) => ci?.[0],
    '95 % high': ({ ci }) => ci?.[1],
    'misleads, of the graded': ({ misleads }) => misleads,
    'nothing found': ({ empty }) => empty,
    'not graded': ({ ungraded }) => ungraded,
    answerable: ({ answerable }) => answerable,
    'MRR over runs': ({ mrr }) => mrr,
    'subtask less: helps': ({ less }) => less?.difference,
    low: ({ less }) => less?.low,
    high: ({ less }) => less?.high,
    'subtask less: MRR': ({ lessMrr }) => lessMrr?.difference,
  })
}
