import { readdirSync, readFileSync, statSync } from 'node:fs'
import { expect, it } from 'vitest'
import { VENDORS } from '../lib/extract/secrets/vendors.ts'
import { FORMATS, TEXT_FORMATS } from '../lib/ingest/ingest-file.ts'
import { SESSION_FORMATS } from '../lib/ingest/read-session.ts'
import { createRoster } from '../lib/llm/embedder-roster.ts'
import { openSentenceModel } from '../lib/llm/minilm/sentence-model.ts'
import { CHAT_VARIABLES } from '../lib/llm/openai/chat-settings.ts'
import { CATEGORIES } from '../lib/memory/category.ts'
import { serveRequestSchema } from '../lib/memory/served-log.ts'
import { sourceSchema } from '../lib/memory/source.ts'
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
  const internal = ['NODE_PINNED', 'E2E_PORT', 'GOLDENS', 'COMMIT', 'NUMBERS', 'CALLED_AS'].map(
    (name) => `LOUPE_${name}`,
  )
  for (const setting of settingsInCode())
    if (!internal.includes(setting)) expect(reference).toContain(`\`${setting}\``)
})

it('README shows a question that a program can send as it stands', () => {
  const [, address, body] = /^curl http:\/\/127\.0\.0\.1:3000\/(\S+) .*?-d '(\{.*?\})'$/ms.exec(readme) ?? []
  expect(readdirSync('pages/api/v1')).toContain(`${address?.split('/').at(-1)}.ts`)
  expect(serveRequestSchema.parse(JSON.parse(body ?? ''))).toMatchObject({ project: 'sample', log: false })
})

