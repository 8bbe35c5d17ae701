import {
  findEpisodeByHash,
  getOutcome,
  insertEpisode,
  type PresentEpisode,
  setOutcome,
} from '../db/episodes/episodes.ts'
import { enqueueItem } from '../db/jobs/jobs.ts'
import { ensureProject } from '../db/projects.ts'
import type { Store } from '../db/store.ts'
import { maskSecrets } from '../extract/secret-scan.ts'
import { contentHash, readTrajectories } from '../ingest/ingest-file.ts'
import { UserError } from '../memory/errors.ts'
import type { Source } from '../memory/source.ts'
import type { Trajectory } from '../memory/trajectory.ts'
import type { ImportResult } from '../memory/views.ts'
import type { ResultSet } from './result-sets.ts'

export type ImportInput = {
  bytes: Uint8Array
  /** As the person named it; used in results and faults. */
  fileName: string
  project: string
  /** `written` only for the shipped sample. */
  source?: Source
  dryRun?: boolean
  /** Outcomes of a results file, or null. */
  results: ResultSet | null
  /** Files brought in one act share a job. */
  batchKey: string | null
  by: string
}

/**
 * Brings one file in: read, mask secrets, then one transaction a record that stores the episode and the work to be done on it.
 * A file that cannot be read becomes one result with status `failed`; nothing of it is stored.
 */
export async function importFile(
  input: ImportInput,
  store: Store,
): Promise<(ImportResult & { itemId?: string })[]> {
  const { bytes, fileName } = input
  try {
    const read = readTrajectories(bytes, fileName)
    if (read.status !== 'recognised')
      return [{ ...blank(fileName), format: read.format, status: read.status, warnings: read.warnings }]
    const hash = contentHash(bytes)
    const several = read.trajectories.length > 1
    const results: (ImportResult & { itemId?: string })[] = []
    for (const [i, trajectory] of read.trajectories.entries()) {
      const file = several ? `${fileName}#${i + 1}` : fileName
      const record = {
        file,
        ...identityOf(read.ownHashes[i] ?? null, hash, read.recordHashes?.[i], several ? i + 1 : null),
        trajectory,
        warnings: read.warnings,
      }
      results.push(await importRecord(record, input, store))
    }
    return results
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return [failedResult(fileName, error)]
  }
}

type FileRecord = { file: string; hashes: [string, ...string[]]; trajectory: Trajectory; warnings: string[] }

/**
 * What a record is stored under, then what earlier versions stored it under: the file's hash, with the record's number. A run
 * that Loupe wrote out stays the run it was: in its own store it is present, in another its first file will be.
 */
function identityOf(
  ownHash: string | null,
  fileHash: string,
  recordHash: string | undefined,
  number: number | null,
): Pick<FileRecord, 'hashes'> {
  const inFile = number === null ? fileHash : `${fileHash}#${number}`
  const here: [string, ...string[]] = recordHash === undefined ? [inFile] : [recordHash, inFile]
  return { hashes: ownHash === null ? here : [ownHash, ...here] }
}

async function importRecord(
  record: FileRecord,
  input: ImportInput,
  store: Store,
): Promise<ImportResult & { itemId?: string }> {
  const joined = joinOutcome(record.trajectory, input.results)
  const { trajectory, count: maskedCount } = maskSecrets(joined)
  const result: ImportResult = {
    file: record.file,
    format: trajectory.format,
    instanceId: trajectory.instanceId,
    steps: trajectory.steps.length,
    outcome: trajectory.outcome,
    outcomeSource: trajectory.outcomeSource,
    subtasks: null,
    entries: null,
    status: 'recognised',
    warnings: [
      ...record.warnings,
      ...trajectory.warnings,
      ...(maskedCount > 0 ? [`${maskedCount} × secret, masked before storing`] : []),
    ],
  }
  const present = await findEpisodeByHash(store.read, input.project, record.hashes)
  if (present)
    return { ...result, status: 'present', ...(await learnOutcome(store, present, trajectory, input)) }
  if (input.dryRun) return result
  return await store.write({ by: input.by, verb: 'import', reason: record.file }, async (tx, revise) => {
    // The queue may have let the same record in since we looked.
    const meanwhile = await findEpisodeByHash(tx, input.project, record.hashes)
    if (meanwhile) return { ...result, status: 'present', ...meanwhile }
    const project = await ensureProject(store, tx, input.project, input.source ?? 'imported')
    await revise(project.id)
    const episodeId = await insertEpisode(store, tx, {
      projectId: project.id,
      contentHash: record.hashes[0],
      fileName: record.file,
      trajectory,
      maskedSecretCount: maskedCount,
    })
    const { jobId, itemId } = await enqueueItem(store, tx, {
      kind: 'extract',
      jobLabel: `Extract memories, ${input.project}`,
      projectId: project.id,
      batchKey: input.batchKey,
      label: trajectory.instanceId,
      target: episodeId,
    })
    return { ...result, status: 'imported', episodeId, jobId, itemId }
  })
}

/** The outcome of the results file, where it knows the instance; else what the file itself says. */
function joinOutcome(trajectory: Trajectory, results: ImportInput['results']): Trajectory {
  const outcome = results?.outcomeOf(trajectory.instanceId) ?? null
  return results === null || outcome === null
    ? trajectory
    : { ...trajectory, outcome, outcomeSource: results.source }
}

/** A run imported before its results were known learns its outcome (a dry run only says so); one that had an outcome keeps it. */
async function learnOutcome(
  store: Store,
  present: PresentEpisode,
  { outcome, outcomeSource }: Trajectory,
  input: ImportInput,
): Promise<PresentEpisode> {
  if (present.outcome !== null || outcome === null) return present
  const learnt = { outcome, outcomeSource }
  if (input.dryRun) return { ...present, ...learnt }
  return await store.write({ by: input.by, verb: 'outcome', reason: outcomeSource }, async (tx, revise) => {
    const { projectId, ...stored } = await getOutcome(tx, present.episodeId)
    if (stored.outcome !== null) return { ...present, ...stored }
    await revise(projectId)
    await setOutcome(tx, present.episodeId, outcome, outcomeSource)
    return { ...present, ...learnt }
  })
}

/** The result of a file that cannot be read: its name and what, where, what next. */
export function failedResult(file: string, { code, message, place, hint }: UserError): ImportResult {
  return { ...blank(file), status: 'failed', error: { code, message, place, hint } }
}

function blank(file: string): Omit<ImportResult, 'status'> {
  return {
    file,
    format: null,
    instanceId: null,
    steps: null,
    outcome: null,
    outcomeSource: null,
    subtasks: null,
    entries: null,
    warnings: [],
  }
}
