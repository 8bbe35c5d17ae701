import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime.js'
import { NuqsTestingAdapter } from 'nuqs/adapters/testing'
import { type ComponentProps, createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import * as gainViews from '../app/audit/[study]/gain-view.ts'
import { STUDIES } from '../app/audit/[study]/studies.tsx'
import AuditPage from '../app/audit/page.tsx'
import StudyPage from '../app/audit/studies/[id]/page.tsx'
import * as guard from '../app/guard.ts'
import OverviewPage from '../app/page.tsx'
import { Computing, NoLabels, NoProject } from '../components/audit/audit-page.tsx'
import { usualPair } from '../components/audit/experiments/prepare-experiments.ts'
import { TableMapping } from '../components/audit/experiments/table-mapping.tsx'
import { prepareGain } from '../components/audit/gain/prepare-gain.ts'
import { AUDIT_ROOMS, type AuditRoom } from '../components/audit/rooms.ts'
import type { Cell } from '../components/figures/figure.ts'
import { figureTable } from '../components/figures/figure-table.ts'
import * as figureViews from '../components/figures/figure-view.tsx'
import * as numbersTables from '../components/figures/numbers-table.tsx'
import { type Origin, useOrigin } from '../components/figures/origin.ts'
import { Providers } from '../components/frame/providers.tsx'
import { ShellContext, type ShellContextValue } from '../components/frame/shell.tsx'
import * as csvLinks from '../components/ui/table/csv-link.tsx'
import * as answers from '../components/ui/use-answer.ts'
import { temporaryFolder } from '../lib/db/fixtures/test-store.ts'
import { sampleForAll } from '../lib/fixtures/open-test-loupe.ts'
import type { InputOf, OperationName } from '../lib/memory/operation.ts'
import * as statistics from '../lib/memory/statistics.ts'
import { gitGain } from '../lib/memory/studies/git-gain.ts'
import { exampleRuns } from '../lib/memory/studies/ladder/simulate-run.ts'
import * as figuresOfThePaper from '../lib/memory/studies/paper/figures.ts'
import * as experimentFiles from '../lib/studies/designs/experiment.ts'
import { readDemonstration } from '../lib/studies/designs/outcomes.ts'
import { exampleQuestions } from '../lib/studies/retrieval/read-questions.ts'

/*
 * Where each number on the audit's pages and on the Overview comes from, by trial: a page is made of what functions returned; then one
 * of these values has its numbers changed, and the page is made again. What moves on the page comes from that function. What never
 * moves was typed into the page, and has to stand below.
 */

/** Numbers that are part of the words; `·` stands between a place and its text. */
const TYPED = [
  ...[/95 %/, /99\.9 %/, /80 % power/, /< \.001/, /(below|includes|right of) 0/, /SHA-256/, /hit@1|nDCG@10/],
  ...[
    /top-1/,
    /\.5 is chance/,
    /characters \/ 4/,
    /5 to 10 %/,
    /prior: 4 neutral uses/,
    /8 labelled winners/,
  ],
  ...[/60 judgements/, /0 leaks are by construction/, /\/seed·[17]$/],
  // What ranks a list, and cells of a matrix in which nothing is.
  ...[/^overview\/5 .*·[123]$/, /^misprediction\/\d.*·0$/],
  // Where a stream begins, the most that are listed, and where no task flips.
  ...[/tasks 1 to/, /^reuse\/.*·All 20$/, /: 0 gained, 0 lost/, /stay silent 0\.0 pp/],
  // Scales, where a band or a count begins, and what a line of chance ends at.
  ...[/, (density|lessons in the store|place in .*)·.*/, /\/table.*·0$/, /(calibrated|even use) 2, .*·1$/],
  // What the paper prints in one place only, and what is derived from it in the words.
  ...[
    /Claude 3\.7/,
    /Tables? \d(–\d)?/,
    /Pass@\d/,
    /Algorithm 1/,
    /(each|of the last) 100/,
    /of 500/,
    /If 70 .*/,
  ],
  ...[/500 instances of .*, 3 runs/, /The headline .* pp/, /each of 4/, /·\d{3}( \d{3})+$/],
]

/** `from`: what the page is made of, by the function that returned it. */
type Page = { name: string; from: Record<string, unknown>; show: () => ReactNode | Promise<ReactNode> }
type Printed = { place: string; number: string; text: string; makers: string[] }

const NUMBER = /(?<![\p{L}\d_])[-−+±]?(?:(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|\.\d+)(?:\s?%)?/gu

/** What the functions return to the page that is being made; beside them what every page asks for. */
let given: Record<string, unknown> = {}
const beside: Record<string, unknown> = { ladders: [], comparisonPlans: [] }
/** What it has as a file: its name, its numbers, and what its head rests on. */
let files: { name: string; title?: string; subtitle?: string; table: Cell[][]; origin: Origin }[] = []
/** Values that were made with a seed. */
const drawn = new WeakSet<object>()

/** The page as a browser gets it first; figures are told by their numbers. */
async function htmlOf({ show, from }: Page): Promise<string> {
  given = { ...beside, ...from }
  files = []
  const shell = { ...(given.shell as ShellContextValue), projectParam: 'sample' }
  const run = async () => ({ ok: true as const, value: null })
  const within = (child: ReactNode) =>
    createElement(
      AppRouterContext.Provider,
      { value: {} as never },
      createElement(
        Providers,
        { run } as unknown as ComponentProps<typeof Providers>,
        createElement(NuqsTestingAdapter, null, createElement(ShellContext, { value: shell }, child)),
      ),
    )
  return renderToStaticMarkup(within(await show())).replaceAll('<!-- -->', '')
}

/** Every text that a page prints, by its place: a section and how many elements it has, or a figure and the cell. */
async function printedOf(page: Page): Promise<Map<string, string>> {
  const html = await htmlOf(page)
  const into = new Map<string, string>()
  for (const [i, section] of html.split(/(?=<(?:section|figure|select|ul|form|details)\b)/).entries()) {
    const shape = section.split('<').length
    for (const [line, text] of section.split(/<[^>]*>/).entries())
      if (/\d/.test(text)) into.set(`/${i} ${shape}/${line}`, unescaped(text))
  }
  for (const { name, table, title = '', subtitle = '', origin } of files) {
    const head = { title, subtitle, seed: `${origin.seed ?? ''}`, basis: origin.basis.join('; ') }
    for (const [part, text] of Object.entries(head)) into.set(`/${name}/${part}`, text)
    for (const [cell, value] of Object.entries(cellsOf(table)))
      if (value !== null) into.set(`/${name}/table/${cell}`, `${value}`)
  }
  return into
}

const ENTITIES = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" }
const unescaped = (html: string) =>
  html.replace(/&[#\w]+;/g, (entity) => ENTITIES[entity as keyof typeof ENTITIES] ?? entity)

/** By the name of the row, the how manieth of that name it is, and the head: a row or a column more leaves the others in their places. */
function cellsOf([heads = [], ...rows]: Cell[][]): Record<string, Cell> {
  const count = new Map<string, number>()
  return Object.fromEntries(
    rows.flatMap((row) => {
      const name = typeof row[0] === 'string' ? row[0] : ''
      const nth = (count.get(name) ?? 0) + 1
      count.set(name, nth)
      return row.map((cell, i): [string, Cell] => [`${name} ${nth}, ${heads[i]}`, cell])
    }),
  )
}

const DAYS = [-3, -2, -1, 1, 2, 3, 365, 730]

/** The same value with a share of its numbers, instants and lengths others. */
function moved<T>(value: T, random: () => number, share: number, grow: number): T
function moved(value: unknown, random: () => number, share: number, grow: number): unknown {
  const stays = random() > share
  if (typeof value === 'number' && !stays)
    return Number.isInteger(value)
      ? value + 1 + Math.floor(random() * Math.max(3, value / 3))
      : value * (1.1 + random() / 2) + random() ** 8
  if (typeof value === 'string' && !stays && /^\d{1,3}$/.test(value))
    return `${(Number(value) + 1 + Math.floor(8 * random())) % 10 ** value.length}`
  if (value instanceof Date) return new Date(moved(value.toISOString(), random, share, grow))
  if (typeof value === 'string' && !stays && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) {
    const days = DAYS[Math.floor(DAYS.length * random())] ?? 1
    return new Date(Date.parse(value) + days * 86_400_000 + 3_721_000).toISOString()
  }
  if (Array.isArray(value)) {
    const list = random() < grow ? [...value, ...again(value, random)] : value
    return list.map((one) => moved(one, random, share, grow))
  }
  if (value instanceof Map)
    return new Map([...value].map(([key, one]) => [key, moved(one, random, share, grow)]))
  if (
    value === null ||
    typeof value !== 'object' ||
    ![Object.prototype, null].includes(Object.getPrototypeOf(value))
  )
    return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, moved(one, random, share, grow)]))
}

/** Whole numbers that stand in a value more than once. */
function keysIn(value: unknown, seen = new Map<number, number>()): number[] {
  if (typeof value === 'number' && Number.isInteger(value) && value > 4)
    seen.set(value, (seen.get(value) ?? 0) + 1)
  else if (value && typeof value === 'object') for (const one of Object.values(value)) keysIn(one, seen)
  return [...seen].flatMap(([number, count]) => (count > 1 ? [number] : []))
}

/** The same value with one number another, wherever it stands. */
function renumbered(value: unknown, number: number): unknown {
  if (value === number) return number + 1
  if (Array.isArray(value)) return value.map((one) => renumbered(one, number))
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype)
    return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, renumbered(one, number)]))
}

