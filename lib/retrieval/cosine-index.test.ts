import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CATEGORIES, type Category } from '../memory/category.ts'
import { cosine } from '../memory/similarity.ts'
import { CosineIndex, type IndexChange, type IndexRow } from './cosine-index.ts'

const DIMENSION = 3
const MODEL = { id: 'test', dimension: DIMENSION }

/** Few ids, few values: ties, moves, revivals and sweeps happen all the time. */
const vector = fc.array(fc.constantFrom(-1, 0, 0, 1, 2), { minLength: DIMENSION, maxLength: DIMENSION })
const rowOf = (n: number, category: Category, values: readonly number[], project: string): IndexRow => ({
  id: `m_${String(n).padStart(4, '0')}`,
  category,
  projectId: project,
  scope: 'project',
  instanceId: `i-${n % 5}`,
  repo: null,
  episodeId: null,
  position: n % 7,
  vector: Float32Array.from(values),
})
const row = fc
  .tuple(fc.nat(30), fc.constantFrom(...CATEGORIES), vector, fc.constantFrom('p', 'q'))
  .map(([n, category, values, project]) => rowOf(n, category, values, project))
const step = fc.oneof(
  { weight: 3, arbitrary: row.map((one) => ({ kind: 'upsert' as const, row: one })) },
  {
    weight: 2,
    arbitrary: fc.nat(30).map((n) => ({ kind: 'remove' as const, id: `m_${String(n).padStart(4, '0')}` })),
  },
)

/** The store as a plain map: the truth that the index is held against. */
function replayed(
  steps: readonly ({ kind: 'upsert'; row: IndexRow } | { kind: 'remove'; id: string })[],
): Map<string, IndexRow> {
  const rows = new Map<string, IndexRow>()
  for (const one of steps) {
    if (one.kind === 'upsert') rows.set(one.row.id, one.row)
    else rows.delete(one.id)
  }
  return rows
}

function bruteForce(rows: Iterable<IndexRow>, category: Category, query: Float32Array, limit: number) {
  return [...rows]
    .filter((one) => one.category === category)
    .map((one) => ({ id: one.id, score: cosine(query, one.vector) }))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? 1 : -1))
    .slice(0, limit)
}

const contents = (index: CosineIndex) => CATEGORIES.map((category) => index.pool(category).rows())

