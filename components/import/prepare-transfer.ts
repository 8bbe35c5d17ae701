import { formatCount, formatList, plural } from '@/components/ui/format.ts'
import type { TransferLine, TransferReport } from '@/lib/memory/views/curation.ts'

/** How many entries an import would write under a policy: what the button announces. */
export function writtenCount(
  { new: fresh, conflicting }: TransferReport,
  policy: TransferReport['policy'],
): number {
  return policy === 'skip' ? fresh : fresh + conflicting
}

export function transferSentence(report: TransferReport): string {
  const { new: fresh, same, conflicting, suppressed, policy } = report
  const parts = [
    plural(fresh, 'new entry', 'new entries'),
    conflicting > 0 &&
      {
        skip: `${formatCount(conflicting)} conflicting left as they are here`,
        replace: `${formatCount(conflicting)} replaced`,
        'keep-both': `${formatCount(conflicting)} kept beside those here`,
      }[policy],
    same > 0 && `${formatCount(same)} here already`,
    suppressed > 0 && `${formatCount(suppressed)} kept out`,
  ].filter((part) => part !== false)
  return `${formatList(parts)}.`
}

export type TransferRow = { word: string; meaning: string; count: number; lines: TransferLine[] }

/** The four kinds of line, each with what happens to it and its first ones. */
export function transferRows(report: TransferReport): TransferRow[] {
  return [
    { word: 'new', meaning: 'not here yet: added', count: report.new, lines: report.added },
    { word: 'same', meaning: 'here already: nothing to do', count: report.same, lines: report.sames },
    {
      word: 'conflicting',
      meaning: 'the same id says something else here: you choose',
      count: report.conflicting,
      lines: report.conflicts,
    },
    {
      word: 'suppressed',
      meaning: 'retired or purged here: stays out',
      count: report.suppressed,
      lines: report.keptOut,
    },
    ...(report.leftOut?.length
      ? [
          {
            word: 'left out',
            meaning: formatList(
              [...Map.groupBy(report.leftOut, ({ because }) => because)].map(
                ([because, of]) => `${formatCount(of.length)} × ${because}`,
              ),
            ),
            count: report.leftOut.length,
            lines: [],
          },
        ]
      : []),
  ]
}
