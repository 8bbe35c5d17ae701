import { expect, it } from 'vitest'
import type { BlindVerdict } from '../../memory/findings/blind.ts'
import { openTestStore, storeEntry, storeEpisode } from '../fixtures/test-store.ts'
import { ensureProject } from '../projects.ts'
import type { Store } from '../store.ts'
import { tables } from '../tables.ts'
import { drawBlind, findBlind, getBlindStage, listBlinds, listMakers } from './blind-samples.ts'
import { findSample, judgeDrawn, listSamples } from './quality-samples.ts'

const MAKERS = ['rules-v2', 'model-v1']

/** So many stages: the model wrote for all of those it went over, the rules for every second. */
async function project(stages: number, { modelWasOver = stages } = {}) {
  const store = await openTestStore()
  const { id: projectId } = await store.record((tx) => ensureProject(store, tx, 'shop', 'imported'))
  const episodeId = await storeEpisode(store, projectId)
  for (let position = 0; position < stages; position++) {
    const subtaskId = `st_${position}`
    await store.record(async (tx) => {
      const texts = { objective: 'o', keywords: '[]', objectiveAtStart: 'o', keywordsAtStart: '[]' }
      const place = { episodeId, position, fromStep: position + 1, toStep: position + 1 }
      const row = { id: subtaskId, ...place, ...texts, category: 'EDIT', labelledBy: 'rules-v2' }
      await tables(tx).subtask.create({ data: { ...row, judged: 'correct' } })
    })
    const own = { subtaskId, episodeId, fromStep: position + 1, toStep: position + 1 }
    if (position % 2 === 0) await storeEntry(store, { extractor: 'rules-v2', ...own })
    if (position < modelWasOver) await byModel(store, own)
  }
  const draw = async (change: Partial<Parameters<typeof drawBlind>[1]> = {}) =>
    await drawBlind(store, {
      ...{ projectId, makers: MAKERS, where: 'each' as const, size: 1_000, seed: 7, by: 'Mara', ...change },
    })
  return { store, projectId, draw }
}

async function byModel(store: Store, own: { subtaskId: string; episodeId: string }) {
  const entry = await storeEntry(store, { extractor: 'model-v1', ...own, beside: true })
  await store.record((tx) =>
    tables(tx).distillation.create({
      data: {
        ...{ subtaskId: own.subtaskId, extractor: 'model-v1', entryId: entry.id },
        at: store.now(),
      },
    }),
  )
}

const read = (count: number, verdict: BlindVerdict) =>
  Array.from({ length: count }, (_, place) => ({ place, verdict }))

it('draws the entries of every extractor over the same stages, in an order that tells nothing', async () => {
  const { store, projectId, draw } = await project(10)
  expect(await listMakers(store, projectId)).toEqual([
    { maker: 'model-v1', entryCount: 10 },
    { maker: 'rules-v2', entryCount: 5 },
  ])
  const { id } = await draw()
  const reading = await findBlind(store, id)
  expect(reading).toMatchObject({ subtaskCount: 5, population: 5, makerCount: 2, revealed: null })
  expect(reading?.items).toHaveLength(10)
  const stages = await Promise.all(
    (reading?.items ?? []).map(({ place }) => getBlindStage(store, { id, place })),
  )
  const steps = stages.map(({ fromStep }) => fromStep)
  for (const step of new Set(steps)) expect(steps.filter((one) => one === step)).toHaveLength(2)
  expect(steps).not.toEqual(steps.toSorted((a, b) => a - b))
  expect(await listBlinds(store, projectId)).toMatchObject([{ id, size: 10, judged: 0 }])
})

it('does not say who made what before everything is read, not even by an id', async () => {
  const { store, draw } = await project(6)
  const { id } = await draw()
  const whole = JSON.stringify(await findBlind(store, id))
  for (const word of [...MAKERS, '"m_', 'st_', 'beside']) expect(whole).not.toContain(word)
  await judgeDrawn(store, 'blind', { id, by: 'Mara', verdicts: read(5, 'good') })
  expect((await findBlind(store, id))?.revealed).toBeNull()
  await judgeDrawn(store, 'blind', { id, by: 'Mara', verdicts: [{ place: 5, verdict: 'junk' }] })
  const revealed = (await findBlind(store, id))?.revealed
  expect(revealed?.report.makers.map(({ maker, entryCount }) => [maker, entryCount])).toEqual([
    ['model-v1', 3],
    ['rules-v2', 3],
  ])
  expect(revealed?.report.pairs).toMatchObject([{ bothCount: 3 }])
  await judgeDrawn(store, 'blind', { id, by: 'Mara', verdicts: [{ place: 5, verdict: null }] })
  expect((await findBlind(store, id))?.revealed).toBeNull()
})

it('stops at as many entries as were asked for, and draws the same for the same seed', async () => {
  const { store, draw } = await project(30)
  const drawn = async (seed: number) => (await findBlind(store, (await draw({ size: 8, seed })).id))?.items
  expect(await drawn(3)).toHaveLength(8)
  expect(await drawn(3)).toEqual(await drawn(3))
  expect(await drawn(3)).not.toEqual(await drawn(4))
})

it('wherever any wrote, draws no stage that a model has not been over: its silence there says nothing', async () => {
  const { store, draw } = await project(10, { modelWasOver: 4 })
  const reading = await findBlind(store, (await draw({ where: 'any' })).id)
  expect(reading).toMatchObject({ population: 4, subtaskCount: 4 })
  expect(reading?.items).toHaveLength(6)
})

it('refuses to draw where nothing lies, and says what would', async () => {
  const { draw } = await project(1)
  await expect(draw({ makers: ['rules-v2', 'model-v9'] })).rejects.toMatchObject({ code: 'nothing-to-draw' })
})

it('is no sample of the other kind', async () => {
  const { store, projectId, draw } = await project(4)
  const { id } = await draw()
  expect(await findSample(store, id)).toBeNull()
  expect(await listSamples(store, projectId)).toEqual([])
})
