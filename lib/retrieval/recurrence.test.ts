import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CATEGORIES } from '../memory/category.ts'
import { CosineIndex, type IndexRow } from './cosine-index.ts'
import { recurrence } from './recurrence.ts'

const embedder = { id: 'test', dimension: 2 }

const rowArbitrary = fc.record({
  category: fc.constantFrom(...CATEGORIES),
  instanceId: fc.constantFrom('a', 'b', 'c', null),
  projectId: fc.constantFrom('p', 'other'),
  angle: fc.double({ min: 0, max: Math.PI, noNaN: true }),
})

test('recurrence is the share of the newest entries whose nearest earlier neighbour of another instance is above the floor', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(rowArbitrary, { maxLength: 160 }),
      fc.double({ min: -1, max: 1, noNaN: true }),
      async (made, floor) => {
        const rows = made.map(({ angle, ...row }, n): IndexRow => {
          const vector = Float32Array.of(Math.cos(angle), Math.sin(angle))
          const id = `m_${String(n).padStart(4, '0')}`
          return { ...row, id, scope: 'project', repo: null, episodeId: null, position: null, vector }
        })
        const index = CosineIndex.of(embedder, rows, 1)
        const found = await recurrence(index, { projectIds: ['p'] }, floor)
        for (const category of CATEGORIES) {
          const mine = rows.filter(
            (row) => row.category === category && row.projectId === 'p' && row.instanceId !== null,
          )
          const arriving = mine.slice(-100)
          const met = arriving.filter(({ id, instanceId, vector }) => {
            const [nearest] = index
              .pool(category, {
                before: id,
                admits: (row) =>
                  row.projectId === 'p' && row.instanceId !== null && row.instanceId !== instanceId,
              })
              .nearest(vector, 1)
            return nearest !== undefined && nearest.score > floor
          })
          const share = arriving.length === 0 ? null : met.length / arriving.length
          expect(found[category]).toEqual({ share, count: arriving.length })
        }
      },
    ),
  )
})
