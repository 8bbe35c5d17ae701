import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, it, vi } from 'vitest'
import { usualPair } from '../components/audit/experiments/prepare-experiments.ts'
import { resultsPage, twinsPage } from '../components/audit/experiments/results-page.ts'
import { gainPage, streamPage } from '../components/audit/gain/gain-page.ts'
import { gitPage } from '../components/audit/gain/git-page.ts'
import { prepareGain } from '../components/audit/gain/prepare-gain.ts'
import { recordedPage, recordedStreamPage } from '../components/audit/gain/recorded-page.ts'
import {
  mrrFigure,
  retrievalOrigin,
  retrievalVerdict,
} from '../components/audit/ordered/retrieval/prepare-retrieval.ts'
import { retrievalSections } from '../components/audit/ordered/retrieval/retrieval-sections.ts'
import {
  densityFigure,
  streamOrigin,
  streamVerdict,
} from '../components/audit/ordered/stream/stream-words.ts'
import { paperPage, paperStreamPage } from '../components/audit/paper/paper-page.ts'
import { AUDIT_ROOMS } from '../components/audit/rooms.ts'
import { abstractionPage } from '../components/audit/studies/abstraction.ts'
import { minimumScorePage } from '../components/audit/studies/minimum-score.ts'
import { mispredictionPage } from '../components/audit/studies/misprediction.ts'
import { recurrencePage } from '../components/audit/studies/recurrence.ts'
import { reusePage } from '../components/audit/studies/reuse.ts'
import type { Cell, Figure } from '../components/figures/figure.ts'
import { figureTable } from '../components/figures/figure-table.ts'
import { CategoryColumns } from '../components/overview/category-columns.tsx'
import { growthFigure, growthOrigin } from '../components/overview/growth.ts'
import { Findings, Outcomes, RecentRetrievals } from '../components/overview/overview-lists.tsx'
import { overviewVerdict } from '../components/overview/prepare-overview.ts'
import { temporaryFolder } from '../lib/db/fixtures/test-store.ts'
import { sampleForAll } from '../lib/fixtures/open-test-loupe.ts'
import { createRandom } from '../lib/memory/statistics.ts'
import { gitGain } from '../lib/memory/studies/git-gain.ts'
import { exampleRuns } from '../lib/memory/studies/ladder/simulate-run.ts'
import * as figuresOfThePaper from '../lib/memory/studies/paper/figures.ts'
import type { BatchReport, RetrievalPlan } from '../lib/memory/studies/retrieval.ts'
import type { StreamReport } from '../lib/memory/studies/stream.ts'
import type { StreamPlan } from '../lib/memory/studies/stream-schema.ts'
import type { StudyView } from '../lib/memory/studies/study.ts'
import { listExperiments, readExperiment } from '../lib/studies/designs/experiment.ts'
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
  ...[/60 judgements/, /0 leaks are by construction/, /\/seed·1$/],
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

type Page = { name: string; show: (from: never) => unknown; from: object }
type Printed = { place: string; number: string; text: string; makers: string[] }

function page<From extends object>(name: string, from: From, show: (from: From) => unknown): Page {
  return { name, from, show }
}

