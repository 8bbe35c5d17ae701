import { fileURLToPath } from 'node:url'
import { insertEntries } from '../../lib/db/entries/entry-writes.ts'
import { ensureProject } from '../../lib/db/projects.ts'
import { openStore } from '../../lib/db/store.ts'
import { chooseEmbedder } from '../../lib/db/vectors/vectors.ts'
import type { Embedder } from '../../lib/llm/embedder.ts'
import { createLocalEmbedder, LOCAL_EMBEDDER_ID } from '../../lib/llm/local-embedder.ts'
import { type Description, newEntry } from '../../lib/memory/entry.ts'
import { type BenchEntry, benchEntries } from './api-entries.ts'

/** Entries of one write: as many as a large import brings at once. */
const ENTRIES_A_WRITE = 10_000

/** Fills the store of a data folder with made-up entries, by the function that imports use: full-text index, vectors, sealed log and all. */
export async function fillStore(
  dataPath: string,
  count: number,
  embedder: Embedder = createLocalEmbedder(),
): Promise<void> {
  const rootPath = fileURLToPath(new URL('../..', import.meta.url))
  const store = await openStore({ dataPath, rootPath, now: () => new Date() })
  const sentenceOf = ({ objective }: Description) => objective.replace(/, case \d+$/, '')
  const made =
    embedder.id === LOCAL_EMBEDDER_ID
      ? await benchEntries(count, embedder)
      : await benchEntries(count, embedder, sentenceOf)
  await store.record((tx) => chooseEmbedder(tx, embedder.id))
  for (let from = 0; from < count; from += ENTRIES_A_WRITE)
    await store.write({ by: 'bench', verb: 'extract' }, async (tx, revise) => {
      const { id: projectId } = await ensureProject(store, tx, 'bench', 'imported')
      const revision = await revise(projectId)
      const at = store.now().toISOString()
      const part = made.slice(from, from + ENTRIES_A_WRITE)
      const rows = part.map((one, k) =>
        rowOf(one, from + k, store.nextId('m'), { projectId, revision, at, model: embedder.id }),
      )
      await insertEntries(tx, revision, rows)
    })
  await store.close()
}

function rowOf(
  { category, description, vector }: BenchEntry,
  n: number,
  id: string,
  { projectId, revision, at, model }: { projectId: string; revision: number; at: string; model: string },
) {
  return {
    entry: newEntry(at, {
      ...{ id, projectId, category, description, revision },
      experience: {
        title: description.objective,
        kind: 'pattern',
        when: 'The input is as long as the limit.',
        do: 'Ask for one more than fits and compare both ends.',
        because: 'The bound is read before it moves.',
        check: 'Run the narrow test, then the module.',
      },
      extractor: 'rules-v1',
      lifecycle: 'approved',
      instanceId: `bench__bench-${n % 500}`,
      repo: `bench/repo-${n % 20}`,
      suppressionKey: `bench ${n}`,
    }),
    vector: { model, vector },
    position: Math.floor(n / 20),
  }
}
