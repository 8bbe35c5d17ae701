import { resultsPage } from '../../components/audit/experiments/results-page.ts'
import { gainPage, streamPage } from '../../components/audit/gain/gain-page.ts'
import type { GainView } from '../../components/audit/gain/prepare-gain.ts'
import { recordedPage, recordedStreamPage } from '../../components/audit/gain/recorded-page.ts'
import { paperPage, paperStreamPage } from '../../components/audit/paper/paper-page.ts'
import { AUDIT_ROOMS, type AuditRoom } from '../../components/audit/rooms.ts'
import { abstractionPage } from '../../components/audit/studies/abstraction.ts'
import { mispredictionPage } from '../../components/audit/studies/misprediction.ts'
import { recurrencePage } from '../../components/audit/studies/recurrence.ts'
import { reusePage } from '../../components/audit/studies/reuse.ts'
import type { StudyPage } from '../../components/audit/studies/study-page.ts'
import type { Cell, Figure } from '../../components/figures/figure.ts'
import { type ColorOf, figureSvg } from '../../components/figures/figure-svg.ts'
import { figureTable } from '../../components/figures/figure-table.ts'
import type { Loupe } from '../../lib/loupe.ts'
import type { ExperimentReport } from '../../lib/memory/studies/experiment/report.ts'
import type { ExperimentsReport } from '../../lib/memory/studies/outcomes/report.ts'
import { planTitle } from '../../lib/memory/studies/outcomes/run.ts'
import { planWords, termsWords } from '../../lib/memory/studies/outcomes/words.ts'

type AuditFigures = Awaited<ReturnType<Loupe['api']['auditFigures']>>

/** A picture with its numbers; null where the numbers are all there is. */
export interface ReportFigure {
  name: string
  title: string
  /** The picture as SVG; `id` keeps those of one page apart. */
  svg: ((colorOf: ColorOf, id?: string) => string) | null
  table: Cell[][]
}

/** One page of the audit as it stands in the report. */
export interface ReportRoom {
  id: string
  question: string
  /** Where its numbers come from. */
  sources: string[]
  verdict: string
  sentences: string[]
  figures: ReportFigure[]
}

/** Width of every picture, px. */
const WIDTH = 760

function pictured(figure: Figure): ReportFigure {
  const svg = (colorOf: ColorOf, id?: string) => figureSvg(figure, WIDTH, colorOf, { id })
  return { name: figure.name, title: figure.title, svg, table: figureTable(figure) }
}

/** Every page of the audit as the screen shows it. */
export function auditRooms(
  { project, ...studies }: AuditFigures,
  gain: { ladder: GainView | null; stream: GainView | null; recorded: ExperimentReport | null },
  { report, pair }: { report: ExperimentsReport; pair: Parameters<typeof resultsPage>[1] },
): ReportRoom[] {
  const { source, name } = project
  const { misprediction, filter, abstraction, reuse, recurrence } = studies
  const results = roomOf('results', resultsPage(report, pair), 'experiments')
  const beside = { project: name, plans: [] }
  const paper = [
    roomOf('density-and-gain', paperPage(), 'paper'),
    roomOf('cold-start', paperStreamPage(), 'paper-stream'),
  ]
  return [
    roomOf('density-and-gain', recordedPage(gain.recorded, null), 'recorded'),
    roomOf('density-and-gain', gainPage(gain.ladder, beside), 'gain'),
    roomOf('cold-start', recordedStreamPage(gain.recorded), 'recorded-stream'),
    roomOf('cold-start', streamPage(gain.stream, beside), 'stream'),
    roomOf('recurrence', recurrencePage(recurrence, source)),
    roomOf('misprediction', mispredictionPage({ ...misprediction, filter })),
    roomOf('raw-and-abstracted', abstraction ? abstractionPage(abstraction) : unlabelled(name)),
    roomOf('reuse', reusePage(reuse, source)),
    { ...results, sentences: [...planSentences(report), ...results.sentences] },
    ...paper.map((one) => ({ ...one, question: 'What does the paper print of gain?' })),
  ]
}

function planSentences({ plans }: ExperimentsReport): string[] {
  return [
    ...plans.map((one) => `${planTitle(one.plan)}. ${planWords(one)} ${termsWords(one.plan)}`),
    'Every comparison without a plan is exploratory.',
  ]
}

function roomOf(room: AuditRoom, page: StudyPage, id: string = room): ReportRoom {
  const { verdict, sources, basis, sections } = page
  const parts = sections.flatMap((section) => section.parts)
  return {
    ...{ id, question: AUDIT_ROOMS[room].question, sources: [...sources], verdict },
    sentences: [
      ...(basis.length === 0 ? [] : [`${basis.join('; ')}.`]),
      ...parts.flatMap((part) => (part.kind === 'words' ? [part.text] : [])),
    ],
    figures: parts.flatMap((part): ReportFigure[] => {
      if (part.kind === 'figure') return [pictured(part.figure)]
      if (part.kind !== 'table' && part.kind !== 'matrix') return []
      return [{ name: part.name, title: part.title, svg: null, table: part.table }]
    }),
  }
}

function unlabelled(project: string): StudyPage {
  const verdict = `Unknown here: nobody has labelled a question of ${project}.`
  return { verdict, sources: ['measured'], basis: [], sections: [] }
}
