import { describe, expect, it } from 'vitest'
import { embed, openTestStore, storeEntry } from '../db/fixtures/test-store.ts'
import { tables } from '../db/tables.ts'
import { bulkChange } from './bulk.ts'
import { aimsAtDuplicates } from './keep-one.ts'
import { retireEntries } from './retire.ts'

it.each([
  ['finding:near-duplicate', true],
  ['category:EDIT (finding:near* OR flag:leak)', true],
  ['-finding:near-duplicate', false],
  ['finding:leak near-duplicate', false],
  // One star; as many patterns beside each other this would not end.
  [`finding:n${'*'.repeat(1_900)}x`, false],
])('%s picks entries for being duplicates: %s', (expression, aims) => {
  expect(aimsAtDuplicates({ facets: {}, expression })).toBe(aims)
})

it('so does the facet', () => {
  expect(aimsAtDuplicates({ facets: { finding: ['leak', 'near-duplicate'] } })).toBe(true)
})

describe('a cluster of near-duplicates', () => {
  /** Three entries that say the same, joined by pairs, and one beside them. */
  async function cluster() {
    const store = await openTestStore()
    const [a, b, c, beside] = [
      await storeEntry(store),
      await storeEntry(store),
      await storeEntry(store),
      await storeEntry(store),
    ]
    const pairs = [
      [a.id, b.id, 0.99],
      [b.id, c.id, 0.95],
    ] as const
    for (const [entryId, otherId, score] of pairs)
      await store.record((tx) =>
        tables(tx).finding.create({
          data: {
            id: store.nextId('f'),
            projectId: a.projectId,
            detector: 'near-duplicate',
            entryId,
            otherId,
            score,
            detail: '{}',
            state: 'open',
            foundAt: store.now(),
          },
        }),
      )
    const approved = () => tables(store).entry.count({ where: { lifecycle: 'approved' } })
    const deps = { store, embed, by: 'Mara', inspect: () => ({ secrets: [], flags: [] }) }
    return { store, deps, a, b, c, beside, approved }
  }

  const asDuplicates = { minScore: null }
  const reason = 'duplicate'

  it('is not retired whole for being duplicates, and nothing is changed', async () => {
    const { deps, a, b, c, beside, approved } = await cluster()
    const entryIds = [a.id, b.id, c.id, beside.id]
    await expect(retireEntries({ entryIds, reason, asDuplicates }, deps)).rejects.toMatchObject({
      code: 'whole-cluster',
      message: 'All 3 entries of a cluster of near-duplicates would go, and the lesson with them.',
    })
    expect(await approved()).toBe(4)
  })

  it('is retired but for one', async () => {
    const { deps, a, c, approved } = await cluster()
    await retireEntries({ entryIds: [a.id, c.id], reason, asDuplicates }, deps)
    expect(await approved()).toBe(2)
  })

  it('is as small as the score that the person looked at makes it', async () => {
    const { deps, a, b, approved } = await cluster()
    const pair = { entryIds: [a.id, b.id], reason }
    const strict = { ...pair, asDuplicates: { minScore: 0.97 } }
    await expect(retireEntries(strict, deps)).rejects.toMatchObject({ code: 'whole-cluster' })
    await retireEntries({ ...pair, asDuplicates }, deps)
    expect(await approved()).toBe(2)
  })

  it('is retired whole when that is not said to be for being duplicates', async () => {
    const { deps, a, b, c, approved } = await cluster()
    await retireEntries({ entryIds: [a.id, b.id, c.id], reason: 'wrong' }, deps)
    expect(await approved()).toBe(1)
  })

  it('is not retired whole by a filter for duplicates either', async () => {
    const { deps, a, approved } = await cluster()
    const filter = { projectId: a.projectId, text: '', facets: {}, expression: 'finding:near-duplicate' }
    const bulk = { rule: { verb: 'retire' as const }, filter, expectedCount: 3, reason }
    await expect(bulkChange(bulk, deps)).rejects.toMatchObject({ code: 'whole-cluster' })
    expect(await approved()).toBe(4)
  })
})
