import { describe, expect, it } from 'vitest'
import { createLocalEmbedder } from '../../llm/local-embedder.ts'
import type { Question } from '../../memory/studies/question.ts'
import { questionSchema } from '../../memory/studies/question.ts'
import { type BatchRow, type Shown, shownSchema } from '../../memory/studies/retrieval.ts'
import { CosineIndex } from '../../retrieval/cosine-index.ts'
import { testEntry, testRow } from '../../retrieval/fixtures/test-memory.ts'
import { retrieval } from '../designs/retrieval.ts'
import { studyCsv } from '../study-views.ts'
import { prepareAsk } from './ask.ts'
import {
  type BatchSettings,
  chooseTuned,
  halfOf,
  isForTuning,
  isShown,
  planBatch,
  reportBatch,
  settleBatch,
  strategyOf,
  type Tried,
  tunings,
  type Weighed,
  weigh,
} from './batch.ts'

const embedder = createLocalEmbedder()
const entries = ['page cursor', 'thread lock', 'time zone'].map((thing, n) =>
  testEntry(n + 1, {
    category: n === 2 ? 'VERIFY' : 'EDIT',
    description: { objective: `change the ${thing}`, keywords: [] },
  }),
)
const corpus = {
  index: CosineIndex.of(
    embedder,
    entries.map((entry, n) => testRow(entry, n)),
    1,
  ),
  embedder,
  episodes: [],
  entries: new Map(entries.map((entry) => [entry.id, entry])),
}
const query = (id: string, text: string, relevant: string[] = []) =>
  questionSchema.parse({ id, text, category: 'EDIT', relevant })
const asked = { primary: null, tune: false, seed: 1, resamples: 100 }

/** All pieces of a batch in one go. */
async function runBatch({ queries, ...given }: BatchSettings & { queries: Question[] }) {
  const settings = settleBatch(given)
  const options = { projectIds: ['p'], seed: settings.seed, now: () => 0 }
  const rows: BatchRow[] = []
  const tried: Tried[] = []
  const weighed: Weighed[] = []
  for (const piece of planBatch(settings, queries)) {
    if (piece.step === 'prepare') {
      const half = queries.slice(piece.from, piece.upto).filter(isForTuning)
      const mrr: Tried['mrr'] = []
      for (const { value, strategy } of tunings(piece.what ?? '')) {
        const ask = await prepareAsk(strategy, corpus, options)
        const each: number[] = []
        for (const query of half) each.push((await ask(query)).values?.mrr ?? Number.NaN)
        mrr.push({ value, each })
      }
      tried.push({ strategy: piece.what ?? '', mrr })
    } else if (piece.step === 'measure')
      for (const query of queries.slice(piece.from, piece.upto)) {
        const winners: BatchRow['winners'] = {}
        for (const name of settings.strategies)
          winners[name] = await (
            await prepareAsk(strategyOf(name, chooseTuned(settings, tried)), corpus, options)
          )(query)
        rows.push({ query, winners })
      }
    else if (piece.step === 'weigh') weighed.push(await weigh(piece, settings, rows, async () => {}))
  }
  return { ...reportBatch(settings, rows, weighed, chooseTuned(settings, tried)), rows }
}

