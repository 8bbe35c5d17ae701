import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Embedder } from '../../llm/embedder.ts'
import { CATEGORIES, type Category } from '../../memory/category.ts'
import type { Experience } from '../../memory/entry.ts'
import { cosine } from '../../memory/similarity.ts'
import { CosineIndex, type IndexRow } from '../cosine-index.ts'
import { testEntry } from '../fixtures/test-memory.ts'
import { predictCategory } from '../predict-category.ts'
import { STRATEGIES } from './all-strategies.ts'
import { constrained } from './constrained.ts'
import { dualLayer, SPREADING, spreadActivation } from './dual-layer.ts'
import { globalCosine } from './global.ts'
import { createHybrid, hybrid } from './hybrid.ts'
import { none } from './none.ts'
import { random } from './random.ts'
import { raw } from './raw.ts'
import { soft } from './soft.ts'
import type { Corpus, EntryQuery, EntryStrategy, EntryText } from './strategy.ts'
import { importanceOf, streamOfMemory } from './stream-of-memory.ts'
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
const says = (n: number, objective: string, keywords: string[] = [], experience: Partial<Experience> = {}) =>
  testEntry(n, {
    id: row(n, 'EDIT', 0, 0).id,
    category: 'EDIT',
    description: { objective, keywords },
    experience,
  })
const corpusOf = (rows: readonly IndexRow[], entries: readonly EntryText[] = []): Corpus => ({
  index: CosineIndex.of(embedder, rows, 1),
  embedder,
  episodes: [],
  entries: new Map(entries.map((entry) => [entry.id, entry])),
})
const query = (fields: Partial<EntryQuery> = {}): EntryQuery => ({
  text: 'sat',
  category: 'EDIT',
  scope: { projectIds: ['p'] },
  seed: 1,
  limit: null,
  ...fields,
})
const ranking = async (strategy: EntryStrategy, corpus: Corpus, fields: Partial<EntryQuery> = {}) =>
  (await (await strategy.prepare(corpus))(query(fields))).hits.map(({ id, score }) => [id, score] as const)
const order = async (strategy: EntryStrategy, corpus: Corpus, fields: Partial<EntryQuery> = {}) =>
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
      category: { ANALYZE: 0.1, REPRODUCE: 0, EDIT: 0.9, VERIFY: 0 },
    })
    // ln 0.9 + 6 = 5.895 and ln 0.1 + 8 = 5.697: nine to one is worth 0.1 · ln 9 = 0.22 of cosine.
    expect(ranked.map(([id]) => id)).toEqual(['m_03', 'm_01', 'm_02'])
    expect(ranked[0]?.[1]).toBeCloseTo(Math.log(0.9) + 6, 10)
    expect(ranked[2]?.[1]).toBeCloseTo(Math.log(0.1) + 8, 10)
  })

  it('lets a lead in cosine of more than τ times the log odds climb the wall', async () => {
    const prior = { ANALYZE: 0.2, REPRODUCE: 0, EDIT: 0.8, VERIFY: 0 } // 0.1 · ln 4 = 0.14 < 0.2
    expect(await order(soft, corpus, { category: prior })).toEqual(['m_02', 'm_03', 'm_01'])
  })

  it('gives a tie to the higher cosine, not to rounding', async () => {
    // Beside ln 1e-300 = −690.8 a difference of 1e-15 in cosine is lost.
    const near = corpusOf([row(1, 'EDIT', 1, 0), row(3, 'EDIT', 1, 3e-8)])
    const ranked = await ranking(soft, near, { category: { ...FLAT, EDIT: 1e-300 } })
    expect(ranked[0]?.[1]).toBe(ranked[1]?.[1])
    expect(ranked.map(([id]) => id)).toEqual(['m_01', 'm_03'])
  })

  it('predicts for a whole task by the rules, from the d that it searches by', async () => {
    const prior = predictCategory('The lock is never released').probabilities
    const asked = { text: 'The lock is never released', category: null }
    expect(await ranking(soft, corpus, asked)).toEqual(
      await ranking(soft, corpus, { ...asked, category: prior }),
    )
  })
})

