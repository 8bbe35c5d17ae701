import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { insertEntries } from '../db/entries/entry-writes.ts'
import { listUnreadRuns } from '../db/models/distillations.ts'
import { countStored, ensureProject, findProject, getProject, removeProject } from '../db/projects.ts'
import { getSetting, type Store, setSetting } from '../db/store.ts'
import type { Planted } from '../detect/quality.ts'
import { suppressionKey } from '../extract/suppression-key.ts'
import type { Embedder } from '../llm/embedder.ts'
import { isCategory } from '../memory/category.ts'
import {
  categorySchema,
  citationSchema,
  descriptionSchema,
  experienceSchema,
  kindSchema,
  type MemoryEntry,
  newEntry,
} from '../memory/entry.ts'
import { UserError } from '../memory/errors.ts'
import { SAMPLE_PROJECT } from '../memory/sample.ts'
import { descriptionText } from '../memory/text/words.ts'
import { orderDetection } from './detect-project.ts'
import { findRun } from './distil/distil-run.ts'
import { type KeepDeps, keepLessons } from './distil/keep-lessons.ts'
import { importFile } from './import-file.ts'
import type { ResultSets } from './result-sets.ts'

export const SAMPLE_BATCH = 'sample'

type SampleDeps = {
  store: Store
  results: ResultSets
  embedder: Embedder
  drain: () => Promise<void>
  rootPath: string
  keep: KeepDeps
  /** Makes lessons of a project's recorded answers and puts them in service, where there are such answers. */
  distilRecorded: (project: string) => Promise<void>
}

/** Loads the shipped sample (source: written) the way any file comes in; what is there already stays as it is. */
export async function loadSample(deps: SampleDeps): Promise<{ episodes: number; entries: number }> {
  const { store, results, drain, rootPath, keep, distilRecorded } = deps
  await loadTrouble(deps) // first: without a choice a page shows the newest project, and that is to be the sample itself
  const folder = join(rootPath, 'prisma', 'sample')
  const { id } = await results.add('sample results', readFileSync(join(folder, 'results.json')))
  const outcomes = results.get(id)
  const stream = z.array(z.string()).parse(JSON.parse(readFileSync(join(folder, 'stream.json'), 'utf8')))
  for (const run of stream) {
    const name = `${run}.traj.json`
    const bytes = readFileSync(join(folder, 'episodes', name))
    const input = {
      bytes,
      fileName: name,
      project: SAMPLE_PROJECT,
      source: 'written',
      // The results are of the last attempt at an instance; an earlier one was not evaluated.
      results: run.includes('.attempt') ? null : outcomes,
    } as const
    const [result] = await importFile({ ...input, batchKey: SAMPLE_BATCH, by: 'sample' }, store)
    if (result?.error)
      throw new UserError(result.error.code, `The sample is damaged: ${result.error.message}`, {
        hint: 'Restore prisma/sample.',
        place: name,
      })
  }
  await drain()
  await keepEarlierLessons(folder, keep)
  await distilRecorded(SAMPLE_PROJECT)
  await setSetting(store, 'sampleOffered', 'yes')
  return await countSample(store)
}

/** Extractor of the lessons that the sample has beside those of today: one that read a stage at a time. */
const EARLIER_EXTRACTOR = 'model-v1'

const earlierSchema = z.object({
  instanceId: z.string(),
  /** How many steps the run has: of several attempts at an instance it tells which. */
  steps: z.number(),
  lessons: z.array(
    z.object({
      /** Its stage, from 0. */
      stage: z.number(),
      description: descriptionSchema,
      experience: experienceSchema,
      citations: z.array(citationSchema),
    }),
  ),
})

/** Keeps the lessons of an earlier extractor for the runs that have none of it, so that two makers can be compared. */
async function keepEarlierLessons(folder: string, deps: KeepDeps): Promise<void> {
  const { store } = deps
  const { id } = await getProject(store, SAMPLE_PROJECT)
  const lines = readFileSync(join(folder, `lessons-${EARLIER_EXTRACTOR}.jsonl`), 'utf8')
    .trim()
    .split('\n')
  const nameOf = (run: { instanceId: string; steps: number }) => `${run.instanceId} ${run.steps}`
  const read = lines.map((line) => earlierSchema.parse(JSON.parse(line)))
  const byRun = new Map(read.map((one) => [nameOf(one), one.lessons]))
  const left = await listUnreadRuns(store, id, EARLIER_EXTRACTOR)
  for (const { episodeId, instanceId, stepCount } of left) {
    const { home } = await findRun(episodeId, { store })
    const lessons = (byRun.get(nameOf({ instanceId, steps: stepCount })) ?? []).flatMap((lesson) => {
      const category = home.segments[lesson.stage]?.category
      return category && isCategory(category) ? [{ ...lesson, category, worth: null, cure: null }] : []
    })
    const reading = { lessons, refused: [], segments: [...home.segments] }
    await keepLessons(home, reading, { itemId: null, hash: null, extractor: EARLIER_EXTRACTOR }, deps)
  }
  if (left.length > 0) await orderDetection(store, id)
}

