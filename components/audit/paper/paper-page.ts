import {
  ABLATION_SCOPE,
  ABLATIONS,
  ABSTRACTION_LADDER,
  BUCKETS,
  GAIN_OVER_INSTANCE_PP,
  HEADLINE_GAIN_PP,
  METHOD_NAMES,
  METHODS,
  NO_EFFECT,
  PAPER,
  TABLE_1,
  TIERS,
} from '../../../lib/memory/studies/paper/figures.ts'
import { pWords, signedPp } from '../../../lib/memory/text/words.ts'
import type { Curves, Rows, Series } from '../../figures/figure.ts'
import { tableOf } from '../../figures/table-of.ts'
import { conclusion } from '../gain/conclusion.ts'
import { densityAxes } from '../gain/gain-figures.ts'
import { note, type StudyPage, type StudySection, tablePart, words } from '../studies/study-page.ts'

/** 95 % reach of one run's share at 50 % when other tasks were drawn, percentage points. */
const TASK_NOISE_PP = 196 * Math.sqrt(0.25 / PAPER.instances)

/** What the paper prints of gain: four backbones, one stream, three tiers. Heads say what is derived from printed figures. */
export function paperPage(): StudyPage {
  const gains = TABLE_1.map(({ printedGainPp }) => printedGainPp)
  return {
    verdict: `In the paper subtask memory solves ${Math.min(...gains)} to ${Math.max(...gains)} pp more.`,
    ...HEAD,
    sections: [byHundred(), backbones(), tiers()],
  }
}

/** Its one stream, from an empty store on. */
export function paperStreamPage(): StudyPage {
  const last = bucketsFigure().series.at(-1)?.points.at(-1)
  return {
    verdict: `In the paper one stream ends ${signedPp(last?.y ?? 0, 0)} of ${PAPER.instances} above no memory.`,
    ...HEAD,
    sections: [stream()],
  }
}

const HEAD = {
  sources: ['paper'],
  basis: [
    `${PAPER.id}; agent: Mini SWE Agent on four language models`,
    `${PAPER.instances} instances of ${PAPER.benchmark}, ${PAPER.runs} runs a cell`,
    'the paper does not report store sizes, so its gain has no density',
  ],
} satisfies Partial<StudyPage>

const AGENT = 'the paper’s agent'

/** Table 1: whether memory helps is told by every backbone. */
function paperConclusion(): string {
  const gains = TABLE_1.map(({ printedGainPp }) => printedGainPp)
  const [least, most] = [Math.min(...gains), Math.max(...gains)]
  return conclusion({
    ...{ agent: `${AGENT} on each of ${TABLE_1.length} models`, value: least, low: least, high: most },
    isSure: TABLE_1.every(({ p }) => p.overVanilla <= 0.05),
    unit: `to ${signedPp(most)} pp`,
    beside: () => 'how it grows with the store is not reported',
  })
}

/** The same stream as the gain of each hundred instances: the nearest that the paper has to a gain by density. */
function byHundred(): StudySection {
  const series: Series[] = [
    {
      ...{ name: METHOD_NAMES.subtask, role: 'main' as const },
      points: BUCKETS.map(({ net, to, from }, x) => ({
        x,
        y: net.value === null ? null : (100 * net.value) / (to - from + 1),
        ...(net.value === null ? {} : { says: signedPp(net.value, 0) }),
        cells: { certainty: net.certainty },
      })),
    },
  ]
  const { y, height } = densityAxes([], series)
  const places = BUCKETS.map(({ from, to }) => `${from} to ${to}`)
  const figure: Curves = {
    ...{ kind: 'curves', name: 'paper-density', series, y, height },
    title: 'Gain of subtask memory over no memory by hundred instances of one stream',
    subtitle: 'percentage points of each 100 instances, Claude 3.7 Sonnet; no interval is reported',
    x: { name: 'place in the stream; store sizes are not reported', unit: 'count', places },
    references: [{ axis: 'y', value: 0, name: METHOD_NAMES.vanilla }],
  }
  return {
    ...{
      id: 'density',
      title: 'The paper’s own curve',
      note: 'Figure 3: the store grows from place to place',
    },
    parts: [{ kind: 'figure', figure }, words(paperConclusion())],
  }
}

