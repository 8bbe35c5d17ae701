import { describe, expect, it } from 'vitest'
import { createLocalEmbedder, localVector } from '../../llm/local-embedder.ts'
import { CATEGORIES, type Category } from '../../memory/category.ts'
import { cosine } from '../../memory/similarity.ts'
import { descriptionText } from '../../memory/text/words.ts'
import { CosineIndex } from '../cosine-index.ts'
import { testEntry, testRow } from '../fixtures/test-memory.ts'
import { plan } from '../plan.ts'
import { getStrategy, STRATEGIES } from './all-strategies.ts'
import { bm25 } from './bm25.ts'
import { instance } from './instance.ts'
import { none } from './none.ts'
import type { EntryQuery, EntryText, EpisodeQuery, EpisodeText, Rank } from './strategy.ts'
import { subtask } from './subtask.ts'
import { tfidf } from './tfidf.ts'

const embedder = createLocalEmbedder()
const episode = (n: number, text: string, repo: string | null = 'shop'): EpisodeText => ({
  episodeId: `ep_${n}`,
  instanceId: `shop-${n}`,
  projectId: 'p',
  repo,
  position: n,
  text,
  entryIds: [`m_${n}`],
  items: [text],
})
type Query = EntryQuery & EpisodeQuery
const query = (text: string, fields: Partial<Query> = {}): Query => ({
  text,
  category: null,
  scope: { projectIds: ['p'] },
  seed: 1,
  limit: null,
  ...fields,
})
const index = new CosineIndex(embedder)
const NO_TEXTS = new Map<string, EntryText>()

describe('tfidf', () => {
  it('equals the value worked out by hand with the defaults of scikit-learn', async () => {
    const rank = await tfidf.prepare({
      index,
      embedder,
      episodes: [episode(0, 'cat sat'), episode(1, 'dog sat sat')],
      entries: NO_TEXTS,
    })
    const [best, next] = (await rank(query('cat'))).hits
    // n = 2: idf(cat) = ln(3 / 2) + 1, idf(sat) = ln(3 / 3) + 1.
    const cat = Math.log(1.5) + 1
    expect(best?.episodeId).toBe('ep_0')
    expect(best?.score).toBeCloseTo(cat / Math.sqrt(cat * cat + 1), 12)
    expect(next?.score).toBe(0)
  })
})

describe('bm25', () => {
  it('equals the value worked out by hand with k1 = 1.2 and b = 0.75', async () => {
    const rank = await bm25.prepare({
      index,
      embedder,
      episodes: [episode(0, 'cat sat'), episode(1, 'dog sat sat')],
      entries: NO_TEXTS,
    })
    const { hits: ranked } = await rank(query('sat'))
    const idf = Math.log(1 + 0.5 / 2.5)
    const score = (count: number, length: number) =>
      (idf * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * length) / 2.5))
    expect(ranked.map(({ episodeId }) => episodeId)).toEqual(['ep_1', 'ep_0'])
    expect(ranked[0]?.score).toBeCloseTo(score(2, 3), 12)
    expect(ranked[1]?.score).toBeCloseTo(score(1, 2), 12)
  })
})

describe('instance', () => {
  it('ranks whole episodes by the cosine of their task texts; ties go to the later one', async () => {
    const episodes = [
      episode(0, 'deadlock of two threads'),
      episode(1, 'page cursor'),
      episode(2, 'page cursor'),
    ]
    const rank = await instance.prepare({ index, embedder, episodes, entries: NO_TEXTS })
    const { hits: ranked } = await rank(query('cursor of a page'))
    expect(ranked.map(({ episodeId }) => episodeId)).toEqual(['ep_2', 'ep_1', 'ep_0'])
    // By hand, n = 3: df(page) = df(cursor) = df(page cursor) = 2, df(cursor page) = 0; a pair of words counts 0.7.
    const [two, none] = [Math.log(4 / 3) + 1, Math.log(4) + 1]
    const shared = 2 * two ** 2
    const alike = shared / Math.sqrt((shared + (0.7 * two) ** 2) * (shared + (0.7 * none) ** 2))
    expect(ranked[0]?.score).toBeCloseTo(alike, 12)
    expect(ranked[0]?.entryIds).toEqual(['m_2'])
  })
})

