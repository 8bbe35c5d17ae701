import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CATEGORIES } from '../../memory/category.ts'
import { closedValues, ENTRY_FACETS, entryField, FIELD_NAMES } from '../../memory/filter/entry-fields.ts'
import type { EntryFilter } from '../../memory/filter/entry-filter.ts'
import { LIFECYCLES } from '../../memory/lifecycle.ts'
import { isMeant, type Told, valuesOf } from '../fixtures/naive-filter.ts'
import { storeFinding, storeRetrieval } from '../fixtures/test-rows.ts'
import { openTestStore, storeEntry, storeEpisode } from '../fixtures/test-store.ts'
import type { Store } from '../store.ts'
import { countMatching, matchingIds } from './entries.ts'
import { listEntries } from './entry-list.ts'

const WORDS = [
  'page',
  'Page',
  'pagination',
  'café',
  'cafe',
  'snake_case',
  'snake',
  'case',
  'off-by-one',
  'x9',
  '改',
]
const SOME: Record<string, readonly string[]> = {
  flag: ['leak', 'leak: path', 'leak: na_me', 'vague'],
  finding: ['near-duplicate', 'vague', 'stale'],
  repo: ['org/ledger-core', 'ORG/ledger_core', 'a%b', 'a_b', "o'neil/x", 'none'],
  extractor: ['rules-v1', 'model-v1', 'hand'],
  backbone: ['m-1', 'M-1', 'none'],
  labelSource: ['none', 'model'],
  reviewer: ['Mara', 'mara', 'nobody'],
  instance: ['corner__shop-1', 'corner__shop-12'],
  episode: ['none'],
  file: ['run.json', 'Run (2).json', 'none'],
  job: ['none'],
  id: [],
}

const pick = <T>(some: readonly T[], n: number): T => some[n % some.length] as T
const textOf = (n: number) => [pick(WORDS, n), pick(WORDS, n >> 2), pick(WORDS, n * 7 + 3)].join(' ')

/** Entries of many kinds in one project, and one of another that nothing may find. */
async function manyKinds(store: Store, seeds: readonly number[]): Promise<Told[]> {
  const first = await storeEntry(store)
  const { projectId } = first
  const told: Told[] = [withWins(first, 0)]
  for (const n of seeds) {
    const run =
      n % 3 === 0
        ? null
        : {
            outcome: pick(['resolved', 'unresolved', null], n),
            backbone: pick(['m-1', 'M-1', null], n >> 1),
            fileName: pick(['run.json', 'Run (2).json'], n),
          }
    const episodeId = run && (await storeEpisode(store, projectId, run))
    const entry = await storeEntry(store, {
      projectId,
      category: pick(CATEGORIES, n),
      lifecycle: pick(['approved', ...LIFECYCLES], n),
      scope: pick(['project', 'user'], n >> 3),
      beside: n % 5 === 0,
      pinned: n % 4 === 0,
      flags: n % 2 === 0 ? [] : [pick(SOME.flag ?? [], n), pick(SOME.flag ?? [], n >> 3)],
      repo: pick([...(SOME.repo ?? []), null], n),
      extractor: pick(SOME.extractor ?? [], n),
      reviewedBy: pick(['Mara', null], n),
      instanceId: pick([...(SOME.instance ?? []), null], n),
      episodeId,
      description: { objective: textOf(n), keywords: [pick(WORDS, n >> 1), textOf(n >> 3)] },
      experience: {
        ...first.experience,
        kind: pick(['pattern', 'avoid'] as const, n),
        title: textOf(n >> 1),
        when: textOf(n >> 4),
      },
    })
    const wins = pick([0, 0, 1, 9, 10, 12], n)
    const findings = n % 7 === 0 ? [pick(SOME.finding ?? [], n)] : []
    for (let i = 0; i < wins; i++) await storeRetrieval(store, projectId, { winnerId: entry.id })
    for (const detector of findings) await storeFinding(store, entry, detector)
    if (n % 6 === 0) await storeFinding(store, entry, 'stale', { state: 'dismissed' })
    told.push({ ...withWins(entry, wins), findings, ...(run ?? {}) })
  }
  return told
}

function withWins(entry: Awaited<ReturnType<typeof storeEntry>>, wins: number): Told {
  return { ...entry, wins, findings: [], outcome: null, backbone: null, fileName: null }
}

