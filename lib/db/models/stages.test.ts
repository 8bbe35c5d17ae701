import { expect, it } from 'vitest'
import { step, storeRun } from '../fixtures/test-rows.ts'
import { openTestStore, storeEntry } from '../fixtures/test-store.ts'
import {
  countDistilled,
  type Distillation,
  getStages,
  listDistillable,
  listOfSubtask,
  putDistillation,
} from './distillations.ts'
import { readYield } from './project-yield.ts'
import {
  findFirstSubtaskId,
  findModelLabels,
  listRunItems,
  listUnreadRuns,
  putRunReadings,
} from './run-readings.ts'

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
        ...{
          subtaskId: stageIds[place] ?? '',
          extractor: MODEL,
          judged: 'correct',
          because: 'b',
          evidence: null,
        },
        ...{ skippedBecause: null, refused: false, entryId: null, hash: null, ...change },
      }),
    )
  await entry(0, 'rules-v3')
  const both = await entry(0, MODEL, { beside: true })
  await entry(1, 'rules-v3')
  const alone = await entry(2, MODEL)
  await say(0, { entryId: both.id })
  await say(1, { skippedBecause: 'nothing new' })
  await say(2, {
    entryId: alone.id,
    evidence: { step: 3, part: { kind: 'thought', index: 0 }, start: 0, end: 7 },
  })
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

it('a stage is to be distilled that has a category and that the extractor is not done with', async () => {
  const { store, projectId, stageIds, places } = await shop()
  const left = async (without: string | null) =>
    places((await listDistillable(store, projectId, { without })).map(({ id }) => id))
  expect([await left(null), await left(MODEL), await left('none')]).toEqual([
    [0, 1, 2, 3, 4, 5],
    [5],
    [0, 1, 2, 3, 4, 5],
  ])
  const { segments, segment } = await getStages(store, stageIds[2] ?? '')
  expect([segments.length, segment]).toEqual([7, { category: 'EDIT', fromStep: 3, toStep: 3 }])
  await expect(getStages(store, 'st_gone')).rejects.toMatchObject({ code: 'no-such-subtask' })
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

it('a run is unread until a model read it whole; the later reading of a kind counts', async () => {
  const { store, projectId, episodeId, stageIds } = await shop()
  await storeRun(store) // without stages there is nothing to read
  const unread = async () => (await listUnreadRuns(store, projectId)).map((run) => run.episodeId)
  expect([await unread(), await findFirstSubtaskId(store, episodeId)]).toEqual([[episodeId], stageIds[0]])
  const read = (kind: string, value: unknown, refusedBecause: string | null = null) =>
    store.record((tx) => putRunReadings(store, tx, [{ episodeId, kind, value, refusedBecause, hash: 'h' }]))
  await read('segment', null, 'not JSON')
  expect(await findModelLabels(store, episodeId)).toEqual({
    source: 'model',
    by: 'model, answer refused',
    blind: false,
    spans: [],
  })
  await read('segment', { stages: [{ category: 'EDIT', from: 1, to: 4 }] })
  expect((await findModelLabels(store, episodeId))?.spans).toEqual([
    { category: 'EDIT', fromStep: 1, toStep: 4 },
  ])
  expect([await unread(), await listRunItems(store, episodeId)]).toEqual([[], []])
  await read('instance', { items: [{ title: 'A', description: 'b', content: 'c' }] })
  expect(await listRunItems(store, episodeId)).toEqual(['A. b c'])
})
