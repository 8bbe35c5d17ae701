import {
  bootstrapInterval,
  createRandom,
  holm,
  INTERVAL_DRAWS,
  type Interval,
  mean,
  type PairedDifference,
  pairedBootstrap,
  seedFrom,
} from '../statistics.ts'
import { analyseCurve, differenceDraws } from '../studies/ladder/curve.ts'
import { type NoiseFloor, noiseFloor } from './noise-floor.ts'
import { countFlips, type Flips, pairedGain, signFlipP, type Transfer, transfer } from './paired.ts'

/** What one run says of each instance; an id that is not in the map is unknown. */
export type RunOutcomes = ReadonlyMap<string, boolean>

/** The runs of an arm less those of a base, percentage points. */
export interface OutcomesCompared extends Interval {
  gainPp: number
  p: number
  /** Bootstrap by repository, as a check of independence; null with a single one. */
  clustered: (Interval & { clusters: number }) | null
  /** Instances that both sides know, sorted. */
  common: string[]
  /** Instances that only one side knows: left out, never counted as failed. */
  onlyArm: string[]
  onlyBase: string[]
}

interface OutcomesOptions {
  seed: number
  resamples?: number
  /** Coverage of the interval, 0..1. */
  level?: number
  /** Which repository an instance is of. */
  repository?: (instanceId: string) => string
  /** Of runs that are draws of one ladder: what of its tasks is drawn again together. */
  functionOf?: ((instanceId: string) => string) | null
}

/**
 * The one comparison of two arms over the instances that both know. One run a side: Newcombe's paired interval and the exact McNemar
 * test. Several: their mean outcome by instance, bootstrap over instances and sign flips; draws of a ladder: as on its curve. Wherever
 * two arms are compared it is by this, so that one comparison has one interval and one p. Null without a common instance, and with one
 * where there are several runs.
 */
export function compareOutcomes(
  arm: readonly RunOutcomes[],
  base: readonly RunOutcomes[],
  {
    seed,
    resamples = INTERVAL_DRAWS,
    level = 0.95,
    repository = repositoryOf,
    functionOf = null,
  }: OutcomesOptions,
): OutcomesCompared | null {
  const [own, twin] = [meanOutcomes(arm), meanOutcomes(base)]
  const common = [...own.keys()].filter((id) => twin.has(id)).sort()
  const valuesOf = (outcomes: ReadonlyMap<string, number>) => common.map((id) => outcomes.get(id) ?? 0)
  const [a, b] = [valuesOf(own), valuesOf(twin)]
  const draw = (clusters?: readonly string[]) =>
    pairedBootstrap(a, b, { random: createRandom(seed), resamples, level, ...(clusters ? { clusters } : {}) })
  const isSingle = arm.length === 1 && base.length === 1
  const found = isSingle
    ? ofSingleRuns(a, b, level)
    : ((functionOf && ofDraws(arm, base, { common, functionOf, seed, level })) ??
      ofSeveralRuns(a, b, draw(), seed))
  if (found === null) return null
  const repositories = common.map(repository)
  const clusters = new Set(repositories).size
  const clustered = clusters > 1 ? draw(repositories) : null
  return {
    ...found,
    clustered: clustered && { ...inPp(clustered), clusters },
    common,
    onlyArm: [...own.keys()].filter((id) => !twin.has(id)).sort(),
    onlyBase: [...twin.keys()].filter((id) => !own.has(id)).sort(),
  }
}

type Found = Pick<OutcomesCompared, 'gainPp' | 'low' | 'high' | 'p'>

function ofSingleRuns(a: readonly number[], b: readonly number[], level: number): Found | null {
  const gain = pairedGain(countFlips(a.map((one, i) => ({ variant: one === 1, base: b[i] === 1 }))), level)
  return gain && { gainPp: gain.gainPp, low: gain.lowPp, high: gain.highPp, p: gain.mcnemarP }
}

function ofSeveralRuns(
  a: readonly number[],
  b: readonly number[],
  drawn: ReturnType<typeof pairedBootstrap>,
  seed: number,
): Found | null {
  if (drawn === null) return null
  const differences = a.map((one, i) => one - (b[i] ?? 0))
  return { gainPp: 100 * drawn.difference, ...inPp(drawn), p: signFlipP(differences, createRandom(seed)) }
}

/** One point of a ladder's curve: functions and stores are drawn again together, of a base with as many draws the same store. */
function ofDraws(
  arm: readonly RunOutcomes[],
  base: readonly RunOutcomes[],
  {
    common,
    functionOf,
    seed,
    level,
  }: { common: readonly string[]; functionOf(id: string): string; seed: number; level: number },
): Found | null {
  const twin = meanOutcomes(base)
  const isCommon = new Set(common)
  const ids = [...(arm[0]?.keys() ?? [])].filter((id) => isCommon.has(id))
  const clusters = [...new Set(ids.map(functionOf))]
  const table = (cellOf: (own: number, less: number) => number) =>
    arm.map((run, draw) => {
      const row = clusters.map(() => [0])
      for (const id of ids) {
        const less = base.length === arm.length ? base[draw]?.get(id) : twin.get(id)
        const cell = row[clusters.indexOf(functionOf(id))]
        if (cell && run.has(id) && less !== undefined)
          cell[0] = (cell[0] ?? 0) + cellOf(Number(run.get(id)), Number(less))
      }
      return row
    })
  const [sums, counts] = [table((own, less) => own - less), table(() => 1)]
  const options = { unit: 'pp' as const, random: differenceDraws(seed), flips: 1, alpha: 1 - level }
  const [point] = analyseCurve({ points: [0], sums, counts, clusters }, options)?.points ?? []
  if (!point?.interval || point.p === null) return null
  return { gainPp: point.value, ...point.interval, p: point.p }
}

