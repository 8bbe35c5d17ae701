import { describe, expect, it } from 'vitest'
import { sampleForAll } from '../fixtures/open-test-loupe.ts'
import { batchRequestSchema } from '../memory/studies/retrieval.ts'

const sample = sampleForAll()
const lab = () => sample().lab
const TEXT = 'the cursor of the next page leaves out the last row'

describe('a batch', () => {
  const order = (change: object = {}) =>
    lab().batches.order(
      batchRequestSchema.parse({
        project: 'sample',
        name: 'mine',
        strategies: ['subtask', 'bm25'],
        queries: [
          { id: 'a', text: TEXT, category: 'EDIT', relevant: ['nobody__shop-1'] },
          { id: 'b', text: 'bake bread with rye', category: 'VERIFY' },
        ],
        resamples: 100,
        ...change,
      }),
    )
  const done = async (id: string) => {
    await expect
      .poll(async () => (await lab().batches.get(id)).report !== null, { timeout: 30_000 })
      .toBe(true)
    return id
  }

  it('holds each question with its winner by each way, all of them or those of a figure', async () => {
    const { id } = await order()
    await done(id)
    const rows = await lab().batches.rows(id, { show: 'all' } as never, 0)
    expect([rows.matchCount, rows.rows.length]).toEqual([2, 2])
    for (const { winners } of rows.rows) expect(Object.keys(winners).toSorted()).toEqual(['bm25', 'subtask'])
    const winner = rows.rows[0]?.winners.subtask?.entryIds[0] ?? ''
    expect(rows.objectives[winner]?.category).toBe('EDIT')
    expect((await lab().batches.rows(id, { show: 'all' } as never, 99)).offset).toBe(0)
  })

  it('leaves as JSON and as CSV, with the same questions', async () => {
    const { id } = await order({ name: 'for files' })
    await done(id)
    const textOf = async (pieces: AsyncIterable<string>) => {
      let text = ''
      for await (const piece of pieces) text += piece
      return text
    }
    const json = JSON.parse(await textOf(await lab().batches.json(id)))
    expect(json.rows.map((row: { query: { id: string } }) => row.query.id)).toEqual(['a', 'b'])
    const lines = (await textOf(await lab().batches.csv(id))).trim().split('\r\n')
    expect(lines).toHaveLength(1 + 2 * 2)
    expect(lines[1]).toMatch(/^a,the cursor of the next page leaves out the last row,EDIT,subtask,m_/)
    const { id: projectId } = await sample().memories.project('sample')
    expect((await lab().batches.list(projectId)).map((head) => head.id)).toContain(id)
  })

  it('that is not there, or not done, gives no rows', async () => {
    await expect(lab().batches.get('nope')).rejects.toMatchObject({ status: 404 })
    await expect(lab().batches.json('nope')).rejects.toMatchObject({ status: 404 })
    expect(await lab().batches.progress('nope')).toBeNull()
  })

  it('of a way that there is not is refused when it is ordered', async () => {
    await expect(order({ strategies: ['no-such-way'] })).rejects.toMatchObject({ name: 'UserError' })
    await expect(order({ project: 'nope' })).rejects.toMatchObject({ code: 'no-such-project' })
  })

  it('is judged blind, a pair at a time: each once, by each judge, with nothing of who found it', async () => {
    const { id } = await order({ name: 'to judge' })
    await done(id)
    const next = (by = 'Mara') => lab().batches.nextPair({ runId: id, by })
    const first = await next()
    const { task, totalCount } = first
    expect([first.doneCount, totalCount > 2]).toEqual([0, true])
    expect(JSON.stringify(first)).not.toMatch(/bm25|"subtask"|score/)
    const pair = { queryId: task?.queryId ?? '', entryId: task?.entryId ?? '' }
    const judge = (grade: number, by = 'Mara') => lab().batches.judge({ runId: id, by, ...pair, grade })
    await judge(2)
    const second = await next()
    expect([second.doneCount, second.totalCount]).toEqual([1, totalCount])
    expect([second.task?.queryId, second.task?.entryId]).not.toEqual([pair.queryId, pair.entryId])
    // A grade that is given again is another word on the same pair, and somebody else has not judged it.
    await judge(3)
    expect((await next()).doneCount).toBe(1)
    expect((await next('Nils')).doneCount).toBe(0)
    expect((await lab().batches.get(id)).judged).toMatchObject({
      judges: ['Mara'],
      pairCount: totalCount,
      unjudgedCount: totalCount - 1,
    })
  })

  it('gives a pair back whose grade was taken back, and says when there is none to take', async () => {
    const { id } = await order({ name: 'taken back' })
    await done(id)
    const by = 'Ola'
    const { task } = await lab().batches.nextPair({ runId: id, by })
    const pair = { queryId: task?.queryId ?? '', entryId: task?.entryId ?? '' }
    expect(await lab().batches.takeBack({ runId: id, by })).toBe(false)
    await lab().batches.judge({ runId: id, by, ...pair, grade: 0 })
    expect(await lab().batches.takeBack({ runId: id, by: 'somebody else' })).toBe(false)
    expect(await lab().batches.takeBack({ runId: id, by })).toBe(true)
    expect(await lab().batches.nextPair({ runId: id, by })).toMatchObject({ task: pair, doneCount: 0 })
    const other = { runId: id, by, queryId: pair.queryId, entryId: 'm_nope', grade: 1 }
    await expect(lab().batches.judge(other)).rejects.toMatchObject({ code: 'no-such-pair', status: 404 })
  })
})
