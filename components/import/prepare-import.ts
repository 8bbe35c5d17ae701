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
  }
}

/** The state of the import as one sentence: what came in, what was known, what was not read. */
export function importSentence({ counts, total, done, refused, cancelled, isActive }: ImportSummary): string {
  if (total === 0) return 'Nothing given yet.'
  if (isActive) return `Reading ${formatCount(done + refused)} of ${formatCount(total)} files.`
  const unread = counts.unsupported + counts.notATrajectory + counts.failed
  const parts = [
    counts.imported > 0 && `${plural(counts.imported, 'run')} in`,
    counts.entries > 0 && `${plural(counts.entries, 'entry', 'entries')} made`,
    counts.recognised > 0 && `${plural(counts.recognised, 'run')} recognised, nothing stored yet`,
    counts.present > 0 && `${formatCount(counts.present)} known already`,
    unread > 0 && `${formatCount(unread)} not read`,
    cancelled > 0 && `${formatCount(cancelled)} not sent`,
  ].filter((part) => part !== false)
  return `${parts.length === 0 ? 'Nothing was recognised' : parts.join(', ')}.`
}

export type ImportRow = { item: ImportItem; result: ImportResult | null }
export type RowKind = 'in' | 'known' | 'unread' | 'open'

/** A row for every record of every file. */
export function importRows(items: readonly ImportItem[]): ImportRow[] {
  return items.flatMap((item): ImportRow[] =>
    item.results.length === 0 ? [{ item, result: null }] : item.results.map((result) => ({ item, result })),
  )
}

/** What became of a row; `open` where that is not known yet, or nothing was stored. */
export function kindOf({ item, result }: ImportRow): RowKind {
  if (item.state === 'refused') return 'unread'
  if (result === null) return item.state === 'done' ? 'unread' : 'open'
  if (result.status === 'recognised') return 'open'
  return result.status === 'imported' ? 'in' : result.status === 'present' ? 'known' : 'unread'
}

export type UnreadReason = { why: string; hint: string | null; files: string[] }

/** Why files were not read, the most frequent reason first. */
export function unreadReasons(rows: readonly ImportRow[]): UnreadReason[] {
  const reasons = new Map<string, UnreadReason>()
  for (const row of rows) {
    if (kindOf(row) !== 'unread') continue
    const { item, result } = row
    const fault = item.fault ?? result?.error ?? null
    const why = fault?.message ?? (result === null ? 'it holds no record' : BECAME[result.status])
    // Messages of one kind differ by the line that they name.
    const key = fault?.code ?? why
    const reason = reasons.get(key) ?? { why, hint: fault?.hint ?? null, files: [] }
    reason.files.push(result?.file ?? item.path)
    reasons.set(key, reason)
  }
  return [...reasons.values()].sort((a, b) => b.files.length - a.files.length)
}

export const BECAME: Record<ImportResult['status'], string> = {
  imported: 'imported',
  present: 'known already',
  recognised: 'recognised',
  unsupported: 'not supported yet',
  'not-a-trajectory': 'not a trajectory',
  failed: 'failed',
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
