import { findEpisodeByHash, getOutcome, insertEpisode, type PresentEpisode } from '../db/episodes/episodes.ts'
import { putOutcomes } from '../db/episodes/outcome-turns.ts'
import { enqueueItem } from '../db/jobs/order-jobs.ts'
import { ensureProject } from '../db/projects.ts'
import type { Store, Write } from '../db/store.ts'
import { maskKept } from '../extract/mask-texts.ts'
import { maskName, requireNoSecret } from '../extract/secret-scan.ts'
import { UserError } from '../memory/errors.ts'
import type { Source } from '../memory/source.ts'
import { isOfGit, type Trajectory } from '../memory/trajectory.ts'
import type { ImportResult } from '../memory/views/jobs.ts'
import type { ResultSet } from './result-sets.ts'
import { type FilePart, type FileRecord, recordsOfFile } from './threads/records-of-file.ts'

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

/** Reads a file part by part; in a thread of its own where others wait for this process. */
type ReadFile = (input: {
  bytes: Uint8Array
  fileName: string
}) => AsyncGenerator<FilePart, null> | Generator<FilePart, null>

/** Brings one file in, see `importFiles`. */
export async function importFile(
  input: ImportInput,
  store: Store,
  readFile?: ReadFile,
): Promise<ImportResult[]> {
  return await importFiles([input], store, readFile)
}

/**
 * Brings files in, one after the other: read, secrets masked, then stored: of each record the episode and the work to be done on it,
 * a revision a record. What was read meanwhile is stored together, and reading goes on while it is. A file that cannot be
 * read becomes one result with status `failed`; what came before its fault is stored, and said. All is stored when it returns.
 */
export async function importFiles(
  inputs: readonly ImportInput[],
  store: Store,
  readFile: ReadFile = recordsOfFile,
): Promise<ImportResult[]> {
  const together = createTogether(store)
  const results: (ImportResult | Promise<ImportResult>)[] = []
  for (const input of inputs) {
    const { bytes } = input
    const fileName = maskName(input.fileName)
    try {
      requireNoSecret(input.project, 'name of the project')
      requireNoSecret(input.batchKey, 'name of the batch')
      let [warnings, file] = [[] as string[], fileName]
      for await (const part of readFile({ bytes, fileName })) {
        if (part.kind === 'record') {
          const result = importRecord(part, warnings, { ...input, fileName: file }, { store, together })
          result.catch(() => undefined) // thrown below
          results.push(result)
          await together.whenThereIsRoom()
        } else if (part.kind === 'failed') results.push(failedResult(maskName(part.file), part.fault))
        else {
          ;[warnings, file] = [part.warnings, part.file]
          if (part.status !== 'recognised')
            results.push({ ...blank(maskName(file)), format: part.format, status: part.status, warnings })
        }
      }
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      results.push(failedResult(fileName, error))
    }
  }
  await together.end()
  return await Promise.all(results)
}

/** Records that one transaction takes at most, and letters of their texts. Ours. */
const MOST_TOGETHER = { records: 64, letters: 2_000_000 }

/** Writes that are gathered while the last ones are stored, then stored together. */
function createTogether(store: Store) {
  type Stored = PresentEpisode | ImportResult
  let gathered: (Write<Stored> & { resolve: (stored: Stored) => void; reject: (error: unknown) => void })[] =
    []
  let letters = 0
  let atWork: Promise<void> = Promise.resolve()

  async function storeAll(writes: typeof gathered): Promise<void> {
    let rest = writes
    try {
      while (rest.length > 0) {
        const answers = await store.writeFirst(rest)
        for (const [i, answer] of answers.entries()) rest[i]?.resolve(answer)
        rest = rest.slice(answers.length)
      }
    } catch (error) {
      for (const { reject } of rest) reject(error)
    }
  }

  function begin(): void {
    const writes = gathered
    gathered = []
    letters = 0
    if (writes.length > 0) atWork = atWork.then(() => storeAll(writes))
  }

  return {
    /** What became of a write, once it is stored. */
    add(write: Write<Stored>, trajectory: Trajectory): Promise<Stored> {
      letters += lettersOf(trajectory)
      return new Promise((resolve, reject) => gathered.push({ ...write, resolve, reject }))
    },
    /** Waits for the transaction before where another one is full. */
    async whenThereIsRoom(): Promise<void> {
      if (gathered.length < MOST_TOGETHER.records && letters < MOST_TOGETHER.letters) return
      await atWork
      begin()
    },
    async end(): Promise<void> {
      begin()
      await atWork
    },
  }
}

