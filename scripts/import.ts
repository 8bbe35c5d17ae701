import { randomUUID } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { UserError } from '../lib/memory/errors.ts'
import type { ImportResult } from '../lib/memory/views.ts'
import { readArguments, UsageError } from './arguments.ts'
import { runDoor } from './run-door.ts'

const USAGE = 'usage: npm run import -- [--project P] [--dry-run] [--results FILE] [--json] PATH...'

await runDoor(async (doors) => {
  const { values, positionals } = readArguments(USAGE, {
    project: { type: 'string', default: 'default' },
    'dry-run': { type: 'boolean', default: false },
    results: { type: 'string' },
    json: { type: 'boolean', default: false },
  })
  if (positionals.length === 0) throw new UsageError(`Which files or folders?\n${USAGE}`)
  const files = positionals.flatMap((path) => listFiles(path))

  let resultsId: string | null = null
  if (values.results !== undefined) {
    const { id, instanceCount, warnings } = await doors.saveResults({
      fileName: values.results,
      bytes: readBytes(values.results),
    })
    console.error(`${instanceCount} outcomes from ${values.results}`)
    for (const warning of warnings) console.error(`  ${warning}`)
    resultsId = id
  }

  const counts = new Map<string, number>()
  const batchKey = randomUUID()
  for (const file of files) {
    const fileName = relative(process.cwd(), file) || file
    const input = { project: values.project, fileName, dryRun: values['dry-run'], resultsId, batchKey }
    const results = await doors.importFile({ ...input, bytes: readBytes(file) })
    for (const result of results) {
      counts.set(result.status, (counts.get(result.status) ?? 0) + 1)
      console.log(values.json ? JSON.stringify(publicFields(result)) : sentence(result))
    }
  }
  console.error([...counts].map(([status, count]) => `${count} ${status}`).join(', ') || 'no files')
  return counts.has('failed') ? 1 : 0
})

/** Every file under a path, in name order; a folder reached twice through links is walked once. */
function listFiles(path: string, walked = new Set<string>()): string[] {
  const kind = statSync(path, { throwIfNoEntry: false })
  if (!kind) {
    // A link that leads nowhere inside a folder is no fault of the person's; a path they typed is.
    if (lstatSync(path, { throwIfNoEntry: false })) return []
    throw new UserError('no-such-file', `There is no file or folder "${path}".`, {
      hint: 'Check the path; it is read from the current folder.',
    })
  }
  if (!kind.isDirectory()) return [path]
  const real = realpathSync(path)
  if (walked.has(real)) return []
  walked.add(real)
  return readdirSync(path)
    .sort()
    .flatMap((name) => listFiles(join(path, name), walked))
}

function readBytes(path: string): Uint8Array {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new UserError(
      'unreadable',
      `${path} cannot be read: ${error instanceof Error ? error.message : error}`,
      { hint: 'Check the path and its permissions.' },
    )
  }
}

/** The documented fields, in the documented order. */
function publicFields({ episodeId: _e, jobId: _j, error, ...result }: ImportResult) {
  return error ? { ...result, error } : result
}

function sentence(result: ImportResult): string {
  const { status, file, format, steps, subtasks, entries, instanceId, outcome, error } = result
  if (error)
    return `failed            ${file}: ${error.message}${error.place ? ` (${error.place})` : ''}. ${error.hint}`
  const made = subtasks === null ? '' : `, ${subtasks} subtasks, ${entries} entries`
  const read =
    steps === null
      ? (format ?? '')
      : `${instanceId}, ${format}, ${steps} steps${made}, outcome ${outcome ?? 'unknown'}`
  return `${status.padEnd(17)} ${file}${read ? `: ${read}` : ''}`
}
