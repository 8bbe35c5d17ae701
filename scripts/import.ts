import { randomUUID } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { refuseLarge } from '../lib/ingest/read-text.ts'
import { UserError } from '../lib/memory/errors.ts'
import type { ImportResult } from '../lib/memory/views/jobs.ts'
import { endSentences, importSentence } from './import-sentence.ts'
import { readArguments, UsageError } from './reach/arguments.ts'
import type { ReachedLoupe } from './reach/reach-loupe.ts'
import { readable } from './reach/read-given.ts'
import { runScript } from './reach/run-script.ts'

const USAGE = 'usage: npm run import -- [--project P] [--dry-run] [--results FILE] [--json] PATH...'

await runScript(async (open) => {
  const { values, positionals } = readArguments(USAGE, {
    project: { type: 'string', default: 'default' },
    'dry-run': { type: 'boolean', default: false },
    results: { type: 'string' },
    json: { type: 'boolean', default: false },
  })
  if (positionals.length === 0) throw new UsageError(`Which files or folders?\n${USAGE}`)
  const files = positionals.flatMap((path) => listFiles(path))
  const outcomes = values.results === undefined ? null : readBytes(values.results)
  const loupe = await open({ works: true, begins: true })

  let resultsId: string | null = null
  if (values.results !== undefined && outcomes !== null) {
    const { id, instanceCount, warnings } = await loupe.api.saveResults({
      fileName: values.results,
      bytes: outcomes,
    })
    console.error(`${instanceCount} outcomes from ${values.results}`)
    for (const warning of warnings) console.error(`  ${warning}`)
    resultsId = id
  }

  const results: ImportResult[] = []
  const batchKey = randomUUID()
  for (const file of files) {
    const fileName = relative(process.cwd(), file) || file
    const input = { project: values.project, fileName, dryRun: values['dry-run'], resultsId, batchKey }
    for (const result of await importOne(file, input, loupe)) {
      results.push(result)
      console.log(values.json ? JSON.stringify(publicFields(result)) : importSentence(result))
    }
  }
  const isIn = results.some(({ episodeId }) => episodeId !== undefined)
  const readable = isIn ? (await loupe.api.distilStatus({ project: values.project })).counts.subtasks : null
  for (const line of endSentences(results, values.project, readable)) console.error(line)
  return results.some(({ status }) => status === 'failed') ? 1 : 0
})

/** A file that cannot be read is a result of its own: the others of the folder still come in. */
async function importOne(
  path: string,
  input: Omit<Parameters<ReachedLoupe['api']['importFile']>[0], 'bytes'>,
  loupe: ReachedLoupe,
): Promise<ImportResult[]> {
  let bytes: Uint8Array
  try {
    bytes = readBytes(path)
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    const { failedResult } = await import('../lib/jobs/import-file.ts')
    return [failedResult(input.fileName, error)]
  }
  return await loupe.api.importFile({ ...input, bytes })
}

/** Every file under a path, in name order; a folder reached twice through links is walked once. */
function listFiles(path: string, walked?: Set<string>): string[] {
  const kind = statSync(path, { throwIfNoEntry: false })
  if (!kind) {
    // A link that leads nowhere inside a folder is no fault of the person's; a path they typed is.
    if (lstatSync(path, { throwIfNoEntry: false })) return []
    throw new UserError('no-such-file', `There is no file or folder "${path}".`, {
      hint: 'Check the path; it is read from the current folder.',
    })
  }
  if (!kind.isDirectory()) {
    // A pipe that was typed (`<(zcat run.gz)`) is meant; one that lies in a folder would be waited for without end.
    if (kind.isFile() || walked === undefined) return [path]
    console.error(`left out ${path}: a pipe, socket or device`)
    return []
  }
  const seen = walked ?? new Set()
  const real = realpathSync(path)
  if (seen.has(real)) return []
  seen.add(real)
  return readdirSync(path)
    .sort()
    .flatMap((name) => listFiles(join(path, name), seen))
}

/** Throws UserError `unreadable`, and `too-large` before anything is read. */
function readBytes(path: string): Uint8Array {
  return readable(path, () => {
    refuseLarge(statSync(path).size, path)
    return readFileSync(path)
  })
}

/** The documented fields, in the documented order. */
function publicFields({ episodeId: _e, jobId: _j, taskTitle: _t, error, ...result }: ImportResult) {
  return error ? { ...result, error } : result
}
