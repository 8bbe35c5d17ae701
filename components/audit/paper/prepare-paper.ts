import {
  cumulativeBuckets,
  deriveTiers,
  headlineGain,
  reconstructTable1,
} from '../../../lib/memory/paper/derived.ts'
import {
  ABLATIONS,
  BUCKETS,
  METHOD_NAMES,
  METHODS,
  type Method,
  PAPER,
  TABLE_1,
  TIERS,
} from '../../../lib/memory/paper/figures.ts'
import { signedPp } from '../../../lib/memory/text/signed.ts'
import type { Curves, Rows } from '../../figures/figure.ts'

/** One arm of a backbone: printed mean, sd and best, and the runs that give them. Percent of 500. */
export interface PaperArm {
  method: Method
  name: string
  mean: number
  sd: number
  best: number
  /** Solved shares of the runs, percent; of the first triple. */
  runs: number[]
  /** Solved counts of all triples that fit, best first. */
  triples: number[][]
}

export interface PaperBackbone {
  backbone: string
  arms: PaperArm[]
  printedGainPp: number
  printedGainPercent: number
  /** Welch p over the reconstructed runs. */
  pOverVanilla: number | null
  pOverInstance: number | null
  pInstanceOverVanilla: number | null
}

/** Gain as the paper prints it, beside what follows from its figures. */
export function preparePaper() {
  const reconstructed = reconstructTable1()
  const backbones = TABLE_1.map((row, i): PaperBackbone => {
    const found = reconstructed[i]
    return {
      backbone: row.backbone,
      arms: METHODS.map((method) => {
        const triples = found?.runs[method].triples ?? []
        const runs = (triples[0] ?? []).map((count) => (100 * count) / PAPER.instances)
        return { method, name: METHOD_NAMES[method], ...row.cells[method], runs, triples }
      }),
      printedGainPp: row.printedGainPp,
      printedGainPercent: row.printedGainPercent,
      pOverVanilla: found?.subtaskOverVanilla?.p ?? null,
      pOverInstance: found?.subtaskOverInstance?.p ?? null,
      pInstanceOverVanilla: found?.instanceOverVanilla?.p ?? null,
    }
  })
  const gains = TABLE_1.map((row) => row.printedGainPp)
  const derivedTiers = deriveTiers()
  return {
    backbones,
    leastGainPp: Math.min(...gains),
    mostGainPp: Math.max(...gains),
    headline: headlineGain(),
    buckets: BUCKETS.map((bucket, i) => ({ ...bucket, cumulative: cumulativeBuckets()[i]?.net ?? 0 })),
    /** 95 % reach of one run's share at 50 % when other tasks were drawn, percentage points. */
    taskNoisePp: 196 * Math.sqrt(0.25 / PAPER.instances),
    tiers: TIERS.map((tier, i) => ({ ...tier, derived: derivedTiers[i] ?? null })),
  }
}

export type PaperView = ReturnType<typeof preparePaper>

export function paperVerdict({ leastGainPp, mostGainPp }: PaperView): string {
  return `In the paper subtask memory solves ${leastGainPp} to ${mostGainPp} pp more.`
}

/** Table 1: each reconstructed run, and the printed mean. */
export function runsFigure({ backbones }: PaperView): Rows {
  return {
    kind: 'rows',
    name: 'paper-runs',
    title: 'Pass@1 of three runs on four backbones, by arm',
    subtitle: 'percent of 500 instances; the runs are derived from printed mean, sd and best',
    label: 'arm',
    x: { name: 'mean %', unit: 'percent', domain: [34, 68] },
    rows: backbones.flatMap(({ backbone, arms }) =>
      arms.map(({ method, name, mean, sd, best, runs, triples }) => ({
        name,
        group: backbone,
        value: mean,
        draws: runs,
        role: method === 'subtask' ? ('main' as const) : ('other' as const),
        cells: {
          'best %': best,
          'sd %': sd,
          'solved of 500 (derived)': triples.map((one) => one.join(' ')).join(' or '),
        },
      })),
    ),
  }
}

/** Figure 3 with the band of no effect. */
export function bucketsFigure({ buckets }: PaperView, reach: readonly number[]): Curves {
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
        points: buckets.map(({ to }, i) => ({ x: to, y: null, low: -(reach[i] ?? 0), high: reach[i] ?? 0 })),
      },
      {
        name: 'subtask memory',
        role: 'main',
        points: buckets.map(({ to, net, cumulative }) => ({
          x: to,
          y: cumulative,
          says: signedPp(cumulative, 0),
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