function again(list: readonly unknown[], random: () => number): unknown[] {
  const at = Math.floor(list.length * random())
  return list.slice(at, at + 1)
}

/** Texts with a number in them that a value holds: names, which are printed as they are. */
function namesIn(value: unknown, into = new Set<string>()): Set<string> {
  if (typeof value === 'string' && value.length > 1 && /\d/.test(value) && /\D/.test(value)) into.add(value)
  else if (value && typeof value === 'object') for (const one of Object.values(value)) namesIn(one, into)
  return into
}

const isTyped = ({ place, number, text }: Omit<Printed, 'makers'>) =>
  TYPED.some((words) => words.exec(`${place}·${text}`)?.[0].includes(number))
const plain = (text: string) => text.replace(NUMBER, '#').replace(/ies\b/g, 'y').replace(/s\b/g, '')
const MOST_TRIALS = 800

/** Every number of a page with the functions whose values move it. */
async function trace(page: Page): Promise<Printed[]> {
  const { name, from } = page
  const names = [...namesIn(from)].sort((a, b) => b.length - a.length)
  const read = async (of: Page['from']) =>
    [...(await withPaper(of, () => printedOf({ ...page, from: of })))].map(
      ([place, text]): [string, string] => [
        place,
        names
          .reduce((left, one) => (left.includes(one) ? left.replaceAll(one, '') : left), text)
          .replace(/\b(?=\d*[a-f])[\da-f]{8,}\b/g, ''),
      ],
    )
  const shown = await read(from)
  const makers = new Map<string, Set<string>>()
  const open = new Set(
    shown.flatMap(([place, text]) =>
      (text.match(NUMBER) ?? []).flatMap((number, k) =>
        isTyped({ place: name + place, number, text }) ? [] : [`${place} ${k}`],
      ),
    ),
  )
  const look = async (maker: string, value: unknown) => {
    const other = new Map(await attempt(() => read({ ...from, [maker]: value })))
    for (const [place, text] of shown) {
      const now = other.get(place)
      if (now === undefined || now === text || plain(now) !== plain(text)) continue
      const numbers = now.match(NUMBER) ?? []
      for (const [k, number] of (text.match(NUMBER) ?? []).entries()) {
        if (number === numbers[k]) continue
        const at = `${place} ${k}`
        makers.set(at, (makers.get(at) ?? new Set()).add(maker))
        open.delete(at)
      }
    }
  }
  const random = statistics.createRandom(7)
  for (let trial = 0; trial < MOST_TRIALS && open.size > 0; trial++)
    for (const [maker, value] of Object.entries(from)) {
      const share = 0.5 / (1 + (trial % 4) ** 3)
      await look(maker, moved(value, random, share, trial % 2 === 0 ? 0.1 : 0))
      // What others are found by, as the size of a store, moves wherever it stands or not at all.
      for (const key of trial === 40 ? keysIn(value) : []) await look(maker, renumbered(value, key))
    }
  return shown.flatMap(([place, text]) =>
    (text.match(NUMBER) ?? []).map((number, k) => ({
      ...{ place: name + place, number, text },
      makers: [...(makers.get(`${place} ${k}`) ?? [])],
    })),
  )
}