describe('runBatch', () => {
  it('gives each strategy its winner and every pair the share of questions they agree on', async () => {
    const queries = [query('a', 'a time zone'), query('b', 'a thread lock')]
    const report = await runBatch({ ...asked, queries, strategies: ['subtask', 'global', 'none'] })
    const [zone, lock] = report.rows
    // Behind the wall of EDIT the time zone's own lesson cannot be found.
    expect(zone?.winners.global?.entryIds[0]).toBe(entries[2]?.id)
    expect(zone?.winners.subtask?.entryIds[0]).not.toBe(entries[2]?.id)
    expect(lock?.winners.subtask?.entryIds[0]).toBe(entries[1]?.id)
    expect(report.agreement).toEqual([
      { a: 'subtask', b: 'global', share: 0.5, n: 2 },
      { a: 'subtask', b: 'none', share: 0, n: 2 },
      { a: 'global', b: 'none', share: 0, n: 2 },
    ])
    expect(report).toMatchObject({ metrics: null, paired: [], labelledCount: 0, isHalf: false })
  })

  it('measures labelled questions and declares one pair before the rest', async () => {
    const queries = [query('a', 'a page cursor', ['instance-1']), query('b', 'a time zone', ['instance-3'])]
    const strategies = ['subtask', 'global', 'random']
    const report = await runBatch({ ...asked, queries, strategies, primary: ['global', 'subtask'] })
    expect(report.labelledCount).toBe(2)
    expect(report.metrics?.map(({ strategy, hitAt1 }) => [strategy, hitAt1]).slice(0, 2)).toEqual([
      ['subtask', 0.5],
      ['global', 1],
    ])
    expect(report.paired.filter(({ primary }) => primary)).toMatchObject([
      { a: 'global', b: 'subtask', metric: 'mrr', pHolm: null },
    ])
    await expect(
      runBatch({ ...asked, queries, strategies, primary: ['soft', 'subtask'] }),
    ).rejects.toMatchObject({ code: 'bad-primary' })
  })

  it('tunes on one half and reports nothing of it', async () => {
    const queries = Array.from({ length: 12 }, (_, n) => query(`q-${n}`, 'a page cursor', ['instance-1']))
    const report = await runBatch({ ...asked, queries, strategies: ['hybrid', 'subtask'], tune: true })
    const reported = queries.filter(({ id }) => halfOf(id) === 1).length
    expect(reported).toBeGreaterThan(1)
    expect(reported).toBeLessThan(11)
    expect(report).toMatchObject({ isHalf: true, labelledCount: reported })
    // Every value finds it, so that the usual one stays.
    expect(report.tuned).toMatchObject([
      { strategy: 'hybrid', parameter: 'w', chosen: 0.2, usual: 0.2, tuneN: 12 - reported },
    ])
    expect(report.rows).toHaveLength(12)
    await expect(
      runBatch({ ...asked, queries: queries.slice(0, 1), strategies: ['soft'], tune: true }),
    ).rejects.toMatchObject({ code: 'too-few-labels' })
  })

  it('exports a line a question and strategy, with nothing a spreadsheet would run', async () => {
    const queries = [query('a', '=1+1, a "lock"')]
    const { strategies, rows } = await runBatch({ ...asked, queries, strategies: ['none'] })
    const pages = (async function* () {
      yield rows.map(({ query: unit, winners: value }) => ({ unit, value }))
    })()
    let csv = ''
    for await (const piece of studyCsv(retrieval, { strategies }, pages)) csv += piece
    expect(csv.split('\r\n')[1]).toBe('a,"\'=1+1, a ""lock""",EDIT,none,,,,,,')
  })
})

describe('planBatch', () => {
  it('cuts the questions and the drawing into pieces that cover everything once', () => {
    const queries = Array.from({ length: 120 }, (_, n) => query(`q-${n}`, 'a page', ['instance-1']))
    const strategies = ['subtask', 'global', 'soft']
    const pieces = planBatch({ ...asked, strategies, tune: true, resamples: 20_000 }, queries)
    const of = (step: string) => pieces.filter((piece) => piece.step === step)
    expect(of('prepare')).toMatchObject([{ what: 'soft', from: 0 }, { from: 50 }, { from: 100, upto: 120 }])
    expect(of('measure')).toMatchObject([{ from: 0, upto: 50 }, { from: 50 }, { from: 100, upto: 120 }])
    // Three strategies and three pairs of them.
    expect(of('weigh').at(0)).toMatchObject({ from: 0 })
    expect(of('weigh').at(-1)).toMatchObject({ upto: 6 })
    expect(of('measure').map(({ size }) => size)).toEqual([50, 50, 20])
    const many = Array.from({ length: 5_000 }, (_, n) => query(`q-${n}`, 'a page', ['instance-1']))
    const drawing = planBatch({ ...asked, strategies, resamples: 20_000 }, many).filter(
      ({ step }) => step === 'weigh',
    )
    expect(drawing).toHaveLength(6)
    expect(planBatch({ ...asked, strategies }, [query('a', 'x')]).map(({ step }) => step)).toEqual([
      'measure',
    ])
  })
})

