import { describe, expect, it, vi } from 'vitest'
import { createLocalEmbedder } from '../../llm/local-embedder.ts'
import type { MemoryEntry } from '../../memory/entry.ts'
import { exploreRequestSchema, retrieveRequestSchema, type TextLabels } from '../../memory/retrieval.ts'
import { descriptionText } from '../../memory/text/words.ts'
import { createChanceCache } from '../chance.ts'
import { CosineIndex } from '../cosine-index.ts'
import { testEntry, testRow } from '../fixtures/test-memory.ts'
import { createPreparedCache } from '../prepared.ts'
import { retrieve } from '../retrieve.ts'
import { createBackgroundCache } from '../unrelated-pairs.ts'
import { type ExploreDeps, explore } from './explore.ts'

const about = (objective: string) => ({ objective, keywords: [] })
const TEXT = 'construct a failing test for the page cursor'
const right = testEntry(1, { category: 'REPRODUCE', description: about(TEXT) })
const next = testEntry(2, { category: 'REPRODUCE', description: about('construct a test for a thread lock') })
const wrong = testEntry(3, { category: 'EDIT', description: about('construct a page') })
const stored = [right, next, wrong]

/** A memory that counts what is embedded and what is scored. */
function memory(labels: TextLabels | null = null, now: readonly MemoryEntry[] = stored) {
  const local = createLocalEmbedder()
  const rows = stored.map((entry, i) => testRow(entry, i))
  const index = CosineIndex.of(local, rows, 1)
  const embedded = vi.fn(local.embed)
  const embedder = { ...local, embed: embedded }
  const scored = vi.fn<(category: string, limit: number) => void>()
  const pool = index.pool.bind(index)
  vi.spyOn(index, 'pool').mockImplementation((category, filter) => {
    const found = pool(category, filter)
    return {
      get size() {
        return found.size
      },
      rows: () => found.rows(),
      nearest(vector, limit) {
        scored(category, limit)
        return found.nearest(vector, limit)
      },
    }
  })
  const prepare = createPreparedCache(embedder, { episodes: async () => [], entries: async () => [] })
  const deps: ExploreDeps = {
    index,
    embedder,
    projectScope: async () => ({ scope: { projectIds: ['p'] }, all: 3, inScope: 3 }),
    entries: async (ids) => now.filter(({ id }) => ids.includes(id)),
    prepared: (strategy, scope) => prepare(strategy, index, scope),
    background: (scope) => createBackgroundCache()(index, scope),
    verdictFit: async () => null,
    chance: (asked) => createChanceCache(async () => [])(CosineIndex.of(local, rows, 1), asked),
    openFindings: async () => [],
    heldBack: async () => [],
    labels: async () => labels,
    provenance: async () => null,
    steps: async () => [],
    items: async () => [],
    now: () => 0,
  }
  return { deps, embedded, scored }
}
const ask = (fields: object = {}) =>
  exploreRequestSchema.parse({ project: 'p', text: TEXT, mode: 'subtask', category: 'REPRODUCE', ...fields })

describe('what the playground draws', () => {
  it('takes one embedding, and one scoring of each category', async () => {
    const { deps, embedded, scored } = memory()
    await explore(ask(), deps)
    expect(embedded.mock.calls).toEqual([[[TEXT]]])
    const unseen = scored.mock.calls.filter(([, limit]) => limit === Number.MAX_SAFE_INTEGER)
    expect(unseen).toHaveLength(1) // other projects, which the question itself does not see
    expect(scored).toHaveBeenCalledTimes(5)
  })

  it('is the answer that a program gets, also when a row has gone since', async () => {
    for (const now of [stored, [next, wrong]]) {
      const { deps } = memory(null, now)
      const { chosen: _, ...asked } = ask()
      const plain = await retrieve(retrieveRequestSchema.parse(asked), deps)
      expect((await explore(ask(), deps)).answer).toEqual(plain)
    }
  })

  it('tells each category what it would have injected, and what a wrong one costs by labels', async () => {
    const labels: TextLabels = {
      source: 'measured',
      from: '2 persons, blind',
      byInstance: {},
      byEntry: { [right.id]: 3, [wrong.id]: 1 },
    }
    const { whatIf } = await explore(ask(), memory(labels).deps)
    const turns = whatIf.turns.map(({ category, kept, hits }) => [category, kept, hits[0]?.entryId ?? null])
    expect(turns).toEqual([
      ['ANALYZE', 0, null],
      ['REPRODUCE', 2, right.id],
      ['EDIT', 1, wrong.id],
      ['VERIFY', 0, null],
    ])
    const [cold, , edit] = whatIf.turns
    expect(edit).toMatchObject({ grade: 1, relevanceLost: 2 })
    expect(edit?.similarityLost).toBeCloseTo(1 - (edit?.hits[0]?.score ?? 0), 6)
    expect(cold).toMatchObject({ similarityLost: null, relevanceLost: 3, verdict: { word: 'cold' } })
    expect(whatIf.labels).toEqual({ source: 'measured', from: '2 persons, blind', count: 2 })
    expect(whatIf.soft).toMatchObject({ hit: { entryId: right.id }, grade: 3, isOfRight: true })
  })

  it('would have left to soft what soft itself ranks first', async () => {
    const { deps } = memory()
    for (const text of [TEXT, 'change the page', 'run the checks again']) {
      const { whatIf } = await explore(ask({ text }), deps)
      const asked = retrieveRequestSchema.parse({ project: 'p', text, mode: 'subtask', strategy: 'soft' })
      expect(whatIf.soft?.hit.entryId).toBe((await retrieve(asked, deps)).hits[0]?.entryId)
    }
  })
})

describe('what a person chose', () => {
  const task = { text: 'Rows are lost at the end of a page', mode: 'task', category: undefined }

  it('is asked instead, and the question as given is still read', async () => {
    const { deps } = memory()
    const asGiven = await explore(ask(task), deps)
    expect(asGiven.answer.intent.category).toBe('ANALYZE')
    const edit = asGiven.read.plan?.find(({ category }) => category === 'EDIT')
    const chosen = await explore(ask({ ...task, chosen: { category: 'EDIT' } }), deps)
    expect(chosen.asked).toMatchObject({ category: 'EDIT', mode: 'subtask' })
    expect(chosen.asked.text).toBe(edit && descriptionText(edit.description))
    expect(chosen.read).toEqual(asGiven.read)
    const words = { category: 'EDIT', words: 'change the cursor; page' }
    expect((await explore(ask({ ...task, chosen: words }), deps)).asked.text).toBe(words.words)
  })

  it('is the question as given where that was read so anyway', async () => {
    const { deps } = memory()
    const { asked } = await explore(ask({ ...task, chosen: { category: 'ANALYZE' } }), deps)
    expect(asked).toMatchObject({ mode: 'task', text: task.text })
  })
})