/** Nothing where numbers that no store could hold are refused. */
async function attempt<T>(make: () => Promise<T[]>): Promise<T[]> {
  try {
    return await make()
  } catch {
    return []
  }
}

const sample = sampleForAll()
let pages: Page[]

beforeAll(async () => {
  const draws = vi.spyOn(statistics, 'createRandom')
  /** What a function returns, and whether it drew. */
  const made = async <T>(make: () => T | Promise<T>): Promise<T> => {
    const before = draws.mock.calls.length
    const value = await make()
    if (draws.mock.calls.length > before && value !== null && typeof value === 'object') drawn.add(value)
    return value
  }
  const read: Read = async (name, input) => ({
    [name]: await made(() => (sample().api[name] as (input: unknown) => Promise<unknown>)(input)),
  })
  Object.assign(beside, await read('shell', { project: 'sample' }))
  Object.assign(beside, await read('experiments', { project: 'sample' }))
  pages = [
    ...(await readPages(read)),
    ...(await gainPages(made)),
    ...(await orderedPages(made, read)),
    ...states(),
  ]
  draws.mockRestore()
  const api = new Proxy(
    {},
    { get: (_, name) => name !== 'then' && (async () => given[String(name)] ?? null) },
  )
  vi.spyOn(guard, 'pageApi').mockImplementation(async () => api as never)
  vi.spyOn(guard, 'guardPage').mockImplementation(async () => undefined as never)
  vi.spyOn(gainViews, 'gainView').mockImplementation(() => (given.gainView ?? null) as never)
  vi.spyOn(experimentFiles, 'readExperiment').mockImplementation(() => given.readExperiment as never)
  vi.spyOn(answers, 'useAnswer').mockImplementation((name) => ({ data: given[name], error: null }) as never)
  vi.spyOn(figureViews, 'FigureView').mockImplementation(({ figure, caption, origin }) => {
    const ofPage = useOrigin()
    const { name, title, subtitle } = figure
    files.push({ name, title, subtitle, table: figureTable(figure), origin: origin ?? ofPage })
    return createElement('figure', null, caption)
  })
  // Its rows are the file's.
  vi.spyOn(numbersTables, 'NumbersTable').mockImplementation(() => createElement('table'))
  vi.spyOn(csvLinks, 'CsvLink').mockImplementation(({ fileName, rows }) => {
    files.push({ name: fileName, table: rows, origin: useOrigin() })
    return createElement('span', null, 'CSV')
  })
}, 300_000)

