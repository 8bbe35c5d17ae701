import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { findProject, removeProject } from '../db/projects.ts'
import { getSetting, setSetting } from '../db/settings.ts'
import type { Store } from '../db/store.ts'
import { categorySchema } from '../memory/category.ts'
import { UserError } from '../memory/errors.ts'
import { importFile } from './import-file.ts'
import type { ResultSets } from './result-sets.ts'

/** The project that the shipped sample lives in. */
export const SAMPLE_PROJECT = 'sample'

export type SampleDeps = { store: Store; results: ResultSets; drain: () => Promise<void>; rootPath: string }

/** Loads the shipped sample (source: written) the way any file comes in; what is there already stays as it is. */
export async function loadSample({
  store,
  results,
  drain,
  rootPath,
}: SampleDeps): Promise<{ episodes: number; entries: number }> {
  const folder = join(rootPath, 'prisma', 'sample')
  const { id } = results.add('sample results', readFileSync(join(folder, 'results.json')))
  const outcomes = results.get(id)
  const stream = z.array(z.string()).parse(JSON.parse(readFileSync(join(folder, 'stream.json'), 'utf8')))
  for (const instanceId of stream) {
    const name = `${instanceId}.traj.json`
    const bytes = readFileSync(join(folder, 'episodes', name))
    const input = {
      bytes,
      fileName: name,
      project: SAMPLE_PROJECT,
      source: 'written',
      results: outcomes,
    } as const
    const [result] = await importFile({ ...input, batchKey: 'sample', by: 'sample' }, store)
    if (result?.error)
      throw new UserError(result.error.code, `The sample is damaged: ${result.error.message}`, {
        hint: 'Restore prisma/sample.',
        place: name,
      })
  }
  await drain()
  await setSetting(store, 'sampleOffered', 'yes')
  return await countSample(store)
}

/** Removes the sample with everything that came from it, and remembers that it is not wanted at the next start. */
export async function removeSample({
  store,
}: Pick<SampleDeps, 'store'>): Promise<{ episodes: number; entries: number }> {
  const removed = await removeProject(store, SAMPLE_PROJECT)
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
  if (!project) return { episodes: 0, entries: 0 }
  const where = { projectId: project.id }
  return {
    episodes: await store.read.episode.count({ where }),
    entries: await store.read.entry.count({ where }),
  }
}
