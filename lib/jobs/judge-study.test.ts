import { expect, it } from 'vitest'
import { getEntries } from '../db/entries/entries.ts'
import { openTestStore, storeEntry } from '../db/fixtures/test-store.ts'
import { listJudgements, saveJudgement } from '../db/retrieval/judgements.ts'
import { getStudy } from '../db/studies/studies.ts'
import { studyDepsOf } from '../studies/fixtures/study-deps.ts'
import { createBatchJudging, pairKey } from '../studies/retrieval/judging.ts'
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
  /** Judges all that this judge has not judged elsewhere, and gives the pairs in the order they were drawn. */
  async function judgeAll(id: string, by: string, gradeOf: (objective: string) => number) {
    const { projectId, pairs } = await runs.pairsOf(id, by)
    expect(JSON.stringify(pairs)).not.toMatch(/subtask|random|tfidf/)
    const known = new Set((await listJudgements(store, projectId ?? '', { by })).map(pairKey))
    for (const pair of pairs.filter((one) => !known.has(pairKey(one)))) {
      const [entry] = await getEntries(store, [pair.entryId])
      const grade = gradeOf(entry?.description.objective ?? '')
      await saveJudgement(store, { ...pair, projectId: projectId ?? '', labRunId: id, grade, by })
    }
    return pairs.map(pairKey)
  }
  return { runs, batch, judgeAll }
}

it('shows a judge neither who found a pair nor in which order, and nothing twice', async () => {
  const { batch, judgeAll } = await openBatches(['cursor', 'lock', 'zone', 'cache', 'slice'])
  const id = await batch(['the cursor', 'the lock'], ['subtask', 'random'])
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
  const unrelated = await batch(['test the page'], ['subtask'])
  expect(await runs.judgedOf(unrelated)).toBeNull()
})

it('has no pairs of a study that is not there', async () => {
  const { runs } = await openBatches(['cursor'])
  await expect(runs.pairsOf('sy_none', 'Ivo')).rejects.toMatchObject({ code: 'no-such-study' })
})
