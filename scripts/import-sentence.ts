import type { ImportResult } from '../lib/memory/views/jobs.ts'

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
      : `, ${subtasks} ${subtasks === 1 ? 'subtask' : 'subtasks'}, ${entries} ${entries === 1 ? 'entry' : 'entries'}`
  const read =
    steps === null
      ? (format ?? '')
      : `${instanceId}, ${format}, ${steps} steps${made}, outcome ${outcome ?? 'unknown'}`
  const said = result.warnings.map((warning) => `\n                  ! ${warning}`).join('')
  return `${status.padEnd(17)} ${file}${read ? `: ${read}` : ''}${said}`
}

/** `runs/a.traj:3:1` in `runs/a.traj` is `line 3, column 1`; null where the place is the file itself. */
function placeWithin(place: string | null, file: string): string | null {
  if (!place?.startsWith(file)) return place
  const rest = place.slice(file.length).replace(/^[:\s]+/, '')
  const [, line, column] = /^(\d+):(\d+)$/.exec(rest) ?? []
  if (line) return `line ${line}, column ${column}`
  return rest === '' ? null : rest
}
