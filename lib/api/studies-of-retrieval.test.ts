import { describe, expect, it } from 'vitest'
import { sampleForAll } from '../fixtures/open-test-loupe.ts'
import { exampleQuestions } from '../studies/retrieval/read-questions.ts'
import { replayRequestSchema } from '../studies/retrieval/replay.ts'

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

  it('has the interval of its comparison that every other page has of the same questions', async () => {
    const queries = exampleQuestions(process.cwd()).trim().split('\n').slice(0, 30)
    const strategies = ['subtask', 'instance']
    const { id } = await order({ strategies, questions: queries.join('\n'), resamples: undefined })
    await done(id)
    const { report } = await api().findStudy({ id })
    const same = { project: 'sample', queries: queries.map((line) => JSON.parse(line)), strategies }
    const replayed = await api().replay(replayRequestSchema.parse(same))
    const shown = (of: unknown) =>
      (of as Pick<typeof replayed, 'paired'>).paired.map(({ metric, difference, low, high }) => ({
        ...{ metric, difference, low, high },
      }))
    expect(shown(replayed)[0]?.low).toBeLessThan(shown(replayed)[0]?.high ?? 0)
    expect(shown(report)).toEqual(shown(replayed))
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
    const all = (await textOf(await api().studyFile({ id, format: 'csv' }))).trim().split('\r\n')
    const about = all.filter((line) => line.startsWith('# '))
    expect(about.map((line) => /^# ([a-z ]+)/.exec(line)?.[1])).toEqual([
      'for files',
      'source',
      'n ',
      'seed',
      'commit',
      'address',
    ])
    expect(about[2]).toContain('n = 2 ')
    const lines = all.slice(about.length)
    expect(lines).toHaveLength(1 + 2 * 2)
    expect(lines[1]).toMatch(/^a,the cursor of the next page leaves out the last row,EDIT,subtask,m_/)
    expect((await api().listStudies({ project: 'sample' })).map((head) => head.id)).toContain(id)
  })

  it('is refused by a strategy that has nothing to rank, and the form says why', async () => {
    const { basis } = await api().studyForm({ design: 'retrieval', project: 'sample' })
    expect(basis.without?.['instance-items']).toContain('none has any here')
    const ordered = order({ strategies: ['subtask', 'instance-items'] })
    await expect(ordered).rejects.toMatchObject({ code: 'no-items', place: 'strategies' })
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
    const { id: projectId } = await api().project({ name: 'sample' })
    const pairs = (by = 'Mara') => api().reviewQueue({ projectId, task: 'pair', queue: id, by })
    const first = await pairs()
    const total = first.total ?? 0
    expect([first.done, total > 2]).toEqual([0, true])
    expect(JSON.stringify(first)).not.toMatch(/bm25|"subtask"|"category"|score":/)
    const subject = first.items[0]?.id ?? ''
    const say = (verdict: string, one = subject) =>
      api().settleReview({ projectId, task: 'pair', queue: id, by: 'Mara', subjects: [one], verdict })
    await say('2')
    const next = await pairs()
    expect([next.done, next.total, next.items.slice(0, 7)]).toEqual([1, total, first.items.slice(1)])
    // A grade that is given again is another word on the same pair, and somebody else has not judged it.
    await say('3')
    expect([(await pairs()).done, (await pairs('Nils')).done]).toEqual([1, 0])
    expect((await api().findStudy({ id })).judged).toMatchObject({
      ...{ judges: ['Mara'], pairCount: total, unjudgedCount: total - 1 },
    })
    const back = (by: string) => api().takeBackReview({ projectId, task: 'pair', queue: id, by })
    expect(await back('Nils')).toBeNull()
    expect(await back('Mara')).toMatchObject({ item: subject })
    expect(await pairs()).toMatchObject({ done: 0, items: first.items })
    await expect(say('1', 'm_nope q')).rejects.toMatchObject({ code: 'no-such-pair', status: 404 })
    await expect(say('4')).rejects.toMatchObject({ code: 'no-such-verdict' })
    const elsewhere = { projectId: 'p_other', task: 'pair', queue: id }
    await expect(api().reviewQueue(elsewhere)).rejects.toMatchObject({ code: 'no-such-queue' })
    const { earlier = [] } = await api().reviewQueue({ projectId, task: 'pair' })
    expect(earlier.map((one) => one.id)).toContain(id)
  })
})
