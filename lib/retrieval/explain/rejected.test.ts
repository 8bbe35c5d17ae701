import { describe, expect, it } from 'vitest'
import { createLocalEmbedder, localVector } from '../../llm/local-embedder.ts'
import { cosine } from '../../memory/similarity.ts'
import { CosineIndex } from '../cosine-index.ts'
import { testEntry, testRow } from '../fixtures/test-memory.ts'
import { rejectedFor } from './rejected.ts'
import { scorePools } from './scored-pools.ts'

const said = (objective: string) => ({ objective, keywords: [] })
const TEXT = 'construct test case for pagination bug'
const mine = testEntry(1, { category: 'REPRODUCE', description: said('construct a test for a timeout') })
const walled = testEntry(2, { category: 'EDIT', description: said(TEXT) })
const far = testEntry(3, { category: 'EDIT', description: said('rename a colour') })
const unseen = testEntry(4, { category: 'REPRODUCE', projectId: 'q', description: said(TEXT) })
const held = testEntry(5, { category: 'REPRODUCE', lifecycle: 'quarantined', description: said(TEXT) })
const everything = [mine, walled, far, unseen, held]

const query = localVector(TEXT)
const best = cosine(query, testRow(mine).vector)
const space = { id: 'local-v1', dimension: query.length }
const indexOf = (...entries: typeof everything) =>
  CosineIndex.of(
    space,
    entries.map((entry) => testRow(entry)),
    1,
  )
const deps = {
  index: indexOf(mine, walled, far, unseen),
  heldBack: async () => [
    { lifecycle: 'quarantined' as const, index: indexOf(held) },
    { lifecycle: 'retired' as const, index: indexOf() },
  ],
  entries: async (ids: readonly string[]) => everything.filter(({ id }) => ids.includes(id)),
}
const pools = await scorePools(
  said(TEXT),
  { projectIds: ['p'] },
  { ...deps, embedder: createLocalEmbedder() },
)
const input = {
  pools,
  category: 'REPRODUCE' as const,
  best,
  floor: null,
  scope: { projectIds: ['p'] },
}

describe('what could not win', () => {
  it('counts the better ones behind each wall, and shows the best of them', async () => {
    const { byCategory } = await rejectedFor(input, deps)
    expect(byCategory.map(({ category, count, betterCount }) => [category, count, betterCount])).toEqual([
      ['ANALYZE', 0, 0],
      ['EDIT', 2, 1],
      ['VERIFY', 0, 0],
    ])
    expect(byCategory[1]?.best).toMatchObject({ entryId: walled.id, objective: TEXT })
    expect(byCategory[0]?.best).toBeNull()
  })

  it('names what is not approved by its state, and leaves out states that hold nothing', async () => {
    const { byLifecycle } = await rejectedFor(input, deps)
    expect(byLifecycle).toMatchObject([{ lifecycle: 'quarantined', count: 1, best: { entryId: held.id } }])
  })

  it('counts what another project knows, apart from what is in scope', async () => {
    expect((await rejectedFor(input, deps)).byScope).toMatchObject({ count: 1, betterCount: 1 })
  })

  it('names the best that may not be served although it scores higher; nothing where the best won', async () => {
    expect((await rejectedFor(input, deps)).withheld).toBeNull()
    const secret = testEntry(6, { category: 'REPRODUCE', description: said(TEXT) })
    const index = indexOf(mine, walled, far, unseen, secret)
    const embedder = createLocalEmbedder()
    const among = await scorePools(said(TEXT), input.scope, { index, embedder })
    const { withheld } = await rejectedFor({ ...input, pools: among }, { ...deps, index })
    expect(withheld).toEqual({ count: 1, entryId: secret.id, score: expect.closeTo(1, 6) })
    expect((await rejectedFor({ ...input, best: null }, deps)).withheld).toMatchObject({ entryId: mine.id })
  })

  it('counts what lies under the floor only when there is a floor', async () => {
    expect((await rejectedFor(input, deps)).underFloorCount).toBeNull()
    expect((await rejectedFor({ ...input, floor: best + 0.01 }, deps)).underFloorCount).toBe(1)
  })

  it('counts everything behind a wall as better than nothing', async () => {
    const { byCategory } = await rejectedFor({ ...input, best: null }, deps)
    expect(byCategory[1]).toMatchObject({ count: 2, betterCount: 2 })
  })
})
