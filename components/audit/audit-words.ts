import type { ExperimentsReport } from '../../lib/memory/studies/outcomes/report.ts'
import { ownTwins, reportVerdict } from '../../lib/memory/studies/outcomes/words.ts'
import type { AuditRoom } from './rooms.ts'
import type { StudyPage } from './studies/study-page.ts'

/** The answer from a person's own results alone: a demonstration says nothing of their project. */
export function outcomeWords(report: ExperimentsReport, project: string | null): string {
  if (ownTwins(report).length > 0) return reportVerdict(report)
  return unknownWords('density-and-gain', project)
}

export function unknownWords(room: 'density-and-gain' | 'cold-start', project: string | null): string {
  const what =
    room === 'cold-start' ? 'no results of a growing store' : 'no results with memory and without it'
  return `Unknown${project === null ? '' : ` for ${project}`}: ${what}.`
}

/** A page of what came with the product: what is unknown of the project first, then the demonstration as what it is. */
export function demonstrated(page: StudyPage, unknown: string | null): StudyPage {
  if (unknown === null) return page
  return { ...page, verdict: unknown, basis: [`Demonstration: ${page.verdict}`, ...page.basis] }
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