function lettersOf({ steps }: Trajectory): number {
  let letters = 0
  for (const { thought, actions, observations } of steps) {
    letters += thought?.length ?? 0
    for (const { text } of actions) letters += text.length
    for (const { text } of observations) letters += text.length
  }
  return letters
}

async function importRecord(
  record: FileRecord,
  fileWarnings: string[],
  input: ImportInput,
  { store, together }: { store: Store; together: ReturnType<typeof createTogether> },
): Promise<ImportResult> {
  const { hashes, maskedCount, number } = record
  const name = maskName(input.fileName)
  const file = number === null ? name : `${name}#${number}`
  const trajectory = joinOutcome(record.trajectory, input.results)
  const result: ImportResult = {
    file,
    format: trajectory.format,
    instanceId: trajectory.instanceId,
    taskTitle: trajectory.task.title,
    steps: trajectory.steps.length,
    outcome: trajectory.outcome,
    outcomeSource: trajectory.outcomeSource,
    subtasks: null,
    entries: null,
    status: 'recognised',
    warnings: [
      ...fileWarnings,
      ...trajectory.warnings,
      ...(maskedCount > 0 ? [`${maskedCount} × secret, masked before storing`] : []),
    ],
  }
  const asPresent = async (present: PresentEpisode): Promise<ImportResult> => ({
    ...result,
    status: 'present',
    ...(await learnOutcome(store, present, trajectory, input)),
  })
  const present = await findEpisodeByHash(store, input.project, hashes)
  if (present) return await asPresent(present)
  if (input.dryRun) return result
  if (isNothing(trajectory)) return { ...result, status: 'not-a-trajectory' }
  const note = { by: input.by, verb: 'import', reason: file }
  const work: Write<PresentEpisode | ImportResult>['work'] = async (tx, revise) => {
    // The queue, or the file itself, may have let the same record in since we looked.
    const meanwhile = await findEpisodeByHash(tx, input.project, hashes)
    if (meanwhile) return meanwhile
    const project = await ensureProject(store, tx, input.project, input.source ?? 'imported')
    await revise(project.id)
    const episodeId = await insertEpisode(store, tx, {
      projectId: project.id,
      contentHash: hashes[0],
      fileName: file,
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
  }
  try {
    const stored = await together.add({ note, work }, trajectory)
    return 'status' in stored ? stored : await asPresent(stored)
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return failedResult(file, error)
  }
}

/** Nothing was done and nothing is known of how it ended: there is no attempt to keep. */
function isNothing({ steps, outcome, exitStatus, submission }: Trajectory): boolean {
  return steps.length === 0 && outcome === null && exitStatus === null && submission === null
}

/** The outcome of the results file, where it knows the instance; else what the file itself says. */
function joinOutcome(trajectory: Trajectory, results: ImportInput['results']): Trajectory {
  const source = results?.sourceOf(trajectory.instanceId) ?? null
  // What git says counts where the run says nothing itself.
  if (results === null || source === null || (isOfGit(source) && trajectory.outcome !== null))
    return trajectory
  return { ...trajectory, outcome: results.outcomeOf(trajectory.instanceId), outcomeSource: maskName(source) }
}

/**
 * A run imported before its results were known learns its outcome (a dry run only says so); one that had an outcome keeps it, but
 * for what git said of it: a later look knows more, and a verdict goes before.
 */
async function learnOutcome(
  store: Store,
  present: PresentEpisode,
  { outcome, outcomeSource }: Trajectory,
  input: ImportInput,
): Promise<PresentEpisode> {
  const isNews = (before: Pick<PresentEpisode, 'outcome' | 'outcomeSource'>) =>
    outcomeSource !== null &&
    outcomeSource !== before.outcomeSource &&
    (before.outcome === null || isOfGit(before.outcomeSource)) &&
    (outcome !== null || isOfGit(outcomeSource))
  if (!isNews(present)) return present
  const learnt = { outcome, outcomeSource }
  if (input.dryRun) return { ...present, ...learnt }
  return await store.write({ by: input.by, verb: 'outcome', reason: outcomeSource }, async (tx, revise) => {
    const { projectId, ...stored } = await getOutcome(tx, present.episodeId)
    if (!isNews(stored)) return { ...present, ...stored }
    const revision = await revise(projectId)
    await putOutcomes(tx, { projectId, revision }, [{ id: present.episodeId, ...learnt }])
    return { ...present, ...learnt }
  })
}

/** The result of a file that cannot be read: its name and what, where, what next. */
export function failedResult(
  file: string,
  { code, message, place, hint }: Pick<UserError, 'code' | 'message' | 'place' | 'hint'>,
): ImportResult {
  return maskKept({ ...blank(file), status: 'failed' as const, error: { code, message, place, hint } })
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
