import { expect, it } from 'vitest'
import type { Category } from '../../memory/category.ts'
import { CosineIndex, type IndexRow } from '../cosine-index.ts'
import {
  bestFirst,
  type EpisodeQuery,
  type EpisodeText,
  entryRanking,
  episodeRanking,
  laterFirst,
  visibleEpisodes,
} from './strategy.ts'

const row = (n: number, category: Category, projectId = 'p'): IndexRow => ({
  ...{ id: `m_${n}`, category, projectId, scope: 'project', instanceId: `i${n}`, repo: null },
  ...{ episodeId: null, position: n, vector: Float32Array.of(1, 0) },
})
const index = CosineIndex.of(
  { id: 'test', dimension: 2 },
  [row(1, 'EDIT'), row(2, 'EDIT'), row(3, 'VERIFY'), row(4, 'ANALYZE', 'q')],
  1,
)
const scope = { projectIds: ['p'] }
const scored = (...scores: number[]) =>
  scores.map((score, n) => {
    const { vector: _, ...found } = row(n, 'EDIT')
    return { ...found, score }
  })
const ranked = (scores: number[], { limit = null as number | null, floor = null as number | null } = {}) =>
  entryRanking(scored(...scores), ['EDIT'], { scope, limit, floor }, { index })

it('counts what may be seen, by category, and what the first stage let through of it', () => {
  expect(ranked([])).toMatchObject({
    ...{ considered: 3, byCategory: { ANALYZE: 0, REPRODUCE: 0, EDIT: 2, VERIFY: 1 } },
    ...{ categories: ['EDIT'], kept: 2, hits: [] },
  })
  const both = entryRanking([], ['EDIT', 'VERIFY'], { scope, limit: 1, floor: null }, { index })
  expect([both.kept, both.categories]).toEqual([3, ['EDIT', 'VERIFY']])
  const none = entryRanking([], [], { scope: { projectIds: [] }, limit: 1, floor: null }, { index })
  expect([none.considered, none.kept, none.abstained]).toEqual([0, 0, 'cold'])
})

it.each<[number[], number | null, number | null, string | null]>([
  [[], null, null, 'cold'],
  [[], 0.5, null, 'cold'],
  [[0.5], null, null, null],
  [[0.5], 0.5, null, null],
  [[0.499], 0.5, null, 'floor'],
  [[0.5, 0.25], 0.5, 0.25, null],
  [[0.5, 0.5], null, 0, null],
  [[-0.5, -0.75], -0.6, 0.25, null],
  [[0], 0, null, null],
  [[-0.1], 0, null, 'floor'],
])('scores %j under a floor of %s: margin %s, abstained %s', (scores, floor, margin, abstained) => {
  expect(ranked(scores, { floor })).toMatchObject({ margin, abstained })
})

it('a limit cuts the hits alone', () => {
  const whole = ranked([0.9, 0.8, 0.1])
  for (const limit of [0, 1, 3, 9])
    expect(ranked([0.9, 0.8, 0.1], { limit })).toEqual({ ...whole, hits: whole.hits.slice(0, limit) })
})

it('of equal scores the later made comes first, in either function', () => {
  const some = [
    { id: 'm_1', score: 1 },
    { id: 'm_3', score: 1 },
    { id: 'm_2', score: 2 },
  ]
  expect([...some].sort(bestFirst).map(({ id }) => id)).toEqual(['m_2', 'm_3', 'm_1'])
  expect([...some].sort(laterFirst).map(({ id }) => id)).toEqual(['m_3', 'm_2', 'm_1'])
})

const episode = (n: number, change: Partial<EpisodeText> = {}): EpisodeText => ({
  ...{ episodeId: `ep_${n}`, instanceId: `i${n}`, projectId: 'p', repo: null, position: n, text: '' },
  entryIds: [`m_${n}a`, `m_${n}b`],
  ...change,
})
const seen = (episodes: EpisodeText[], change: Partial<EpisodeQuery['scope']> = {}) =>
  visibleEpisodes(episodes, { ...scope, ...change }).map(({ episodeId }) => episodeId)

it('a question sees the episodes of its projects but its own, and none from its future', () => {
  const episodes = [0, 1, 2].map((n) => episode(n))
  const bare = episode(3, { entryIds: [] })
  expect(seen([...episodes, bare, episode(4, { projectId: 'q' })])).toEqual(['ep_0', 'ep_1', 'ep_2', 'ep_3'])
  expect(seen(episodes, { withoutInstance: 'i1' })).toEqual(['ep_0', 'ep_2'])
  expect(seen(episodes, { episodeId: 'ep_0' })).toEqual(['ep_1', 'ep_2'])
  expect(seen([...episodes, bare], { before: { position: 2 } })).toEqual(['ep_0', 'ep_1'])
  expect(seen([bare], { before: { position: 4 } })).toEqual(['ep_3'])
})

it('by an id an episode is seen once it has left something behind', () => {
  const episodes = [episode(1), episode(2), episode(3, { entryIds: [] })]
  expect(seen(episodes, { before: { id: 'm_2a' } })).toEqual(['ep_1'])
  expect(seen(episodes, { before: { id: 'm_2aa' } })).toEqual(['ep_1', 'ep_2'])
})

it('episodes come by score, of equals the later in the stream, of one place the higher id', () => {
  const episodes = [
    ...[episode(1), episode(2), episode(3)],
    ...[episode(4, { position: 2 }), episode(0, { position: 9 })],
  ]
  const scores: Record<string, number> = { ep_3: 0.9, ep_0: 0.1 }
  const { hits } = episodeRanking(
    episodes,
    ({ episodeId }) => scores[episodeId] ?? 0.5,
    { scope, limit: null },
    { index },
  )
  expect(hits.map(({ episodeId }) => episodeId)).toEqual(['ep_3', 'ep_4', 'ep_2', 'ep_1', 'ep_0'])
})

it('an episode injects its first three entries that stay, and without any it is left out where that is asked', () => {
  const episodes = [
    episode(1, { entryIds: ['m_1', 'm_2', 'm_3', 'm_4', 'm_5'] }),
    episode(2, { entryIds: ['m_6'] }),
    episode(3, { entryIds: [] }),
  ]
  const rank = (fields: Partial<EpisodeQuery>) =>
    episodeRanking(
      episodes,
      ({ position }) => 1 / position,
      { scope: { ...scope, without: ['m_2', 'm_6'] }, limit: null, ...fields },
      { index },
    )
  expect(rank({}).hits.map(({ entryIds }) => entryIds)).toEqual([['m_1', 'm_3', 'm_4'], [], []])
  expect(rank({ withItemsOnly: true })).toMatchObject({
    kept: 1,
    margin: null,
    hits: [{ episodeId: 'ep_1' }],
  })
  expect(rank({ limit: 1 })).toMatchObject({ kept: 3, margin: 0.5, abstained: null })
})
