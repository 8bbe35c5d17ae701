import { countsOf, reconstructRuns } from '../statistics/grim.ts'
import { type WelchTest, welch } from '../statistics/runs.ts'
import { mean } from '../statistics.ts'
import { BUCKETS, METHODS, type Method, PAPER, REUSE, TABLE_1, TIERS } from './figures.ts'

/** What follows from the printed figures by arithmetic: computed here, typed nowhere. */

export interface CellRuns {
  /** All triples of solved counts out of 500, best first, that give the printed cell; more than one where it is not unique. */
  triples: number[][]
}

export interface BackboneRuns {
  backbone: string
  runs: Record<Method, CellRuns>
  /** Welch over the runs, percentage points; where a cell has two triples, the one with the larger p. */
  subtaskOverVanilla: WelchTest | null
  subtaskOverInstance: WelchTest | null
  instanceOverVanilla: WelchTest | null
}

/** Solved counts of every run of Table 1, with the tests over them. */
export function reconstructTable1(): BackboneRuns[] {
  return TABLE_1.map(({ backbone, cells }) => {
    const runs = Object.fromEntries(
      METHODS.map((method) => [method, { triples: triplesOf(cells[method]) }]),
    ) as Record<Method, CellRuns>
    const test = (a: Method, b: Method) => weakest(runs[a].triples, runs[b].triples)
    return {
      backbone,
      runs,
      subtaskOverVanilla: test('subtask', 'vanilla'),
      subtaskOverInstance: test('subtask', 'instance'),
      instanceOverVanilla: test('instance', 'vanilla'),
    }
  })
}

function triplesOf({ best, mean: meanPercent, sd }: { best: number; mean: number; sd: number }): number[][] {
  return reconstructRuns({
    n: PAPER.instances,
    runs: PAPER.runs,
    meanPercent,
    meanDigits: 1,
    sdPercent: sd,
    sdDigits: 2,
    bestPercent: best,
    bestDigits: 1,
  })
}

function weakest(a: number[][], b: number[][]): WelchTest | null {
  const percent = (counts: number[]) => counts.map((count) => (100 * count) / PAPER.instances)
  const tests = a.flatMap((x) => b.flatMap((y) => welch(percent(x), percent(y)) ?? []))
  return tests.sort((x, y) => y.p - x.p)[0] ?? null
}

export interface HeadlineGain {
  /** Mean of the four printed gains, percentage points: what the headline rounds. */
  meanOfPrintedPp: number
  /** From the reconstructed runs; low and high differ where a cell has two triples. */
  lowPp: number
  highPp: number
  /** The same against instance memory, from the printed means. */
  overInstancePp: number
}

/** The headline gain, from printed gains and from reconstructed runs. */
export function headlineGain(): HeadlineGain {
  const gains = reconstructTable1().map(({ runs }) => {
    const means = (method: Method) => runs[method].triples.map((triple) => mean(triple) ?? 0)
    const all = means('subtask').flatMap((s) =>
      means('vanilla').map((v) => (100 * (s - v)) / PAPER.instances),
    )
    return { low: Math.min(...all), high: Math.max(...all) }
  })
  return {
    meanOfPrintedPp: mean(TABLE_1.map((row) => row.printedGainPp)) ?? 0,
    lowPp: mean(gains.map(({ low }) => low)) ?? 0,
    highPp: mean(gains.map(({ high }) => high)) ?? 0,
    overInstancePp: mean(TABLE_1.map(({ cells }) => cells.subtask.mean - cells.instance.mean)) ?? 0,
  }
}

/** Net resolved after each bucket of Figure 3, instances. */
export function cumulativeBuckets(): { after: number; net: number }[] {
  let net = 0
  return BUCKETS.map(({ to, net: step }) => {
    net += step.value ?? 0
    return { after: to, net }
  })
}

export interface DerivedTier {
  name: string
  instances: number
  vanillaSolved: number | null
  subtaskSolved: number | null
  /** Solved instances gained, whole; null where nothing pins it down. */
  gained: number | null
  gainPp: number | null
}

/** Solved counts of the tiers; the medium tier is what the others leave of the stream's net. */
export function deriveTiers(): DerivedTier[] {
  const known = TIERS.map((tier) => {
    const one = (percent: number | null) => {
      const counts = percent === null ? [] : countsOf(percent, tier.instances, 1)
      return counts.length === 1 ? (counts[0] ?? null) : null
    }
    const [vanillaSolved, subtaskSolved] = [one(tier.vanilla.value), one(tier.subtask.value)]
    const gained =
      vanillaSolved !== null && subtaskSolved !== null
        ? subtaskSolved - vanillaSolved
        : one(tier.gainPp.value)
    return { name: tier.name, instances: tier.instances, vanillaSolved, subtaskSolved, gained }
  })
  const total = cumulativeBuckets().at(-1)?.net ?? 0
  const open = known.filter(({ gained }) => gained === null)
  const rest = known.reduce((left, { gained }) => left - (gained ?? 0), total)
  return known.map((tier) => {
    const gained = tier.gained ?? (open.length === 1 ? rest : null)
    return { ...tier, gained, gainPp: gained === null ? null : (100 * gained) / tier.instances }
  })
}

export interface DerivedReuse {
  singleUse: number
  middle: number
  /** Retrievals at least: single uses, two for each of the middle, and the head's share on top. */
  leastRetrievals: number
  perInstance: number
  /** Mean uses of the head at least. */
  headUses: number
}

/** Lower bounds of Figure 5. Null when a value it needs is unreported. */
export function deriveReuse(): DerivedReuse | null {
  const [entries, head, headPercent, singlePercent] = [
    REUSE.retrievedEntries.value,
    REUSE.headEntries.value,
    REUSE.headPercent.value,
    REUSE.singleUsePercent.value,
  ]
  if (entries === null || head === null || headPercent === null || singlePercent === null) return null
  const singleUse = Math.round((singlePercent / 100) * entries)
  const middle = entries - head - singleUse
  // The printed share is rounded: the smallest number of retrievals for which a head of what the others leave is printed so.
  const others = singleUse + 2 * middle
  let leastRetrievals = others
  while (((100 * (leastRetrievals - others)) / leastRetrievals).toFixed(1) !== headPercent.toFixed(1))
    leastRetrievals++
  return {
    singleUse,
    middle,
    leastRetrievals,
    perInstance: leastRetrievals / PAPER.instances,
    headUses: (leastRetrievals - others) / head,
  }
}
