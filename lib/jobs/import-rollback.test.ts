import { expect, it } from 'vitest'
import { depsOf } from '../curate/fixtures/curate-deps.ts'
import { countFromSource, rollbackSource } from '../curate/rollback-source.ts'
import { undoRevision } from '../curate/undo.ts'
import { matchingIds } from '../db/entries/entries.ts'
import { openTestStore, storeEntry } from '../db/fixtures/test-store.ts'
import { listJobs } from '../db/jobs/job-views.ts'
import type { ImportResult } from '../memory/views/jobs.ts'
import { asMiniRun, denseRun } from './fixtures/dense-runs.ts'
import { importAndDistil } from './fixtures/import-and-distil.ts'

it('one import is rolled back alone: the number announced, the filter that names it and what is retired are the same entries', async () => {
  const store = await openTestStore()
  const byHand = await storeEntry(store)
  const { projectId } = byHand
  const run = (n: number) => ({ fileName: `${n}.json`, text: JSON.stringify(asMiniRun(denseRun(n, 2))) })
  const jobOf = ([result]: ImportResult[]) => result?.jobId ?? ''
  const first = jobOf(await importAndDistil(store, [run(0), run(1)], 'first'))
  const second = jobOf(await importAndDistil(store, [run(2)], 'second'))
  const listOf = (expression: string) => matchingIds(store, { projectId, text: '', facets: {}, expression })
  const [ofFirst, ofSecond, all] = [
    await listOf(`job:${first}`),
    await listOf(`job:${second}`),
    await listOf(''),
  ]
  expect(ofFirst.length).toBeGreaterThan(ofSecond.length)
  expect(ofSecond.length).toBeGreaterThan(0)
  expect([...ofFirst, ...ofSecond, byHand.id].sort()).toEqual([...all].sort())
  // An entry of no run is of no import, so it is left when one is taken out.
  expect(await listOf(`-job:${first}`)).toEqual([byHand.id, ...ofSecond])

  // Whether there is anything to roll back.
  const hasEntries = async () =>
    Object.fromEntries((await listJobs(store, 9)).map(({ id, hasEntries }) => [id, hasEntries]))
  expect(await hasEntries()).toMatchObject({ [first]: true, [second]: true })

  const source = { jobId: first }
  const { matchCount, sample } = await countFromSource({ projectId, source }, store)
  expect(matchCount).toBe(ofFirst.length)
  expect(sample).toHaveLength(Math.min(5, ofFirst.length))
  expect(ofFirst).toEqual(expect.arrayContaining(sample.map(({ id }) => id)))

  const input = { projectId, source, reason: 'poisoned', expectedCount: matchCount }
  const rolled = await rollbackSource(input, depsOf(store))
  expect([...rolled.entryIds].sort()).toEqual([...ofFirst].sort())
  expect(await listOf('')).toEqual([byHand.id, ...ofSecond])
  expect(await hasEntries()).toMatchObject({ [first]: false, [second]: true })
  expect(await listOf(`job:${first}`)).toEqual([])
  expect((await listOf(`job:${first} lifecycle:retired`)).sort()).toEqual([...ofFirst].sort())

  await undoRevision({ revision: rolled.revision }, depsOf(store))
  expect(await listOf('')).toEqual(all)
  expect(await hasEntries()).toMatchObject({ [first]: true, [second]: true })
})
