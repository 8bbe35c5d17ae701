import { expect, it } from 'vitest'
import { storeRun } from '../db/fixtures/test-rows.ts'
import { openTestStore, storeEntry } from '../db/fixtures/test-store.ts'
import { enqueueJob } from '../db/jobs/order-jobs.ts'
import { claimItem, failItem, finishItem } from '../db/jobs/work-queue.ts'
import { removeProject } from '../db/projects.ts'
import { NO_LESSON_YET } from '../memory/entry.ts'
import type { ImportResult } from '../memory/views/jobs.ts'
import { awaitExtraction } from './await-extraction.ts'

async function importing(stages: Parameters<typeof storeRun>[1]) {
  const store = await openTestStore()
  const { projectId, episodeId } = await storeRun(store, stages)
  const items = [{ label: 'run', target: episodeId }]
  await store.record((tx) =>
    enqueueJob(store, tx, { kind: 'extract', label: 'l', request: null, projectId, items }),
  )
  const item = await claimItem(store, 'me')
  const itemId = item?.itemId ?? ''
  let ends = 0
  const result = { episodeId, warnings: ['cut short'], subtasks: 0, entries: 0 } as unknown as ImportResult
  /** Waits, while the item ends as told after three ends of others. */
  const wait = async (end: () => Promise<unknown>) => {
    const worker = {
      endCount: () => ends,
      endAfter: async (seen: number) => {
        expect(seen).toBe(ends)
        if (++ends === 3) await end()
      },
    }
    return await awaitExtraction(store, worker, result, itemId)
  }
  const done = () => store.record((tx) => finishItem(store, tx, itemId, {}))
  return { store, projectId, episodeId, itemId, wait, done }
}

it('waits until its own item has ended, and tells what was made', async () => {
  const { store, projectId, episodeId, wait, done } = await importing({ stages: [{}, {}] })
  await storeEntry(store, { projectId, episodeId })
  expect(await wait(done)).toMatchObject({ subtasks: 2, entries: 1, warnings: ['cut short'] })
})

it('says why a run left nothing, in the words that most of its stages give, unless it only waits for a model', async () => {
  const reasons = ['too short', 'no evidence', 'no evidence']
  const { wait, done } = await importing({ stages: reasons.map((skippedBecause) => ({ skippedBecause })) })
  expect(await wait(done)).toMatchObject({
    subtasks: 3,
    entries: 0,
    warnings: ['cut short', 'no entries: no evidence'],
  })
  const unread = await importing({ stages: [{ skippedBecause: NO_LESSON_YET }, {}] })
  expect((await unread.wait(unread.done)).warnings).toEqual(['cut short'])
  const empty = await importing({})
  expect((await empty.wait(empty.done)).warnings).toEqual(['cut short', 'no entries: it has no subtask'])
})

it('a failed extraction, and one whose project was removed, is a warning beside what was stored', async () => {
  const failed = await importing({})
  const result = await failed.wait(() => failItem(failed.store, failed.itemId, 'no room', false))
  expect(result.warnings).toEqual(['cut short', 'extraction failed: no room'])
  const removed = await importing({})
  const gone = await removed.wait(() => removeProject(removed.store, 'shop'))
  expect(gone.warnings).toEqual(['cut short', 'extraction removed: no reason kept'])
})
