import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { resultsPage, twinsPage } from '@/components/audit/experiments/results-page.ts'
import { gainPage } from '@/components/audit/gain/gain-page.ts'
import type { StudyPage } from '@/components/audit/studies/study-page.ts'
import { figureTable } from '@/components/figures/figure-table.ts'
import { openResults } from '@/lib/api/fixtures/open-results.ts'
import type { ExperimentsReport } from '@/lib/memory/studies/outcomes/report.ts'
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
