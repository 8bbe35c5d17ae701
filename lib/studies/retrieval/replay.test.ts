import { encodeTime } from 'ulid'
import { describe, expect, it } from 'vitest'
import { createLocalEmbedder } from '../../llm/local-embedder.ts'
import type { Category } from '../../memory/category.ts'
import type { Question } from '../../memory/studies/question.ts'
import { CosineIndex, type Scored } from '../../retrieval/cosine-index.ts'
import { STRATEGIES } from '../../retrieval/strategies/all-strategies.ts'
import {
  type EntryQuery,
  type EntryStrategy,
  type EpisodeQuery,
  type EpisodeStrategy,
  type EpisodeText,
  entryRanking,
  episodeRanking,
} from '../../retrieval/strategies/strategy.ts'
import { replay } from './replay.ts'

const embedder = createLocalEmbedder()
const entryId = (n: number) => `m_${String(n).padStart(26, '0')}`
const episode = (n: number): EpisodeText => ({
  episodeId: `ep_${n}`,
  instanceId: `shop__shop-${n}`,
  projectId: 'p',
  repo: 'shop/shop',
  position: n,
  text: `text ${n}`,
  entryIds: [entryId(n)],
})
const row = (n: number, category: Category) => {
  const { instanceId, repo, episodeId, position } = episode(n)
  return {
    id: entryId(n),
    category,
    projectId: 'p',
    scope: 'project' as const,
    instanceId,
    repo,
    episodeId,
    position,
    vector: new Float32Array(512).fill(n),
  }
}
const corpus = {
  embedder,
  index: CosineIndex.of(embedder, [row(1, 'EDIT'), row(2, 'ANALYZE'), row(3, 'EDIT')], 1),
  episodes: [episode(1), episode(2), episode(3)],
  entries: new Map(),
}
const query = (fields: Partial<Question> & { id: string }): Question => ({
  text: 'lock',
  relevant: [],
  ...fields,
})

/** A strategy that ranks what it is told, and notes what it was asked. */
function scripted(
  name: string,
  ranked: (asked: EntryQuery) => Partial<Scored>[],
  asked: EntryQuery[] = [],
): EntryStrategy {
  return {
    name,
    source: 'test',
    unit: 'entry',
    cosineOfDescriptions: false,
    parameters: {},
    prepare: async () => async (one) => {
      asked.push(one)
      const hits = ranked(one).map((place) => ({
        id: 'm_0',
        instanceId: null,
        repo: null,
        episodeId: null,
        category: 'EDIT' as const,
        score: 0,
        ...place,
      }))
      return entryRanking(hits, [], one, { index: corpus.index })
    },
  }
}
/** A strategy that ranks these episodes, whatever it is asked. */
function runsOnly(name: string, episodes: EpisodeText[], asked: EpisodeQuery[] = []): EpisodeStrategy {
  return {
    ...scripted(name, () => []),
    unit: 'episode',
    prepare: async () => async (one) => {
      asked.push(one)
      return episodeRanking(episodes, () => 0, one, corpus)
    },
  }
}
const of = (...ids: (string | null)[]) => ids.map((instanceId) => ({ instanceId }))
const WITHOUT_MODEL = STRATEGIES.filter(({ needs }) => !needs)
const options = {
  ...{ projectIds: ['p'], seed: 1, resamples: 500, primary: null, now: () => 0 },
  ...{ grades: [], namesOf: async () => new Map() },
}

