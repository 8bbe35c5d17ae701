import { randomUUID } from 'node:crypto'
import { readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { filesUnder } from '../lib/ingest/containers/disk-files.ts'
import type { NamedFile } from '../lib/ingest/containers/named-file.ts'
import { folderOf, looksLikeOutcomes, type OutcomeFile, sidecarOf } from '../lib/ingest/outcomes/sidecars.ts'
import { FILE_LIMIT_BYTES, refuseLarge } from '../lib/ingest/read-text.ts'
import { readOutcomes } from '../lib/ingest/results.ts'
import { watchFiles } from '../lib/jobs/watch-files.ts'
import { UserError } from '../lib/memory/errors.ts'
import { showControls } from '../lib/memory/text/shown-controls.ts'
import type { ImportResult, JobView } from '../lib/memory/views/jobs.ts'
import { gitOutcomes } from './import/git-outcomes.ts'
import { endSentences, importSentence, rateSentence } from './import-sentence.ts'
import type { ReachedLoupe } from './reach/reach-loupe.ts'
import {
  type Open,
  readArguments,
  readable,
  runScript,
  report as sayFault,
  UsageError,
} from './reach/run-script.ts'

const USAGE =
  'usage: npm run import -- [--project P] [--dry-run] [--results FILE] [--git FOLDER] [--json] PATH...\n       npm run import -- --watch FOLDER [--project P] [--json]\n       npm run import -- --notes FOLDER [--project P] [--dry-run] [--json]\n       npm run import -- --memory FILE [--map text=COLUMN,id=COLUMN,…] [--log FILE] [--project P] [--dry-run] [--json]'

/** Between two looks at an import that is under way, ms. Ours. */
const FOLLOW_MS = 500

/** Largest file that is looked into for outcomes, bytes. Ours. */
const MOST_OUTCOMES = 16 * 1_048_576

/** Files that are handed over in one piece, and their size, bytes: while they are stored no others are read. Ours. */
const MOST_SENT = { files: 64, bytes: 4 * 1_048_576 }

const OPTIONS = {
  project: { type: 'string', default: 'default' },
  'dry-run': { type: 'boolean', default: false },
  results: { type: 'string' },
  notes: { type: 'string' },
  git: { type: 'string' },
  memory: { type: 'string' },
  watch: { type: 'string' },
  map: { type: 'string' },
  log: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const
type Values = ReturnType<typeof readArguments<typeof OPTIONS>>['values']

await runScript(async (open) => {
  const { values, positionals } = readArguments(USAGE, OPTIONS)
  const { notes, memory, watch } = values
  if ((notes ?? memory ?? watch) !== undefined && positionals.length > 0)
    throw new UsageError(`Notes, a memory and a watched folder come in by themselves.\n${USAGE}`)
  if (notes !== undefined) return await importNotes(notes, values, open)
  if (memory !== undefined) return await importMemory(memory, values, open)
  if (watch !== undefined) return await importWatched(watch, values, open)
  if (positionals.length === 0) throw new UsageError(`Which files or folders?\n${USAGE}`)
  const files = await filesOf(positionals)
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

  if (values.git !== undefined && resultsId === null) {
    const { rows, said } = await gitOutcomes(realpathSync(values.git), files)
    for (const line of said) console.error(showControls(line))
    const bytes = Buffer.from(`${rows.join('\n')}\n`)
    if (rows.length > 0)
      resultsId = (await loupe.api.saveResults({ fileName: 'git, by what became of the change', bytes })).id
  }

  const beside = resultsId === null ? outcomesBeside(files) : []
  const idOf = resultsOfFolder(beside, loupe)
  const results: ImportResult[] = []
  const batchKey = randomUUID()
  const beganAt = performance.now()
  let readBytesCount = 0
  let told: Promise<void> = Promise.resolve()
  // A file is read while the stages of those before it are found; what became of them is told in the order of the files.
  const tell = async (found: ImportResult[]) => {
    for (const { itemId, ...stored } of found) {
      const { episodeId = '', warnings } = stored
      const end = itemId ? await loupe.api.importEnd({ itemId, episodeId }) : null
      const result = end ? { ...stored, ...end, warnings: [...warnings, ...end.warnings] } : stored
      results.push(result)
      sayResult(result, values.json)
    }
  }
  const act = { project: values.project, dryRun: values['dry-run'], batchKey, wait: false }
  for (const some of sentTogether(files)) {
    const found: ImportResult[] = []
    let sent: SentFile[] = []
    const send = async () => {
      const [first, ...more] = sent
      sent = []
      if (first) found.push(...(await loupe.api.importFile({ ...act, ...first, more })))
    }
    for (const file of some) {
      const read = await readFileOf(file)
      if ('bytes' in read) sent.push({ ...read, resultsId: resultsId ?? (await idOf(folderOf(file.name))) })
      else {
        await send()
        found.push(read)
      }
      readBytesCount += file.size
    }
    await send()
    told = told.then(() => tell(found))
    told.catch(() => undefined) // thrown below
  }
  const storedMs = performance.now() - beganAt
  await told
  const isIn = results.some(({ episodeId }) => episodeId !== undefined)
  const readable = isIn ? (await loupe.api.distilStatus({ project: values.project })).counts.subtasks : null
  if (isIn) console.error(rateSentence(readBytesCount, storedMs, performance.now() - beganAt))
  for (const line of endSentences(results, values.project, readable)) console.error(line)
  return results.some(({ status }) => status === 'failed') ? 1 : 0
})

function sayResult(result: ImportResult, asJson: boolean): void {
  console.log(asJson ? JSON.stringify(publicFields(result)) : importSentence(result))
}

/** The runs of a folder as they finish or grow, until somebody stops it. */
async function importWatched(
  folder: string,
  { project, json, 'dry-run': dryRun }: Values,
  open: Open,
): Promise<number> {
  if (dryRun) throw new UsageError(`What a watched folder holds is stored: leave --dry-run out.\n${USAGE}`)
  const list = () => filesOf([folder])
  await list()
  const loupe = await open({ works: true, begins: true })
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop.abort())
  console.error(`Watching ${folder}: what is at rest comes in. Ctrl-C stops.`)
  await watchFiles({
    list,
    signal: stop.signal,
    failed: sayFault,
    take: async (file) => {
      const read = await readFileOf(file)
      const act = { project, dryRun, resultsId: null, batchKey: randomUUID() }
      for (const result of 'bytes' in read ? await loupe.api.importFile({ ...act, ...read }) : [read])
        if (json || result.status !== 'present') sayResult(result, json)
    },
  })
  return 0
}

/** The notes for agents of a repository as entries of the project: each a note, without a run. */
async function importNotes(
  folder: string,
  { project, json, 'dry-run': dryRun }: Values,
  open: Open,
): Promise<number> {
  const { api } = await open({ works: true, begins: true })
  const report = await api.importNotes({ folder: realpathSync(folder), project, dryRun })
  const leftOut = (report.leftOut ?? []).map(({ id }) => id)
  const count = report.new + report.same + report.conflicting + report.suppressed + leftOut.length
  for (const place of leftOut)
    console.error(`left out ${place}: too long, or it holds what looks like a secret`)
  if (json)
    console.log(
      JSON.stringify({
        notes: count,
        new: report.new,
        same: report.same,
        suppressed: report.suppressed,
        leftOut,
      }),
    )
  else
    console.log(
      `${report.new} of ${count} notes are ${dryRun ? 'new' : 'entries'} of ${project}; ${report.same} were there, ${report.suppressed} were retired or purged before`,
    )
  return 0
}

/** The memory of another product as entries of the project: each a memory, without a run. */
async function importMemory(
  file: string,
  { map, log, project, json, 'dry-run': dryRun }: Values,
  open: Open,
): Promise<number> {
  const { api } = await open({ works: true, begins: true })
  const ordered = await api.importMemory({
    ...{ fileName: file, bytes: readBytes(file), project, dryRun, wait: false },
    at: statSync(file).mtime.toISOString(),
    ...(map === undefined ? {} : { map }),
  })
  const report = ordered.jobId ? await followImport(api, ordered.jobId, log) : ordered
  const { format = 'loupe', leftOut = [], new: added, same, conflicting, suppressed } = report
  for (const { id, because } of leftOut) console.error(`left out ${showControls(id)}: ${because}`)
  const count = added + same + conflicting + suppressed
  console.log(
    json
      ? JSON.stringify({ format, memories: count, new: added, same, conflicting, suppressed, leftOut })
      : `${format}: ${added} of ${count} memories are ${dryRun ? 'new' : 'entries'} of ${project}; ${same} were there, ${conflicting} were changed here, ${suppressed} were retired or purged before`,
  )
  return 0
}

/** Tells how far an import is until it has ended; Ctrl-C cancels it. The log holds a line a memory. */
async function followImport(api: ReachedLoupe['api'], jobId: string, log: string | undefined) {
  const cancel = () => void api.cancelJob({ jobId }).catch(sayFault)
  process.once('SIGINT', cancel)
  for (let told = ''; ; await new Promise((later) => setTimeout(later, FOLLOW_MS))) {
    const now = await api.memoryImport({ jobId })
    const state = now?.job.state
    const words = now === null ? '' : jobWords(now.job)
    if (words !== told && now?.report === null) console.error(words)
    told = words
    if (now?.report) {
      process.off('SIGINT', cancel)
      if (log !== undefined) {
        const ended = await api.memoryImport({ jobId, log: true })
        writeFileSync(log, (ended?.log ?? []).map((line) => `${JSON.stringify(line)}\n`).join(''))
      }
      return now.report
    }
    if (now === null || state === 'cancelled' || state === 'failed')
      throw new UserError(
        'not-brought-in',
        `The import ${state === 'failed' ? 'failed' : 'was cancelled'}.`,
        {
          hint: now?.job.items.find(({ reason }) => reason !== null)?.reason ?? 'Nothing of it was stored.',
        },
      )
  }
}

function jobWords({ state, doneCount, totalCount, ratePerSecond, remainingMs }: JobView): string {
  const rate = ratePerSecond === null ? '' : `, ${Math.round(ratePerSecond)} a second`
  const left = remainingMs === null ? '' : `, ${Math.ceil(remainingMs / 1000)} s left`
  return `${state}, ${doneCount} of ${totalCount} memories${rate}${left}`
}

/** The files of outcomes among those that were given; what only looks like one is left to be named. */
function outcomesBeside(files: readonly NamedFile[]): OutcomeFile[] {
  return files.flatMap((file) => {
    if (!looksLikeOutcomes(file.name) || file.size > MOST_OUTCOMES) return []
    try {
      return [{ name: file.name, outcomes: readOutcomes(file.read(MOST_OUTCOMES), file.name).outcomes }]
    } catch (error) {
      if (error instanceof UserError) return []
      throw error
    }
  })
}

/** Saves, once a folder, what the files beside its runs say, and tells so. */
function resultsOfFolder(beside: readonly OutcomeFile[], loupe: ReachedLoupe) {
  const saved = new Map<string, string | null>()
  return async (folder: string): Promise<string | null> => {
    const known = saved.get(folder)
    if (known !== undefined) return known
    const sidecar = sidecarOf(folder, beside)
    const rows = [...(sidecar?.outcomes ?? [])].map(([id, outcome]) =>
      JSON.stringify({ instance_id: id, resolved: outcome === 'resolved' }),
    )
    saved.set(folder, null)
    if (sidecar === null || rows.length === 0) return null
    const fileName = sidecar.names
      .map((name) => basename(name))
      .slice(0, 3)
      .join(' + ')
    const { id } = await loupe.api.saveResults({ fileName, bytes: Buffer.from(rows.join('\n')) })
    console.error(`outcomes for ${folder || 'these files'} from ${sidecar.names.join(', ')}`)
    saved.set(folder, id)
    return id
  }
}

type SentFile = { fileName: string; resultsId: string | null; bytes: Uint8Array }

/** The files in their order, some at a time; a large one by itself. */
function* sentTogether(files: readonly NamedFile[]): Generator<NamedFile[]> {
  let some: NamedFile[] = []
  let bytes = 0
  for (const file of files) {
    if (some.length > 0 && (some.length === MOST_SENT.files || bytes + file.size > MOST_SENT.bytes)) {
      yield some
      some = []
      bytes = 0
    }
    some.push(file)
    bytes += file.size
  }
  if (some.length > 0) yield some
}

/** A file that cannot be read is a result of its own: the others of the folder still come in. */
async function readFileOf({
  name: fileName,
  read,
}: NamedFile): Promise<Omit<SentFile, 'resultsId'> | ImportResult> {
  try {
    return { fileName, bytes: read(FILE_LIMIT_BYTES) }
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    const { failedResult } = await import('../lib/jobs/import-file.ts')
    return failedResult(fileName, error)
  }
}

/** Files as they are named from the current folder. */
function filesOf(paths: readonly string[]): Promise<NamedFile[]> {
  return filesUnder(paths, { base: process.cwd(), leftOut: (words) => console.error(words) })
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