afterAll(() => {
  vi.restoreAllMocks()
})

type Made = <T>(make: () => T | Promise<T>) => Promise<T>
type Read = <Name extends OperationName>(name: Name, input: InputOf<Name>) => Promise<Record<string, unknown>>

/** A room of the audit as its address shows it. */
function room(name: AuditRoom, about: string, from: Page['from'], asked: Record<string, string> = {}): Page {
  const study = STUDIES[name]
  const { current } = beside.shell as ShellContextValue
  if (!current) throw new Error('the sample is there')
  const show = () => ('ofAll' in study ? study.ofAll(asked, current) : study.ofProject(current, asked))
  return { name: `${name}${about && `, ${about}`}`, from, show }
}

/** Pages that are read from the memory. */
async function readPages(read: Read): Promise<Page[]> {
  const { api } = sample()
  const bytes = readFileSync('prisma/workbench/ladder.json')
  const { setId } = await api.readResults({ setId: null, fileName: 'ladder.json', bytes })
  const previews = await read('previewRuns', { setId })
  const mappings = (await api.previewRuns({ setId })).map(({ mapping }) => mapping)
  await api.addRuns({ setId, mappings, project: 'sample', by: 'test' })
  const of = { project: 'sample' }
  const experiments = await read('experiments', of)
  const pair = usualPair((await api.experiments(of)).runs)
  if (!pair) throw new Error('two runs can be compared')
  const use = (i: number, git: 'kept' | 'reverted', withheld: boolean) => ({
    ...{ episodeId: `${withheld} ${i}`, git, withheld, propensity: withheld ? 0.2 : 0.8, density: 20 },
  })
  const fates = [
    ...Array.from({ length: 40 }, (_, i) => use(i, i < 31 ? 'kept' : 'reverted', false)),
    ...Array.from({ length: 20 }, (_, i) => use(i, i < 6 ? 'kept' : 'reverted', true)),
  ]
  const mapped = ({ previewRuns }: typeof given) =>
    (previewRuns as Awaited<ReturnType<typeof api.previewRuns>>).map((table) =>
      createElement(TableMapping, { table, onChange: () => undefined, key: table.fileName }),
    )
  const { current: project } = beside.shell as ShellContextValue
  const minimumScore = await read('minimumScore', of)
  // Its levels are by folds that were drawn when the fit was made.
  drawn.add(minimumScore.minimumScore as object)
  return [
    {
      ...{
        name: 'audit',
        from: { ...experiments, ...(await read('listStudies', { ...of, design: 'stream' })) },
      },
      show: () => AuditPage({ searchParams: Promise.resolve({}) }),
    },
    room('results', '', { ...experiments, ...(await read('twoRuns', { ...pair, ...of })) }, pair),
    { name: 'results, import', from: previews, show: () => mapped(given) },
    room('density-and-gain', 'imported twins', experiments, { show: 'imported' }),
    room('density-and-gain', 'git', { gitGain: gitGain(fates) }, { show: 'git' }),
    room('recurrence', '', await read('auditRecurrence', of)),
    room('misprediction', '', {
      ...(await read('auditMisprediction', of)),
      ...(await read('auditFilter', of)),
    }),
    room('raw-and-abstracted', '', { ...PAPER, ...(await read('auditAbstraction', of)) }),
    room('reuse', '', { ...PAPER, ...(await read('auditReuse', of)) }),
    room('minimum-score', '', minimumScore),
    {
      name: 'overview',
      from: {
        ...{ shell: beside.shell, ...(await read('overview', { projectId: project?.id ?? '' })) },
        ...(await read('distilStatus', of)),
        ...(await read('chips', {})),
      },
      show: () => OverviewPage({ searchParams: Promise.resolve({ project: 'sample' }) }),
    },
  ]
}