describe('CosineIndex', () => {
  it('goes through the rows once for a named filter, and anew after any change', () => {
    let looked = 0
    const filter = {
      key: 'all',
      admits: () => {
        looked++
        return true
      },
    }
    const index = CosineIndex.of(
      MODEL,
      [rowOf(1, 'EDIT', [1, 0, 0], 'p'), rowOf(2, 'EDIT', [0, 1, 0], 'p')],
      1,
    )
    const ids = () =>
      index
        .pool('EDIT', filter)
        .rows()
        .map(({ id }) => id)
    expect(ids()).toEqual(['m_0001', 'm_0002'])
    expect(ids()).toEqual(['m_0001', 'm_0002'])
    expect(looked).toBe(2)
    index.apply({ kind: 'remove', revision: 2, id: 'm_0001' })
    expect(ids()).toEqual(['m_0002'])
    index.apply({ kind: 'upsert', revision: 3, row: rowOf(3, 'EDIT', [0, 0, 1], 'p') })
    expect(ids()).toEqual(['m_0002', 'm_0003'])
    expect(index.pool('EDIT', { ...filter, key: 'none', admits: () => false }).size).toBe(0)
  })

  it('equals brute force with ties to the highest id, over filters and limits (10,000 cases)', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(row, { selector: (one) => one.id, maxLength: 30 }),
        fc.constantFrom(...CATEGORIES),
        vector,
        fc.integer({ min: 1, max: 12 }),
        fc.nat(32),
        (rows, category, values, limit, before) => {
          const index = CosineIndex.of(MODEL, rows, 1)
          const query = Float32Array.from(values)
          const bound = `m_${String(before).padStart(4, '0')}`
          const pool = index.pool(category, { before: bound, admits: ({ projectId }) => projectId === 'p' })
          const allowed = rows.filter(({ projectId, id }) => projectId === 'p' && id < bound)
          const found = pool.nearest(query, limit).map(({ id, score }) => ({ id, score }))
          expect(found).toEqual(bruteForce(allowed, category, query, limit))
          expect(pool.size).toBe(allowed.filter((one) => one.category === category).length)
        },
      ),
      { numRuns: 10_000 },
    )
  })

  it('equals an index built anew after any sequence of changes: same rows, same order, same answers', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), vector, (steps, values) => {
        const index = new CosineIndex(MODEL)
        steps.forEach((one, i) => {
          index.apply({ ...one, revision: i + 1 })
        })
        const rows = replayed(steps)
        const anew = CosineIndex.of(MODEL, rows.values(), steps.length)
        expect(contents(index)).toEqual(contents(anew))
        expect(index.size).toBe(rows.size)
        expect(index.revision).toBe(anew.revision)
        const query = Float32Array.from(values)
        for (const category of CATEGORIES) {
          expect(index.pool(category).nearest(query, 50)).toEqual(anew.pool(category).nearest(query, 50))
        }
      }),
      { numRuns: 2_000 },
    )
  })

  it('does no harm when two readers catch up at once with overlapping batches', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 40 }), fc.nat(), fc.nat(), (steps, x, y) => {
        const feed = (from: number, to: number): IndexChange[] => {
          const last = new Map<string, IndexChange>()
          steps.slice(0, to).forEach((one, i) => {
            last.set(one.kind === 'upsert' ? one.row.id : one.id, { ...one, revision: i + 1 })
          })
          return [...last.values()].filter((change) => change.revision >= from)
        }
        const early = (x % steps.length) + 1
        const late = early + (y % (steps.length - early + 1))
        const index = new CosineIndex(MODEL)
        // Both read at revision 0; the one that saw less arrives last.
        const [first, second] = [feed(0, early), feed(0, late)]
        index.catchUp(second, late)
        index.catchUp(first, early)
        index.catchUp(feed(index.revision, steps.length), steps.length)
        expect(contents(index)).toEqual(
          contents(CosineIndex.of(MODEL, replayed(steps).values(), steps.length)),
        )
      }),
      { numRuns: 1_000 },
    )
  })

  it('never crosses the category', () => {
    const index = CosineIndex.of(MODEL, [rowOf(1, 'EDIT', [1, 0, 0], 'p')], 1)
    expect(index.pool('VERIFY').nearest(Float32Array.of(1, 0, 0), 5)).toEqual([])
    expect(index.pool('EDIT').nearest(Float32Array.of(1, 0, 0), 5)).toHaveLength(1)
  })

  it('puts a restored older entry back at its place in time, so that "before" still excludes it', () => {
    const index = CosineIndex.of(
      MODEL,
      [rowOf(5, 'EDIT', [1, 0, 0], 'p'), rowOf(9, 'EDIT', [1, 0, 0], 'p')],
      1,
    )
    index.apply({ kind: 'upsert', revision: 2, row: rowOf(7, 'EDIT', [1, 0, 0], 'p') })
    expect(
      index
        .pool('EDIT')
        .rows()
        .map(({ id }) => id),
    ).toEqual(['m_0005', 'm_0007', 'm_0009'])
    expect(index.pool('EDIT', { before: 'm_0007' }).size).toBe(1)
  })

  it('moves an entry between categories without leaving a copy behind', () => {
    const index = CosineIndex.of(MODEL, [rowOf(1, 'EDIT', [1, 0, 0], 'p')], 1)
    index.apply({ kind: 'upsert', revision: 2, row: rowOf(1, 'VERIFY', [1, 0, 0], 'p') })
    expect(index.counts()).toEqual({ ANALYZE: 0, REPRODUCE: 0, EDIT: 0, VERIFY: 1 })
    expect(index.categoryOf('m_0001')).toBe('VERIFY')
  })

  it('follows the index when a pool was taken before a change', () => {
    const index = CosineIndex.of(
      MODEL,
      [rowOf(1, 'EDIT', [1, 0, 0], 'p'), rowOf(2, 'EDIT', [0, 1, 0], 'p')],
      1,
    )
    const pool = index.pool('EDIT')
    index.apply({ kind: 'upsert', revision: 2, row: rowOf(0, 'EDIT', [0, 0, 1], 'p') })
    expect(pool.nearest(Float32Array.of(0, 1, 0), 1)[0]?.id).toBe('m_0002')
    expect(pool.size).toBe(3)
  })

  it('refuses vectors of another model’s size and vectors with NaN', () => {
    const index = new CosineIndex(MODEL)
    const bad = rowOf(1, 'EDIT', [1, 0], 'p')
    expect(() => index.apply({ kind: 'upsert', revision: 1, row: bad })).toThrow(
      '2 dimensions, the index holds 3',
    )
    const nan = rowOf(1, 'EDIT', [1, Number.NaN, 0], 'p')
    expect(() => index.apply({ kind: 'upsert', revision: 1, row: nan })).toThrow('NaN')
    expect(() => index.pool('EDIT').nearest(new Float32Array(2), 1)).toThrow('query of 2')
  })
})
