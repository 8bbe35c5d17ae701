import { expect, it } from 'vitest'
import { embedder, openTestStore, storeEntry } from '../db/fixtures/test-store.ts'
import { saveJudgement } from '../db/retrieval/judgements.ts'
import type { MemoryEntry } from '../memory/entry.ts'
import { CosineIndex } from './cosine-index.ts'
import { testRow } from './fixtures/test-memory.ts'
import { createVerdictFits, shippedFit } from './own-fit.ts'
import { judgedBy } from './verdict.ts'

it('a project with 60 judgements of its own is judged by them, and again when one is added', async () => {
  const store = await openTestStore()
  const entries: MemoryEntry[] = []
  for (let n = 0; n < 30; n++)
    entries.push(
      await storeEntry(store, {
        instanceId: `task-${n}`,
        description: { objective: `release resource number ${n * 37} before thing ${n * 91}`, keywords: [] },
      }),
    )
  const projectId = entries[0]?.projectId ?? ''
  const index = CosineIndex.of(
    embedder,
    entries.map((entry) => testRow(entry)),
    1,
  )
  const fitFor = createVerdictFits(store, embedder)
  const judge = async (entry: MemoryEntry, helps: boolean, n: number) =>
    await saveJudgement(store, {
      ...{ projectId, labRunId: null, category: null, entryId: entry.id, by: 'Mara' },
      // The very words help, others do not.
      queryId: `q${n}`,
      queryText: helps ? entry.description.objective : 'paint the fence of the garden green',
      grade: helps ? 3 : 0,
    })
  const pairs = entries.flatMap((entry) => [true, false].map((helps) => ({ entry, helps })))
  for (const [n, { entry, helps }] of pairs.slice(0, 59).entries()) await judge(entry, helps, n)
  expect(await fitFor(index, { projectIds: [projectId] })).toEqual(shippedFit(embedder.id))

  await judge(pairs[59]?.entry as MemoryEntry, false, 59)
  const own = await fitFor(index, { projectIds: [projectId] })
  expect(own).toMatchObject({ source: 'project', n: 60 })
  expect(await fitFor(index, { projectIds: [projectId] })).toBe(own)
  const candidate = { entry: entries[0] as MemoryEntry, score: 0.95, margin: 0.5, doubts: [] }
  const asked = async (text: string) => (await embedder.embed([text]))[0] as Float32Array
  const judged = await judgedBy(own, () => asked('release resource'), candidate, embedder)
  expect(judged.probability).toBeGreaterThan(0.9)
  const far = { ...candidate, score: 0, margin: -0.3 }
  expect((await judgedBy(own, () => asked('paint'), far, embedder)).probability).toBeLessThan(0.1)

  await judge(entries[3] as MemoryEntry, true, 60)
  expect(await fitFor(index, { projectIds: [projectId] })).toMatchObject({ n: 61 })
})
