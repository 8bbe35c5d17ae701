import { createRandom, type Interval, mean, pairedBootstrap, seedFrom } from '../statistics.ts'
import { meanOutcomes } from './mean-outcomes.ts'
import { type ExperimentRun, settingOf, settingWords, VANILLA } from './run.ts'

/** Arms from no memory to the paper's method, in this order. Neighbours differ in more than one thing: the paper's own ablations take one piece from the whole. */
const ARMS: readonly { arm: string; is: string }[] = [
  { arm: VANILLA, is: 'no memory' },
  { arm: 'structure-only', is: 'stages named, nothing remembered' },
  { arm: 'instance', is: 'whole runs remembered' },
  { arm: 'global', is: 'subtasks, no category filter' },
  { arm: 'raw', is: 'category filter, raw steps' },
  { arm: 'subtask', is: 'abstracted experience' },
]

/** An arm beside the one before it, over the instances that every arm of the setting knows. */
export interface WaterfallStep {
  arm: string
  is: string
  /** Share resolved with it, 0..1: mean over the arm's runs. */
  share: number
  /** This arm less the one before it, percentage points, paired by instance; null for the first. */
  change: (Interval & { pp: number }) | null
}

export interface Waterfall {
  setting: string
  n: number
  steps: WaterfallStep[]
}

/** Fewer arms than this are a pair, which has its own place. */
const LEAST_ARMS = 3

/** The ablation of each setting that has at least three of the method's arms, no memory among them; others are left out. */
export function waterfallsOf(
  runs: readonly ExperimentRun[],
  { resamples = 10_000, seed = 1 } = {},
): Waterfall[] {
  return [...Map.groupBy(runs, settingOf).values()].flatMap((own): Waterfall[] => {
    const arms = ARMS.flatMap(({ arm, is }) => {
      const ofArm = own.filter((run) => run.arm === arm)
      const outcomes = meanOutcomes(ofArm)
      return outcomes.size === 0 ? [] : [{ arm, is, outcomes }]
    })
    const [first] = arms
    const common = [...(first?.outcomes.keys() ?? [])]
      .filter((id) => arms.every(({ outcomes }) => outcomes.has(id)))
      .sort()
    if (first?.arm !== VANILLA || arms.length < LEAST_ARMS || common.length < 2) return []
    const setting = settingWords(own[0] as ExperimentRun)
    const valuesOf = (place: number) => common.map((id) => arms[place]?.outcomes.get(id) ?? 0)
    const steps = arms.map(({ arm, is }, place): WaterfallStep => {
      const random = createRandom(seedFrom(`${setting} ${arm}`, seed))
      const change =
        place === 0 ? null : pairedBootstrap(valuesOf(place), valuesOf(place - 1), { random, resamples })
      return {
        ...{ arm, is, share: mean(valuesOf(place)) ?? 0 },
        change: change && { pp: 100 * change.difference, low: 100 * change.low, high: 100 * change.high },
      }
    })
    return [{ setting, n: common.length, steps }]
  })
}
