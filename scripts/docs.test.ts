import { readdirSync, readFileSync, statSync } from 'node:fs'
import { expect, it } from 'vitest'
import { FORMATS, TEXT_FORMATS } from '../lib/ingest/ingest-file.ts'
import { SESSION_FORMATS } from '../lib/ingest/read-session.ts'
import { createRoster } from '../lib/llm/embedder-roster.ts'
import { openSentenceModel } from '../lib/llm/minilm/sentence-model.ts'
import { CHAT_VARIABLES } from '../lib/llm/openai/chat-settings.ts'
import { CATEGORIES } from '../lib/memory/category.ts'
import { serveRequestSchema } from '../lib/memory/served-log.ts'
import { sourceSchema } from '../lib/memory/source.ts'
import { type Coverage, isKept } from '../lib/memory/statistics/coverage.ts'
import { STRATEGIES } from '../lib/retrieval/strategies/all-strategies.ts'

const read = (path: string) => readFileSync(path, 'utf8')
const readme = read('README.md')
const reference = read('docs/reference.md')

it('the reference names every npm script', () => {
  const { scripts } = JSON.parse(read('package.json'))
  for (const name of Object.keys(scripts)) expect(reference).toMatch(new RegExp(`npm (run )?${name}\\b`))
})

it('the reference names every strategy and every setting that the code reads', () => {
  for (const { name } of STRATEGIES) expect(reference).toContain(`\`${name}\``)
  // Handed from one of our processes to the next, or a switch of one test.
  const internal = ['LOUPE_NODE_PINNED', 'LOUPE_E2E_PORT', 'LOUPE_GOLDENS', 'LOUPE_COMMIT', 'LOUPE_NUMBERS']
  for (const setting of settingsInCode())
    if (!internal.includes(setting)) expect(reference).toContain(`\`${setting}\``)
})

it('README shows a question that a program can send as it stands', () => {
  const [, address, body] = /^curl http:\/\/127\.0\.0\.1:3000\/(\S+) .*?-d '(\{.*?\})'$/ms.exec(readme) ?? []
  expect(readdirSync('pages/api/v1')).toContain(`${address?.split('/').at(-1)}.ts`)
  expect(serveRequestSchema.parse(JSON.parse(body ?? ''))).toMatchObject({ project: 'sample', log: false })
})

it('import.md names every layout that is read', () => {
  for (const { name } of [...FORMATS, ...SESSION_FORMATS, ...TEXT_FORMATS])
    expect(read('docs/import.md')).toContain(`\`${name}\``)
})

it('embedders.md names every embedder and every variable that the code reads', () => {
  const embedders = read('docs/embedders.md')
  const { offers, variables } = createRoster(
    {},
    {
      sentences: openSentenceModel({ rootPath: process.cwd(), clock: () => 0 }),
      sleep: async () => {},
      random: () => 0,
      now: () => new Date(0),
    },
  )
  for (const { id, dimension } of offers)
    expect(embedders).toMatch(new RegExp(`\\| \`${id}\` \\|.*\\| ${dimension} \\|`))
  const named = new Set(variables.map(({ name }) => name))
  const chat = Object.keys(CHAT_VARIABLES)
  for (const name of chat) expect(read('docs/lessons.md')).toContain(`\`${name}\``)
  for (const name of named) expect(embedders).toContain(`\`${name}\``)
  const inCode = readdirSync('lib/llm', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/[.]test[.]|fixtures/.test(name))
    .flatMap((name) => read(`lib/llm/${name}`).match(/\b(OPENAI|ALLOW|LOUPE)_[A-Z_]+\b/g) ?? [])
    .filter((name) => !chat.includes(name))
  expect(new Set(inCode.filter((name) => name !== 'OPENAI_VARIABLES'))).toEqual(named)
})

it('concepts.md has every category and every source', () => {
  const concepts = read('docs/concepts.md')
  for (const word of [...CATEGORIES, ...sourceSchema.options]) expect(concepts).toContain(word)
})

it('README is read in three minutes', () => {
  expect(readme.split(/\s+/).length).toBeLessThanOrEqual(700)
})

it('README names each agent whose sessions are read from its own folder', () => {
  const folders = read('lib/ingest/known-folders.ts')
    .split(/^ {2}\{$/m)
    .slice(1)
  const names = folders.flatMap((one) =>
    /\bunread: '/.test(one) ? [] : (/name: '([^']+)'/.exec(one)?.[1] ?? []),
  )
  expect(names.length).toBeGreaterThan(4)
  expect(names.filter((name) => !readme.includes(name))).toEqual([])
})

it('every link of the docs leads to a file', () => {
  const pages = [
    'README.md',
    ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/${name.replaceAll('\\', '/')}`),
  ]
  for (const page of pages)
    for (const [, target] of read(page).matchAll(/\]\((?!https?:)([^)#]+)/g))
      expect(
        () => readdirOrRead(new URL(target ?? '', `file://${process.cwd()}/${page}`)),
        `${page}: ${target}`,
      ).not.toThrow()
})

function readdirOrRead(url: URL): unknown {
  return statSync(url).isFile() ? readFileSync(url) : readdirSync(url)
}

function settingsInCode(): Set<string> {
  const files = ['app', 'lib', 'pages', 'scripts'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  const sources = [
    ...files.filter((path) => /\.(ts|tsx|mjs)$/.test(path) && !path.includes('generated')),
    'playwright.config.ts',
  ]
  return new Set(sources.flatMap((path) => read(path).match(/\bLOUPE_[A-Z_]+\b|\bCHROMIUM_PATH\b/g) ?? []))
}

it('dashboards.md says of the intervals what `npm run coverage` said, the ladder among them, and all promises were kept', () => {
  const { rows } = JSON.parse(readFileSync('scripts/fixtures/coverage.json', 'utf8')) as { rows: Coverage[] }
  const percent = (share: number, digits: number) => (100 * share).toFixed(digits)
  const doc = readFileSync('docs/dashboards.md', 'utf8')
  for (const { what, n, share, monteCarloSe, promised } of rows)
    expect(doc).toContain(
      `| ${what} | ${n} | ${percent(share, 1)} % ± ${percent(monteCarloSe, 1)} | ${
        promised ? `${percent(promised.low, 0)} to ${percent(promised.high, 0)} %` : 'reported only'
      } |`,
    )
  expect(rows.filter(({ what }) => what.startsWith('ladder'))).toHaveLength(2)
  expect(rows.filter((row) => !isKept(row))).toEqual([])
})