describe('isShown', () => {
  it('gives the questions that a figure counts, and none of the half that was tuned on', async () => {
    const queries = [
      query('a', 'a page cursor', ['instance-1']),
      query('b', 'a time zone', ['instance-3']),
      query('c', 'a thread lock'),
    ]
    const settings = { ...asked, strategies: ['subtask', 'global'] }
    const report = await runBatch({ ...settings, queries })
    const ids = (shown: Partial<Shown>, by: BatchSettings = settings) =>
      report.rows
        .filter((row) => isShown(row, { ...shownSchema.parse({}), ...shown }, by))
        .map((row) => row.query.id)
    expect(ids({})).toEqual(['a', 'b', 'c'])
    expect(ids({ show: 'disputed' })).toEqual(['b'])
    expect(ids({ show: 'differ', a: 'global', b: 'subtask' })).toEqual(['b'])
    expect(ids({ show: 'miss', a: 'subtask' })).toEqual(['b'])
    const ofKinds = [...ids({ kind: 'stage' }), ...ids({ kind: 'task' })]
    expect(ofKinds.toSorted()).toEqual(['a', 'b', 'c'])
    const pair = report.paired.find(({ metric }) => metric === 'mrr')
    expect(ids({ show: 'ahead', a: 'global', b: 'subtask' })).toHaveLength(pair?.behindCount ?? -1)
    expect(ids({ show: 'ahead', a: 'subtask', b: 'global' })).toHaveLength(pair?.aheadCount ?? -1)
    expect(ids({ show: 'miss', a: 'nobody' })).toEqual([])
    const tuned = { ...settings, strategies: ['subtask', 'soft'], tune: true }
    expect(ids({ show: 'miss', a: 'subtask' }, tuned)).toEqual(halfOf('b') === 1 ? ['b'] : [])
  })
})

describe('a batch of both kinds of questions', () => {
  it('reports each kind by itself, where the pooled figure would hide that they differ', async () => {
    const queries = [
      query('a', 'change the page cursor', ['instance-1']),
      query('b', 'change the thread lock', ['instance-2']),
      ...['c', 'd'].map((id) =>
        questionSchema.parse({ id, text: 'check the time zone', relevant: ['instance-3'] }),
      ),
    ]
    const report = await runBatch({ ...asked, strategies: ['subtask', 'global'], queries })
    const [stage, task] = report.kinds ?? []
    expect([stage?.kind, stage?.labelledCount, task?.kind, task?.labelledCount]).toEqual([
      'stage',
      2,
      'task',
      2,
    ])
    const hit = (kind: typeof stage, name: string) =>
      kind?.metrics.find(({ strategy }) => strategy === name)?.hitAt1
    // A whole task begins with ANALYZE, which holds nothing here.
    expect([hit(stage, 'subtask'), hit(task, 'subtask'), hit(task, 'global')]).toEqual([1, 0, 1])
    expect(report.metrics?.find(({ strategy }) => strategy === 'subtask')?.hitAt1).toBe(0.5)
    expect(stage?.paired.filter(({ primary }) => primary)).toHaveLength(1)
    const alone = await runBatch({
      ...asked,
      strategies: ['subtask', 'global'],
      queries: queries.slice(0, 2),
    })
    expect(alone.kinds).toBeUndefined()
  })

  it('opens a wrong stage only where the category is not given', async () => {
    const queries = [query('a', 'verify that the page cursor is right', ['instance-1'])]
    const strategies = ['subtask', 'subtask-predicted']
    const { metrics } = await runBatch({ ...asked, strategies, queries })
    expect(metrics?.map(({ strategy, crossPhaseRate }) => [strategy, crossPhaseRate])).toEqual([
      ['subtask', 0], // by construction
      ['subtask-predicted', 1],
    ])
  })
})

describe('halfOf', () => {
  it('halves by the id alone, about evenly', () => {
    const ones = Array.from({ length: 1_000 }, (_, n) => halfOf(`shop__shop-${n}`)).filter(
      (half) => half === 1,
    )
    expect(ones.length).toBeGreaterThan(430)
    expect(ones.length).toBeLessThan(570)
    expect(halfOf('shop__shop-1')).toBe(halfOf('shop__shop-1'))
  })
})