const NUMBER = /(?<![\p{L}\d_])[-−+±]?(?:(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|\.\d+)(?:\s?%)?/gu
const NOT_PRINTED = new Set('kind id key name href path params entryId besideId digits'.split(' '))

/** Every text and number that a page prints, by its place; a figure as its table, whose heads are names. */
function printedOf(value: unknown, place = '', into = new Map<string, string>()): Map<string, string> {
  if (typeof value === 'number' || typeof value === 'string') into.set(place, `${value}`)
  else if (value && typeof value === 'object') {
    const { figure } = value as { figure?: Figure | null }
    const { title, subtitle } = figure ?? {}
    if (figure)
      printedOf({ ...value, figure: null, title, subtitle, table: figureTable(figure) }, place, into)
    else
      for (const [key, part] of Object.entries(value))
        if (key === 'table') printedOf(cellsOf(part), `${place}/table`, into)
        else if (!NOT_PRINTED.has(key)) printedOf(part, `${place}/${key}`, into)
  }
  return into
}

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
  if (value instanceof Date) return new Date(moved(value.toISOString(), random, share, grow))
  if (typeof value === 'string' && !stays && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) {
    const days = DAYS[Math.floor(DAYS.length * random())] ?? 1
    return new Date(Date.parse(value) + days * 86_400_000 + 3_721_000).toISOString()
  }
  if (Array.isArray(value)) {
    const list = random() < grow ? [...value, ...value.slice(-1)] : value
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

/** Texts with a number in them that a value holds: names, which are printed as they are. */
function namesIn(value: unknown, into = new Set<string>()): Set<string> {
  if (typeof value === 'string' && value.length > 1 && /\d/.test(value)) into.add(value)
  else if (value && typeof value === 'object') for (const one of Object.values(value)) namesIn(one, into)
  return into
}

const isTyped = ({ place, number, text }: Omit<Printed, 'makers'>) =>
  TYPED.some((words) => words.exec(`${place}·${text}`)?.[0].includes(number))
const plain = (text: string) => text.replace(NUMBER, '#').replace(/ies\b/g, 'y').replace(/s\b/g, '')
const MOST_TRIALS = 800

/** Every number of a page with the functions whose values move it. */
function trace({ name, from, show }: Page): Printed[] {
  const names = [...namesIn(from)].sort((a, b) => b.length - a.length)
  const read = (of: object) =>
    [...printedOf(show(of as never))].map(([place, text]): [string, string] => [
      place,
      names
        .reduce((left, one) => (left.includes(one) ? left.replaceAll(one, '') : left), text)
        .replace(/\b(?=\d*[a-f])[\da-f]{8,}\b/g, ''),
    ])
  const shown = read(from)
  const leaves = Object.entries(from).map(([maker, value]) => [maker, leavesOf(value)] as const)
  /** What others are found by, as a store size, cannot move alone: it counts where it was given as it is. */
  const keyedBy = (number: string) =>
    Number(number) < 100 ? [] : leaves.flatMap(([maker, own]) => (own.has(Number(number)) ? [maker] : []))
  const makers = new Map<string, Set<string>>()
  const open = new Set(
    shown.flatMap(([place, text]) =>
      (text.match(NUMBER) ?? []).flatMap((number, k) =>
        isTyped({ place: name + place, number, text }) ? [] : [`${place} ${k}`],
      ),
    ),
  )
  for (const [maker, value] of Object.entries(from)) {
    const random = createRandom(7)
    for (let trial = 0; trial < MOST_TRIALS && open.size > 0; trial++) {
      const other = new Map(
        attempt(() =>
          read({
            ...from,
            [maker]: moved(value, random, 0.5 / (1 + (trial % 4) ** 3), trial % 2 === 0 ? 0.1 : 0),
          }),
        ),
      )
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
  }
  return shown.flatMap(([place, text]) =>
    (text.match(NUMBER) ?? []).map((number, k) => ({
      ...{ place: name + place, number, text },
      makers: [...(makers.get(`${place} ${k}`) ?? keyedBy(number))],
    })),
  )
}

/** Every number of a value. */
function leavesOf(value: unknown, into = new Set<number>()): Set<number> {
  if (typeof value === 'number') into.add(value)
  else if (value && typeof value === 'object') for (const one of Object.values(value)) leavesOf(one, into)
  return into
}

/** Nothing where numbers that no store could hold are refused. */
function attempt<T>(make: () => T[]): T[] {
  try {
    return make()
  } catch {
    return []
  }
}

const sample = sampleForAll()
let pages: Page[]

beforeAll(async () => {
  pages = [
    ...(await readPages()),
    ...gainPages(),
    ...(await orderedPages()),

    await overview(),
  ]
}, 300_000)

/** Pages that are read from the memory. */
async function readPages(): Promise<Page[]> {
  const { api } = sample()
  const bytes = readFileSync('prisma/workbench/ladder.json')
  const { setId } = await api.readResults({ setId: null, fileName: 'ladder.json', bytes })
  const mappings = (await api.previewRuns({ setId })).map(({ mapping }) => mapping)
  await api.addRuns({ setId, mappings, project: 'sample', by: 'test' })
  const experiments = await api.experiments({ project: 'sample' })
  const pair = usualPair(experiments.runs)
  const twoRuns = pair && (await api.twoRuns({ ...pair, project: 'sample' }))
  const of = { project: 'sample' }
  const reading = {
    auditMisprediction: await api.auditMisprediction(of),
    auditFilter: await api.auditFilter(of),
  }
  const use = (i: number, git: 'kept' | 'reverted', withheld: boolean) => ({
    ...{ episodeId: `${withheld} ${i}`, git, withheld, propensity: withheld ? 0.2 : 0.8, density: 20 },
  })
  const fates = [
    ...Array.from({ length: 40 }, (_, i) => use(i, i < 31 ? 'kept' : 'reverted', false)),
    ...Array.from({ length: 20 }, (_, i) => use(i, i < 6 ? 'kept' : 'reverted', true)),
  ]
  return [
    page('results', { experiments, twoRuns }, (given) =>
      resultsPage(given.experiments, pair && { ...pair, two: given.twoRuns }),
    ),
    page('density-and-gain, imported twins', { experiments }, (given) => twinsPage(given.experiments)),
    page('density-and-gain, git', { gitGain: gitGain(fates) }, (given) => gitPage(given.gitGain)),
    page('recurrence', { auditRecurrence: await api.auditRecurrence(of) }, (given) =>
      recurrencePage(given.auditRecurrence, 'written'),
    ),
    page('misprediction', reading, ({ auditMisprediction, auditFilter }) =>
      mispredictionPage({ ...auditMisprediction, filter: auditFilter }),
    ),
    page(
      'raw-and-abstracted',
      { ...PAPER, auditAbstraction: await api.auditAbstraction(of) },
      withPaper(({ auditAbstraction }) => auditAbstraction && abstractionPage(auditAbstraction)),
    ),
    page(
      'reuse',
      { ...PAPER, auditReuse: await api.auditReuse(of) },
      withPaper(({ auditReuse }) => reusePage(auditReuse, 'written')),
    ),
    page('minimum-score', { minimumScore: await api.minimumScore(of) }, (given) =>
      minimumScorePage(given.minimumScore),
    ),
  ]
}

function gainPages(): Page[] {
  const readRecorded = { readExperiment: readExperiment(listExperiments(process.cwd())) }
  const sources = [
    ['measured', readDemonstration(process.cwd())],
    ['imported', readDemonstration(process.cwd())],
    ['simulated', exampleRuns('hurts')],
  ] as const
  const pair = { arm: null, against: null }
  const beside = { project: 'sample', plans: [] }
  return [
    page('density-and-gain, paper', PAPER, withPaper(paperPage)),
    page('cold-start, paper', PAPER, withPaper(paperStreamPage)),
    page('density-and-gain, recorded', readRecorded, (given) => recordedPage(given.readExperiment, null)),
    page('cold-start, recorded', readRecorded, (given) => recordedStreamPage(given.readExperiment)),
    ...sources.flatMap(([source, runs]) => [
      page(`density-and-gain, ${source}`, { prepareGain: prepareGain(runs, source, pair) }, (given) =>
        gainPage(given.prepareGain, beside),
      ),
      page(`cold-start, ${source}`, { prepareGain: prepareGain(runs, source, pair, 'stream') }, (given) =>
        streamPage(given.prepareGain, beside),
      ),
    ]),
  ]
}

/** Studies that are ordered, kept and read again. */
async function orderedPages(): Promise<Page[]> {
  const { api } = sample()
  const study = async <Plan, Report>(design: string, order: object) => {
    const { id } = await api.orderStudy({ design, order: { project: 'sample', name: design, ...order } })
    await vi.waitUntil(async () => (await api.findStudy({ id })).report !== null, { timeout: 60_000 })
    return { findStudy: (await api.findStudy({ id })) as StudyView<Plan, Report> & { report: Report } }
  }
  const questions = exampleQuestions(process.cwd())
  const retrieval = await study<RetrievalPlan, BatchReport>('retrieval', { questions, resamples: 200 })
  const stream = await study<StreamPlan, StreamReport>('stream', {})
  return [
    page('retrieval', retrieval, ({ findStudy: { report, plan, judged } }) => ({
      ...retrievalOrigin(report, plan),
      verdict: retrievalVerdict(report),
      picture: { figure: mrrFigure(report) },
      sections: retrievalSections(report, judged, () => ''),
    })),
    page('cold-start, replay', stream, ({ findStudy: { report, plan } }) => ({
      ...streamOrigin(plan, report, 'relevant'),
      verdict: streamVerdict(plan, report, 'relevant'),
      pictures: (['relevant', 'fits'] as const).map((measure) => ({
        figure: densityFigure(plan, report, measure),
      })),
    })),
  ]
}

const PAPER = { 'paper/figures.ts': { ...figuresOfThePaper } as Record<string, unknown> }

/** Makes a page while the module that holds the paper's numbers says others, which are put back. */
function withPaper<From>(make: (from: From) => unknown) {
  return (given: From & typeof PAPER) => {
    const put = (to: unknown, of: unknown): void => {
      if (Array.isArray(to) && Array.isArray(of)) to.length = of.length
      if (to && typeof to === 'object')
        for (const [key, value] of Object.entries(of ?? {}))
          if (value && typeof value === 'object') put(Reflect.get(to, key), value)
          else Reflect.set(to, key, value)
    }
    const before = structuredClone({ ...figuresOfThePaper }) as Record<string, unknown>
    for (const [name, value] of Object.entries(given['paper/figures.ts']))
      put(Reflect.get(figuresOfThePaper, name), value)
    try {
      return make(given)
    } finally {
      for (const [name, value] of Object.entries(before)) put(Reflect.get(figuresOfThePaper, name), value)
    }
  }
}

async function overview(): Promise<Page> {
  const { api } = sample()
  const { id: projectId } = await api.project({ name: 'sample' })
  const from = { overview: await api.overview({ projectId }), shell: await api.shell({ project: 'sample' }) }
  return page('overview', from, ({ overview: view, shell: { revision } }) => {
    const growth = growthFigure(view.growth, 'sample')
    const project = 'sample'
    const html = renderToStaticMarkup(
      createElement(
        'main',
        null,
        createElement(CategoryColumns, { categories: view.categories, growth, project, thisYear: 2020 }),
        createElement(Findings, { ...view, project }),
        createElement(Outcomes, { view, project }),
        createElement(RecentRetrievals, { view, project }),
      ),
    )
    return {
      verdict: overviewVerdict(view, 0),
      origin: growthOrigin(view.project, revision),
      picture: { figure: growth },
      lines: { [html.split('<').length]: html.replace(/<[^>]*>/g, '\n').split('\n') },
    }
  })
}

it('every number on the pages of the audit and on the Overview moves with what a function returned, or is part of the words', () => {
  const all = pages.flatMap(trace)
  const lines = all.map(({ place, number, makers, text }) =>
    [place, number, makers.join(', ') || 'the words', text].join('\t'),
  )
  writeFileSync(process.env.LOUPE_NUMBERS ?? join(temporaryFolder(), 'audit-numbers.tsv'), lines.join('\n'))
  const unknown = all.filter((one) => one.makers.length === 0 && !isTyped(one))
  expect(unknown.map(({ place, number, text }) => `${place}: ${number} in ${text}`)).toEqual([])
  expect(all.length).toBeGreaterThan(2_000)
  expect(TYPED.filter((words) => !all.some(({ place, text }) => words.test(`${place}·${text}`)))).toEqual([])
}, 300_000)

it('no page of the audit is left out', () => {
  const named = new Set(pages.map(({ name }) => name.split(',')[0]))
  expect(Object.keys(AUDIT_ROOMS).filter((room) => !named.has(room))).toEqual([])
})

it('a number that was typed into a page, and one of another function than is named, are found', () => {
  const from = { counted: { n: 40, hit: 12 }, other: { n: 7 } }
  const made = page('x', from, ({ counted: { n, hit }, other }) => ({
    verdict: `${hit} of ${n}, ${Math.round((100 * hit) / n)} %, 31 by hand, ${other.n} more`,
  }))
  expect(trace(made).map(({ number, makers }) => [number, makers.join()])).toEqual([
    ['12', 'counted'],
    ['40', 'counted'],
    ['30 %', 'counted'],
    ['31', ''],
    ['7', 'other'],
  ])
})
