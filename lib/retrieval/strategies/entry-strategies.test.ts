import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Embedder } from '../../llm/embedder.ts'
import { CATEGORIES, type Category } from '../../memory/category.ts'
import { cosine } from '../../memory/similarity.ts'
import { CosineIndex, type IndexRow } from '../cosine-index.ts'
import { predictCategory } from '../predict-category.ts'
import { getStrategy } from './all-strategies.ts'
import { globalCosine } from './global.ts'
import { createHybrid, hybrid } from './hybrid.ts'
import { none } from './none.ts'
import { random } from './random.ts'
import { raw } from './raw.ts'
import { soft } from './soft.ts'
import type { Corpus, EpisodeText, RankQuery, Strategy } from './strategy.ts'
import { subtask } from './subtask.ts'

/** Every text is asked as (1, 0): an entry (x, y) of length 5 has the cosine x / 5. */
const QUERY = Float32Array.of(1, 0)
const embedder: Embedder = { id: 'test', dimension: 2, embed: async (texts) => texts.map(() => QUERY) }

const row = (n: number, category: Category, ...vector: [number, number]): IndexRow => ({
  id: `m_${String(n).padStart(2, '0')}`,
  category,
  projectId: 'p',
  scope: 'project',
  instanceId: `i-${n}`,
  repo: null,
  episodeId: `ep-${n}`,
  position: n,
  vector: Float32Array.from(vector),
})
const textOf = (n: number, text: string): EpisodeText => ({
  episodeId: `ep-${n}`,
  instanceId: `i-${n}`,
  projectId: 'p',
  repo: null,
  position: n,
  text,
  entryIds: [],
})
const corpusOf = (rows: readonly IndexRow[], episodes: readonly EpisodeText[] = []): Corpus => ({
  index: CosineIndex.of(embedder, rows, 1),
  embedder,
  episodes,
})
const query = (fields: Partial<RankQuery> = {}): RankQuery => ({
  text: 'sat',
  category: 'EDIT',
  repo: null,
  scope: { projectIds: ['p'] },
  seed: 1,
  limit: null,
  ...fields,
})
const ranking = async (strategy: Strategy, corpus: Corpus, fields: Partial<RankQuery> = {}) =>
  (await (await strategy.prepare(corpus))(query(fields))).map(
    ({ entryId, score }) => [entryId, score] as const,
  )
const order = async (strategy: Strategy, corpus: Corpus, fields: Partial<RankQuery> = {}) =>
  (await ranking(strategy, corpus, fields)).map(([id]) => id)

/** The best of all is an ANALYZE; two EDITs are equally near. */
const rows = [row(1, 'EDIT', 3, 4), row(2, 'ANALYZE', 4, 3), row(3, 'EDIT', 3, 4), row(4, 'VERIFY', -3, 4)]
const corpus = corpusOf(rows)
const FLAT = { ANALYZE: 0.25, REPRODUCE: 0.25, EDIT: 0.25, VERIFY: 0.25 }

describe('global', () => {
  it('ranks entries of all categories by cosine alone; ties go to the later', async () => {
    const ranked = await ranking(globalCosine, corpus)
    expect(ranked.map(([id]) => id)).toEqual(['m_02', 'm_03', 'm_01', 'm_04'])
    ;[0.8, 0.6, 0.6, -0.6].forEach((score, i) => {
      expect(ranked[i]?.[1]).toBeCloseTo(score, 12)
    })
    expect(await order(globalCosine, corpus, { limit: 2 })).toEqual(['m_02', 'm_03'])
  })
})

describe('raw', () => {
  it('ranks as subtask and says that it would inject the steps', async () => {
    expect(await ranking(raw, corpus)).toEqual(await ranking(subtask, corpus))
    expect(raw.injects).toBe('raw')
  })
})

