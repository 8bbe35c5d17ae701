import { createRandom, pairedBootstrap } from '../statistics.ts'
import { analyseCurve } from '../studies/ladder/curve.ts'
import { countFlips, newcombePaired, newcombeUnpaired, type Pair } from './paired.ts'

/** How often a promise was kept in made-up data whose truth is known. Simulated; nothing here speaks of an agent. */
export interface Coverage {
  what: string
  n: number
  trials: number
  /** Share of trials, 0..1. */
  share: number
  /** Standard error of that share by Monte Carlo. */
  monteCarloSe: number
  /** What is promised, 0..1; null where nothing is (reported only). */
  promised: { low: number; high: number } | null
}

interface CoverageOptions {
  seed: number
  trials: number
  resamples: number
  /** Leaves out what is only reported. */
  promisedOnly?: boolean
}

/**
 * Whether a promise is kept, or missed by no more than Monte Carlo error explains: three errors of a share at the limit, so that of some
 * eight promises just kept one is called missed once in a hundred runs, however few trials there are. True where nothing is promised.
 */
export function isKept({
  share,
  trials,
  promised,
}: Pick<Coverage, 'share' | 'trials' | 'promised'>): boolean {
  if (promised === null) return true
  const room = (limit: number) => 3 * Math.sqrt((limit * (1 - limit)) / trials)
  return share >= promised.low - room(promised.low) && share <= promised.high + room(promised.high)
}

/** Pass rates of arms with a shared difficulty: base 50 %, variant 54 %, 12 % discordant (half of the resampled). */
const BASE_RATE = 0.5
const GAIN = 0.04
/** Of instances on which the arms would differ by chance, each way. */
const RESAMPLED = 0.24
/** Instances of the twelve repositories of SWE-bench Verified. */
const CLUSTERS = [231, 75, 44, 34, 32, 22, 22, 19, 10, 8, 2, 1]
const WITHIN = { low: 0.93, high: 0.97 }

function drawPair(random: () => number): Pair {
  const base = random() < BASE_RATE
  if (random() < RESAMPLED) return { base, variant: random() < BASE_RATE + GAIN / RESAMPLED }
  return { base, variant: base }
}

const truth = GAIN

/** Coverage of the intervals, and how often the tests call what is not there. */
export function* simulateCoverage(options: CoverageOptions): Generator<Coverage> {
  const { seed, trials, resamples, promisedOnly = false } = options
  const made: Made = {
    random: createRandom(seed),
    resamples,
    run(what, n, promised, trial) {
      let kept = 0
      for (let i = 0; i < trials; i++) if (trial()) kept++
      const share = kept / trials
      return { what, n, trials, share, monteCarloSe: Math.sqrt((share * (1 - share)) / trials), promised }
    },
  }
  yield* coverOfIntervals(made, promisedOnly ? [500] : [500, 50, 20])
  yield* coverOfLadder(made, promisedOnly)
  yield* callsOfDips(made, trials, promisedOnly)
  if (!promisedOnly) yield* coverWithClusters(made)
}

/** What made-up data is drawn with, and how a promise is tried. */
type Made = {
  random: () => number
  resamples: number
  run(what: string, n: number, promised: Coverage['promised'], trial: () => boolean): Coverage
}

function holds(interval: { low: number; high: number } | null, value: number): boolean {
  return interval !== null && interval.low <= value + 1e-12 && interval.high >= value - 1e-12
}

function* coverOfIntervals({ random, resamples, run }: Made, sizes: number[]): Generator<Coverage> {
  const pairsOf = (n: number) => Array.from({ length: n }, () => drawPair(random))
  for (const n of sizes) {
    const promised = n === 500 ? WITHIN : null
    yield run('Newcombe, paired: holds the true difference', n, promised, () =>
      holds(newcombePaired(countFlips(pairsOf(n))), truth),
    )
    yield run('paired bootstrap: holds the true difference', n, promised, () =>
      holds(bootstrapOf(pairsOf(n), { random, resamples }), truth),
    )
  }
  yield run('Newcombe, unpaired: holds the true difference', 500, WITHIN, () => {
    const solved = (rate: number) => Array.from({ length: 500 }, () => random() < rate).filter(Boolean).length
    return holds(newcombeUnpaired(solved(0.54), 500, solved(0.5), 500), 0.04)
  })
}

/**
 * What the page Gain does with a ladder as the shipped one: 28 functions of 4 tasks, 30 draws of a store. A quarter of the functions
 * gain or lose, by the deviation given; a store moves all of them.
 */
