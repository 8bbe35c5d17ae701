import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CATEGORIES } from '../../memory/category.ts'
import { cosine } from '../../memory/similarity.ts'
import { createRandom } from '../../memory/statistics.ts'
import { STREAM_STRATEGIES } from '../../memory/studies/stream-strategies.ts'
import { inOrder, replayStream, type StreamEpisode, type StreamInput } from './replay-stream.ts'

const EMBEDDER = { id: 'made-up', dimension: 6 }

function episodesOf(seed: number, count: number): StreamEpisode[] {
  const random = createRandom(seed)
  const vector = () => Float32Array.from({ length: EMBEDDER.dimension }, () => random() - 0.5)
  return Array.from({ length: count }, (_, n) => ({
    episodeId: `e${n}`,
    instanceId: `i${Math.floor(n * 0.8)}`, // some instances come back
    repo: `r${n % 3}`,
    task: {
      words: { features: new Uint32Array([n % 4]), weights: new Float64Array([1]) },
      meaning: vector(),
    },
    topics: n % 5 === 4 ? null : [`t${n % 3}`],
    questions: CATEGORIES.slice(0, 1 + (n % 4)).map((category) => ({
      subtaskId: `s${n} ${category}`,
      category,
      text: `question ${n} of ${category}`,
      vector: vector(),
    })),
    entries: CATEGORIES.slice(0, n % 4).map((category) => ({
      id: `m_${n} ${category}`,
      category,
      projectId: 'p',
      scope: 'project' as const,
      instanceId: `i${Math.floor(n * 0.8)}`,
      repo: `r${n % 3}`,
      episodeId: `e${n}`,
      position: n,
      vector: vector(),
    })),
  }))
}

async function replayed(input: StreamInput) {
  const parts = replayStream(input)
  let told = 0
  for (;;) {
    const step = await parts.next()
    if (step.done) return { ...step.value, told }
    told += step.value
  }
}

/** Algorithm 1 word by word: everything that earlier places left in the category, the own instance apart, the highest cosine. */
function naive(episodes: readonly StreamEpisode[]) {
  return episodes.flatMap(({ questions, instanceId }, position) => {
    const there = episodes.slice(0, position).flatMap(({ entries }) => entries)
    return questions.map(({ category, vector }) => {
      const pool = there.filter((row) => row.category === category && row.instanceId !== instanceId)
      const scores = pool.map((row) => cosine(vector, row.vector))
      const best = Math.max(...scores)
      return { pool: pool.length, id: pool[scores.lastIndexOf(best)]?.id ?? null }
    })
  })
}

it('asks as Algorithm 1 does: what earlier places of this order left in the category, the own instance apart', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(10_000),
      fc.integer({ min: 2, max: 25 }),
      fc.nat(5),
      async (made, count, seed) => {
        const episodes = episodesOf(made, count)
        const found = await replayed({ embedder: EMBEDDER, episodes, strategy: 'subtask', seed })
        const expected = naive(inOrder(episodes, seed))
        expect(found.asked.map(({ pool }, i) => ({ pool, id: found.given[i]?.id }))).toEqual(expected)
        expect(found.told).toBe(expected.length)
      },
    ),
    { numRuns: 60 },
  )
})

it('gives with every strategy only what was there before, and the same again for the same seed', async () => {
  const episodes = episodesOf(3, 20)
  for (const strategy of STREAM_STRATEGIES) {
    const input = { embedder: EMBEDDER, episodes, strategy, seed: 7 }
    const found = await replayed(input)
    expect(await replayed(input)).toEqual(found)
    const place = new Map(found.episodes.map(({ episodeId }, i) => [episodeId, i]))
    const owner = new Map(
      episodes.flatMap(({ episodeId, entries }) => entries.map(({ id }) => [id, episodeId])),
    )
    const winners = found.given.flatMap(({ id }, i) =>
      id === null ? [] : [{ id, at: found.asked[i]?.position ?? -1 }],
    )
    expect(winners.length).toBeGreaterThan(10)
    for (const { id, at } of winners) expect(place.get(owner.get(id) ?? id)).toBeLessThan(at)
  }
})

it('counts as reachable what shares a topic and has left an entry, and says nothing where nobody does', async () => {
  const episodes = episodesOf(1, 20)
  const { asked, given } = await replayed({ embedder: EMBEDDER, episodes, strategy: 'global', seed: 0 })
  for (const [i, { position, isReachable }] of asked.entries()) {
    const own = episodes[position]
    const topics = own?.topics ?? null
    const alike = episodes
      .slice(0, position)
      .filter((other) => other.instanceId !== own?.instanceId && other.entries.length > 0)
      .some((other) => other.topics?.some((topic) => topics?.includes(topic)))
    expect(isReachable).toBe(topics && alike)
    if (topics === null) expect(given[i]?.isRelevant).toBeNull()
    if (given[i]?.isRelevant) expect(isReachable).toBe(true)
  }
})
