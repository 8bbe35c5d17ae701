import { expect, it } from 'vitest'
import { step, storeRun } from '../fixtures/test-rows.ts'
import { openTestStore, storeEntry } from '../fixtures/test-store.ts'
import { tables } from '../tables.ts'
import {
  countDistilled,
  type Distillation,
  getStages,
  listOfSubtask,
  listUnreadRuns,
  putDistillation,
  readYield,
} from './distillations.ts'
import { findModelLabels, listRunItems, putModelStages } from './run-readings.ts'

const MODEL = 'model-v1'

/** Seven stages: made by rules and by a model or not, one of no category, one refused, one that nobody was asked about. */
async function shop() {
  const store = await openTestStore()
  const steps = Array.from({ length: 7 }, (_, i) => step(i + 1, { thought: `thought ${i}` }))
  const stages = steps.map((_, i) =>
    i === 6 ? { category: 'OTHER' as const } : { skippedBecause: i > 2 ? 'too short' : null },
  )
  const { projectId, episodeId, stageIds } = await storeRun(store, { steps, stages })
  const entry = (place: number, extractor: string, change = {}) =>
    storeEntry(store, { projectId, episodeId, extractor, subtaskId: stageIds[place] ?? null, ...change })
  const say = (place: number, change: Partial<Distillation> = {}) =>
    store.record((tx) =>
      putDistillation(store, tx, {
        ...{ subtaskId: stageIds[place] ?? '', extractor: MODEL },
        ...{ skippedBecause: null, refused: false, entryId: null, hash: null, ...change },
      }),
    )
  await entry(0, 'rules-v3')
  const both = await entry(0, MODEL, { beside: true })
  await entry(1, 'rules-v3')
  const alone = await entry(2, MODEL)
  await say(0, { entryId: both.id })
  await say(1, { skippedBecause: 'nothing new' })
  await say(2, { entryId: alone.id })
  await say(3, { skippedBecause: 'nothing new' })
  await say(4, { refused: true, skippedBecause: 'answer refused' })
  const places = (ids: readonly string[]) => ids.map((id) => stageIds.indexOf(id))
  return { store, projectId, episodeId, stageIds, places, say, entry, both, alone }
}

it('counts of a project how many stages have an entry, nothing, or an answer that stayed faulty', async () => {
  const { store, projectId, say } = await shop()
  expect(await countDistilled(store, projectId, MODEL)).toEqual({
    subtasks: 6,
    entries: 2,
    beside: 1,
    skipped: 2,
    refused: 1,
  })
  expect(await countDistilled(store, projectId, 'none')).toEqual({
    subtasks: 6,
    entries: 0,
    beside: 0,
    skipped: 0,
    refused: 0,
  })
  expect(await countDistilled(store, 'p_none', MODEL)).toEqual({
    subtasks: 0,
    entries: 0,
    beside: 0,
    skipped: 0,
    refused: 0,
  })
  await say(4)
  expect(await countDistilled(store, projectId, MODEL)).toMatchObject({ skipped: 3, refused: 0 })
})

it('a run is unread while it has a stage that holds memory and that the extractor is not done with', async () => {
  const { store, projectId, episodeId, stageIds, say } = await shop()
  await storeRun(store) // without stages there is nothing to read
  const left = async (extractor: string) =>
    (await listUnreadRuns(store, projectId, extractor)).map((run) => run.episodeId)
  expect([await left(MODEL), await left('none')]).toEqual([[episodeId], [episodeId]])
  await say(5, { skippedBecause: 'nothing new' })
  expect([await left(MODEL), await left('none')]).toEqual([[], [episodeId]])
  const stages = await getStages(store, episodeId)
  expect(stages.map(({ subtaskId }) => subtaskId)).toEqual(stageIds)
  expect(stages[2]?.segment).toEqual({ category: 'EDIT', fromStep: 3, toStep: 3 })
  await expect(getStages(store, 'st_gone')).rejects.toMatchObject({ code: 'no-such-run' })
})

it('the entries of a stage are those that are live, oldest first', async () => {
  const { store, stageIds, entry, both } = await shop()
  await entry(0, MODEL, { lifecycle: 'retired' })
  const last = await entry(0, 'person')
  const ids = (await listOfSubtask(store, stageIds[0] ?? '')).map(({ id }) => id)
  expect([ids.length, ids.slice(1)]).toEqual([3, [both.id, last.id]])
})

it('a project yields so many stages with a lesson, and tells why the others have none', async () => {
  const { store, projectId } = await shop()
  expect(await readYield(store, projectId)).toEqual({
    ...{ stageCount: 7, lessonCount: 3 },
    reasons: [
      { reason: 'a model found nothing in it that other tasks could use', count: 1 },
      { reason: 'no evidence of a stage', count: 1 },
      { reason: 'no model has read it yet', count: 1 },
      { reason: 'the answers of the model stayed faulty', count: 1 },
    ],
  })
  expect(await readYield(store, 'p_none')).toEqual({ stageCount: 0, lessonCount: 0, reasons: [] })
})

it('the stages that a model sees replace earlier ones; what an earlier version kept or refused is read', async () => {
  const { store, episodeId } = await shop()
  const at = store.now()
  const earlier = (kind: string, value: string | null) =>
    store.record((tx) =>
      tables(tx).runReading.create({
        data: { episodeId, kind, value, refusedBecause: 'not JSON', hash: 'h', at },
      }),
    )
  expect([await findModelLabels(store, episodeId), await listRunItems(store, episodeId)]).toEqual([null, []])
  await earlier('segment', null)
  await earlier('instance', JSON.stringify({ items: [{ title: 'A', description: 'b', content: 'c' }] }))
  expect(await findModelLabels(store, episodeId)).toMatchObject({ by: 'model, answer refused', spans: [] })
  expect(await listRunItems(store, episodeId)).toEqual(['A. b c'])
  const segments = [{ category: 'EDIT' as const, fromStep: 1, toStep: 4 }]
  await store.record((tx) => putModelStages(store, tx, { episodeId, segments, hash: 'h' }))
  expect((await findModelLabels(store, episodeId))?.spans).toEqual(segments)
})
