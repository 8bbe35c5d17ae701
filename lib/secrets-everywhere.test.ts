import { expect, it } from 'vitest'
import { storeEntry, temporaryFolder } from './db/fixtures/test-store.ts'
import { openStore } from './db/store.ts'
import { tables } from './db/tables.ts'
import { FORMATS, hex } from './extract/fixtures/secret-samples.ts'
import { maskTexts } from './extract/mask-texts.ts'
import { findSecretLike } from './extract/secret-scan.ts'
import { ask, openSampleLoupe, openTestLoupe } from './fixtures/open-test-loupe.ts'
import { CATEGORIES } from './memory/category.ts'
import type { MemoryEntry } from './memory/entry.ts'

const TWELVE = [
  'upper-case assignment',
  'JSON member',
  'api_key',
  '--token',
  'AccountKey',
  'Groq',
  'Vault',
  'Docker',
  'GitHub',
  'AWS id',
  'JWT',
  'URL password',
] as const
const FIELDS = ['objective', 'when', 'do', 'because', 'check', 'title', 'reason', 'note'] as const
const DRESSES: Record<string, (text: string) => string> = {
  plain: (text) => text,
  'JSON-escaped': (text) => JSON.stringify({ output: `a\n${text}\n` }),
  base64: (text) => Buffer.from(`config: ${text}\n`).toString('base64'),
}

/** What a field takes. */
const LONGEST: Record<string, number> = { keyword: 60, title: 160 }

type Plant = { field: string; text: string; secret: string }
const PLANTS: Plant[] = TWELVE.flatMap((format) => {
  const [text, secret] = FORMATS[format] ?? ['', '']
  const dressed = FIELDS.flatMap((field) =>
    Object.values(DRESSES).map((dress) => ({ field, text: dress(text), secret })),
  )
  return [...dressed, { field: 'keyword', text, secret }, { field: 'file name', text, secret }]
}).filter(({ field, text }) => text.length <= (LONGEST[field] ?? 400))

/** Every form in which a reader would have the secret. */
const formsOf = ({ text, secret }: Plant) => [
  secret,
  JSON.stringify(secret).slice(1, -1),
  Buffer.from(secret).toString('base64').slice(0, -4),
  ...(/^[\w+/=]{24,}$/.test(text) ? [text] : []),
]
const readable = (given: unknown): Plant[] => {
  const texts: string[] = []
  JSON.stringify(given, (_, value) => {
    if (typeof value === 'string') texts.push(value)
    return value
  })
  const all = texts.join('\n')
  return PLANTS.filter((plant) => formsOf(plant).some((form) => all.includes(form)))
}

/** As a store has them that took them in before the scanner knew their kinds. */
async function plantAll(dataPath: string): Promise<{ projectId: string; ids: string[] }> {
  const store = await openStore({ dataPath, rootPath: process.cwd(), now: () => new Date() })
  const ids: string[] = []
  let projectId = ''
  for (const [i, { field, text }] of PLANTS.entries()) {
    const entry = await storeEntry(store, entryWith(i, field, text))
    ids.push(entry.id)
    projectId = entry.projectId
    if (field === 'reason')
      await store.record((tx) =>
        tables(tx).revision.update({ where: { number: entry.revision }, data: { reason: text } }),
      )
    if (field === 'note')
      await store.record((tx) =>
        tables(tx).note.create({
          data: { id: store.nextId('n'), entryId: entry.id, by: 'Ivo', text, createdAt: store.now() },
        }),
      )
  }
  await store.close()
  return { projectId, ids }
}

function entryWith(i: number, field: string, text: string): Partial<MemoryEntry> {
  const base = { when: 'A page is full.', do: `Ask one more, ${i}.`, because: 'It stops early.', check: '' }
  const title = field === 'title' ? text : `Lesson ${i}`
  const part = field in base ? { [field]: text } : {}
  return {
    category: CATEGORIES[i % CATEGORIES.length] ?? 'ANALYZE',
    description: {
      objective: field === 'objective' ? text : `find the place where page ${i} is read`,
      keywords: field === 'keyword' ? [text] : ['paging'],
    },
    experience: { title, kind: 'pattern', ...base, ...part },
    ...(field === 'reason' ? { reason: text } : {}),
  }
}

/** The question as the playground asks it: always by the default strategy. */
const pictured = ({ strategy: _, ...request }: ReturnType<typeof ask>) => request

