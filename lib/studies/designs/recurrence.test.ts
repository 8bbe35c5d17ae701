import { expect, it } from 'vitest'
import { createRandom } from '../../memory/statistics.ts'
import { CosineIndex, type IndexRow } from '../../retrieval/cosine-index.ts'
import { unrelatedPairs } from '../../retrieval/unrelated-pairs.ts'
import { recurrenceStream } from './recurrence.ts'

const DIMENSION = 16
const embedder = { id: 'test', dimension: DIMENSION }
const scope = { projectIds: ['p'] }

function unit(random: () => number): Float32Array {
  const vector = Float32Array.from({ length: DIMENSION }, () => random() + random() + random() - 1.5)
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}

function indexOf(vectors: readonly Float32Array[]): CosineIndex {
  const rows = vectors.map(
    (vector, n): IndexRow => ({
      id: `m_${String(n).padStart(4, '0')}`,
      category: n % 2 === 0 ? 'EDIT' : 'VERIFY',
      projectId: 'p',
      scope: 'project',
      instanceId: `i-${n}`,
      repo: `r-${n % 7}`,
      episodeId: `e-${n}`,
      position: n,
      vector,
    }),
  )
  return CosineIndex.of(embedder, rows, 1)
}

it('finds no more recurrence than chance gives among entries that have nothing to do with each other', async () => {
  const random = createRandom(3)
  const index = indexOf(Array.from({ length: 300 }, () => unit(random)))
  const view = await recurrenceStream(index, scope, unrelatedPairs(index, scope))
  expect(view.arrivals).toBe(300)
  expect(view.all.byChance).toBeGreaterThan(0.04)
  expect(view.all.interval?.low).toBeLessThan(view.all.byChance ?? 0)
  expect(view.all.interval?.high).toBeGreaterThan(view.all.byChance ?? 1)
})

it('finds what comes back, and where in the stream', async () => {
  const random = createRandom(4)
  const first = Array.from({ length: 280 }, () => unit(random))
  const again = first.slice(0, 20).map((vector) => vector.map((value) => value + (random() - 0.5) * 0.02))
  const index = indexOf([...first, ...again])
  const view = await recurrenceStream(index, scope, unrelatedPairs(index, scope))
  expect(view.bins[0]?.share).toBeLessThan(0.1)
  expect(view.bins.at(-1)?.share).toBeGreaterThan(0.4)
  expect(view.examples[0]?.best?.entryId).toMatch(/^m_00/)
  expect(view.byCategory.map(({ n }) => n)).toEqual([0, 0, 150, 150])
})

it('judges only what came from an episode: nothing else has a place in the stream', async () => {
  const random = createRandom(6)
  const rows = [
    ...indexOf(Array.from({ length: 280 }, () => unit(random)))
      .pool('EDIT', {})
      .rows(),
  ]
  const without = CosineIndex.of(
    embedder,
    rows.map((row) => ({ ...row, position: null, episodeId: null })),
    1,
  )
  const alone = await recurrenceStream(without, scope, unrelatedPairs(without, scope))
  const placed = await recurrenceStream(
    CosineIndex.of(embedder, rows, 1),
    scope,
    unrelatedPairs(without, scope),
  )
  expect(alone.bins).toEqual([])
  expect(placed.bins.length).toBeGreaterThan(1)
  expect(alone.all).toEqual({ n: 0, recurring: 0, share: null, interval: null, byChance: null })
  expect([alone.arrivals, alone.examples]).toEqual([140, []])
})

it('says nothing without enough unrelated pairs', async () => {
  const random = createRandom(5)
  const index = indexOf(Array.from({ length: 6 }, () => unit(random)))
  const view = await recurrenceStream(index, scope, unrelatedPairs(index, scope))
  expect(view.all).toEqual({ n: 6, recurring: 0, share: null, interval: null, byChance: null })
  expect(view.examples).toEqual([])
})
