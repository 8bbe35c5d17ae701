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
import type { Cell } from '../../figures/figure.ts'
import { tableOf } from '../../figures/table-of.ts'

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

export function runsTable({ backbones }: PaperView): Cell[][] {
  const rows = backbones.flatMap(({ backbone, arms }) => arms.map((arm) => ({ backbone, ...arm })))
  return tableOf(rows, {
    backbone: ({ backbone }) => backbone,
    arm: ({ name }) => name,
    'best %': ({ best }) => best.toFixed(1),
    'mean %': ({ mean }) => mean.toFixed(1),
    'sd %': ({ sd }) => sd.toFixed(2),
    'runs, solved of 500 (derived)': ({ triples }) => triples.map((one) => one.join(' ')).join(' or '),
  })
}

export function bucketsTable({ buckets }: PaperView, reach: readonly number[]): Cell[][] {
  return tableOf(buckets, {
    instances: ({ from, to }) => `${from} to ${to}`,
    'net solved': ({ net }) => net.value,
    certainty: ({ net }) => net.certainty,
    cumulative: ({ cumulative }) => cumulative,
    'no effect, 95 % of curves within ±': (_, i) => reach[i],
  })
}

export function ablationTable(): Cell[][] {
  const vanilla = ABLATIONS[0]?.passPercent.value ?? null
  return tableOf(ABLATIONS, {
    configuration: ({ name }) => name,
    'Pass@1 %': ({ passPercent }) => passPercent.value,
    'over no memory, pp': ({ passPercent: { value } }) =>
      value === null || vanilla === null ? null : Number((value - vanilla).toFixed(1)),
    certainty: ({ passPercent }) => passPercent.certainty,
    where: ({ passPercent }) => passPercent.where,
  })
}
