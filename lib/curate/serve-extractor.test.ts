import { describe, expect, it } from 'vitest'
import { getEntries } from '../db/entries/entries.ts'
import { embed, embedder, openTestStore, storeEntry } from '../db/fixtures/test-store.ts'
import { ensureProject } from '../db/projects.ts'
import { findServing } from '../db/serving.ts'
import { tables } from '../db/tables.ts'
import type { MemoryEntry } from '../memory/entry.ts'
import { createFreshIndex } from '../retrieval/fresh-index.ts'
import { editEntry } from './edit.ts'
import { serveExtractor } from './serve-extractor.ts'
import { undoRevision } from './undo.ts'

const RULES = 'rules-v1'
const MODEL = 'model-v1'

/** A project of so many subtasks with an entry of each extractor, the model's beside, and one entry that a person wrote. */
async function bothExtractors(subtasks: number) {
  const store = await openTestStore()
  const by = await storeEntry(store, { extractor: 'person' })
  await store.record(async (tx) => {
    const { id: projectId } = await ensureProject(store, tx, 'shop', 'imported')
    await tables(tx).episode.create({
      data: {
        id: 'ep_1', projectId, instanceId: 'i', contentHash: 'h', format: 'f', fileName: 'f', taskTitle: 't', taskText: 't',
        taskRaw: 't', agentName: 'a', warnings: '[]', stepCount: 1, position: 0, createdAt: store.now(),
      }, // biome-ignore format: a row, read as one
    })
    for (let position = 0; position < subtasks; position++)
      await tables(tx).subtask.create({
        data: {
          id: `st_${position}`, episodeId: 'ep_1', position, category: 'EDIT', labelledBy: RULES, fromStep: 1, toStep: 1,
          objective: 'o', keywords: '[]', objectiveAtStart: 'o', keywordsAtStart: '[]', judged: 'correct',
        }, // biome-ignore format: a row, read as one
      })
  })
  const rules: MemoryEntry[] = []
  const model: MemoryEntry[] = []
  for (let n = 0; n < subtasks; n++) {
    rules.push(await storeEntry(store, { extractor: RULES, subtaskId: `st_${n}` }))
    model.push(await storeEntry(store, { extractor: MODEL, subtaskId: `st_${n}`, beside: true }))
  }
  const index = createFreshIndex(store, embedder)
  const deps = {
    store,
    by: 'Mara',
    embed,
    inspect: () => ({ secrets: [], flags: [] }),
  }
  return {
    store,
    deps,
    by,
    rules: rules.map(({ id }) => id),
    model: model.map(({ id }) => id),
    serve: (extractor: string) => serveExtractor({ project: 'shop', extractor }, deps),
    /** Ids that retrieval knows. */
    async served() {
      const { vector } = await embed({ objective: 'anything', keywords: [] })
      return new Set(
        (await index())
          .pool('REPRODUCE')
          .nearest(vector, 1_000)
          .map(({ id }) => id),
      )
    },
  }
}

describe('an extractor', () => {
  it('goes into service with one revision, and no other’s entry is served with its own', async () => {
    const { serve, served, by, rules, model, store } = await bothExtractors(3)
    expect(await served()).toEqual(new Set([by.id, ...rules]))
    const receipt = await serve(MODEL)
    expect(receipt.entryCount).toBe(6)
    expect(await served()).toEqual(new Set([by.id, ...model]))
    expect(await findServing(store, by.projectId)).toBe(MODEL)
    expect(await tables(store).revision.count({ where: { verb: 'serve' } })).toBe(1)
    await expect(serve(MODEL)).rejects.toMatchObject({ code: 'already-serving' })
    await expect(serve('model-v9')).rejects.toMatchObject({ code: 'nothing-to-serve' })
  })

  it('leaves service by undo, and comes back when the undo is undone, as often as one likes', async () => {
    const { serve, served, by, rules, model, deps, store } = await bothExtractors(2)
    let { revision } = await serve(MODEL)
    for (let turn = 0; turn < 4; turn++) {
      revision = (await undoRevision({ revision }, deps)).revision
      const isBack = turn % 2 === 0
      expect(await served()).toEqual(new Set([by.id, ...(isBack ? rules : model)]))
      expect(await findServing(store, by.projectId)).toBe(isBack ? null : MODEL)
    }
  })

  it('never replaces what a person edited, whichever extractor serves', async () => {
    const { serve, served, by, rules, model, deps, store } = await bothExtractors(4)
    const [edited = ''] = rules
    const [{ revision } = { revision: 0 }] = await getEntries(store, [edited])
    await editEntry({ entryId: edited, revision, do: 'Ask for one more than fits.' }, deps)
    await serve(MODEL)
    expect(await served()).toEqual(new Set([by.id, edited, ...model.slice(1)]))
    await serve(RULES)
    expect(await served()).toEqual(new Set([by.id, ...rules]))
  })
})
