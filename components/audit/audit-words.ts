import type { ExperimentsReport } from '../../lib/memory/studies/outcomes/report.ts'
import { ownTwins, reportVerdict } from '../../lib/memory/studies/outcomes/words.ts'
import type { AuditRoom } from './rooms.ts'

/** The answer from a person's own results alone: a demonstration says nothing of their project. */
export function outcomeWords(report: ExperimentsReport, project: string | null): string {
  if (ownTwins(report).length > 0) return reportVerdict(report)
  return `Unknown${project === null ? '' : ` for ${project}`}: no results with memory and without it.`
}

/** What would have to be brought in or run, each with the study that it opens. */
export function missingWords({
  report,
  replayed,
}: {
  report: ExperimentsReport
  replayed: number
}): { words: string; study: AuditRoom }[] {
  const results = [
    ...(ownTwins(report).length === 0
      ? ['Results of runs with memory and without it, over the same instances.']
      : []),
    ...(report.plans.length === 0 ? ['A plan frozen before the next results come in.'] : []),
  ]
  return [
    ...(results.length > 0 ? [{ words: results.join(' '), study: 'results' as const }] : []),
    ...(replayed === 0
      ? [{ words: 'A replay of the stored runs, order by order.', study: 'cold-start' as const }]
      : []),
  ]
}
