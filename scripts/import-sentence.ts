import type { ImportResult } from '../lib/memory/views/jobs.ts'
import { asCalled } from './boot/as-called.mjs'

/** What became of one record of a file, for a person; the file is named once. */
export function importSentence(result: ImportResult): string {
  const { status, file, format, steps, subtasks, entries, instanceId, outcome, error } = result
  if (error) {
    const place = placeWithin(error.place, file)
    return `failed            ${file}: ${error.message}${place ? ` (${place})` : ''}. ${error.hint}`
  }
  const made =
    subtasks === null
      ? ''
      : `, ${counted(subtasks, 'subtask', 'subtasks')}${entries ? `, ${counted(entries, 'entry', 'entries')}` : ''}`
  const read =
    steps === null
      ? (format ?? '')
      : `${instanceId}, ${format}, ${steps} steps${made}, outcome ${outcome ?? 'unknown'}`
  const said = result.warnings.map((warning) => `\n                  ! ${warning}`).join('')
  return `${status.padEnd(17)} ${file}${read ? `: ${read}` : ''}${said}`
}

/** How fast an import went: until all was stored, and until all stages were found. */
export function rateSentence(bytes: number, storedMs: number, foundMs: number): string {
  const rate = (ms: number) => `in ${(ms / 1_000).toFixed(1)} s (${(bytes / 1_000 / ms).toFixed(1)} MB/s)`
  return `${(bytes / 1e6).toFixed(1)} MB stored ${rate(storedMs)}, stages found ${rate(foundMs)}`
}

/** What an import came to in all, and what comes next. What was here before is counted, and not as made. */
export function endSentences(
  results: readonly ImportResult[],
  project: string,
  readable: number | null,
): string[] {
  const counts = Map.groupBy(results, ({ status }) => status)
  const made = counts.get('imported') ?? []
  const sum = (of: 'subtasks' | 'entries') => made.reduce((total, result) => total + (result[of] ?? 0), 0)
  const lines = [[...counts].map(([status, some]) => `${some.length} ${status}`).join(', ') || 'no files']
  if (made.length > 0) {
    const entries = sum('entries')
    const lessons =
      entries === 0 ? 'no lesson yet: no model has read them' : counted(entries, 'entry', 'entries')
    lines.push(`${counted(sum('subtasks'), 'subtask', 'subtasks')} found, ${lessons}`)
  }
  if (readable !== null)
    lines.push(
      asCalled(
        `next: npm start shows them; a model would read the ${counted(readable, 'subtask', 'subtasks')} of "${project}" that ${readable === 1 ? 'has' : 'have'} a stage, at what price says: npm run distil -- --project "${project}" --dry-run`,
      ),
    )
  return lines
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}

/** `runs/a.traj:3:1` in `runs/a.traj` is `line 3, column 1`; null where the place is the file itself. */
function placeWithin(place: string | null, file: string): string | null {
  if (!place?.startsWith(file)) return place
  const rest = place.slice(file.length).replace(/^[:\s]+/, '')
  const [, line, column] = /^(\d+):(\d+)$/.exec(rest) ?? []
  if (line) return `line ${line}, column ${column}`
  return rest === '' ? null : rest
}