/** Share of runs that resolved an instance, of those that know it. */
export function meanOutcomes(runs: readonly RunOutcomes[]): Map<string, number> {
  const sums = new Map<string, { resolved: number; of: number }>()
  for (const run of runs)
    for (const [id, isResolved] of run) {
      const sum = sums.get(id) ?? { resolved: 0, of: 0 }
      sums.set(id, { resolved: sum.resolved + Number(isResolved), of: sum.of + 1 })
    }
  return new Map([...sums].map(([id, { resolved, of }]) => [id, resolved / of]))
}

/** Two runs over the instances that both know. */
export interface Comparison extends Flips {
  gainPp: number
  /** Newcombe's paired interval, 95 %, percentage points. */
  ciLowPp: number
  ciHighPp: number
  mcnemarP: number
  netResolved: number
  baseShare: number
  variantShare: number
  /** Instances that only one file knows. */
  onlyInBase: string[]
  onlyInVariant: string[]
  transfer: Transfer
  clusteredPp: OutcomesCompared['clustered']
  noiseFloor: NoiseFloor | null
}

interface CompareOptions extends OutcomesOptions {
  /** Other runs of the base arm: what it differs from itself by. */
  reruns?: readonly RunOutcomes[]
}

/** Compares two runs; null without a common instance. Same input, same output. */
export function compareRuns(
  base: RunOutcomes,
  variant: RunOutcomes,
  { reruns = [], ...options }: CompareOptions,
): Comparison | null {
  const found = compareOutcomes([variant], [base], options)
  if (found === null) return null
  const flips = countFlips(
    found.common.map((id) => ({ base: base.get(id) === true, variant: variant.get(id) === true })),
  )
  return {
    ...flips,
    gainPp: found.gainPp,
    ciLowPp: found.low,
    ciHighPp: found.high,
    mcnemarP: found.p,
    netResolved: flips.onlyVariant - flips.onlyBase,
    baseShare: (flips.both + flips.onlyBase) / flips.n,
    variantShare: (flips.both + flips.onlyVariant) / flips.n,
    onlyInBase: found.onlyBase,
    onlyInVariant: found.onlyArm,
    transfer: transfer(flips),
    clusteredPp: found.clustered,
    noiseFloor: floorOf([base, ...reruns]),
  }
}

/** `django__django` of `django__django-11099`; an id without a number is its own repository. */
export function repositoryOf(instanceId: string): string {
  return instanceId.replace(/-[^-]*$/, '')
}

function inPp({ low, high }: Interval): Interval {
  return { low: 100 * low, high: 100 * high }
}

/** Over the instances that all runs know. */
function floorOf(runs: readonly RunOutcomes[]): NoiseFloor | null {
  const common = [...(runs[0]?.keys() ?? [])].filter((id) => runs.every((run) => run.has(id)))
  return noiseFloor(runs.map((run) => common.map((id) => run.get(id) === true)))
}

/** Told apart: the interval holds no 0, and the test says so after Holm over all arms; for the first alone a few instances suffice. */
export function isSignificant({
  adjustedP,
  low,
  high,
}: {
  adjustedP: number
  low: number
  high: number
}): boolean {
  return adjustedP <= 0.05 && (low > 0 || high < 0)
}

/** How intervals are drawn: units of one cluster together, the numbers of each name from the seed. */
export type Drawing = { seed: number; resamples: number; clusters: readonly string[] }

/** A mean over units with its 95 % bootstrap interval; null below two clusters, or where nothing differs. */
export type Estimate = { n: number; mean: number | null; ci: [low: number, high: number] | null }

/** The mean of a figure. Each name draws its own numbers, so that what else is measured changes nothing. */
export function estimate(name: string, values: readonly number[], { seed, ...drawing }: Drawing): Estimate {
  const random = createRandom(seedFrom(name, seed))
  const interval = bootstrapInterval(values, { random, ...drawing })
  return { n: values.length, mean: mean(values), ci: interval && [interval.low, interval.high] }
}

/** Two arms over the same units: mean of a − b with its 95 % paired interval, and on how many units each is ahead. */
type ArmDifference = PairedDifference & { aheadCount: number; behindCount: number }

/** Null below two clusters. `a` and `b` hold one value a unit, in the same order. */
export function compareArms(
  name: string,
  a: readonly number[],
  b: readonly number[],
  { seed, ...drawing }: Drawing,
): ArmDifference | null {
  const compared = pairedBootstrap(a, b, { random: createRandom(seedFrom(name, seed)), ...drawing })
  if (!compared) return null
  const signs = a.map((value, i) => Math.sign(value - (b[i] ?? 0)))
  const count = (wanted: number) => signs.filter((sign) => sign === wanted).length
  return { ...compared, aheadCount: count(1), behindCount: count(-1) }
}

/** Comparisons with their p values adjusted by Holm, the declared one apart: it was decided before looking. */
export function withHolm<Row extends { primary: boolean; p: number; pHolm: number | null }>(
  rows: readonly Row[],
): Row[] {
  const adjusted = holm(rows.filter(({ primary }) => !primary).map(({ p }) => p))
  let next = 0
  return rows.map((row) => (row.primary ? row : { ...row, pHolm: adjusted[next++] ?? null }))
}