it('agents.md counts and names the tools of the MCP server, secrets.md counts the formats of vendors', () => {
  const tools = [...read('lib/api/mcp.ts').matchAll(/^ {2}([a-z_]+): tool\(/gm)].map(([, name = '']) => name)
  const agents = read('docs/agents.md')
  for (const name of tools) expect(agents).toContain(`\`${name}\``)
  expect(agents.toLowerCase()).toContain(`${IN_WORDS[tools.length]} tools, one text each`)
  expect(read('docs/secrets.md')).toContain(`\`vendors.ts\`, ${VENDORS.length}: prefix`)
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

const pages = [
  'README.md',
  'lib/workbench/README.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name.replaceAll('\\', '/')}`),
]

it('every option that the docs show beside a command is one that the command reads', () => {
  const shown = pages.flatMap((page) =>
    [...read(page).matchAll(/npm run ([a-z]+) -- ([^`\n]*)/g)].flatMap(([, name = '', words = '']) =>
      [...(words.split('  #')[0] ?? '').matchAll(/--([a-z-]+)/g)].map(([, option]) => ({
        page,
        name,
        option,
      })),
    ),
  )
  expect(shown.length).toBeGreaterThan(60)
  const isRead = ({ name, option }: (typeof shown)[number]) =>
    new RegExp(`['"\\s]${option}['"]?:|'--${option}'`).test(read(`scripts/${name}.ts`))
  expect(shown.filter((one) => !isRead(one))).toEqual([])
})

it('every link of the docs leads to a file', () => {
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

/**
 * Limits and defaults, as pages say them: in brackets the file below lib/ and the name of a constant or of a field, perhaps what it
 * is divided by; a star asks for the number in words.
 */
const LIMITS = `
lessons: worked on it, {extract/model/prompts/lessons.ts most} at the most
lessons: the task ({extract/model/show-run.ts task} characters) and all steps of the run under the headings of its stages, {extract/model/show-run.ts steps} characters at most
lessons: two parts that share {*extract/model/show-run.ts OVERLAP} steps
lessons: a quote of {*extract/model/check-lesson.ts LEAST_QUOTED_WORDS} words or more
lessons: at most {memory/experience.ts EXPERIENCE_WORD_LIMIT} words; {*extract/model/check-lesson.ts least} to {*extract/model/check-lesson.ts most} keywords
lessons: Of less worth than {jobs/distil/keep-lessons.ts SERVED_FROM} it waits
lessons: (UTC): {memory/distil/distil-words.ts jobCalls} calls and \${memory/distil/distil-words.ts jobUsd} a job, {memory/distil/distil-words.ts dayCalls} calls and \${memory/distil/distil-words.ts dayUsd} a day
lessons: is known, {memory/distil/distil-words.ts jobTokens} tokens a job and {memory/distil/distil-words.ts dayTokens} a day
lessons: {*jobs/worker.ts models} calls run at once
lessons: tried again, {llm/openai/openai-completer.ts tries} times in all, with full jitter from {llm/retry.ts FIRST_WAIT_MS/1000} s to {llm/openai/openai-completer.ts longestWaitMs/1000} s
lessons: more than {llm/openai/openai-completer.ts MOST_BYTES/1000000} MB
experiment: \${memory/distil/distil-words.ts jobUsd} an experiment
experiment: is told {memory/distil/distil-words.ts jobTokens} tokens (\`--max-tokens\`)
experiment: no home, {agent/sandbox.ts processes} processes, {agent/sandbox.ts fileBlocks/1000} MB a file
agents: waits longer than {connect/install/hook.mjs LONGEST_MS/1000} s
agents: at most {api/agents.ts MOST_TOKENS} tokens
agents: for {*api/agents.ts AFTER_PAUSE_MS/60000} minutes
agents: at most {*extract/rules/stages-so-far.ts SHORT_LOOK} steps
agents: At most {db/retrieval/served-log.ts MOST_WAITING} wait
agents: (Settings, off at first): {memory/studies/withholding.ts LEAST_WITHHELD/0.01} to {memory/studies/withholding.ts MOST_WITHHELD/0.01} % of a project's episodes
reliability: a step of a task has a deadline ({jobs/threads/work-threads.ts 'Extraction',/1000} s; a look through a project {jobs/threads/work-threads.ts 'Looking for trouble',/1000} s) and {jobs/threads/work-threads.ts MOST_MEMORY_MB} MB
reliability: the log is {db/retrieval/served-log.ts MOST_BEHIND_MS} ms behind, answers wait for it, so that a kill loses those of the {db/retrieval/served-log.ts MOST_BEHIND_MS} ms before the last answer at most
reliability: those of the {db/retrieval/served-log.ts MOST_BEHIND_MS} ms before the last answer at most;
reliability: a write waits {db/store.ts LOCK_PATIENCE_MS/1000} s
reliability: ends the process {*db/jobs/work-queue.ts MOST_CUT_OFFS} times
dashboards: percentile bootstrap, {workbench/designs/summarise.ts RESAMPLES} draws, made wider
dashboards: up to {memory/studies/retrieval-terms.ts MOST_QUERIES} questions
dashboards: at least {*studies/designs/reuse.ts LEAST_VANILLA_RUNS} imported vanilla runs, shrunk by {*studies/designs/reuse.ts PRIOR_RUNS} runs
dashboards: needs {*memory/studies/minimum-score.ts ENOUGH_WINNERS} labelled winners
dashboards: needs {*memory/statistics/utility.ts ENOUGH_EXPOSURES} exposures and Benjamini-Hochberg at {memory/statistics/utility.ts FDR};
embedders: is {llm/joined-embedder.ts MEANING_SHARE} times that of their meanings
embedders: model reads {llm/minilm/word-pieces.ts PIECES_A_WINDOW} word pieces; longer texts are read in {*llm/minilm/word-pieces.ts MOST_WINDOWS} windows
embedders: Up to {llm/openai/openai-embedder.ts TEXTS_A_REQUEST} texts go in one request, each cut at {llm/openai/openai-embedder.ts READ_CHARACTERS} characters
embedders: less than a cosine of {llm/same-model.ts SAME_FROM},
curation: a cosine of {detect/detectors/near-duplicate.ts DUPLICATE_FROM} on. The slider goes down to {detect/detectors/near-duplicate.ts PAIRS_FROM}: those
curation: at least {memory/findings/quality.ts FEWEST_JUDGED} of its findings were judged by hand, and {memory/findings/quality.ts TRUSTED_FROM/0.01} % of them right
curation: at most {curate/impact.ts ASKED} different ones), and where there are fewer than {curate/impact.ts THIN_LOG}, stored
curation: entry's {memory/map.ts KEPT_NEIGHBOURS} nearest
curation: Above {map/positions.ts MOST_ENTRIES} entries
import: at most {ingest/containers/unpack.ts TOTAL_LIMIT/MIB} MB, {ingest/containers/unpack.ts RATIO_LIMIT} times the packed size, {ingest/read-text.ts FILE_LIMIT_BYTES/MIB} MB a file
import: in parts of {ingest/containers/parts.ts PART_BYTES/MIB} MB
import: \`too-large\` ({ingest/read-text.ts FILE_LIMIT_BYTES/MIB} MB), \`line-too-long\` ({ingest/read-text.ts LINE_LIMIT_BYTES/MIB} MB)
import: \`too-deep\` ({ingest/parse-json.ts DEPTH_LIMIT} levels), \`too-many-values\` ({ingest/parse-json.ts MOST_VALUES})
import: *kept* ({ingest/outcomes/git-fate.ts MOST/0.01} % are in HEAD and stood {ingest/outcomes/git-fate.ts KEPT_DAYS} days
import: longer than {ingest/memories/all-memories.ts MOST_CHARACTERS} characters
import: vectors made {jobs/bring-memory.ts LINES_PER_ITEM} memories at a time
../lib/workbench/README: the budget is {memory/studies/ladder/primary-place.ts USUAL_BUDGET}
../lib/workbench/README: becomes {workbench/prior.ts TRUST} times as likely
../lib/workbench/README: trust of lessons ({workbench/prior.ts TRUST})
curation: the next {../components/review/queue-bar.tsx CLAIMED_AT_ONCE} that nobody
curation: sample of {map/positions.ts MOST_ENTRIES} is laid out
embedders: tried again: {llm/retry.ts WORKING: Patience = { tries} times
concepts: from {retrieval/fit-verdict.ts ENOUGH_JUDGED} judgements
audit: longer than {notes/as-entries.ts MOST_CHARACTERS} characters
audit: looked through for {notes/gone.ts HISTORY_MS/1000} s
import: (replaced within {ingest/outcomes/git-fate.ts KEPT_DAYS} days)
people: first sign-in, within {db/people.ts TOLD_MS/86400000} days
people: ends after {db/people.ts IDLE_MS/3600000} hours without use, or {db/people.ts LONGEST_MS/86400000} days
agents: kept for {memory/served-log.ts days} days and {memory/served-log.ts most} answers
`
const IN_WORDS = 'no one two three four five six seven eight nine ten'.split(' ')

it.each(LIMITS.trim().split('\n'))('%s', (line) => {
  const [page = '', said = ''] = line.split(/: (.*)/)
  const text = said.replace(/\{(\*?)(\S+) ([^}/]+)\/?([^}]*)\}/g, (_, star, file, name, unit) => {
    const value = limitIn(read(`lib/${file}`), name) / limitIn(`x = ${unit || 1}`, 'x')
    return star ? (IN_WORDS[value] ?? `${value}`) : Number(value.toPrecision(12)).toLocaleString('en-US')
  })
  expect(read(`docs/${page}.md`).replace(/\s+/g, ' ').toLowerCase()).toContain(text.toLowerCase())
})

/** `NAME = 64 * MIB`, `name: 60_000` or a schema's `name: … .default(90)`, as a number. */
function limitIn(source: string, name: string): number {
  const value = '((?:[\\d_.]+|MIB)(?: \\* (?:[\\d_]+|MIB))*)'
  const [, plain, ofSchema] =
    new RegExp(`(?<![\\w.])${name}(?: ?[=:])? (?:${value}|z\\..*?\\.default\\(${value}\\))`).exec(source) ??
    []
  const factors = (plain ?? ofSchema ?? 'none').replaceAll('_', '').replaceAll('MIB', '1048576').split(' * ')
  const found = factors.reduce((product, factor) => product * Number(factor), 1)
  if (!Number.isFinite(found)) throw new Error(`no number is called ${name}`)
  return found
}