async function gainPages(made: Made): Promise<Page[]> {
  const { listExperiments, readExperiment } = experimentFiles
  const recorded = { readExperiment: await made(() => readExperiment(listExperiments(process.cwd()))) }
  const sources = [
    ['measured', 'measured', readDemonstration(process.cwd())],
    ['imported', 'imported', readDemonstration(process.cwd())],
    ['hurts', 'simulated', exampleRuns('hurts')],
  ] as const
  const both = ['density-and-gain', 'cold-start'] as const
  const rooms: Page[] = []
  for (const name of both) {
    rooms.push(room(name, 'paper', PAPER, { show: 'paper' }))
    rooms.push(room(name, 'recorded', recorded, { show: 'recorded' }))
    for (const [show, source, runs] of sources) {
      const part = name === 'cold-start' ? 'stream' : 'ladder'
      const view = await made(() => prepareGain(runs, source, { arm: null, against: null }, part))
      rooms.push(room(name, source, { gainView: view }, { show }))
    }
  }
  return rooms
}

/** Studies that are ordered, kept and read again: the page of the design, and of the study. */
async function orderedPages(made: Made, read: Read): Promise<Page[]> {
  const { api } = sample()
  const study = async (design: string, name: AuditRoom, asked: Record<string, string>, order: object) => {
    const of = { project: 'sample', design }
    let id = ''
    const findStudy = await made(async () => {
      id = (await api.orderStudy({ design, order: { project: 'sample', name: design, ...order } })).id
      await vi.waitUntil(async () => (await api.findStudy({ id })).report !== null, { timeout: 60_000 })
      return await api.findStudy({ id })
    })
    const rows =
      design === 'retrieval'
        ? await read('studyQuestions', {
            id,
            shown: { show: 'all', a: null, b: null, metric: 'mrr', kind: null },
            from: 0,
          })
        : await read('streamMoment', { id, seed: 0, position: 30 })
    const params = { params: Promise.resolve({ id }), searchParams: Promise.resolve({}) }
    return [
      room(
        name,
        asked.show ?? '',
        { findStudy, ...(await read('studyForm', of)), ...(await read('listStudies', of)) },
        asked,
      ),
      { name: `a study of ${design}`, from: { findStudy, ...rows }, show: () => StudyPage(params) },
    ]
  }
  const questions = exampleQuestions(process.cwd())
  return [
    ...(await study('retrieval', 'retrieval', {}, { questions, resamples: 200 })),
    ...(await study('stream', 'cold-start', { show: 'replay' }, {})),
  ]
}

