import { describe, expect, it } from 'vitest'
import { sampleForAll } from '../fixtures/open-test-loupe.ts'

const sample = sampleForAll()
const api = () => sample().api
const TEXT = 'the cursor of the next page leaves out the last row'

describe('a batch', () => {
  const order = (change: object = {}) =>
    api().orderStudy({
      design: 'retrieval',
      order: {
        project: 'sample',
        name: 'mine',
        strategies: ['subtask', 'bm25'],
        questions: [
          { id: 'a', text: TEXT, category: 'EDIT', relevant: ['nobody__shop-1'] },
          { id: 'b', text: 'bake bread with rye', category: 'VERIFY' },
        ]
          .map((one) => JSON.stringify(one))
          .join('\n'),
        resamples: 100,
        ...change,
      },
    })
  const done = async (id: string) => {
    await expect
      .poll(async () => (await api().findStudy({ id })).report !== null, { timeout: 30_000 })
      .toBe(true)
    return id
  }
  const questions = (id: string, from = 0) =>
    api().studyQuestions({ id, shown: { show: 'all', a: null, b: null, metric: 'mrr', kind: null }, from })

  it('holds each question with its winner by each way, all of them or those of a figure', async () => {
    const { id } = await order()
    await done(id)
    const rows = await questions(id)
    expect([rows.matchCount, rows.rows.length]).toEqual([2, 2])
    for (const { winners } of rows.rows) expect(Object.keys(winners).toSorted()).toEqual(['bm25', 'subtask'])
    const winner = rows.rows[0]?.winners.subtask?.entryIds[0] ?? ''
    expect(rows.objectives[winner]?.category).toBe('EDIT')
    expect((await questions(id, 99)).offset).toBe(0)
  })

  it('leaves as JSON and as CSV, with the same questions', async () => {
    const { id } = await order({ name: 'for files' })
    await done(id)
    const textOf = async (pieces: AsyncIterable<string>) => {
      let text = ''
      for await (const piece of pieces) text += piece
      return text
    }
    const json = JSON.parse(await textOf(await api().studyFile({ id, format: 'json' })))
    expect(json.rows.map((row: { unit: { id: string } }) => row.unit.id)).toEqual(['a', 'b'])
    const lines = (await textOf(await api().studyFile({ id, format: 'csv' }))).trim().split('\r\n')
    expect(lines).toHaveLength(1 + 2 * 2)
    expect(lines[1]).toMatch(/^a,the cursor of the next page leaves out the last row,EDIT,subtask,m_/)
    expect((await api().listStudies({ project: 'sample' })).map((head) => head.id)).toContain(id)
  })

  it('that is not there, or not done, gives no rows', async () => {
    await expect(api().findStudy({ id: 'nope' })).rejects.toMatchObject({ status: 404 })
    await expect(api().studyFile({ id: 'nope', format: 'json' })).rejects.toMatchObject({ status: 404 })
    expect(await api().studyProgress({ id: 'nope' })).toBeNull()
  })

  it('of a way that there is not is refused when it is ordered', async () => {
    await expect(order({ strategies: ['no-such-way'] })).rejects.toMatchObject({ name: 'UserError' })
    await expect(order({ project: 'nope' })).rejects.toMatchObject({ code: 'no-such-project' })
  })

  it('is judged blind, a pair at a time: each once, by each judge, with nothing of who found it', async () => {
    const { id } = await order({ name: 'to judge' })
    await done(id)
    const next = (by = 'Mara') => api().judge({ runId: id, by, judgement: null })
    const first = await next()
    const { task, totalCount } = first
    expect([first.doneCount, totalCount > 2]).toEqual([0, true])
    expect(JSON.stringify(first)).not.toMatch(/bm25|"subtask"|score/)
    const pair = { queryId: task?.queryId ?? '', entryId: task?.entryId ?? '' }
    const judge = (grade: number, by = 'Mara') =>
      api().judge({ runId: id, by, judgement: { ...pair, grade } })
    await judge(2)
    const second = await next()
    expect([second.doneCount, second.totalCount]).toEqual([1, totalCount])
    expect([second.task?.queryId, second.task?.entryId]).not.toEqual([pair.queryId, pair.entryId])
    // A grade that is given again is another word on the same pair, and somebody else has not judged it.
    await judge(3)
    expect((await next()).doneCount).toBe(1)
    expect((await next('Nils')).doneCount).toBe(0)
    expect((await api().findStudy({ id })).judged).toMatchObject({
      judges: ['Mara'],
      pairCount: totalCount,
      unjudgedCount: totalCount - 1,
    })
  })

  it('gives a pair back whose grade was taken back, and nobody else’s', async () => {
    const { id } = await order({ name: 'taken back' })
    await done(id)
    const by = 'Ola'
    const { task } = await api().judge({ runId: id, by, judgement: null })
    const pair = { queryId: task?.queryId ?? '', entryId: task?.entryId ?? '' }
    const judge = (judgement: { queryId: string; entryId: string; grade: number } | 'take-back', who = by) =>
      api().judge({ runId: id, by: who, judgement })
    expect(await judge('take-back')).toMatchObject({ doneCount: 0 })
    expect(await judge({ ...pair, grade: 0 })).toMatchObject({ doneCount: 1 })
    await judge('take-back', 'somebody else')
    expect(await api().judge({ runId: id, by, judgement: null })).toMatchObject({ doneCount: 1 })
    expect(await judge('take-back')).toMatchObject({ task: pair, doneCount: 0 })
    await expect(judge({ queryId: pair.queryId, entryId: 'm_nope', grade: 1 })).rejects.toMatchObject({
      code: 'no-such-pair',
      status: 404,
    })
  })
})
