import { describe, expect, it } from 'vitest'
import type { Question } from '../../memory/studies/question.ts'
import type { BatchRow, BatchWinner, Shown } from '../../memory/studies/retrieval.ts'
import {
  type BatchSettings,
  chooseTuned,
  halfOf,
  isDisputed,
  isForTuning,
  isReported,
  isShown,
  settleBatch,
  strategyOf,
  tunings,
  weigh,
} from './batch.ts'

const SETTINGS: BatchSettings = {
  ...{ strategies: ['subtask', 'global'], primary: null, tune: false, seed: 1, resamples: 200 },
}
const winner = (id: string | null, mrr: number | null): BatchWinner => ({
  ...{
    entryIds: id === null ? [] : [id],
    instanceId: id,
    score: id === null ? null : 1,
    crossPhase: null,
    tookMs: 1,
  },
  values:
    mrr === null ? null : { hitAt1: mrr === 1 ? 1 : 0, hitAt3: 1, hitAt5: 1, hitAt10: 1, mrr, ndcgAt10: mrr },
})
const query = (id: string, more: Partial<Question> = {}): Question => ({
  id,
  text: 't',
  relevant: ['x'],
  ...more,
})
const row = (id: string, winners: BatchRow['winners'], more: Partial<Question> = {}): BatchRow => ({
  ...{ query: query(id, more), winners },
})
const nameIn = (half: 0 | 1) =>
  Array.from({ length: 40 }, (_, i) => `q${i}`).find((id) => halfOf(id) === half) ?? ''
/** A name of the half that is reported on, and one of the half to tune on. */
const [reported, tuning] = [nameIn(1), nameIn(0)]

describe('the declared pair', () => {
  it('is the first two strategies where nobody names one, and none of a single strategy; none is asked twice', () => {
    expect(settleBatch(SETTINGS)).toMatchObject({ primary: ['subtask', 'global'] })
    expect(settleBatch({ ...SETTINGS, strategies: ['soft', 'soft', 'none'] })).toMatchObject({
      ...{ strategies: ['soft', 'none'], primary: ['soft', 'none'] },
    })
    expect(settleBatch({ ...SETTINGS, strategies: ['soft', 'soft'] })).toMatchObject({ primary: null })
    expect(settleBatch({ ...SETTINGS, primary: ['global', 'subtask'] })).toMatchObject({
      primary: ['global', 'subtask'],
    })
  })

  it.each([
    [{ primary: ['subtask', 'subtask'] as [string, string] }, 'bad-primary'],
    [{ primary: ['subtask', 'soft'] as [string, string] }, 'bad-primary'],
    [{ primary: ['soft', 'subtask'] as [string, string] }, 'bad-primary'],
    [{ strategies: ['subtask', 'no-such'] }, 'unknown-strategy'],
  ])('%j is refused: %s', (change, code) => {
    expect(() => settleBatch({ ...SETTINGS, ...change })).toThrow(expect.objectContaining({ code }))
  })
})

describe('a parameter', () => {
  const tune = { ...SETTINGS, strategies: ['subtask', 'soft'], tune: true }
  const values = tunings('soft').map(({ value }) => value)
  const tried = (ranks: Record<number, number[]>) => [
    { strategy: 'soft', mrr: values.map((value) => ({ value, each: ranks[value] ?? [0, 0] })) },
  ]

  it('is chosen by the mean over all pieces of the tuning half; of equals the nearest to the usual one', () => {
    const two = [...tried({ 0.05: [1, 0] }), ...tried({ 0.02: [0.5], 0.05: [0.5], 0.1: [0] })]
    expect(chooseTuned(tune, two)).toMatchObject([{ strategy: 'soft', chosen: 0.05, usual: 0.1, tuneN: 3 }])
    expect(chooseTuned(tune, tried({}))[0]?.chosen).toBe(0.1)
    expect(chooseTuned(tune, tried({ 0.02: [1, 1], 0.5: [1, 1] }))[0]?.chosen).toBe(0.02)
    expect(chooseTuned({ ...tune, tune: false }, tried({}))).toEqual([])
  })

  it('makes the strategy that is asked; what nothing was chosen for is asked as it is', () => {
    const [soft] = chooseTuned(tune, tried({ 0.5: [1, 1] }))
    expect(soft && strategyOf('soft', [soft]).parameters).toMatchObject({ tau: 0.5 })
    expect(strategyOf('soft', []).parameters).toMatchObject({ tau: 0.1 })
    expect(soft && strategyOf('subtask', [soft]).name).toBe('subtask')
    expect(tunings('subtask')).toEqual([])
  })

  it('is chosen on labelled questions of one half, and what it was chosen on is not reported', () => {
    expect(isForTuning(query(tuning))).toBe(true)
    expect(isForTuning(query(reported))).toBe(false)
    // Nothing would help with it: there is nothing to choose by.
    expect(isForTuning(query(tuning, { relevant: [tuning] }))).toBe(false)
    expect(isForTuning(query(tuning, { relevant: [], grades: { x: 2 } }))).toBe(true)
    expect([isReported({ id: tuning }, tune), isReported({ id: reported }, tune)]).toEqual([false, true])
    // Where nothing can be tuned, everything is reported.
    expect(isReported({ id: tuning }, { ...tune, strategies: ['subtask'] })).toBe(true)
  })
})