/** What stands where there is nothing yet. */
function states(): Page[] {
  const all = Object.keys(AUDIT_ROOMS) as AuditRoom[]
  const show = () =>
    all.flatMap((room) => [
      createElement(Computing, { key: `${room} computing`, room, what: STUDIES[room].what }),
      createElement(NoProject, { key: `${room} none`, room }),
      createElement(NoLabels, { key: `${room} labels`, room, project: 'sample' }),
    ])
  return [{ name: 'nothing yet', from: {}, show }]
}

const PAPER = { 'paper/figures.ts': { ...figuresOfThePaper } as Record<string, unknown> }

/** Reads a page while the module that holds the paper's numbers says others, which are put back. */
async function withPaper<T>(from: Page['from'], read: () => Promise<T>): Promise<T> {
  const values = from['paper/figures.ts'] as Record<string, unknown> | undefined
  if (!values) return await read()
  const put = (to: unknown, of: unknown): void => {
    if (Array.isArray(to) && Array.isArray(of)) to.length = of.length
    if (to && typeof to === 'object')
      for (const [key, value] of Object.entries(of ?? {}))
        if (value && typeof value === 'object') put(Reflect.get(to, key), value)
        else Reflect.set(to, key, value)
  }
  const before = structuredClone({ ...figuresOfThePaper }) as Record<string, unknown>
  for (const [name, value] of Object.entries(values)) put(Reflect.get(figuresOfThePaper, name), value)
  try {
    return await read()
  } finally {
    for (const [name, value] of Object.entries(before)) put(Reflect.get(figuresOfThePaper, name), value)
  }
}

it('every number on the pages of the audit and on the Overview moves with what a function returned, or is part of the words', async () => {
  const all: Printed[] = []
  for (const page of pages) all.push(...(await trace(page)))
  const lines = all.map(({ place, number, makers, text }) =>
    [place, number, makers.join(', ') || 'the words', text].join('\t'),
  )
  writeFileSync(process.env.LOUPE_NUMBERS ?? join(temporaryFolder(), 'audit-numbers.tsv'), lines.join('\n'))
  const unknown = all.filter((one) => one.makers.length === 0 && !isTyped(one))
  expect(unknown.map(({ place, number, text }) => `${place}: ${number} in ${text}`)).toEqual([])
  expect(all.length).toBeGreaterThan(2_000)
  expect(TYPED.filter((words) => !all.some(({ place, text }) => words.test(`${place}·${text}`)))).toEqual([])
}, 600_000)

it('no page of the audit is left out', () => {
  const named = new Set(pages.map(({ name }) => name.split(',')[0]))
  expect(Object.keys(AUDIT_ROOMS).filter((room) => !named.has(room))).toEqual([])
})

it('a file says a seed where what it shows was drawn at random, and nowhere else', async () => {
  const wrong: string[] = []
  let count = 0
  for (const page of pages) {
    await htmlOf(page)
    const isDrawn = Object.values(page.from).some((value) => drawn.has(value as object))
    count += files.length
    for (const { name, origin } of files)
      if (isDrawn !== (origin.seed !== undefined && origin.seed !== null && origin.seed !== ''))
        wrong.push(`${page.name}: ${name} says ${origin.seed ?? 'that nothing was drawn'}`)
  }
  expect(wrong).toEqual([])
  expect(count).toBeGreaterThan(30)
})

it('a number that was typed into a page, and one of another function than is named, are found', async () => {
  const from = { counted: { n: 40, hit: 12 }, other: { n: 7 } }
  const show = () => {
    const { counted, other } = given as typeof from
    const { n, hit } = counted
    return `${hit} of ${n}, ${Math.round((100 * hit) / n)} %, 31 by hand, ${other.n} more, 420 too`
  }
  expect(
    (await trace({ name: 'x', from, show })).map(({ number, makers }) => [number, makers.join()]),
  ).toEqual([
    ['12', 'counted'],
    ['40', 'counted'],
    ['30 %', 'counted'],
    ['31', ''],
    ['7', 'other'],
    ['420', ''],
  ])
})