const DATES = ['2026-01-01', '2026-01-02', '2025-12-31', '2026-01-01T00:00:30', '2026-01-01T00:01:00Z']
const quoted = (value: string) => (/^[^\s,()"]+$/.test(value) ? value : `"${value}"`)

const fieldOf = (...kinds: string[]) =>
  fc.constantFrom(...FIELD_NAMES.filter((field) => kinds.includes(entryField(field).kind)))

/** A field with a value, as somebody would type it; each kind of field as often as another. */
const fieldText = fc
  .tuple(
    fc.oneof(
      fieldOf('choice'),
      fieldOf('text'),
      fieldOf('words'),
      fieldOf('date'),
      fc.constantFrom('flag' as const, 'finding' as const, 'served' as const),
    ),
    fc.nat(99),
    fc.nat(99),
    fc.boolean(),
  )
  .map(([field, n, m, isOpen]) => {
    const { kind } = entryField(field)
    const closed = closedValues(field)
    const sign = pick([':', '>', '>=', '<', '<='], m)
    if (kind === 'number') return `${field}${sign}${n % 13}`
    if (kind === 'date') return `${field}${sign}${pick(DATES, n)}`
    if (kind === 'words') return `${field}:${quoted(pick(WORDS, n))}`
    const values = closed ?? SOME[field] ?? []
    const one = values.length === 0 ? 'm_*' : pick(values, n)
    const cut = isOpen && !closed ? `${one.slice(0, 1 + (n % one.length))}*` : one
    return `${field}:${[cut, ...(m % 3 === 0 && values.length > 0 ? [pick(values, m)] : [])].map(quoted).join(',')}`
  })
const wordText = fc.oneof(
  fc.constantFrom(...WORDS),
  fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(...WORDS)).map((two) => `"${two.join(' ')}"`),
)
const { expression } = fc.letrec<{ expression: string; item: string }>((tie) => ({
  item: fc.oneof(
    { maxDepth: 3 },
    fieldText,
    wordText,
    tie('item').map((one) => `-${one}`),
    tie('expression').map((one) => `(${one})`),
  ),
  expression: fc
    .tuple(fc.array(tie('item'), { minLength: 1, maxLength: 3 }), fc.constantFrom(' ', ' OR '))
    .map(([items, between]) => items.join(between)),
}))
const facets = fc
  .dictionary(
    fc.constantFrom(
      'category',
      'lifecycle',
      'flag',
      'repo',
      'used',
      'finding',
      'reviewer',
      'service',
      'outcome',
    ),
    fc.nat(99),
    { maxKeys: 3 },
  )
  .map((chosen) =>
    Object.fromEntries(
      Object.entries(chosen).map(([facet, n]) => {
        const values: Record<string, readonly string[]> = {
          ...SOME,
          category: CATEGORIES,
          lifecycle: LIFECYCLES,
          used: ['never', '1-9', '10+'],
          service: ['in', 'beside'],
          outcome: ['resolved', 'unknown'],
        }
        return [facet, [pick(values[facet] ?? [], n), pick(values[facet] ?? [], n >> 2)]]
      }),
    ),
  )

async function shop() {
  const store = await openTestStore()
  const told = await manyKinds(
    store,
    Array.from({ length: 48 }, (_, i) => (i * 37) % 101),
  )
  return { store, told, projectId: told[0]?.projectId ?? '' }
}

it('an expression means what a slow reading of its words means', async () => {
  const { store, told, projectId } = await shop()
  await fc.assert(
    fc.asyncProperty(expression, async (typed) => {
      const filter: EntryFilter = { projectId, text: '', facets: {}, expression: typed }
      const meant = told.filter((entry) => isMeant(entry, filter))
      expect(await matchingIds(store, filter)).toEqual(meant.map(({ id }) => id))
    }),
    { numRuns: 600 },
  )
}, 120_000)

it('a list, its counts and its facets are those of a slow count over the same entries', async () => {
  const { store, told, projectId } = await shop()
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.constant(''), expression),
      facets,
      fc.oneof(fc.constant(''), fc.constantFrom(...WORDS)),
      fc.option(fc.nat(40), { nil: undefined, freq: 4 }),
      async (typed, chosen, text, from) => {
        const ids = from === undefined ? {} : { ids: told.slice(from).map(({ id }) => id) }
        const filter: EntryFilter = { projectId, text, facets: chosen, expression: typed, ...ids }
        const meant = told.filter((entry) => isMeant(entry, filter))
        expect(await countMatching(store, filter)).toEqual({
          matchCount: meant.length,
          pinnedCount: meant.filter(({ pinned }) => pinned).length,
        })
        const page = { sort: 'created', descending: false, offset: 0, limit: 100 } as const
        const list = await listEntries(store, { ...filter, ...page })
        expect(list.rows.map(({ id }) => id)).toEqual(meant.map(({ id }) => id))
        for (const facet of ENTRY_FACETS) {
          const counts = new Map<string, number>()
          for (const entry of told.filter((one) => isMeant(one, filter, facet)))
            for (const value of new Set(valuesOf(entry, facet)))
              counts.set(value, (counts.get(value) ?? 0) + 1)
          const shown = list.facets[facet].filter(({ count }) => count > 0)
          expect([facet, new Map(shown.map(({ value, count }) => [value, count]))]).toEqual([facet, counts])
        }
      },
    ),
    { numRuns: 60 },
  )
}, 120_000)