function backbones(): StudySection {
  return {
    id: 'table-1',
    title: 'Four backbones',
    note: 'Table 1: Pass@1 of 500, percent',
    parts: [
      { kind: 'figure', figure: runsFigure() },
      tablePart(
        'paper-gain',
        'Gain of subtask memory by backbone',
        tableOf(TABLE_1, {
          backbone: ({ backbone }) => backbone,
          'gain pp': ({ printedGainPp }) => printedGainPp,
          'relative %': ({ printedGainPercent }) => printedGainPercent,
          'p over none (derived)': ({ p }) => p.overVanilla,
          'p over instance (derived)': ({ p }) => p.overInstance,
          'instance over none, pp (derived)': ({ cells }) =>
            Number((cells.instance.mean - cells.vanilla.mean).toFixed(1)),
        }),
      ),
      note(
        `The headline +${HEADLINE_GAIN_PP} is the mean of four rounded gains; over instance memory the mean is +${GAIN_OVER_INSTANCE_PP} (derived). Other tasks would move a run by about ±${TASK_NOISE_PP.toFixed(1)} pp. ${twoReadings()}`,
      ),
    ],
  }
}

function stream(): StudySection {
  return {
    id: 'stream',
    title: 'One stream',
    note: 'Figure 3: net solved, subtask memory less no memory',
    parts: [
      { kind: 'figure', figure: bucketsFigure() },
      words(streamConclusion()),
      note(
        `How many instances changed their outcome is not reported. If ${NO_EFFECT.discordant} of ${PAPER.instances} did (our assumption), +20 at the end has an exact McNemar ${pWords(NO_EFFECT.p)} but reaches only the edge of the band over all five places: borderline. ${PAPER_DIP}`,
      ),
    ],
  }
}

/** At its end against the band of all its places: a value at the edge of it is not told from chance. */
function streamConclusion(): string {
  const last = bucketsFigure().series.at(-1)?.points.at(-1)
  const reach = NO_EFFECT.reach.at(-1) ?? 0
  return conclusion({
    ...{ agent: AGENT, value: last?.y ?? 0, low: (last?.y ?? 0) - reach, high: (last?.y ?? 0) + reach },
    isSure: (last?.y ?? 0) - reach > 0.05,
    unit: `of ${PAPER.instances} instances`,
    beside: () => `its early dip is ${NO_EFFECT.dipChance > 0.05 ? 'no ' : ''}more than chance`,
  })
}

const PAPER_DIP = `Memory that does nothing dips by 2 or more in ${(100 * NO_EFFECT.dipChance).toFixed(0)} of 100 such streams, so the early dip is not significant.`

/** Cells whose printed figures two sets of runs give. */
function twoReadings(): string {
  const open = TABLE_1.filter(({ cells }) => METHODS.some((method) => cells[method].runs.length > 1))
  return `${open.map(({ backbone }) => backbone).join(', ')}: two sets of runs give the printed figures; the larger p is shown.`
}

function tiers(): StudySection {
  return {
    id: 'tiers',
    title: 'Tiers of difficulty',
    note: 'by the steps of the agent without memory; what is not reported stays empty',
    parts: [
      tablePart(
        'paper-tiers',
        'Gain by complexity tier',
        tableOf(TIERS, {
          tier: ({ name }) => name,
          steps: ({ steps }) => steps,
          n: ({ instances }) => instances,
          'no memory %': ({ vanilla }) => vanilla.value,
          'subtask %': ({ subtask }) => subtask.value,
          'gain pp': ({ gainPp }) => gainPp.value,
          'the gain is': ({ gainPp }) => (gainPp.certainty === 'text' ? 'printed' : gainPp.certainty),
          'solved more (derived)': ({ gained }) => gained.value,
        }),
      ),
    ],
  }
}

