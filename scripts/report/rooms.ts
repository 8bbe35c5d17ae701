import {
  armsFigure,
  repositoryTable,
  twinsFigure,
  waterfallFigure,
} from '../../components/audit/experiments/prepare-experiments.ts'
import { ladderFigure, streamFigure, sweepFigure } from '../../components/audit/gain/gain-figures.ts'
import {
  coldStartWords,
  gainVerdict,
  gateWords,
  intervalWords,
  sweepWords,
} from '../../components/audit/gain/gain-words.ts'
import type { GainView } from '../../components/audit/gain/prepare-gain.ts'
import {
  ablationFigure,
  bucketsFigure,
  paperVerdict,
  preparePaper,
  runsFigure,
} from '../../components/audit/paper/prepare-paper.ts'
import { AUDIT_ROOMS } from '../../components/audit/rooms.ts'
import type { Cell, Figure } from '../../components/figures/figure.ts'
import { type ColorOf, figureSvg } from '../../components/figures/figure-svg.ts'
import { figureTable } from '../../components/figures/figure-table.ts'
import type { TwoRuns } from '../../lib/memory/experiments/compare-two.ts'
import { planTitle } from '../../lib/memory/experiments/plan.ts'
import { planWords, termsWords } from '../../lib/memory/experiments/plan-words.ts'
import type { ExperimentsReport } from '../../lib/memory/experiments/report.ts'
import {
  costWords,
  differsWords,
  reportVerdict,
  tierWords,
  twoVerdict,
} from '../../lib/memory/experiments/words.ts'
import { ABLATION_SCOPE } from '../../lib/memory/paper/figures.ts'
import { DISCORDANCE, noEffectEnvelope } from '../../lib/memory/paper/no-effect.ts'

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
export const WIDTH = 760

/** A figure with its picture and its numbers. */
export function pictured(figure: Figure): ReportFigure {
  const svg = (colorOf: ColorOf, id?: string) => figureSvg(figure, WIDTH, colorOf, id)
  return { name: figure.name, title: figure.title, svg, table: figureTable(figure) }
}

export function gainRoom(view: GainView | null): ReportRoom {
  const room = {
    id: 'gain',
    question: AUDIT_ROOMS['density-and-gain'].question,
    sources: ['measured'],
  }
  if (view === null)
    return {
      ...room,
      verdict: 'Not measured: no ladder is kept here.',
      sentences: [],
      figures: [],
    }
  const { ladder, stream, sweep } = view
  return {
    ...room,
    verdict: gainVerdict(view),
    sentences: [
      'A demonstration by a search program, not a language model.',
      intervalWords(view),
      ...(ladder ? coldStartWords(ladder) : []),
      ...(ladder?.gate ? [gateWords(ladder.gate)] : []),
      ...(sweep ? [sweepWords(sweep)] : []),
    ],
    figures: [
      ...(ladder ? [pictured(ladderFigure(ladder, view))] : []),
      ...(stream ? [pictured(streamFigure(stream, view))] : []),
      ...(sweep ? [pictured(sweepFigure(sweep))] : []),
    ],
  }
}

export function experimentsRoom(report: ExperimentsReport, two: TwoRuns | null): ReportRoom {
  return {
    id: 'experiments',
    question: AUDIT_ROOMS.results.question,
    sources: [...new Set(report.runs.map(({ source }) => source))].sort(),
    verdict: reportVerdict(report),
    sentences: [
      ...report.plans.map((one) => `${planTitle(one.plan)}. ${planWords(one)} ${termsWords(one.plan)}`),
      'Every comparison without a plan is exploratory.',
      ...(two ? [twoVerdict(two), differsWords(two), costWords(two), tierWords(two)] : []),
      ...report.withoutTwin.map(
        ({ arm, setting }) => `${arm}, ${setting}: no run without memory to compare with.`,
      ),
    ],
    figures: [
      pictured(armsFigure(report.arms)),
      pictured(twinsFigure(report)),
      ...report.waterfalls.map((waterfall, i) => ({
        ...pictured(waterfallFigure(waterfall)),
        name: `results-steps-${i + 1}`,
      })),
      ...(two && two.flips.length > 0
        ? [{ name: 'results-flips', title: 'Flips by repository', svg: null, table: repositoryTable(two) }]
        : []),
    ],
  }
}

export function paperRoom(): ReportRoom {
  const view = preparePaper()
  const { reach } = noEffectEnvelope(DISCORDANCE.start)
  return {
    id: 'paper',
    question: 'What does the paper print of gain?',
    sources: ['paper'],
    verdict: paperVerdict(view),
    sentences: [
      `The band of no effect supposes ${DISCORDANCE.start} discordant instances; the number is not reported.`,
      `Ablations: ${ABLATION_SCOPE}.`,
    ],
    figures: [pictured(runsFigure(view)), pictured(bucketsFigure(view, reach)), pictured(ablationFigure())],
  }
}
