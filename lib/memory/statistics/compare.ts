import { createRandom, type Interval, pairedBootstrap } from '../statistics.ts'
import { countFlips, type Flips, type Pair, type Transfer, transfer } from './flips.ts'
import { type NoiseFloor, noiseFloor } from './noise-floor.ts'
import { type PairedGain, pairedGain } from './paired-gain.ts'

/** What one run says of each instance; an id that is not in the map is unknown. */
export type RunOutcomes = ReadonlyMap<string, boolean>

export interface Comparison extends Flips, Pick<PairedGain, 'gainPp' | 'mcnemarP' | 'netResolved'> {
  /** Newcombe's paired interval, 95 %, percentage points. */
  ciLowPp: number
  ciHighPp: number
  baseShare: number
  variantShare: number
  /** Instances that only one file knows: left out, never counted as failed. */
  onlyInBase: string[]
  onlyInVariant: string[]
  transfer: Transfer
  /** Percentile bootstrap over instances, and by repository as a check of independence; percentage points. */
  bootstrapPp: Interval | null
  clusteredPp: (Interval & { clusters: number }) | null
  noiseFloor: NoiseFloor | null
}

export interface CompareOptions {
  seed: number
  resamples?: number
  /** Other runs of the base arm: what it differs from itself by. */
  reruns?: readonly RunOutcomes[]
  /** Which repository an instance is of. */
  repository?: (instanceId: string) => string
}

/** Compares two runs over the instances that both know; null without a common one. Same input, same output. */
export function compareRuns(
  base: RunOutcomes,
  variant: RunOutcomes,
  { seed, resamples = 10_000, reruns = [], repository = repositoryOf }: CompareOptions,
): Comparison | null {
  const ids = [...base.keys()].filter((id) => variant.has(id)).sort()
  const pairs: Pair[] = ids.map((id) => ({ base: base.get(id) === true, variant: variant.get(id) === true }))
  const flips = countFlips(pairs)
  const gain = pairedGain(flips)
  if (gain === null) return null
  const draw = (clusters?: readonly string[]) =>
    pairedBootstrap(
      pairs.map((pair) => Number(pair.variant)),
      pairs.map((pair) => Number(pair.base)),
      { random: createRandom(seed), resamples, ...(clusters ? { clusters } : {}) },
    )
  const repositories = ids.map(repository)
  const clusters = new Set(repositories).size
  const [plain, clustered] = [draw(), clusters > 1 ? draw(repositories) : null]
  return {
    ...flips,
    gainPp: gain.gainPp,
    ciLowPp: gain.lowPp,
    ciHighPp: gain.highPp,
    mcnemarP: gain.mcnemarP,
    netResolved: gain.netResolved,
    baseShare: (flips.both + flips.onlyBase) / flips.n,
    variantShare: (flips.both + flips.onlyVariant) / flips.n,
    onlyInBase: [...base.keys()].filter((id) => !variant.has(id)).sort(),
    onlyInVariant: [...variant.keys()].filter((id) => !base.has(id)).sort(),
    transfer: transfer(flips),
    bootstrapPp: plain && inPp(plain),
    clusteredPp: clustered && { ...inPp(clustered), clusters },
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