/** Tables 2 to 4: what the raw steps gain, and what the lesson gains; another paper's figures in a section of their own. */
export function paperAblations(): StudySection[] {
  const forms = ABSTRACTION_LADDER.map(({ form, gainPp }) => `${form} +${gainPp.value?.toFixed(1)}`)
  return [
    {
      id: 'paper',
      title: 'Raw and abstracted in the paper',
      note: ABLATION_SCOPE,
      parts: [{ kind: 'figure', figure: ablationFigure() }],
    },
    {
      id: 'other-paper',
      title: 'Raw and abstracted in another paper',
      note: 'arXiv 2604.14004, as another source gives it, not checked; other agents and benchmark',
      parts: [words(`Mean gain in points of Pass@3: ${forms.join(', ')}.`)],
    },
  ]
}

/** Table 1: each reconstructed run, and the printed mean. */
export function runsFigure(): Rows {
  return {
    kind: 'rows',
    name: 'paper-runs',
    title: 'Pass@1 of three runs on four backbones, by arm',
    subtitle: 'percent of 500 instances; the runs are derived from printed mean, sd and best',
    label: 'arm',
    x: { name: 'mean %', unit: 'percent', domain: [34, 68] },
    rows: TABLE_1.flatMap(({ backbone, cells }) =>
      METHODS.map((method) => {
        const { mean, sd, best, runs } = cells[method]
        return {
          name: METHOD_NAMES[method],
          group: backbone,
          value: mean,
          draws: (runs[0] ?? []).map((count) => (100 * count) / PAPER.instances),
          role: method === 'subtask' ? ('main' as const) : ('other' as const),
          cells: {
            'best %': best,
            'sd %': sd,
            'solved of 500 (derived)': runs.map((one) => one.join(' ')).join(' or '),
          },
        }
      }),
    ),
  }
}

/** Figure 3 with the band of no effect. */
export function bucketsFigure(): Curves {
  const nets = BUCKETS.map(({ net }) => net.value ?? 0)
  const upTo = (i: number) => nets.slice(0, i + 1).reduce((sum, net) => sum + net, 0)
  return {
    kind: 'curves',
    name: 'paper-stream',
    title: 'Net solved instances in stream order, subtask memory less no memory',
    subtitle: 'cumulative after each 100 instances of one run',
    x: { name: 'instances', unit: 'count', domain: [0, 500] },
    y: { name: 'net solved', unit: 'points', centred: true },
    references: [{ axis: 'y', value: 0, name: 'no memory' }],
    series: [
      {
        name: '95 % of curves if memory did nothing',
        role: 'band',
        points: BUCKETS.map(({ to }, i) => {
          const reach = NO_EFFECT.reach[i] ?? 0
          return { x: to, y: null, low: -reach, high: reach }
        }),
      },
      {
        name: 'subtask memory',
        role: 'main',
        points: BUCKETS.map(({ to, net }, i) => ({
          x: to,
          y: upTo(i),
          says: signedPp(upTo(i), 0),
          cells: { 'of the last 100': net.value, certainty: net.certainty },
        })),
      },
    ],
  }
}

/** Tables 2 to 4. */
export function ablationFigure(): Rows {
  const base = ABLATIONS[0]?.passPercent.value ?? null
  return {
    kind: 'rows',
    name: 'paper-ablation',
    title: 'Pass@1 over no memory, by configuration',
    subtitle: 'percentage points; the runs behind each row are not reported',
    label: 'configuration',
    x: { name: 'over no memory, pp', unit: 'points' },
    rows: ABLATIONS.map(({ name, passPercent: { value, certainty, where } }) => ({
      name,
      value: value === null || base === null ? null : Number((value - base).toFixed(1)),
      role: name === 'full method' ? ('main' as const) : ('other' as const),
      cells: { 'Pass@1 %': value, certainty, where },
    })),
  }
}
