import { expect, it } from 'vitest'
import { createLocalEmbedder } from '../../llm/local-embedder.ts'
import type { MemoryEntry } from '../../memory/entry.ts'
import { RAW, reportAbstraction } from '../../memory/studies/abstraction.ts'
import type { Step } from '../../memory/trajectory.ts'
import { testEntry } from '../../retrieval/fixtures/test-memory.ts'
import { measureAbstraction } from './abstraction.ts'

const step = (text: string): Step => ({
  n: 1,
  thought: text,
  actions: [],
  observations: [],
  at: null,
  costUsd: null,
})
const span = (n: number, extractor: string, objective: string, does: string): MemoryEntry =>
  testEntry(10 * n + (extractor === 'rules-v1' ? 1 : 2), {
    id: `m_${n}_${extractor}`,
    category: 'EDIT',
    extractor,
    subtaskId: `s-${n}`,
    episodeId: `e-${n}`,
    instanceId: `i-${n}`,
    fromStep: 1,
    toStep: 1,
    description: { objective, keywords: [] },
    experience: { do: does },
  })
const entries = [
  span(1, 'rules-v1', 'edit the file', 'change src/paging.py at line 12'),
  span(2, 'rules-v1', 'edit the file', 'change it'),
  span(1, 'model-x', 'make the slice bound of the page inclusive', 'make the bound inclusive'),
  span(2, 'model-x', 'give the naive datetime a time zone', 'attach a zone'),
  span(3, 'model-x', 'only one extractor made this', 'nothing'),
]
const deps = {
  entries,
  steps: async (episodeId: string) => [
    step(episodeId === 'e-1' ? 'sed -i s/a/b/ src/paging.py of ledgerly_core at line 12' : 'git status'),
  ],
  embedder: createLocalEmbedder(),
}
const mask = (text: string) => text.replace('paging', '••••••')
const queries = [
  {
    id: 'q',
    text: 'make the slice bound of the page inclusive',
    category: 'EDIT' as const,
    relevant: ['i-1'],
  },
  { id: 'i-1', text: 'give the naive datetime a time zone', category: 'EDIT' as const, relevant: ['i-2'] },
  { id: 'o', text: 'no label', relevant: ['i-1'] },
]

it('compares each extractor with raw steps over its own spans, and all over those they share', async () => {
  const { makers, spans, own, shared } = await measureAbstraction(queries, deps)
  expect(makers).toEqual([RAW, 'rules-v1', 'model-x'])
  expect(spans.map(({ subtaskId }) => subtaskId)).toEqual(['s-1', 's-2', 's-3'])
  expect(own.map(({ maker, spans }) => [maker, spans])).toEqual([
    ['rules-v1', 2],
    ['model-x', 3],
  ])
  expect(shared.map(({ maker, spans }) => [maker, spans])).toEqual([
    ['rules-v1', 2],
    ['model-x', 2],
  ])
  const rows = shared[1]?.rows
  expect(rows?.map(({ id }) => id)).toEqual(['q', 'i-1'])
  expect(rows?.[0]?.made).toBe(1)
  // The question's own instance is left out.
  expect(rows?.[1]).toMatchObject({ rawWinner: 's-2', madeWinner: 's-2' })
})

it('counts leaks of the text and tokens of the message, and puts the worst first', async () => {
  const report = reportAbstraction(await measureAbstraction(queries, deps), { mask, resamples: 200 })
  const payload = Object.fromEntries(report.payloads.map((one) => [one.maker, one]))
  expect(payload[RAW]?.leaks.path).toBeGreaterThan(0)
  expect(payload['rules-v1']).toMatchObject({ spans: 2, clean: 0.5, cited: 0 })
  expect(payload['model-x']).toMatchObject({ spans: 3, clean: 1 })
  expect(payload[RAW]?.cited).toBeNull()
  expect(report.keys.map(({ maker, rawMrr }) => [maker, rawMrr])).toEqual([
    ['model-x', expect.any(Number)],
    ['rules-v1', expect.any(Number)],
  ])
  expect(report.worst?.maker).toBe('model-x')
  expect(report.worst?.spans).toHaveLength(3)
  const shown = report.worst?.spans.find(({ subtaskId }) => subtaskId === 's-1')?.shown
  expect(shown?.[RAW]).toContain('src/••••••.py')
})

it('claims nothing of an empty memory', async () => {
  const nothing = await measureAbstraction([], { ...deps, entries: [] })
  expect(reportAbstraction(nothing, { mask })).toMatchObject({
    makers: [RAW],
    spans: 0,
    questions: 0,
    worst: null,
  })
})
