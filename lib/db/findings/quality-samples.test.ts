import { expect, it } from 'vitest'
import type { EntryFilter } from '../../memory/filter/entry-filter.ts'
import { changeEntry, storeFinding, storeMany } from '../fixtures/test-rows.ts'
import { openTestStore, storeEntry } from '../fixtures/test-store.ts'
import { drawSample, findSample, judgeDrawn, listSamples } from './quality-samples.ts'

async function shop(count: number) {
  const store = await openTestStore()
  const like = await storeEntry(store)
  const entries = [
    like,
    ...(await storeMany(
      store,
      like,
      Array.from({ length: count - 1 }, () => ({})),
    )),
  ]
  const { projectId } = like
  const draw = async (size: number, seed: number, more: Partial<EntryFilter> = {}) => {
    const filter = { projectId, text: '', facets: {}, ...more }
    const { id } = await drawSample(store, { asked: filter, filter, size, seed, by: 'Mara' })
    return { id, drawn: (await findSample(store, id))?.items.map(({ entry }) => entry.id) ?? [] }
  }
  return { store, projectId, entries, draw }
}

it('draws without replacement from all that is meant, the same for the same seed, and a prefix for a smaller size', async () => {
  const { store, projectId, entries, draw } = await shop(40)
  const { id, drawn } = await draw(12, 7)
  expect([new Set(drawn).size, drawn.every((one) => entries.some((entry) => entry.id === one))]).toEqual([
    12,
    true,
  ])
  expect((await draw(12, 7)).drawn).toEqual(drawn)
  expect((await draw(5, 7)).drawn).toEqual(drawn.slice(0, 5))
  expect((await draw(12, 8)).drawn).not.toEqual(drawn)
  expect((await draw(99, 7)).drawn.toSorted()).toEqual(entries.map((entry) => entry.id))
  expect(await findSample(store, id)).toMatchObject({
    by: 'Mara',
    seed: 7,
    population: 40,
    asked: { projectId },
  })
  const ids = entries.slice(3, 5).map((entry) => entry.id)
  expect((await draw(9, 7, { ids })).drawn.toSorted()).toEqual(ids)
  await expect(draw(3, 7, { text: 'nowhere' })).rejects.toMatchObject({
    code: 'nothing-to-draw',
    status: 409,
  })
})

it('keeps one word of each judge on each drawn entry: a second replaces it, null takes it back', async () => {
  const { store, projectId, entries, draw } = await shop(6)
  const { id, drawn } = await draw(3, 1)
  const judge = (entryId: string, verdict: 'junk' | 'keep' | 'unsure' | null, by = 'Mara') =>
    judgeDrawn(store, 'sample', { id, by, verdicts: [{ place: drawn.indexOf(entryId), verdict }] })
  const [a = '', b = ''] = drawn
  await judge(a, 'junk')
  await judge(a, 'keep')
  await judge(a, 'junk', 'Ivo')
  await judge(b, 'unsure')
  const head = async () =>
    (await listSamples(store, projectId)).map(({ size, judged, junk }) => [size, judged, junk])
  expect(await head()).toEqual([[3, 2, 1]])
  await judge(b, null)
  await judge(b, null)
  const { verdicts } = (await findSample(store, id)) ?? { verdicts: [] }
  expect(verdicts.map(({ entryId, verdict, by }) => [entryId, verdict, by]).toSorted()).toEqual(
    [
      [a, 'keep', 'Mara'],
      [a, 'junk', 'Ivo'],
    ].toSorted(),
  )
  const left = entries.find((entry) => !drawn.includes(entry.id))?.id ?? ''
  await expect(judge(left, 'junk')).rejects.toMatchObject({ code: 'not-drawn' })
  const junk = { by: 'M', verdicts: [{ place: 0, verdict: 'junk' }] }
  await expect(judgeDrawn(store, 'sample', { id: 'qs_x', ...junk })).rejects.toMatchObject({ status: 404 })
})

it('leaves out what was purged, and names the detectors that spoke of an entry, dismissed or not, alone or in a pair', async () => {
  const { store, entries, draw } = await shop(3)
  const [a, b, c] = entries as [(typeof entries)[0], (typeof entries)[0], (typeof entries)[0]]
  await storeFinding(store, a, 'vague', { state: 'dismissed' })
  await storeFinding(store, a, 'near-duplicate', { otherId: b.id })
  await storeFinding(store, b, 'leak', { state: 'gone' })
  const { id } = await draw(3, 1)
  await changeEntry(store, c, { lifecycle: 'purged' })
  const items = (await findSample(store, id))?.items ?? []
  expect(items.map(({ entry, findings }) => [entry.id, findings]).toSorted()).toEqual([
    [a.id, ['near-duplicate', 'vague']],
    [b.id, ['near-duplicate']],
  ])
  expect(await findSample(store, 'qs_none')).toBeNull()
})

it('a sample is of the whole project only where nothing narrowed it', async () => {
  const { store, projectId, entries, draw } = await shop(2)
  const narrowed: Partial<EntryFilter>[] = [
    { text: 'page' },
    { facets: { category: ['REPRODUCE'] } },
    { expression: 'served:0' },
    { ids: entries.map(({ id }) => id) },
    { created: { from: '2026-01-01' } },
  ]
  for (const more of [{}, { facets: { category: [] } }, ...narrowed]) await draw(1, 1, more)
  const heads = await listSamples(store, projectId)
  expect(heads.map(({ isWhole }) => isWhole).toReversed()).toEqual([true, true, ...narrowed.map(() => false)])
})