/** Stores the planted trouble in a project of its own, so that it neither helps nor hurts retrieval in the sample. */
async function loadTrouble({ store, embedder, rootPath }: SampleDeps): Promise<void> {
  if (await findProject(store, TROUBLE_PROJECT)) return
  const planted = await readTrouble(rootPath, TROUBLE_PROJECT)
  const vectors = await embedder.embed(planted.map(({ description }) => descriptionText(description)))
  const note = { by: 'sample', verb: 'add', reason: 'planted trouble of the sample' }
  const projectId = await store.write(note, async (tx, revise) => {
    const { id } = await ensureProject(store, tx, TROUBLE_PROJECT, 'written')
    const at = store.now().toISOString()
    const entries = planted.map((entry, i) => ({
      entry: { ...entry, id: store.nextId('m'), projectId: id, createdAt: at, updatedAt: at },
      vector: { model: embedder.id, vector: vectors[i] ?? new Float32Array(embedder.dimension) },
      position: null,
    }))
    await insertEntries(tx, await revise(id), entries)
    return id
  })
  await orderDetection(store, projectId)
}

/** Removes the sample with everything that came from it, and remembers that it is not wanted at the next start. */
export async function removeSample({
  store,
}: Pick<SampleDeps, 'store'>): Promise<{ episodes: number; entries: number }> {
  const removed = await removeProject(store, SAMPLE_PROJECT)
  await removeProject(store, TROUBLE_PROJECT)
  await setSetting(store, 'sampleOffered', 'yes')
  return removed ?? { episodes: 0, entries: 0 }
}

/** At the very first start the sample is loaded; never again by itself. */
export async function offerSample(deps: SampleDeps): Promise<void> {
  if ((await getSetting(deps.store, 'sampleOffered')) === null) await loadSample(deps)
}

const chipSchema = z.object({
  label: z.string(),
  mode: z.enum(['task', 'subtask']),
  category: categorySchema.optional(),
  text: z.string(),
  surprise: z.string(),
})
export type Chip = z.infer<typeof chipSchema>

/** Questions that show something on the sample. */
export function readChips(rootPath: string): Chip[] {
  return z
    .array(chipSchema)
    .parse(JSON.parse(readFileSync(join(rootPath, 'prisma', 'sample', 'chips.json'), 'utf8')))
}

async function countSample(store: Store): Promise<{ episodes: number; entries: number }> {
  const project = await findProject(store, SAMPLE_PROJECT)
  return project ? await countStored(store, project.id) : { episodes: 0, entries: 0 }
}

export const TROUBLE_PROJECT = 'sample-trouble'

/** Wrong lessons may break every limit of a right one, so that only types are checked. */
const lineSchema = z.object({
  id: z.string(),
  category: categorySchema,
  objective: z.string(),
  keywords: z.array(z.string()),
  title: z.string(),
  kind: kindSchema,
  when: z.string(),
  do: z.string(),
  because: z.string(),
  check: z.string(),
  repo: z.string().nullable(),
  instanceId: z.string().nullable(),
})

const manifestSchema = z.object({
  id: z.string(),
  trouble: z.string(),
  of: z.string().optional(),
  note: z.string(),
})

/** Entries with planted trouble (source: written), as they are to be stored in `projectId`. Their secrets are made here, so that no file holds one. */
export async function readTrouble(rootPath: string, projectId: string): Promise<MemoryEntry[]> {
  const folder = join(rootPath, 'prisma', 'sample', 'trouble')
  // Built at run time, so that a bundler does not try to follow it.
  const secrets = pathToFileURL(join(folder, 'secrets.mjs')).href
  const { fillSecrets } = (await import(/* webpackIgnore: true */ /* turbopackIgnore: true */ secrets)) as {
    fillSecrets: (text: string) => string
  }
  return readLines(join(folder, 'entries.jsonl'), lineSchema).map((line) => {
    const experience = {
      title: fillSecrets(line.title),
      kind: line.kind,
      when: fillSecrets(line.when),
      do: fillSecrets(line.do),
      because: fillSecrets(line.because),
      check: fillSecrets(line.check),
    }
    return newEntry('1970-01-01T00:00:00.000Z', {
      ...{ id: line.id, projectId, category: line.category, instanceId: line.instanceId, repo: line.repo },
      description: { objective: fillSecrets(line.objective), keywords: line.keywords.map(fillSecrets) },
      experience,
      extractor: 'written',
      lifecycle: 'approved',
      revision: 0,
      suppressionKey: suppressionKey(line.category, experience),
    })
  })
}

/** What was planted where. Only the measurement of detectors reads it; it never enters the store. */
export function readTroubleManifest(rootPath: string): (Planted & { note: string })[] {
  const path = join(rootPath, 'prisma', 'sample', 'trouble', 'manifest.jsonl')
  return readLines(path, manifestSchema).map(({ id, trouble, of, note }) => ({
    entryId: id,
    trouble,
    of: of ?? null,
    note,
  }))
}

function readLines<T>(path: string, schema: z.ZodType<T>): T[] {
  if (!existsSync(path))
    throw new UserError('no-sample', `${path} is missing.`, { hint: 'Restore prisma/sample.', status: 500 })
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => schema.parse(JSON.parse(line)))
}