describe('replay', () => {
  it('collapses entries to instances before every metric, first occurrence first', async () => {
    const strategy = scripted('s', () => of('a', 'a', null, 'a', 'b'))
    const { strategies } = await replay([query({ id: 'q', relevant: ['b'] })], [strategy], corpus, options)
    expect(strategies[0]).toMatchObject({
      n: 1,
      hitAt1: 0,
      hitAt3: 1,
      mrr: 0.5,
      ndcgAt10: 1 / Math.log2(3),
      crossPhaseRate: null,
      coverage: 1,
    })
    expect(strategies[0]?.ci.mrr).toBeNull()
  })

  it('takes the query’s own instance out before ranking, and out of what is relevant', async () => {
    const asked: EntryQuery[] = []
    const strategy = scripted('s', () => of('a'), asked)
    const report = await replay([query({ id: 'q', relevant: ['q'] })], [strategy], corpus, options)
    expect(asked[0]?.scope.withoutInstance).toBe('q')
    expect(report).toMatchObject({ queries: 1, oneOffs: 1 })
  })

  it('counts one-offs in coverage and nowhere else', async () => {
    const strategy = scripted('s', ({ text }) => (text === 'one-off' ? [] : of('a')))
    const queries = [query({ id: 'q1', relevant: ['a'] }), query({ id: 'q2', text: 'one-off' })]
    const report = await replay(queries, [strategy], corpus, options)
    expect(report).toMatchObject({ queries: 2, oneOffs: 1 })
    expect(report.strategies[0]).toMatchObject({ n: 1, hitAt1: 1, coverage: 0.5 })
  })

  it('counts what a person wrote, which is of no instance, as an answer', async () => {
    const strategy = scripted('s', () => [{ id: 'm_written', instanceId: null }])
    const { strategies } = await replay([query({ id: 'q', relevant: ['a'] })], [strategy], corpus, options)
    expect(strategies[0]).toMatchObject({ coverage: 1, n: 1, hitAt1: 0 })
  })

  it('says null, not 0, when there is nothing to measure', async () => {
    const { strategies, paired } = await replay(
      [query({ id: 'q' })],
      [scripted('s', () => [])],
      corpus,
      options,
    )
    expect(strategies[0]).toMatchObject({
      n: 0,
      hitAt1: null,
      mrr: null,
      ndcgAt10: null,
      crossPhaseRate: null,
      coverage: 0,
    })
    expect(paired).toEqual([])
  })

  it('uses grades where given and 1 where not', async () => {
    const strategy = scripted('s', () => of('a', 'b'))
    const queries = [query({ id: 'q', relevant: ['a', 'b'], grades: { b: 3 } })]
    const { strategies } = await replay(queries, [strategy], corpus, options)
    const expected = (1 + 7 / Math.log2(3)) / (7 + 1 / Math.log2(3))
    expect(strategies[0]?.ndcgAt10).toBeCloseTo(expected, 12)
  })

  it('measures the wrong stage only for queries with a category: 0 behind the wall, whole episodes by their items', async () => {
    const queries = [
      query({ id: 'q', category: 'EDIT', relevant: ['a'] }),
      query({ id: 'q2', relevant: ['a'] }),
    ]
    const behind = scripted('wall', () => [{ instanceId: 'a', category: 'EDIT' }])
    const whole = runsOnly('whole', [{ ...episode(2), instanceId: 'a' }])
    const { strategies } = await replay(queries, [behind, whole], corpus, options)
    expect(strategies.map(({ crossPhaseRate }) => crossPhaseRate)).toEqual([0, 1])
  })

  it('reads a time without a zone as UTC, wherever the machine stands', async () => {
    const [zone, asked] = [process.env.TZ, [] as EntryQuery[]]
    process.env.TZ = 'America/New_York'
    try {
      const queries = ['2026-01-02T03:00:00', '2026-01-02 03:00', '2026-01-02T05:00+02:00'].map((before, i) =>
        query({ id: `q${i}`, before }),
      )
      await replay(queries, [scripted('s', () => [], asked)], corpus, options)
    } finally {
      if (zone === undefined) delete process.env.TZ
      else process.env.TZ = zone
    }
    const at = { id: `m_${encodeTime(Date.UTC(2026, 0, 2, 3), 10)}` }
    expect(asked.map(({ scope }) => scope.before)).toEqual([at, at, at])
  })

  it('understands every way to say "before"', async () => {
    const asked: EntryQuery[] = []
    const befores = [2, entryId(7), 'shop__shop-3', '2026-01-02T00:00:00Z', null]
    const queries = befores.map((before, i) => query({ id: `q${i}`, before }))
    await replay(queries, [scripted('s', () => [], asked)], corpus, options)
    expect(asked.map(({ scope }) => scope.before)).toEqual([
      { position: 2 },
      { id: entryId(7) },
      { position: 3 },
      { id: `m_${encodeTime(Date.UTC(2026, 0, 2), 10)}` },
      null,
    ])
    await expect(replay([query({ id: 'q', before: 'soon' })], [], corpus, options)).rejects.toThrow(
      '"before" is "soon"',
    )
  })

  it('declares the first two strategies on MRR as primary, and adjusts all others together', async () => {
    const queries = Array.from({ length: 20 }, (_, i) => query({ id: `q${i}`, relevant: ['a'] }))
    const strategies = [
      scripted('good', () => of('a')),
      scripted('bad', () => of('b', 'a')),
      scripted('none', () => of('b')),
    ]
    const { paired } = await replay(queries, strategies, corpus, options)
    expect(paired).toHaveLength(9)
    expect(paired.filter(({ primary }) => primary)).toEqual([
      {
        a: 'good',
        b: 'bad',
        metric: 'mrr',
        difference: 0.5,
        // Twenty of twenty alike have no spread to draw from: a sign test.
        low: expect.closeTo(0.5 * (2 * 0.025 ** (1 / 20) - 1), 12),
        high: 0.5,
        aheadCount: 20,
        behindCount: 0,
        primary: true,
        p: 2 * 2 ** -20,
        pHolm: null,
      },
    ])
    for (const { primary, p, pHolm } of paired) if (!primary) expect(pHolm).toBeGreaterThanOrEqual(p)
  })

  it('takes the declared pair as the primary one, the way round it was declared', async () => {
    const [a, b, c] = ['a', 'b', 'c'].map((name) => scripted(name, () => of(name)))
    if (!a || !b || !c) throw new Error('unreachable')
    const queries = ['q1', 'q2'].map((id) => query({ id, relevant: ['c'] }))
    const { paired } = await replay(queries, [a, b, c], corpus, {
      ...options,
      primary: ['c', 'a'] as [string, string],
    })
    const primary = paired.filter((pair) => pair.primary)
    expect(primary).toMatchObject([{ a: 'c', b: 'a', metric: 'mrr', difference: 1, pHolm: null }])
    expect(paired.find((pair) => pair.a === 'a' && pair.b === 'b')?.pHolm).toBe(1)
  })

  it('gives the same report for the same input and seed', async () => {
    const queries = [1, 2, 3].map((n) =>
      query({ id: `shop__shop-${n}`, text: `text ${n}`, relevant: [`shop__shop-${(n % 3) + 1}`] }),
    )
    const once = await replay(queries, WITHOUT_MODEL, corpus, options)
    expect(await replay(queries, WITHOUT_MODEL, corpus, options)).toEqual(once)
  })
})
