import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { insertEntries } from '../db/entries/entry-writes.ts'
import { countStored, ensureProject, findProject, removeProject } from '../db/projects.ts'
import { getSetting, setSetting } from '../db/settings.ts'
import type { Store } from '../db/store.ts'
import type { Embedder } from '../llm/embedder.ts'
import { categorySchema } from '../memory/category-schema.ts'
import { UserError } from '../memory/errors.ts'
import { descriptionText } from '../memory/text/description-text.ts'
import { orderDetection } from './detect-project.ts'
import { importFile } from './import-file.ts'
import type { ResultSets } from './result-sets.ts'
import { readTrouble, TROUBLE_PROJECT } from './sample-trouble.ts'

/** The project that the shipped sample lives in. */
export const SAMPLE_PROJECT = 'sample'

/** Name of the job that loads it. */
export const SAMPLE_BATCH = 'sample'

export type SampleDeps = {
  store: Store
  results: ResultSets
  embedder: Embedder
  drain: () => Promise<void>
  rootPath: string
  /** Makes the sample's lessons of its recorded answers. */
  distilRecorded: (project: string) => Promise<void>
}

/** Loads the shipped sample (source: written) the way any file comes in; what is there already stays as it is. */
export async function loadSample(deps: SampleDeps): Promise<{ episodes: number; entries: number }> {
  const { store, results, drain, rootPath, distilRecorded } = deps
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
  await distilRecorded(SAMPLE_PROJECT).catch((error) => {
    if (!(error instanceof UserError && error.code === 'nothing-to-distil')) throw error
  })
  await setSetting(store, 'sampleOffered', 'yes')
  return await countSample(store)
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