describe('hybrid', () => {
  const words = [says(1, 'cat sat'), says(3, 'dog sat sat')]

  it('equals (1 − w) · cos + w · BM25 / best, worked out by hand', async () => {
    const uneven = corpusOf([row(1, 'EDIT', 3, 4), row(3, 'EDIT', 0, 5), row(5, 'EDIT', 4, 3)], words)
    const ranked = await ranking(createHybrid(0.5), uneven)
    // Nothing is known of what entry 5 says. idf = ln(1 + 1.5 / 2.5), the same for both; mean length (2 + 3 + 0) / 3.
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

describe('dual-layer', () => {
  it('moves activation over a shared concept as worked out by hand', () => {
    const graph = new Map([
      ['a', ['# x']],
      ['b', ['# x']],
      ['# x', ['a', 'b']],
    ])
    const rule = { ...SPREADING, steps: 2, keep: 0.5, spread: 0.8, rivals: 7, inhibition: 0.15 }
    const after = spreadActivation(graph, new Map([['a', 1]]), rule)
    // Step 1: a = 0.5, x = 0.8; a gives way: 0.5 − 0.15 · 0.3 = 0.455.
    // Step 2: x = 0.4 + 0.8 · 0.455 = 0.764, a = 0.2275 + 0.8 · 0.8 / 2 = 0.5475, b = 0.32; then a and b give way.
    expect(after.get('# x')).toBeCloseTo(0.764, 12)
    expect(after.get('a')).toBeCloseTo(0.5475 - 0.15 * (0.764 - 0.5475), 12)
    expect(after.get('b')).toBeCloseTo(0.32 - 0.15 * (0.764 - 0.32 + 0.5475 - 0.32), 12)
  })

  it('lifts what shares a concept with the question over what is as near', async () => {
    const near = corpusOf(
      [row(1, 'EDIT', 3, 4), row(2, 'EDIT', 3, 4), row(3, 'VERIFY', 3, 4)],
      [says(1, 'one', ['page cursor']), says(2, 'two', ['lock']), says(3, 'three', ['lock'])],
    )
    expect((await order(dualLayer, near, { text: 'the cursor of a page' }))[0]).toBe('m_01')
    expect((await order(dualLayer, near, { text: 'a lock' }))[2]).toBe('m_01')
  })
})

describe('stream-of-memory', () => {
  it('adds recency, importance and relevance, each stretched to 0..1', async () => {
    const memory = corpusOf(
      [row(1, 'EDIT', 5, 0), row(2, 'VERIFY', 0, 5), row(3, 'EDIT', 3, 4)],
      [
        says(1, 'one', [], { kind: 'undetermined' }),
        says(2, 'two', [], { kind: 'avoid', because: 'y', check: 'z' }),
        says(3, 'three', [], { kind: 'pattern', because: 'y' }),
      ],
    )
    // Importance 1, 5 and 3; recency 0.995², 0.995 and 1; cosine 1, 0 and 0.6.
    const recency = (0.995 - 0.995 ** 2) / (1 - 0.995 ** 2)
    const scores = new Map(await ranking(streamOfMemory, memory))
    expect(scores.get('m_01')).toBeCloseTo(0 + 0 + 1, 12)
    expect(scores.get('m_02')).toBeCloseTo(recency + 1 + 0, 12)
    expect(scores.get('m_03')).toBeCloseTo(1 + 0.5 + 0.6, 12)
    expect(await order(streamOfMemory, memory)).toEqual(['m_03', 'm_02', 'm_01'])
  })

  it('counts what an entry shows by its stated rule', () => {
    const of = (experience: Partial<Experience>) => importanceOf(says(1, 'x', [], experience).experience)
    expect(of({ kind: 'undetermined' })).toBe(1)
    expect(of({ kind: 'pattern', check: 'c' })).toBe(3)
    expect(of({ kind: 'avoid', because: 'b', check: 'c' })).toBe(5)
  })
})

describe('constrained', () => {
  it('takes the key that the model chose, nothing when it chose none, and refuses without a model', async () => {
    const memory = corpusOf(rows, [says(1, 'one'), says(3, 'three')])
    const asked: (readonly string[])[] = []
    const choosing = (place: number | null): Corpus => ({
      ...memory,
      choose: async (_, keys) => {
        asked.push(keys)
        return place
      },
    })
    expect(await order(constrained, choosing(1))).toEqual(['m_01'])
    expect(await order(constrained, choosing(null))).toEqual([])
    expect(asked[0]).toEqual(['three', 'one'])
    await expect(constrained.prepare(memory)).rejects.toMatchObject({ code: 'needs-model' })
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
        entries.map((_, n) => says(n, n % 3 ? 'cat sat' : 'dog sat sat', n % 2 ? ['sat'] : [])),
      ),
    )
  const asked = fc.record({
    category: fc.constantFrom(...CATEGORIES),
    limit: fc.constantFrom(null, 1, 3, 10),
    text: fc.constantFrom('sat', 'dog', 'nothing of it'),
  })
  type Asked = Pick<EntryQuery, 'text' | 'limit'> & { category: Category }
  const always = (holds: (corpus: Corpus, fields: Asked) => Promise<void>) =>
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
      expect(await ranking(subtask, corpus, asked)).toEqual(byForce(corpus, [category], limit))
      expect(await ranking(globalCosine, corpus, asked)).toEqual(byForce(corpus, CATEGORIES, limit))
    }))

  it('soft with a one-hot prior is subtask, whether the category was named or predicted', () =>
    always(async (corpus, asked) => {
      const expected = await order(subtask, corpus, asked)
      expect(await order(soft, corpus, asked)).toEqual(expected)
      const prior = { ANALYZE: 0, REPRODUCE: 0, EDIT: 0, VERIFY: 0, [asked.category]: 1 }
      expect(await order(soft, corpus, { ...asked, category: prior })).toEqual(expected)
    }))

  it('soft with a flat prior is global', () =>
    always(async (corpus, asked) => {
      expect(await order(soft, corpus, { ...asked, category: FLAT })).toEqual(
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

  it('a limit changes neither counts nor margin, and both are those of the whole ranking', () =>
    always(async (corpus, asked) => {
      for (const strategy of STRATEGIES) {
        if (strategy.unit === 'episode' || strategy.needs) continue
        const rank = await strategy.prepare(corpus)
        const whole = await rank(query({ ...asked, limit: null }))
        const { hits, ...counted } = await rank(query(asked))
        expect(counted, strategy.name).toEqual({ ...whole, hits: undefined })
        const [best, second] = whole.hits
        expect(whole).toMatchObject({
          considered: corpus.index.size,
          kept: whole.hits.length,
          margin: best && second ? best.score - second.score : null,
          abstained: best ? null : 'cold',
        })
        expect(hits).toEqual(whole.hits.slice(0, asked.limit ?? undefined))
      }
    }))

  it('the same question and seed give the same ranking, and a limit its beginning', () =>
    always(async (corpus, asked) => {
      for (const strategy of STRATEGIES) {
        if (strategy.unit === 'episode' || strategy.needs) continue
        const whole = await ranking(strategy, corpus, { ...asked, limit: null })
        expect(await ranking(strategy, corpus, { ...asked, limit: null })).toEqual(whole)
        expect(await ranking(strategy, corpus, asked)).toEqual(whole.slice(0, asked.limit ?? undefined))
      }
    }))
})