describe('subtask', () => {
  it('equals brute force over the category of the intent', async () => {
    const entries = Array.from({ length: 24 }, (_, n) =>
      testEntry(n, {
        category: CATEGORIES[n % 4] ?? 'EDIT',
        description: {
          objective: `${['page cursor', 'thread lock', 'time zone'][n % 3]} number ${n}`,
          keywords: [],
        },
      }),
    )
    const filled = CosineIndex.of(
      embedder,
      entries.map((entry) => testRow(entry)),
      1,
    )
    const rank = await subtask.prepare({ index: filled, embedder, episodes: [], entries: NO_TEXTS })
    const expected = (category: Category, text: string) =>
      entries
        .filter((entry) => entry.category === category)
        .map((entry) => ({
          id: entry.id,
          score: cosine(localVector(text), localVector(descriptionText(entry.description))),
        }))
        .sort((a, b) => b.score - a.score || (a.id < b.id ? 1 : -1))
    const { hits: named } = await rank(query('lock the thread', { category: 'EDIT' }))
    expect(named.map(({ id, score }) => ({ id, score }))).toEqual(expected('EDIT', 'lock the thread'))
    const { hits: whole } = await rank(query('The lock is never released'))
    const text = descriptionText(plan('The lock is never released')[0].description)
    expect(whole.map(({ id, score }) => ({ id, score }))).toEqual(expected('ANALYZE', text))
  })
})

describe('every strategy', () => {
  const ranking = STRATEGIES.filter(
    (strategy) => strategy !== none && (!strategy.needs || strategy.needs === 'items'),
  )
  it.each(ranking.map((strategy) => [strategy.name, strategy] as const))(
    '%s leaves out the own instance, other projects, the future and what is planned to go',
    async (_name, strategy) => {
      const entries = [0, 1, 2, 3].map((n) =>
        testEntry(n, {
          category: 'ANALYZE',
          description: { objective: 'page cursor', keywords: [] },
          instanceId: `shop-${n}`,
          projectId: n === 0 ? 'q' : 'p',
        }),
      )
      const episodes = entries.map((entry, n) => ({
        ...episode(n, 'page cursor'),
        projectId: entry.projectId,
        entryIds: [entry.id],
      }))
      const filled = CosineIndex.of(
        embedder,
        entries.map((entry, n) => testRow(entry, n)),
        1,
      )
      const rank: Rank = await strategy.prepare({ index: filled, embedder, episodes, entries: NO_TEXTS })
      const seen = async (scope: object) =>
        (await rank(query('page cursor', { scope: { projectIds: ['p'], ...scope } }))).hits
          .map(({ instanceId }) => instanceId)
          .toSorted()
      expect(await seen({})).toEqual(['shop-1', 'shop-2', 'shop-3'])
      expect(await seen({ withoutInstance: 'shop-2' })).toEqual(['shop-1', 'shop-3'])
      expect(await seen({ before: { position: 3 } })).toEqual(['shop-1', 'shop-2'])
      expect(await seen({ before: { id: entries[2]?.id } })).toEqual(['shop-1'])
      if (strategy.unit === 'entry')
        expect(await seen({ without: [entries[1]?.id] })).toEqual(['shop-2', 'shop-3'])
    },
  )

  it('says where it comes from and is found by its name', () => {
    for (const strategy of STRATEGIES) {
      expect(strategy.source.length).toBeGreaterThan(30)
      expect(getStrategy(strategy.name)).toBe(strategy)
    }
    expect(() => getStrategy('nope')).toThrow('no strategy "nope"')
  })
})
