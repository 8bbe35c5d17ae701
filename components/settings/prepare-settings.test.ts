import { expect, it } from 'vitest'
import type { EmbedderView, ReEmbedJob, SettingsView } from '@/lib/memory/embedders.ts'
import { estimateLines, progressSentence, settingsVerdict, spaceWord } from './prepare-settings.ts'

const space = (change: Partial<EmbedderView> = {}): EmbedderView => ({
  id: 'local-v1',
  what: '',
  dimension: 512,
  entries: 10,
  current: true,
  complete: true,
  remote: false,
  available: true,
  fault: null,
  bytes: 20_480,
  ...change,
})
const settings = (change: Partial<SettingsView> = {}): SettingsView => ({
  embedders: [space(), space({ id: 'openai:m', current: false, complete: false, entries: 4, remote: true })],
  entryCount: 10,
  job: null,
  variables: [],
  fault: null,
  ...change,
})
const job = (change: Partial<ReEmbedJob>): ReEmbedJob => ({
  id: 'j',
  kind: 're-embed',
  projectId: null,
  label: '',
  state: 'running',
  doneCount: 1,
  failedCount: 0,
  totalCount: 4,
  ratePerSecond: 0.5,
  remainingMs: 6_000,
  reason: null,
  createdAt: '2026-11-22T00:00:00Z',
  startedAt: null,
  finishedAt: null,
  hasEntries: false,
  items: [],
  to: 'openai:m',
  thenSwitch: true,
  entriesPerItem: 64,
  ...change,
})
const words = (text: string) => text.replaceAll('\u00a0', ' ')

it('says which space serves, and when it cannot', () => {
  expect(settingsVerdict(settings())).toBe(
    'Retrieval compares with local-v1; all 10 entries have its vector.',
  )
  expect(settingsVerdict(settings({ embedders: [space({ available: false })] }))).toContain(
    'cannot be answered',
  )
})

it('has a word for every state of a space', () => {
  const other = { current: false }
  expect([
    spaceWord(space()),
    spaceWord(space(other)),
    spaceWord(space({ ...other, complete: false })),
    spaceWord(space({ ...other, complete: false, entries: 0 })),
    spaceWord(space({ ...other, available: false })),
  ]).toEqual(['in use', 'ready', 'in part', 'no vectors', 'not set up'])
})

it('tells an unknown price from none, and a tiny one from both', () => {
  const price = (priceUsd: number | null) =>
    estimateLines({
      to: 'x',
      dimension: 8,
      entries: 3,
      all: 3,
      tokens: 90,
      priceUsd,
      durationMs: 5,
      durationFrom: '',
    }).find(({ label }) => label === 'Price')?.value
  expect([price(null), price(0), price(0.0000018), price(0.42)]).toEqual([
    'unknown',
    'nothing',
    'under $0.0001',
    '$0.42',
  ])
})

it('counts progress in entries, with rate and what is left', () => {
  expect(words(progressSentence(job({}), settings()))).toBe('Embedding 4 of 10, about 32 a second, 6 s left')
  expect(words(progressSentence(job({ ratePerSecond: null, remainingMs: null }), settings()))).toBe(
    'Embedding 4 of 10',
  )
  expect(words(progressSentence(job({ state: 'failed', failedCount: 2 }), settings()))).toContain(
    '2 pieces failed',
  )
})