describe('soft', () => {
  it('weighs log P(z) against cos / 0.1, and leaves out what has P = 0', async () => {
    const ranked = await ranking(soft, corpus, {
      prior: { ANALYZE: 0.1, REPRODUCE: 0, EDIT: 0.9, VERIFY: 0 },
    })
    // ln 0.9 + 6 = 5.895 and ln 0.1 + 8 = 5.697: nine to one is worth 0.1 · ln 9 = 0.22 of cosine.
    expect(ranked.map(([id]) => id)).toEqual(['m_03', 'm_01', 'm_02'])
    expect(ranked[0]?.[1]).toBeCloseTo(Math.log(0.9) + 6, 10)
    expect(ranked[2]?.[1]).toBeCloseTo(Math.log(0.1) + 8, 10)
  })

  it('lets a lead in cosine of more than τ times the log odds climb the wall', async () => {
    const prior = { ANALYZE: 0.2, REPRODUCE: 0, EDIT: 0.8, VERIFY: 0 } // 0.1 · ln 4 = 0.14 < 0.2
    expect(await order(soft, corpus, { prior })).toEqual(['m_02', 'm_03', 'm_01'])
  })

  it('gives a tie to the higher cosine, not to rounding', async () => {
    // Beside ln 1e-300 = −690.8 a difference of 1e-15 in cosine is lost.
    const near = corpusOf([row(1, 'EDIT', 1, 0), row(3, 'EDIT', 1, 3e-8)])
    const ranked = await ranking(soft, near, { prior: { ...FLAT, EDIT: 1e-300 } })
    expect(ranked[0]?.[1]).toBe(ranked[1]?.[1])
    expect(ranked.map(([id]) => id)).toEqual(['m_01', 'm_03'])
  })

  it('predicts for a whole task by the rules, from the d that it searches by', async () => {
    const prior = predictCategory('Find the cause: The lock is never released').probabilities
    const asked = { text: 'The lock is never released', category: null }
    expect(await ranking(soft, corpus, asked)).toEqual(await ranking(soft, corpus, { ...asked, prior }))
  })
})

describe('hybrid', () => {
  const words = [textOf(1, 'cat sat'), textOf(3, 'dog sat sat')]

  it('equals (1 − w) · cos + w · BM25 / best, worked out by hand', async () => {
    const uneven = corpusOf([row(1, 'EDIT', 3, 4), row(3, 'EDIT', 0, 5), row(5, 'EDIT', 4, 3)], words)
    const ranked = await ranking(createHybrid(0.5), uneven)
    // Entry 5 has no text. idf = ln(1 + 1.5 / 2.5), the same for both; mean length (2 + 3 + 0) / 3.
    const bm25 = (count: number, length: number) =>
      (count * 2.2) / (count + 1.2 * (0.25 + (0.75 * length) / (5 / 3)))
    expect(ranked.map(([id]) => id)).toEqual(['m_01', 'm_03', 'm_05'])
    expect(ranked[0]?.[1]).toBeCloseTo(0.5 * 0.6 + (0.5 * bm25(1, 2)) / bm25(2, 3), 12)
    expect(ranked[1]?.[1]).toBeCloseTo(0.5, 12)
    expect(ranked[2]?.[1]).toBeCloseTo(0.4, 12)
  })

  it('lets words decide between near neighbours of the category, but not against a lead of 0.25', async () => {
    const near = corpusOf([row(1, 'EDIT', 4, 3), row(3, 'EDIT', 3, 4), row(5, 'ANALYZE', 5, 0)], words)
    expect(await order(hybrid, near, { text: 'dog' })).toEqual(['m_03', 'm_01'])
    const far = corpusOf([row(1, 'EDIT', 4, 3), row(3, 'EDIT', 0, 5)], words)
    expect(await order(hybrid, far, { text: 'dog' })).toEqual(['m_01', 'm_03'])
  })
})

describe('random', () => {
  it('draws within the category, the same order for the same seed and text', async () => {
    const many = corpusOf(Array.from({ length: 24 }, (_, n) => row(n, n % 2 ? 'EDIT' : 'VERIFY', 1, n)))
    const drawn = await order(random, many)
    expect(drawn.toSorted()).toEqual(Array.from({ length: 12 }, (_, n) => row(2 * n + 1, 'EDIT', 1, 0).id))
    expect(await order(random, many)).toEqual(drawn)
    expect(await order(random, many, { limit: 3 })).toEqual(drawn.slice(0, 3))
    expect(await order(random, many, { seed: 2 })).not.toEqual(drawn)
    expect(await order(random, many, { text: 'other' })).not.toEqual(drawn)
    // The score is 1 / place and says nothing of likeness.
    expect((await ranking(random, many)).slice(0, 2).map(([, score]) => score)).toEqual([1, 0.5])
  })
})

