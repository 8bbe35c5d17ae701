import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { outcomeWords } from '@/components/audit/audit-words.ts'
import { usualPair } from '@/components/audit/experiments/prepare-experiments.ts'
import { resultsPage, twinsPage } from '@/components/audit/experiments/results-page.ts'
import { gainPage } from '@/components/audit/gain/gain-page.ts'
import type { StudyPage } from '@/components/audit/studies/study-page.ts'
import { figureTable } from '@/components/figures/figure-table.ts'
import { openResults } from '@/lib/api/fixtures/open-results.ts'
import { temporaryFolder } from '@/lib/db/fixtures/test-store.ts'
import type { ExperimentsReport } from '@/lib/memory/studies/outcomes/report.ts'
import { ownTwins, planWords, reportVerdict } from '@/lib/memory/studies/outcomes/words.ts'
import { pWords, signedPp } from '@/lib/memory/text/words.ts'
import { gainView } from './gain-view.ts'

const FILE = 'prisma/workbench/ladder.json'

it('a comparison of an imported ladder has one difference, one interval and one p on every page that shows it', async () => {
  const { api } = await openResults()
  const { setId } = await api.readResults({ setId: null, fileName: 'ladder.json', bytes: readFileSync(FILE) })
  await api.addRuns({ setId, mappings: [], by: 'Mara' })
  const [report, imported] = [await api.experiments(), await api.ladders()]
  const arms = report.twins.map(({ arm }) => arm)
  expect(arms).toEqual(['instance', 'global', 'raw', 'subtask', 'random', 'subtask-uncharged'])
  for (const arm of arms) {
    const gain = gainRow(arm, 'vanilla', imported)
    const told = rowOf(pageTable(resultsPage(report, null), 'results-arms'), 'arm', arm)
    expect([told['gain pp'], told['95 % low'], told['95 % high'], told.p], arm).toEqual(near(gain))
    // Decided on before looking, or not: the same on both, and only then p stands unadjusted.
    const isPlanned = wasPlanned(arm, imported)
    expect([told.plan, told['Holm p'] === told.p], arm).toEqual([
      isPlanned ? 'planned' : 'exploratory',
      isPlanned || arm === 'subtask-uncharged',
    ])
  }
  // The steps of the waterfall are paired over the same tasks, each arm less the one before.
  expect(stepOf(report, 'subtask')).toEqual(near(gainRow('subtask', 'raw', imported)).slice(0, 3))
})

type Imported = Parameters<typeof gainView>[1]

/** Whether the page Gain says that an arm's gain was planned. */
function wasPlanned(arm: string, imported: Imported): boolean {
  const view = gainView({ source: 'imported', part: 'ladder', arm, against: 'vanilla' }, imported)
  const page = gainPage(view, { project: null, plans: [] })
  return !page.basis.some((words) => words.includes('not planned'))
}

/** Difference, interval and p at 250 entries, as the page Gain shows them. */
function gainRow(arm: string, against: string, imported: Imported): unknown[] {
  const view = gainView({ source: 'imported', part: 'ladder', arm, against }, imported)
  const table = pageTable(gainPage(view, { project: null, plans: [] }), 'gain-ladder')
  const row = table.findLast(
    (cells) => cells[1] === '250' && typeof cells[2] === 'number' && cells[3] !== null,
  )
  const heads = table[0] ?? []
  return ['gain pp', '95 % low', '95 % high', 'p'].map((head) => row?.[heads.indexOf(head)])
}

function pageTable({ sections }: StudyPage, name: string): unknown[][] {
  for (const part of sections.flatMap(({ parts }) => parts))
    if (part.kind === 'figure' && part.figure.name === name) return figureTable(part.figure)
  throw new Error(`no figure ${name}`)
}

function rowOf([heads = [], ...rows]: unknown[][], column: string, name: string): Record<string, unknown> {
  const row = rows.find((cells) => cells[heads.indexOf(column)] === name) ?? []
  return Object.fromEntries(heads.map((head, i) => [head, row[i]]))
}

function stepOf(report: ExperimentsReport, arm: string): unknown[] {
  const row = rowOf(pageTable(resultsPage(report, null), 'results-steps-1'), 'arm', arm)
  return [row['change pp'], row['95 % low'], row['95 % high']]
}

const near = (row: unknown[]) => row.map((value) => expect.closeTo(Number(value), 9))

