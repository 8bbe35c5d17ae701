import type { Fault } from '@/components/ui/faults/fault-error.ts'
import { formatCount, plural } from '@/components/ui/format.ts'
import type { ImportResult } from '@/lib/memory/views/jobs.ts'

/** One file on its way in. A file can hold several records, so it can have several results. */
export type ImportItem = {
  id: string
  /** Path as dropped. */
  path: string
  size: number
  state: 'waiting' | 'sending' | 'done' | 'refused' | 'cancelled'
  results: ImportResult[]
  fault: Fault | null
}

export type ImportSummary = ReturnType<typeof summariseImport>

/** Adds up what became of the files. Every file is in exactly one of done, refused, cancelled and remaining. */
export function summariseImport(items: ImportItem[], elapsedMs: number) {
  const of = (state: ImportItem['state']) => items.filter((item) => item.state === state).length
  const results = items.flatMap((item) => item.results)
  const status = (wanted: ImportResult['status']) =>
    results.filter((result) => result.status === wanted).length
  // What was here already was made by an earlier import.
  const made = results.filter((result) => result.status === 'imported')
  const done = of('done')
  const refused = of('refused')
  const waiting = of('waiting')
  const remaining = waiting + of('sending')
  const finished = done + refused
  const ratePerSecond = finished === 0 || elapsedMs <= 0 ? null : finished / (elapsedMs / 1_000)
  return {
    total: items.length,
    done,
    refused,
    cancelled: of('cancelled'),
    waiting,
    remaining,
    isActive: remaining > 0,
    /** Files a second since the first was sent; null before one is done. */
    ratePerSecond,
    remainingMs: ratePerSecond === null || remaining === 0 ? null : (remaining / ratePerSecond) * 1_000,
    counts: {
      imported: status('imported'),
      present: status('present'),
      recognised: status('recognised'),
      unsupported: status('unsupported'),
      notATrajectory: status('not-a-trajectory'),
      failed: status('failed') + items.filter((item) => item.fault !== null).length,
      entries: sum(made.map((result) => result.entries)),
      subtasks: sum(made.map((result) => result.subtasks)),
      episodes: new Set(results.flatMap((result) => result.episodeId ?? [])).size,
    },
    /** Imports that brought something in: one for each time files were sent. */
    jobIds: [...new Set(made.flatMap(({ jobId }) => jobId ?? []))],
    /** Why an import with episodes made no entry; null when it made some. */
    noEntries: made.length > 0 && made.every((result) => result.entries === 0) ? whyNoEntries(made) : null,
  }
}

/** The state of the import as one sentence. */
export function importSentence(summary: ImportSummary): string {
  const { counts, total } = summary
  if (total === 0) return 'Nothing given yet.'
  if (summary.isActive)
    return `Reading ${formatCount(summary.done + summary.refused)} of ${formatCount(total)} files.`
  const parts = [
    counts.imported > 0
      ? `${plural(counts.imported, 'episode')} in, ${plural(counts.entries, 'entry', 'entries')} made${summary.noEntries ? ` (${summary.noEntries})` : ''}`
      : null,
    counts.present > 0 ? `${formatCount(counts.present)} already present` : null,
    counts.recognised > 0 ? `${plural(counts.recognised, 'run')} recognised, nothing stored yet` : null,
    counts.unsupported > 0 ? `${formatCount(counts.unsupported)} not supported yet` : null,
    counts.notATrajectory > 0 ? `${formatCount(counts.notATrajectory)} not a trajectory` : null,
    counts.failed > 0 ? `${formatCount(counts.failed)} failed` : null,
    summary.cancelled > 0 ? `${formatCount(summary.cancelled)} not sent` : null,
  ].filter((part) => part !== null)
  return `${parts.length === 0 ? 'Nothing was recognised' : parts.join(', ')}.`
}

/** Why runs left no entry: what the server noted about it, else the usual reason. */
export function whyNoEntries(results: ImportResult[]): string {
  const told = results
    .flatMap((result) => result.warnings)
    .find((warning) => /\bno entr(y|ies)\b/i.test(warning))
  return told?.replace(/\.$/, '') ?? `no sentence of ${results.length === 1 ? 'it' : 'them'} said what to do`
}

/** True for a file whose name says that it holds benchmark outcomes, not a trajectory. */
export function looksLikeResults(path: string): boolean {
  return /(^|[/._-])(reports?|results?)(\.jsonl?)$/i.test(path)
}

function sum(values: (number | null)[]): number {
  return values.reduce<number>((total, value) => total + (value ?? 0), 0)
}

/** A line of JSON for every record of every file: what became of it, and why. */
export function importLog(items: readonly ImportItem[]): string {
  const lines = items.flatMap(({ path, size, state, results, fault }): object[] => {
    if (results.length === 0) return [{ file: path, size, state, fault }]
    return results.map((result) => ({ size, ...result }))
  })
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}