describe('none', () => {
  it('ranks nothing', async () => {
    expect(await order(none, corpus)).toEqual([])
  })
})

describe('on any memory', () => {
  /** Few values, so that ties and zero vectors are common; neighbouring floats, so that divisions may round together. */
  const value = fc.oneof(
    fc.constantFrom(-1, 0, 1, 2),
    fc.float({ min: Math.fround(0.9), max: Math.fround(1.1), noNaN: true }),
  )
  const memory = fc
    .array(fc.tuple(fc.constantFrom(...CATEGORIES), value, value), { maxLength: 30 })
    .map((entries) =>
      corpusOf(
        entries.map(([category, x, y], n) => row(n, category, x, y)),
        entries.map((_, n) => textOf(n, n % 3 ? 'cat sat' : 'dog sat sat')),
      ),
    )
  const asked = fc.record({
    category: fc.constantFrom(...CATEGORIES),
    limit: fc.constantFrom(null, 1, 3, 10),
    text: fc.constantFrom('sat', 'dog', 'nothing of it'),
  })
  const always = (holds: (corpus: Corpus, fields: Partial<RankQuery>) => Promise<void>) =>
    fc.assert(fc.asyncProperty(memory, asked, holds), { numRuns: 200 })
  const byForce = ({ index }: Corpus, categories: readonly Category[], limit: number | null | undefined) =>
    categories
      .flatMap((category) => index.pool(category).rows())
      .map(({ id, vector }) => ({ id, score: cosine(QUERY, vector) }))
      .sort((a, b) => b.score - a.score || (a.id < b.id ? 1 : -1))
      .slice(0, limit ?? undefined)
      .map(({ id, score }) => [id, score])

  it('subtask is brute force over its category, and global over all', () =>
    always(async (corpus, asked) => {
      const { category, limit } = asked
      expect(await ranking(subtask, corpus, asked)).toEqual(
        byForce(corpus, category ? [category] : [], limit),
      )
      expect(await ranking(globalCosine, corpus, asked)).toEqual(byForce(corpus, CATEGORIES, limit))
    }))

  it('soft with a one-hot prior is subtask, whether the category was named or predicted', () =>
    always(async (corpus, asked) => {
      const expected = await order(subtask, corpus, asked)
      expect(await order(soft, corpus, asked)).toEqual(expected)
      const prior = { ANALYZE: 0, REPRODUCE: 0, EDIT: 0, VERIFY: 0, [asked.category ?? 'EDIT']: 1 }
      expect(await order(soft, corpus, { ...asked, prior })).toEqual(expected)
    }))

  it('soft with a flat prior is global', () =>
    always(async (corpus, asked) => {
      expect(await order(soft, corpus, { ...asked, prior: FLAT })).toEqual(
        await order(globalCosine, corpus, asked),
      )
    }))

  it('hybrid with weight 0 is the cosine order, and random a permutation of it', () =>
    always(async (corpus, asked) => {
      expect(await ranking(createHybrid(0), corpus, asked)).toEqual(await ranking(subtask, corpus, asked))
      const whole = { ...asked, limit: null }
      expect((await order(random, corpus, whole)).toSorted()).toEqual(
        (await order(subtask, corpus, whole)).toSorted(),
      )
    }))

  it('the same question and seed give the same ranking, and a limit its beginning', () =>
    always(async (corpus, asked) => {
      for (const name of ['subtask', 'global', 'raw', 'soft', 'hybrid', 'random', 'none']) {
        const strategy = getStrategy(name)
        const whole = await ranking(strategy, corpus, { ...asked, limit: null })
        expect(await ranking(strategy, corpus, { ...asked, limit: null })).toEqual(whole)
        expect(await ranking(strategy, corpus, asked)).toEqual(whole.slice(0, asked.limit ?? undefined))
      }
    }))
})