it('results that say nothing of store sizes are told under their arms, with whose they are', async () => {
  const { api } = await openResults()
  const rows = Array.from({ length: 40 }, (_, i) => [`r-${i},${i < 10},vanilla`, `r-${i},${i < 30},subtask`])
  const bytes = Buffer.from(`instance_id,resolved,arm,model\n${rows.flat().join(',m\n')},m\n`)
  const { setId } = await api.readResults({ setId: null, fileName: 'a.csv', bytes })
  await api.addRuns({ setId, mappings: [], by: 'Mara' })
  const { basis, sections } = twinsPage(await api.experiments())
  expect(basis.join(' ')).toMatch(/agent: .*m.*no density/)
  expect(sections[0]?.parts[1]).toEqual({
    ...{ kind: 'words', text: 'Here memory helps the imported agent (subtask memory): +50.0 pp.' },
  })
})

it('two imported runs have one gain, one interval and one p in every sentence and table of every page, their plan, the written report and the command', async () => {
  const { api } = await openResults()
  await api.planComparison({
    ...{ arm: 'subtask', backbone: 'm', scaffold: 'a', version: '', instances: 40, stopRule: 'once' },
    by: 'Mara',
  })
  const solved = { vanilla: (i: number) => i < 10, subtask: (i: number) => i > 0 && i < 19 }
  const lines = (arm: keyof typeof solved) =>
    Array.from({ length: 40 }, (_, i) => `r-${i},${solved[arm](i)},${arm},m\n`).join('')
  const head = 'instance_id,resolved,arm,model\n'
  const bytes = Buffer.from(head + lines('vanilla') + lines('subtask'))
  const { setId } = await api.readResults({ setId: null, fileName: 'a.csv', bytes })
  await api.addRuns({ setId, mappings: [], by: 'Mara' })
  const report = await api.experiments()
  const pair = usualPair(report.runs)
  const page = resultsPage(report, pair && { ...pair, two: await api.twoRuns(pair) })
  const row = rowOf(pageTable(page, 'results-arms'), 'arm', 'subtask')
  const told = toldOf(row)
  expect(told).toMatchObject({ gains: ['+20.0'], ps: ['p .021'] })
  expect(row['Holm p']).toBe(row.p)

  const files = (['vanilla', 'subtask'] as const).map((arm) => {
    const path = join(temporaryFolder(), `${arm}.json`)
    const ids = Array.from({ length: 40 }, (_, i) => [`r-${i}`, solved[arm](i)] as const)
    writeFileSync(path, JSON.stringify(ids.map(([instance_id, resolved]) => ({ instance_id, resolved }))))
    return path
  })
  const command = spawnSync(process.execPath, ['scripts/compare.ts', ...files], { encoding: 'utf8' }).stdout
  const [outcome] = report.plans
  expect(outcome?.state).toBe('whole')
  const pages: Record<string, string[]> = {
    results: saidOn(page),
    plan: outcome ? [planWords(outcome)] : [],
    command: command.split('\n'),
  }
  for (const [name, said] of Object.entries(pages)) expect([name, toldIn(said)]).toEqual([name, told])
  // Only the gain stands there.
  const [gain, front] = [saidOn(twinsPage(report)), [outcomeWords(report, 'shop')]]
  for (const said of [gain, front]) expect(toldIn(said)).toEqual({ ...told, ranges: [], ps: [] })
  expect(toldOf(rowOf(pageTable(twinsPage(report), 'results-arms'), 'arm', 'subtask'))).toEqual(told)
})

it('the sentences about a ladder say the figures of its table, on Gain, on Results and on the first page of the audit', async () => {
  const { api } = await openResults()
  await bring(api, 'ladder.json', ownLadder())
  const [report, imported] = [await api.experiments(), await api.ladders()]
  const arms = pageTable(resultsPage(report, null), 'results-arms')
  for (const arm of ['subtask', 'raw', 'global']) {
    const view = gainView({ source: 'imported', part: 'ladder', arm, against: 'vanilla' }, imported)
    const { gains, ranges } = toldIn(saidOn(gainPage(view, { project: null, plans: [] })))
    const told = toldOf(rowOf(arms, 'arm', arm))
    expect([arm, gains, ranges]).toEqual([arm, told.gains, told.ranges])
  }
  const { gains } = toldOf(rowOf(arms, 'arm', 'raw'))
  for (const said of [outcomeWords(report, null), resultsPage(report, null).verdict])
    expect([said, toldIn([said]).gains]).toEqual([said, gains])
})

