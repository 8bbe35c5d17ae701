import type { WallReport } from '../../../lib/memory/audit/wall-audit.ts'
import type { Cell } from '../../charts/cell.ts'

/** Each way's first lesson: what it is worth, and what labels by run see. */
export function wallTable({ rows, paired, pairedMrr }: WallReport): Cell[][] {
  return [
    [
      'way',
      'questions',
      'helps',
      '95 % low',
      '95 % high',
      'misleads, of the graded',
      'nothing found',
      'not graded',
      'answerable',
      'MRR over runs',
      'subtask less: helps',
      'low',
      'high',
      'subtask less: MRR',
    ],
    ...rows.map(({ strategy, n, helps, ci, misleads, empty, ungraded, mrr, answerable }): Cell[] => {
      const difference = paired.find(({ b }) => b === strategy)
      const seen = pairedMrr.find(({ b }) => b === strategy)
      return [
        strategy,
        n,
        helps,
        ci?.[0] ?? null,
        ci?.[1] ?? null,
        misleads,
        empty,
        ungraded,
        answerable,
        mrr,
        difference?.difference ?? null,
        difference?.low ?? null,
        difference?.high ?? null,
        seen?.difference ?? null,
      ]
    }),
  ]
}