describe('a list of questions shows', () => {
  const shown = (change: Partial<Shown>): Shown => ({
    ...{ show: 'all', a: 'subtask', b: 'global', metric: 'mrr', kind: null },
    ...change,
  })
  const rows = {
    ahead: row('q1', { subtask: winner('m_1', 1), global: winner('m_2', 0.5) }, { category: 'EDIT' }),
    behind: row('q2', { subtask: winner('m_1', 0), global: winner('m_2', 1) }),
    same: row('q3', { subtask: winner('m_1', 1), global: winner('m_1', 1) }),
    none: row('q4', { subtask: winner(null, null), global: winner(null, null) }),
    half: row('q5', { subtask: winner('m_1', null), global: winner(null, null) }),
  }
  const namesOf = (change: Partial<Shown>, settings = SETTINGS) =>
    Object.entries(rows).flatMap(([name, one]) => (isShown(one, shown(change), settings) ? [name] : []))

  it.each([
    [{ show: 'all' }, ['ahead', 'behind', 'same', 'none', 'half']],
    [{ show: 'all', kind: 'stage' }, ['ahead']],
    [{ show: 'all', kind: 'task' }, ['behind', 'same', 'none', 'half']],
    [{ show: 'disputed' }, ['ahead', 'behind', 'half']],
    [{ show: 'differ' }, ['ahead', 'behind', 'half']],
    [{ show: 'differ', b: 'subtask' }, []],
    [{ show: 'ahead' }, ['ahead']],
    [{ show: 'ahead', a: 'global', b: 'subtask' }, ['behind']],
    [{ show: 'miss' }, ['behind']],
    [{ show: 'miss', a: 'global' }, ['ahead']],
    [{ show: 'miss', a: 'no-such' }, []],
    [{ show: 'ahead', b: null }, []],
  ] as const)('%j: %j', (change, names) => expect(namesOf(change)).toEqual(names))

  it('of figures none of the half that a parameter was chosen on', () => {
    const one = row(tuning, { soft: winner('m_1', 1), global: winner('m_2', 0) })
    const of = (settings: BatchSettings) => isShown(one, shown({ show: 'ahead', a: 'soft' }), settings)
    expect(of({ ...SETTINGS, strategies: ['soft', 'global'] })).toBe(true)
    expect(of({ ...SETTINGS, strategies: ['soft', 'global'], tune: true })).toBe(false)
  })

  it('as disputed where one found nothing and the other something', () => {
    expect(isDisputed(rows.half)).toBe(true)
    expect(isDisputed(rows.none)).toBe(false)
  })
})

it('weighs questions of one instance together, each kind by itself where there are both, and pauses between units', async () => {
  let pauses = 0
  const pause = async () => {
    pauses++
  }
  const many = (id: string, mrr: number, more: Partial<Question> = {}) =>
    row(id, { subtask: winner('m_1', mrr), global: winner('m_2', 0) }, more)
  const stage = { category: 'EDIT' } as const
  const whole = await weigh(
    { from: 0, upto: 3 },
    SETTINGS,
    [many('a', 1, stage), many('a', 0, stage), many('b', 0.5, stage)],
    pause,
  )
  expect(pauses).toBe(3)
  expect(whole.kinds).toBeUndefined()
  expect(whole.metrics.map(({ strategy, n, mrr }) => [strategy, n, mrr])).toEqual([
    ['subtask', 3, 0.5],
    ['global', 3, 0],
  ])
  // Both instances are a half ahead in the mean: nothing to draw from, and a half is told.
  expect(whole.paired.find(({ metric }) => metric === 'mrr')).toMatchObject({
    difference: 0.5,
    high: 0.5,
    aheadCount: 2,
    behindCount: 0,
  })
  const both = await weigh({ from: 0, upto: 1 }, SETTINGS, [many('a', 1, stage), many('b', 0)], pause)
  expect([both.kinds?.stage.metrics[0]?.mrr, both.kinds?.task.metrics[0]?.mrr]).toEqual([1, 0])
})