it('a shipped file that is brought in as results is a demonstration: in no family and no answer of a person’s own', async () => {
  const { api } = await openResults()
  const lines = (arm: string, solved: (i: number) => boolean) =>
    Array.from({ length: 200 }, (_, i) => `r-${i},${solved(i)},${arm},m\n`).join('')
  const csv = `instance_id,resolved,arm,model\n${lines('vanilla', (i) => i < 113)}${lines('subtask', (i) => i > 12 && i < 143)}`
  await bring(api, 'own.csv', Buffer.from(csv))
  const alone = await api.experiments()
  const said = [reportVerdict(alone), outcomeWords(alone, 'shop')]
  expect(said).toEqual(['subtask +8.5 pp over no memory.', 'subtask +8.5 pp over no memory.'])

  await bring(api, 'mine.json', readFileSync(FILE))
  const report = await api.experiments()
  expect([reportVerdict(report), outcomeWords(report, 'shop')]).toEqual(said)
  expect(report.twins.filter((row) => !row.isDemonstration)).toEqual(alone.twins)
  expect(report.twins.filter((row) => row.isDemonstration).map(({ arm }) => arm)).toContain('raw')
  expect(usualPair(report.runs)).toEqual(usualPair(alone.runs))
  const shipped = report.runs.filter(({ fileName }) => fileName === 'mine.json')
  expect([...new Set(shipped.map(({ setting }) => setting))]).toEqual([
    'search-v1 · workbench recurring demonstration',
  ])
  // What is seen on Gain is a demonstration too, until a file of one's own comes.
  const asked = { source: 'imported', part: 'ladder', arm: null, against: null } as const
  expect(gainView(asked, await api.ladders())?.source).toBe('measured')
  await bring(api, 'ladder.json', ownLadder())
  expect(gainView(asked, await api.ladders())?.source).toBe('imported')
  expect(ownTwins(await api.experiments()).length).toBe(7)
})

it('with nothing but a shipped file, whatever names it is given, there are no results of one’s own', async () => {
  const { api } = await openResults()
  const { setId } = await api.readResults({ setId: null, fileName: 'a.json', bytes: readFileSync(FILE) })
  const [table] = await api.previewRuns({ setId })
  const mapping = {
    columns: { ...table?.mapping.columns, backbone: null },
    names: { ...table?.mapping.names, backbone: 'GPT-5' },
  }
  await api.addRuns({ setId, mappings: [mapping], by: 'Mara' })
  const report = await api.experiments()
  expect([reportVerdict(report), outcomeWords(report, 'shop')]).toEqual([
    'No results but the demonstration.',
    'Unknown for shop: no results with memory and without it.',
  ])
})

type Api = Awaited<ReturnType<typeof openResults>>['api']

async function bring(api: Api, fileName: string, bytes: Uint8Array): Promise<void> {
  const { setId } = await api.readResults({ setId: null, fileName, bytes })
  await api.addRuns({ setId, mappings: [], by: 'Mara' })
}

/** The shipped outcomes over other tasks: a person's own file. */
function ownLadder(): Buffer {
  const run: { tasks: { id: string }[] } = JSON.parse(readFileSync(FILE, 'utf8'))
  return Buffer.from(
    JSON.stringify({ ...run, tasks: run.tasks.map((task) => ({ ...task, id: `${task.id}-own` })) }),
  )
}

/** The figures of a line of a table, as sentences say them. */
function toldOf(row: Record<string, unknown>): Told {
  const [gain, low, high] = ['gain pp', '95 % low', '95 % high'].map((head) => signedPp(Number(row[head])))
  return { gains: [`${gain}`], ranges: [`${low} to ${high}`], ps: [pWords(Number(row.p))] }
}

/** Everything that a page says of pairs: its sentences, and the lines of its tables without a picture as sentences. */
function saidOn({ verdict, basis, sections }: StudyPage): string[] {
  const parts = sections.flatMap((section) => section.parts)
  const texts = parts.map((part) => {
    if (part.kind === 'words') return part.text
    return part.kind === 'table' ? part.table.map((cells) => cells.join(' ')).join('\n') : ''
  })
  return [verdict, ...basis, ...texts].flatMap((text) => text.split('\n'))
}

type Told = { gains: string[]; ranges: string[]; ps: string[] }

/** Gains, intervals and ps in sentences, each once; what is said by repository, of a dip, of tiers or of another saving is another figure. */
function toldIn(lines: readonly string[]): Told {
  const own = lines.filter((line) => !/repositor|\bdip\b|dipp|below 0|[Tt]iers|saving|smallest/.test(line))
  const found = (pattern: RegExp) => [
    ...new Set(
      own.flatMap((line) =>
        Array.from(line.replaceAll(' pp to', ' to').replaceAll('-', '−').matchAll(pattern), ([text]) => text),
      ),
    ),
  ]
  return {
    gains: found(/[+−]\d+\.\d(?= (?:pp|points)\b)(?<!to .{0,6})/g),
    ranges: found(/[+−]\d+\.\d to [+−]\d+\.\d/g),
    ps: found(/\bp (?:< )?\.\d+/g),
  }
}
