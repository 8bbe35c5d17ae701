import {
  armsFigure,
  repositoryTable,
  twinsFigure,
  waterfallFigure,
} from '../../components/audit/experiments/prepare-experiments.ts'
import { drawGainStream } from '../../components/audit/gain/draw-gain-stream.ts'
import { drawLadder } from '../../components/audit/gain/draw-ladder.ts'
import { drawSweep } from '../../components/audit/gain/draw-sweep.ts'
import {
  coldStartWords,
  gainVerdict,
  gateWords,
  intervalWords,
  sweepWords,
} from '../../components/audit/gain/gain-words.ts'
import {
  type GainView,
  ladderTable,
  streamTable,
  sweepTable,
} from '../../components/audit/gain/prepare-gain.ts'
import { drawAblation, drawBuckets, drawRuns } from '../../components/audit/paper/draw-paper.ts'
import {
  ablationTable,
  bucketsTable,
  paperVerdict,
  preparePaper,
  runsTable,
} from '../../components/audit/paper/prepare-paper.ts'
import { AUDIT_ROOMS } from '../../components/audit/rooms.ts'
import type { Drawing } from '../../components/charts/drawing.ts'
import { drawingToSvg } from '../../components/charts/drawing-svg.ts'
import type { Cell, Figure } from '../../components/figures/figure.ts'
import { type ColorOf, figureSvg } from '../../components/figures/figure-svg.ts'
import { figureTable } from '../../components/figures/figure-table.ts'
import { armWords } from '../../components/marks/arm-words.ts'
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

/** Figure with a picture, titled by it. */
export function drawn(name: string, drawing: Drawing, table: Cell[][]): ReportFigure {
  // Two pictures of one page share its ids: each has a hatch of its own.
  const svg = (colorOf: ColorOf, id = 'hatch') =>
    drawingToSvg(drawing, colorOf).replaceAll('"hatch"', `"${id}"`).replaceAll('#hatch)', `#${id})`)
  return { name, title: drawing.title, svg, table }
}

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
  const [arm, against] = [armWords(view.arm), armWords(view.against)]
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
      ...(ladder
        ? [
            drawn(
              'gain-ladder',
              drawLadder(ladder, `Gain of ${arm} over ${against} by entries in a frozen store`, WIDTH),
              ladderTable(ladder),
            ),
          ]
        : []),
      ...(stream
        ? [
            drawn(
              'gain-stream',
              drawGainStream(stream.curve, `Cumulative net solved, ${arm} less ${against}`, WIDTH),
              streamTable(stream.curve),
            ),
          ]
        : []),
      ...(sweep
        ? [
            drawn(
              'gain-misprediction',
              drawSweep(sweep, 'Gain over no memory by share of wrong categories', WIDTH),
              sweepTable(sweep),
            ),
          ]
        : []),
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
    figures: [
      drawn('paper-runs', drawRuns(view, WIDTH), runsTable(view)),
      drawn('paper-stream', drawBuckets(view, reach, WIDTH), bucketsTable(view, reach)),
      drawn('paper-ablation', drawAblation(WIDTH), ablationTable()),
    ],
  }
}
