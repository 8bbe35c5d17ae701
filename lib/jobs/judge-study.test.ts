import { expect, it } from 'vitest'
import { openTestStore, storeEntry } from '../db/fixtures/test-store.ts'
import { getStudy } from '../db/studies/studies.ts'
import { studyDepsOf } from '../studies/fixtures/study-deps.ts'
import { createBatchJudging } from '../studies/retrieval/batch-judging.ts'
import { createStudyWork, orderStudy } from '../studies/run-study.ts'
import { getDoneStudy } from '../studies/study-views.ts'
import { createWorker } from './worker.ts'

async function openBatches(things: string[]) {
  const store = await openTestStore()
  for (const thing of things)
    await storeEntry(store, { description: { objective: `test the ${thing}`, keywords: [] } })
  const deps = studyDepsOf(store)
  const runs = createBatchJudging(store, (id) => getDoneStudy(deps, id))
  /** A batch of these questions, done. */
  async function batch(texts: string[], strategies: string[]): Promise<string> {
    const questions = texts
      .map((text) => JSON.stringify({ id: text, text, category: 'REPRODUCE' }))
      .join('\n')
    const { id } = await orderStudy('retrieval', { project: 'shop', questions, strategies }, deps)
    const worker = createWorker(store, { study: createStudyWork(deps, new Map()) }, 'boot', () => undefined)
    await worker.start()
    while ((await getStudy(store, id)).report === null) await new Promise((later) => setTimeout(later, 5))
    await worker.stop()
    return id
  }
  /** Judges all that is left, and gives the pairs in the order they were shown. */
  async function judgeAll(runId: string, by: string, gradeOf: (objective: string) => number) {
    const seen: string[] = []
    for (;;) {
      const { task } = await runs.nextPair({ runId, by })
      if (task === null) return seen
      expect(JSON.stringify(task)).not.toMatch(/subtask|random|tfidf/)
      const { queryId, entryId } = task
      seen.push(`${entryId} ${queryId}`)
      await runs.judge({ runId, by, queryId, entryId, grade: gradeOf(task.objective) })
    }
  }
  return { runs, batch, judgeAll }
}

it('shows a judge neither who found a pair nor in which order, and nothing twice', async () => {
  const { runs, batch, judgeAll } = await openBatches(['cursor', 'lock', 'zone', 'cache', 'slice'])
  const id = await batch(['the cursor', 'the lock'], ['subtask', 'random'])
  expect(await runs.nextPair({ runId: id, by: 'Ivo' })).toMatchObject({ doneCount: 0, totalCount: 10 })
  const [ivo, mara] = [await judgeAll(id, 'Ivo', () => 0), await judgeAll(id, 'Mara', () => 0)]
  expect(new Set(ivo).size).toBe(10)
  expect(ivo.toSorted()).toEqual(mara.toSorted())
  expect(ivo).not.toEqual(mara)
})

it('measures the agreement of two judges and every strategy against their grades', async () => {
  const { runs, batch, judgeAll } = await openBatches(['cursor', 'lock'])
  const id = await batch(['test the cursor'], ['subtask', 'none'])
  expect(await runs.judgedOf(id)).toBeNull()
  await judgeAll(id, 'Ivo', (objective) => (objective.endsWith('cursor') ? 3 : 1))
  expect(await runs.judgedOf(id)).toMatchObject({ judges: ['Ivo'], kappa: null })
  await judgeAll(id, 'Mara', (objective) => (objective.endsWith('cursor') ? 3 : 1))
  const judged = await runs.judgedOf(id)
  expect(judged).toMatchObject({
    judges: ['Ivo', 'Mara'],
    pairCount: 2,
    unjudgedCount: 0,
    kappa: { n: 2, value: 1 },
  })
  expect(judged?.rows).toMatchObject([
    { strategy: 'subtask', n: 1, gradeAt1: 3, ndcgAt5: 1 },
    { strategy: 'none', n: 1, gradeAt1: null, ndcgAt5: 0 },
  ])
})

it('takes what was judged as labels of a later batch with the same question, and asks nobody twice', async () => {
  const { runs, batch, judgeAll } = await openBatches(['cursor', 'lock', 'zone'])
  const first = await batch(['test the cursor'], ['subtask'])
  for (const by of ['Ivo', 'Mara'])
    await judgeAll(first, by, (objective) => (objective.endsWith('cursor') ? 2 : 0))
  const next = await batch(['test the cursor', 'test the page'], ['hybrid', 'subtask'])
  const judged = await runs.judgedOf(next)
  expect(judged).toMatchObject({ judges: ['Ivo', 'Mara'], pairCount: 6, unjudgedCount: 3, kappa: { n: 3 } })
  expect(judged?.rows).toMatchObject([{ strategy: 'hybrid', n: 1, gradeAt1: 2 }, { strategy: 'subtask' }])
  expect(await runs.nextPair({ runId: next, by: 'Ivo' })).toMatchObject({ doneCount: 3, totalCount: 6 })
  const unrelated = await batch(['test the page'], ['subtask'])
  expect(await runs.judgedOf(unrelated)).toBeNull()
})

it('takes the last grade of a judge in a batch back, shows its pair again, and leaves all others', async () => {
  const { runs, batch, judgeAll } = await openBatches(['cursor', 'lock', 'zone'])
  const runId = await batch(['test the cursor'], ['subtask'])
  await judgeAll(runId, 'Mara', () => 1)
  const seen = await judgeAll(runId, 'Ivo', () => 3)
  const pair = async () => {
    const { task, doneCount } = await runs.nextPair({ runId, by: 'Ivo' })
    return { pair: task && `${task.entryId} ${task.queryId}`, doneCount }
  }
  expect(await runs.takeBack({ runId, by: 'Ivo' })).toBe(true)
  expect(await pair()).toEqual({ pair: seen[2], doneCount: 2 })
  expect(await runs.takeBack({ runId, by: 'Ivo' })).toBe(true)
  expect(await pair()).toEqual({ pair: seen[1], doneCount: 1 })
  expect(await runs.nextPair({ runId, by: 'Mara' })).toMatchObject({ task: null, doneCount: 3 })
  // What was said in another batch is not taken back from here.
  const other = await batch(['test the cursor'], ['subtask'])
  expect(await runs.takeBack({ runId: other, by: 'Ivo' })).toBe(false)
  expect(await pair()).toMatchObject({ doneCount: 1 })
})

it('refuses a grade for a pair that is not of the batch, and judging one that is not done', async () => {
  const { runs, batch } = await openBatches(['cursor'])
  const runId = await batch(['the cursor'], ['subtask'])
  const grade = { runId, by: 'Ivo', queryId: 'x', entryId: 'm_1', grade: 3 }
  await expect(runs.judge(grade)).rejects.toMatchObject({ code: 'no-such-pair', status: 404 })
  await expect(runs.nextPair({ runId: 'sy_none', by: 'Ivo' })).rejects.toMatchObject({
    code: 'no-such-study',
  })
})
