import { expect, it } from 'vitest'
import { getEntries, matchingIds } from '../../db/entries/entries.ts'
import { listEntryTexts } from '../../db/entries/entry-detail.ts'
import { replaceEntries } from '../../db/entries/entry-writes.ts'
import { embed, embedder, openTestStore, storeEntry } from '../../db/fixtures/test-store.ts'
import { getProject } from '../../db/projects.ts'
import type { Store } from '../../db/store.ts'
import { type CompareColumn, type CompareRequest, compareRequestSchema } from '../../memory/compare.ts'
import type { MemoryEntry } from '../../memory/entry.ts'
import { entryFilterSchema } from '../../memory/filter/entry-filter.ts'
import { createChanceCache } from '../chance.ts'
import { whatIf } from '../explain/what-if.ts'
import { createFreshIndex } from '../fresh-index.ts'
import { createPreparedCache } from '../prepared.ts'
import { createBackgroundCache } from '../unrelated-pairs.ts'
import { compare, type PicturedDeps } from './compare.ts'
import { createPastAnswers } from './past-answers.ts'

async function openMemory() {
  const store = await openTestStore()
  const fresh = createFreshIndex(store, embedder)
  const background = createBackgroundCache()
  const chance = createChanceCache(async () => [])
  const prepare = createPreparedCache(embedder, {
    episodes: async () => [],
    entries: (projectIds) => listEntryTexts(store, projectIds),
  })
  const answerDeps = async (): Promise<PicturedDeps> => {
    const index = await fresh()
    return {
      index,
      embedder,
      projectScope: async (name) => ({
        scope: { projectIds: [(await getProject(store, name)).id] },
        all: 0,
        inScope: 0,
      }),
      entries: (ids) => getEntries(store, [...ids]),
      prepared: (strategy, scope) => prepare(strategy, index, scope),
      background: (scope) => background(index, scope),
      verdictFit: async () => null,
      chance: (asked) => chance(index, asked),
      openFindings: async () => [],
      steps: async () => [],
      items: async () => [],
      now: () => 0,
    }
  }
  const past = createPastAnswers(store, embedder, {
    now: () => 0,
    steps: async () => [],
    items: async () => [],
  })
  const compared = (request: CompareRequest) =>
    compare(request, {
      present: answerDeps,
      past: async (project, asOf) => await past([(await getProject(store, project)).id], asOf),
      matching: async (project, expression) =>
        await matchingIds(
          store,
          entryFilterSchema.parse({ projectId: (await getProject(store, project)).id, expression }),
        ),
      whatIf: async (asked) => await whatIf(asked, null, await answerDeps()),
    })
  return { store, compared }
}

const says = (objective: string) => ({ description: { objective, keywords: [] } })
const TEXT = 'construct a failing test for the page cursor'
const ask = (...columns: (Partial<CompareColumn> & { strategy: string })[]) =>
  compareRequestSchema.parse({ project: 'shop', text: TEXT, category: 'REPRODUCE', limit: 5, columns })

async function edit(store: Store, before: MemoryEntry, change: Partial<MemoryEntry>) {
  const after = { ...before, ...change }
  await store.write({ by: 'test', verb: 'edit' }, async (tx, revise) => {
    const revision = await revise(before.projectId)
    await replaceEntries(tx, revision, [{ before, after, vector: await embed(after.description) }])
  })
}

