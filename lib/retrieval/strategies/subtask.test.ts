import { describe, expect, it } from 'vitest'
import { createLocalEmbedder } from '../../llm/local-embedder.ts'
import type { Intent } from '../../memory/entry.ts'
import { CosineIndex } from '../cosine-index.ts'
import { testEntry, testRow } from '../fixtures/test-memory.ts'
import { twoStages } from './subtask.ts'

const embedder = createLocalEmbedder()
const scope = { projectIds: ['p'] }
const about = (objective: string, ...keywords: string[]) => ({ objective, keywords })
const ask = (category: Intent['category'], objective: string): Intent => ({
  category,
  description: about(objective),
})

const offByOne = testEntry(1, {
  category: 'REPRODUCE',
  description: about(
    'construct failing test case for off-by-one in pagination',
    'off-by-one',
    'pagination',
    'boundary condition',
    'unit test',
  ),
})
const timezone = testEntry(2, {
  category: 'REPRODUCE',
  description: about('construct failing test case for a date range across midnight', 'timezone', 'utc'),
})
const openCursor = testEntry(3, {
  category: 'REPRODUCE',
  description: about(
    'reproduce database cursor left open after an exception',
    'context manager',
    'resource leak',
  ),
})
const listener = testEntry(4, {
  category: 'EDIT',
  description: about(
    'attach the event listener after the button is rendered',
    'event listener',
    'click handler',
  ),
})
const expiry = testEntry(5, {
  category: 'EDIT',
  description: about('compare the session expiry with an aware timestamp', 'session timeout', 'timezone'),
})
const reflected = testEntry(6, {
  category: 'ANALYZE',
  description: about(
    'find why the product fails in one operand order only',
    'missing reflected operator',
    '__rmul__',
  ),
})
const parser = testEntry(7, {
  category: 'ANALYZE',
  description: about('locate where the parser splits quoted fields', 'parser', 'quoting'),
})
const entries = [offByOne, timezone, openCursor, listener, expiry, reflected, parser]
const index = CosineIndex.of(
  embedder,
  entries.map((entry) => testRow(entry)),
  1,
)
const best = async (intent: Intent) =>
  (await twoStages(intent, { scope, limit: 1 }, { index, embedder })).hits[0]?.id

describe('two stages, the cases of the seeds', () => {
  it('finds the off-by-one lesson for "cursor-based pagination" under REPRODUCE', async () => {
    expect(await best(ask('REPRODUCE', 'construct test case for cursor-based pagination bug'))).toBe(
      offByOne.id,
    )
  })

  it('gives Fix Login Timeout the expiry lesson, not the one of Fix Login Button', async () => {
    expect(await best(ask('EDIT', 'Fix Login Timeout'))).toBe(expiry.id)
  })

  it('lets Modify Search Bar and Fix Login Button share the event-listener lesson', async () => {
    expect(await best(ask('EDIT', 'Fix Login Button'))).toBe(listener.id)
    expect(await best(ask('EDIT', 'Modify Search Bar'))).toBe(listener.id)
  })

  it('finds the missing reflected operator of the paper’s case study', async () => {
    expect(
      await best(ask('ANALYZE', 'a symbol times a polynomial is not multiplied, the reverse order works')),
    ).toBe(reflected.id)
  })
})

describe('two stages', () => {
  it('counts both stages', async () => {
    const found = await twoStages(ask('EDIT', 'event listener'), { scope, limit: 10 }, { index, embedder })
    expect(found).toMatchObject({
      considered: 7,
      kept: 2,
      abstained: null,
      byCategory: { ANALYZE: 2, REPRODUCE: 3, EDIT: 2, VERIFY: 0 },
    })
    expect(found.margin).toBe((found.hits[0]?.score ?? 0) - (found.hits[1]?.score ?? 0))
  })

  it('abstains with `cold` on an empty category and with `floor` under the floor', async () => {
    const cold = await twoStages(ask('VERIFY', 'event listener'), { scope, limit: 1 }, { index, embedder })
    expect(cold).toMatchObject({ kept: 0, hits: [], margin: null, abstained: 'cold' })
    const low = await twoStages(
      ask('EDIT', 'regex backtracking'),
      { scope, limit: 1, floor: 0.9 },
      { index, embedder },
    )
    expect(low.abstained).toBe('floor')
    expect(low.hits).toHaveLength(1)
  })

  it('injects whatever is nearest when there is no floor, as in the paper', async () => {
    const found = await twoStages(ask('EDIT', 'regex backtracking'), { scope, limit: 1 }, { index, embedder })
    expect(found.abstained).toBeNull()
  })

  it('sees only its projects, its own episode’s working memory, and nothing from the future', async () => {
    const rows = [
      testRow(testEntry(10, { category: 'EDIT', description: about('mutex'), projectId: 'other' })),
      testRow(
        testEntry(11, { category: 'EDIT', description: about('mutex'), scope: 'episode', episodeId: 'ep-x' }),
      ),
      testRow(
        testEntry(12, { category: 'EDIT', description: about('mutex'), projectId: 'parent', scope: 'user' }),
        1,
      ),
      testRow(testEntry(13, { category: 'EDIT', description: about('mutex'), instanceId: 'own' }), 4),
    ]
    const small = CosineIndex.of(embedder, rows, 1)
    const kept = async (extra: object) =>
      (
        await twoStages(
          ask('EDIT', 'mutex'),
          { scope: { projectIds: ['p', 'parent'], ...extra }, limit: 9 },
          { index: small, embedder },
        )
      ).hits.map(({ id }) => Number(id.slice(2)))
    expect(await kept({})).toEqual([13, 12])
    expect(await kept({ episodeId: 'ep-x' })).toEqual([13, 12, 11])
    expect(await kept({ withoutInstance: 'own' })).toEqual([12])
    expect(await kept({ before: { position: 4 } })).toEqual([12])
    expect(await kept({ before: { id: `m_${'13'.padStart(26, '0')}` } })).toEqual([12])
  })

  it('refuses a text without a word instead of picking at random', async () => {
    await expect(twoStages(ask('EDIT', '???'), { scope, limit: 1 }, { index, embedder })).rejects.toThrow(
      'no word',
    )
  })
})