it('more than 300 secrets, 12 formats in every field and dress, are readable nowhere that texts leave, agents’ answers first', async () => {
  expect(PLANTS.length).toBeGreaterThanOrEqual(300)
  const dataPath = temporaryFolder()
  const { projectId, ids } = await plantAll(dataPath)
  const loupe = await openTestLoupe(dataPath)

  const served: unknown[] = []
  const asked = CATEGORIES.map((category) => ({
    ...ask('find the place where the page is read', category),
    project: 'shop',
    limit: 100,
  }))
  for (const request of asked) {
    const answer = await loupe.api.retrieve(request)
    const plants = answer.hits.map(({ entryId }) => PLANTS[ids.indexOf(entryId)])
    // What is held back until somebody has decided.
    for (const plant of plants) expect(['reason', 'note', 'file name']).toContain(plant?.field)
    served.push(answer, await loupe.api.explore(pictured(request)))
  }
  expect(readable(served)).toEqual([])

  await loupe.api.scan({ projectId })
  while ((await loupe.api.worklists({ projectId })).scan === null)
    await new Promise((later) => setTimeout(later, 50))
  const secrets = { projectId, task: 'finding', queue: 'secret', limit: 1_000 }
  const { items } = await loupe.api.reviewQueue(secrets)
  expect(items.length).toBeGreaterThan(200)
  const subjects = items.map(({ id }) => id)
  await loupe.api.settleReview({ ...secrets, subjects, verdict: 'dismiss', by: 'Mara', reason: 'made up' })

  let servedCount = 0
  const answers: unknown[] = []
  for (const request of asked) {
    const answer = await loupe.api.retrieve(request)
    servedCount += answer.hits.length
    answers.push(answer, await loupe.api.serve({ ...request, log: true }))
    answers.push(await loupe.api.explore(pictured(request)), await loupe.api.saveRetrieval(request))
  }
  expect(servedCount).toBe(PLANTS.length)
  expect(readable(answers), 'agents').toEqual([])

  const query = { text: '', facets: {}, sort: 'created', descending: false, offset: 0, limit: 1_000 } as const
  const shown = {
    rows: await loupe.api.listEntries({ projectId, ...query }),
    entries: await Promise.all(ids.map((id) => loupe.api.findEntry({ id }))),
    log: await Promise.all(
      [0, 200, 400].map((offset) => loupe.api.listActivity({ projectId, offset, limit: 200 })),
    ),
    overview: await loupe.api.overview({ projectId }),
    dismissed: await loupe.api.reviewQueue({ ...secrets, view: 'dismissed' }),
    map: await loupe.api.mapView({ projectId, method: 'pca' }),
    words: await loupe.api.mapWords({ projectId, method: 'pca' }),
    served: await loupe.api.servedAgain({ project: 'shop' }),
  }
  for (const [where, value] of Object.entries(shown)) expect([where, readable(value)]).toEqual([where, []])
  await loupe.close()
})

it('every door refuses all of them, and a file keeps a blank in their place', async () => {
  const loupe = await openTestLoupe()
  const store = await loupe.api.store(entryOf('plain', 0))
  const taken: Plant[] = []
  for (const [i, plant] of PLANTS.entries()) {
    const { field, text } = plant
    const doors: Record<string, () => Promise<unknown>> = {
      reason: () => loupe.api.retire({ entryIds: [store.id], reason: text }),
      note: () => loupe.api.addNote({ entryId: store.id, by: 'Mara', text }),
      'file name': async () => {
        const file = { bytes: Buffer.from('# notes\n'), fileName: `${text}.md`, project: 'shop' }
        const found = await loupe.api.importFile({ ...file, dryRun: false, resultsId: null, batchKey: null })
        if (readable(found).length === 0) throw new Error('masked')
      },
    }
    const door = doors[field] ?? (() => loupe.api.store(entryOf(field, i, text)))
    const passed = await door().then(
      () => true,
      () => false,
    )
    if (passed) taken.push(plant)
  }
  expect(taken).toEqual([])
  await loupe.close()
})

function entryOf(field: string, i: number, text = '') {
  const { description, experience } = entryWith(i, field, text)
  if (!description || !experience) throw new Error('no texts')
  const { objective, keywords } = description
  return { project: 'shop', category: 'ANALYZE' as const, objective, keywords, ...experience }
}

it('the planted secrets of the sample are readable in no answer and on no page', async () => {
  const loupe = await openSampleLoupe()
  const { id: projectId } = await loupe.api.project({ name: 'sample-trouble' })
  const { items } = await loupe.api.reviewQueue({ projectId, task: 'finding', queue: 'secret' })
  expect(items.length).toBeGreaterThanOrEqual(24)
  const shown: unknown[] = [items]
  for (const entry of items.flatMap(({ card }) => (card.kind === 'entries' ? card.entries : []))) {
    const request = { ...ask(entry.description.objective, entry.category), project: 'sample-trouble' }
    shown.push(await loupe.api.retrieve(request), await loupe.api.findEntry({ id: entry.id }))
  }
  const found: string[] = []
  JSON.stringify(shown, (_, value) => {
    if (typeof value === 'string' && findSecretLike(value).length > 0) found.push(value)
    return value
  })
  expect(found).toEqual([])
  await loupe.close()
})

it('1,000 commit ids, UUIDs, hashes and word-like names leave as they are', () => {
  const names = Array.from({ length: 250 }, (_, i) => [
    `reverted in ${hex(40, `a${i}`)}`,
    `${hex(8, `b${i}`)}-${hex(4, `c${i}`)}-4${hex(3, `d${i}`)}-9${hex(3, `e${i}`)}-${hex(12, `f${i}`)}`,
    `sha512-${hex(64, `g${i}`)}`,
    `TestCase${i}::test_reads_Page_${i}_of_Order2024`,
  ]).flat()
  expect(names).toHaveLength(1_000)
  expect(maskTexts(names)).toEqual(names)
})