it('rebuilds the memory of an instant from the log: neither what came later nor what was changed since', async () => {
  const { store, compared } = await openMemory()
  const first = await storeEntry(store, says('construct a failing test for the page cursor'))
  const second = await storeEntry(store, says('construct a failing test for a thread lock'))
  const then = store.now().toISOString()
  await edit(store, first, says('something about time zones'))
  await edit(store, second, { lifecycle: 'retired' })
  const later = await storeEntry(store, says('construct a failing test for the page cursor'))
  const { columns } = await compared(
    ask({ strategy: 'subtask' }, { strategy: 'subtask', asOf: then }, { strategy: 'hybrid', asOf: then }),
  )
  const [today, past, hybrid] = columns.map(({ answer }) => answer?.hits)
  expect(today?.map(({ entryId }) => entryId)).toEqual([later.id, first.id])
  expect(past?.map(({ entryId, objective }) => [entryId, objective])).toEqual([
    [first.id, 'construct a failing test for the page cursor'],
    [second.id, 'construct a failing test for a thread lock'],
  ])
  expect(past?.[0]?.score).toBeCloseTo(1, 6)
  expect(hybrid?.map(({ entryId }) => entryId)).toEqual([first.id, second.id])
  expect(columns[1]?.memory).toMatchObject({ revision: 2, entryCount: 2, goneCount: 0 })
  expect(columns[1]?.answer?.injected).toContain(first.id)
})

it('refuses an instant that has not come, and is cold before the first entry', async () => {
  const { store, compared } = await openMemory()
  const before = store.now().toISOString()
  await storeEntry(store, says('x'))
  const { columns } = await compared(ask({ strategy: 'subtask', asOf: before }))
  expect(columns[0]?.answer).toMatchObject({ abstained: 'cold', considered: 0, hits: [] })
  await expect(compared(ask({ strategy: 'subtask', asOf: '2999-01-01T00:00:00Z' }))).rejects.toMatchObject({
    code: 'in-the-future',
  })
})

it('leaves out a planned deletion, named by ids or by a filter', async () => {
  const { store, compared } = await openMemory()
  const best = await storeEntry(store, { ...says(TEXT), repo: 'corner/shop' })
  const other = await storeEntry(store, { ...says('construct a failing test'), repo: 'corner/bank' })
  const { columns } = await compared(
    ask(
      { strategy: 'subtask' },
      { strategy: 'subtask', without: best.id },
      { strategy: 'subtask', without: 'repo:corner/shop' },
      { strategy: 'subtask', floor: 0.9999 },
    ),
  )
  expect(columns.map(({ answer }) => answer?.hits.map(({ entryId }) => entryId))).toEqual([
    [best.id, other.id],
    [other.id],
    [other.id],
    [best.id, other.id],
  ])
  expect(columns.map(({ memory }) => memory?.withoutCount)).toEqual([null, 1, 1, null])
  expect(columns[3]?.answer?.abstained).toBe(null) // the text itself scores 1
  await expect(compared(ask({ strategy: 'subtask', without: `${best.id} category:EDIT` }))).rejects.toThrow(
    'not both',
  )
})

it('lets a column that cannot be asked say why beside the others, and refuses the question only when none can', async () => {
  const { store, compared } = await openMemory()
  const only = await storeEntry(store, says(TEXT))
  const { columns } = await compared(
    ask({ strategy: 'constrained' }, { strategy: 'subtask' }, { strategy: 'global' }),
  )
  expect(columns.map(({ fault }) => fault?.message ?? null)).toEqual([
    'The strategy constrained needs a language model, and none is set up.',
    null,
    null,
  ])
  expect(columns[1]?.answer?.hits.map(({ entryId }) => entryId)).toEqual([only.id])
  await expect(compared(ask({ strategy: 'constrained' }))).rejects.toMatchObject({ code: 'needs-model' })
  const wordless = { ...ask({ strategy: 'subtask' }, { strategy: 'tfidf' }), text: '!!!' }
  await expect(compared(wordless)).rejects.toMatchObject({ code: 'text-without-words' })
})

it('puts a text under each category only where it says what the agent is about to do', async () => {
  const { store, compared } = await openMemory()
  const only = await storeEntry(store, says(TEXT))
  const { whatIf } = await compared(ask({ strategy: 'global', floor: 0.9 }))
  expect(whatIf?.turns.map(({ hits }) => hits[0]?.entryId ?? null)).toEqual([null, only.id, null, null])
  const { category: _, ...task } = ask({ strategy: 'subtask' })
  expect((await compared(task)).whatIf).toBeNull()
})