function* coverOfLadder({ random, run }: Made, promisedOnly: boolean): Generator<Coverage> {
  const [clusters, tasks, draws] = [28, 4, 30]
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const trial = (ofFunction: number, ofStore: number) => () => {
    const functions = Array.from({ length: clusters }, () => ({
      base: 0.2 + 0.6 * random(),
      gain: GAIN + (random() < 0.75 ? 0 : ofFunction * normal()),
    }))
    const solved = (chance: number) =>
      Array.from({ length: tasks }, () => random() < chance).filter(Boolean).length
    const twins = functions.map(({ base }) => solved(base))
    const sums = Array.from({ length: draws }, () => {
      const moved = ofStore * normal()
      return functions.map(({ base, gain }, i) => [solved(base + gain + moved) - (twins[i] ?? 0)])
    })
    const counts = sums.map((rows) => rows.map(() => [tasks]))
    const data = { points: [1], sums, counts, clusters: functions.map((_, i) => String(i)) }
    const curve = analyseCurve(data, { unit: 'pp', random, resamples: 300, flips: 1 })
    return holds(curve?.points[0]?.interval ?? null, 100 * GAIN)
  }
  yield run('ladder, functions differ: holds the true difference', clusters, WITHIN, trial(0.3, 0))
  if (promisedOnly) return
  yield run(
    'ladder, functions and stores differ: holds the true difference',
    clusters,
    WITHIN,
    trial(0.2, 0.05),
  )
}

/** What the page Gain does with a stream, its clusters of one task: blocks of 60, signs flipped. */
function drawCurve(random: () => number, lost: (task: number) => boolean) {
  const blocks = Array.from({ length: 5 }, (_, i) => 60 * (i + 1))
  const differences = Array.from({ length: 300 }, (_, task) => {
    const chance = random()
    const arm = random() < chance && !lost(task)
    return Number(arm) - Number(random() < chance)
  })
  const upTo = (value: (task: number) => number) => [
    differences.map((_, task) => blocks.map((end) => (task < end ? value(task) : 0))),
  ]
  const data = {
    points: blocks,
    clusters: differences.map((_, task) => String(task)),
    sums: upTo((task) => differences[task] ?? 0),
    counts: upTo(() => 1),
  }
  return analyseCurve(data, { unit: 'instances', random, resamples: 2, flips: 199 })
}

function* callsOfDips({ random, run }: Made, trials: number, promisedOnly: boolean): Generator<Coverage> {
  const nulls = Array.from({ length: trials }, () => drawCurve(random, () => false))
  const nullsAgain = [...nulls]
  const alarm = (curve: ReturnType<typeof drawCurve>) => (curve?.dipChance ?? 1) <= 0.05
  yield run('dip: false alarm, when memory does nothing', 300, { low: 0, high: 0.05 }, () =>
    alarm(nulls.pop() ?? null),
  )
  yield run('band: holds the whole curve, when memory does nothing', 300, { low: 0.93, high: 1 }, () => {
    const curve = nullsAgain.pop()
    return curve?.points.every(({ value }, i) => Math.abs(value) <= (curve.reach[i] ?? 0)) === true
  })
  if (promisedOnly) return

  for (const lost of [0.3, 0.6])
    yield run(`dip: power, when the first 100 lose ${Math.round(50 * lost)}`, 300, null, () =>
      alarm(drawCurve(random, (task) => task < 100 && random() < lost)),
    )
}

/** Repositories differ in how much the variant gains: instances of one are not independent. */
function* coverWithClusters({ random, resamples, run }: Made): Generator<Coverage> {
  const clustered = () => {
    const pairs: Pair[] = []
    const clusters: string[] = []
    CLUSTERS.forEach((size, c) => {
      const shift = 0.6 * (random() - 0.5)
      for (let i = 0; i < size; i++) {
        const base = random() < BASE_RATE
        const isResampled = random() < RESAMPLED
        pairs.push({
          base,
          variant: isResampled ? random() < BASE_RATE + GAIN / RESAMPLED + shift : base,
        })
        clusters.push(String(c))
      }
    })
    return { pairs, clusters }
  }
  yield run('paired bootstrap by repository, where repositories differ', 500, null, () => {
    const { pairs, clusters } = clustered()
    return holds(bootstrapOf(pairs, { random, resamples, clusters }), truth)
  })
  yield run('paired bootstrap by instance, where repositories differ', 500, null, () =>
    holds(bootstrapOf(clustered().pairs, { random, resamples }), truth),
  )
}

function bootstrapOf(
  pairs: readonly Pair[],
  options: { random: () => number; resamples: number; clusters?: readonly string[] },
) {
  return pairedBootstrap(
    pairs.map(({ variant }) => Number(variant)),
    pairs.map(({ base }) => Number(base)),
    options,
  )
}
