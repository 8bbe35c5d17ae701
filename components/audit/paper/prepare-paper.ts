import {
  ablationParts,
  cumulativeBuckets,
  deriveReuse,
  deriveTiers,
  headlineGain,
  integrityOfTable1,
  reconstructTable1,
} from '../../../lib/memory/paper/derived.ts'
import {
  ABLATIONS,
  BASELINE_PARITY,
  BUCKETS,
  METHOD_NAMES,
  METHODS,
  type Method,
  PAPER,
  REUSE,
  type Reported,
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

/** Everything that the paper desk shows: printed figures beside what follows from them. */
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
  const passOf = (name: string) => ABLATIONS.find((row) => row.name === name)?.passPercent.value ?? Number.NaN
  const over = (name: string) => passOf(name) - passOf('no memory')
  const gains = TABLE_1.map((row) => row.printedGainPp)
  const derivedTiers = deriveTiers()
  return {
    backbones,
    leastGainPp: Math.min(...gains),
    mostGainPp: Math.max(...gains),
    headline: headlineGain(),
    integrity: integrityOfTable1(),
    buckets: BUCKETS.map((bucket, i) => ({ ...bucket, cumulative: cumulativeBuckets()[i]?.net ?? 0 })),
    ablations: ABLATIONS,
    parts: ablationParts(),
    rawGainPp: over('raw steps'),
    fullGainPp: over('full method'),
    sd: compareSds(),
    /** 95 % reach of one run's share at 50 % when other tasks were drawn, percentage points. */
    taskNoisePp: 196 * Math.sqrt(0.25 / PAPER.instances),
    parity: {
      own: BASELINE_PARITY.map(({ own }) => gainOf(own)),
      reproduced: BASELINE_PARITY.map(({ reproduced }) => gainOf(reproduced)),
    },
    tiers: TIERS.map((tier, i) => ({ ...tier, derived: derivedTiers[i] ?? null })),
    reuse: { printed: REUSE, derived: deriveReuse() },
  }
}

/** What the sample sd over runs does from arm to arm. */
function compareSds() {
  const sds = TABLE_1.map(({ backbone, cells }) => ({
    backbone,
    vanilla: cells.vanilla.sd,
    from: cells.instance.sd,
    to: cells.subtask.sd,
  }))
  return {
    fallsFromInstance: sds.filter(({ from, to }) => to < from).length,
    rises: sds.filter(({ from, to }) => to > from),
    aboveVanilla: sds.filter(({ vanilla, to }) => to > vanilla).length,
  }
}

function gainOf([without, with_]: readonly [Reported, Reported]): number {
  return (with_.value ?? Number.NaN) - (without.value ?? Number.NaN)
}

export type PaperView = ReturnType<typeof preparePaper>

export function paperVerdict({ leastGainPp, mostGainPp }: PaperView): string {
  return `Over three runs subtask memory solves ${leastGainPp} to ${mostGainPp} pp more on each of four backbones. The early dip is no news, and whether the whole stream’s +20 is depends on a number that is not reported.`
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

export function ablationTable({ ablations }: PaperView): Cell[][] {
  const vanilla = ablations[0]?.passPercent.value ?? null
  return tableOf(ablations, {
    configuration: ({ name }) => name,
    'Pass@1 %': ({ passPercent }) => passPercent.value,
    'over no memory, pp': ({ passPercent: { value } }) =>
      value === null || vanilla === null ? null : Number((value - vanilla).toFixed(1)),
    certainty: ({ passPercent }) => passPercent.certainty,
    where: ({ passPercent }) => passPercent.where,
  })
}

export function reuseTable({ reuse: { printed, derived } }: PaperView): Cell[][] {
  return [
    ['figure', 'value', 'certainty'],
    ['entries retrieved at least once', printed.retrievedEntries.value, printed.retrievedEntries.certainty],
    ['share of retrievals by the 100 most used, %', printed.headPercent.value, printed.headPercent.certainty],
    ['entries used once, %', printed.singleUsePercent.value, printed.singleUsePercent.certainty],
    ['entries used once', derived?.singleUse ?? null, 'derived'],
    ['retrievals, at least', derived?.leastRetrievals ?? null, 'derived'],
    ['entries stored', printed.storedEntries.value, printed.storedEntries.certainty],
  ]
}
