import { compareOutcomes, meanOutcomes } from '../../statistics/compare.ts'
import { INTERVAL_DRAWS, type Interval, mean } from '../../statistics.ts'
import { type ExperimentRun, functionsOf, knownOutcomes, settingOf, settingWords, VANILLA } from './run.ts'

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
interface WaterfallStep {
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
  { resamples = INTERVAL_DRAWS, seed = 1 } = {},
): Waterfall[] {
  return [...Map.groupBy(runs, settingOf).values()].flatMap((own): Waterfall[] => {
    const arms = ARMS.flatMap(({ arm, is }) => {
      const runs = own.filter((run) => run.arm === arm).map(knownOutcomes)
      const outcomes = meanOutcomes(runs)
      return outcomes.size === 0 ? [] : [{ arm, is, runs, outcomes }]
    })
    const [first] = arms
    const common = [...(first?.outcomes.keys() ?? [])]
      .filter((id) => arms.every(({ outcomes }) => outcomes.has(id)))
      .sort()
    if (first?.arm !== VANILLA || arms.length < LEAST_ARMS || common.length < 2) return []
    const setting = settingWords(own[0] as ExperimentRun)
    const functionOf = functionsOf(own[0] as ExperimentRun)
    const isCommon = new Set(common)
    const shared = arms.map(({ runs }) =>
      runs.map((run) => new Map([...run].filter(([id]) => isCommon.has(id)))),
    )
    const steps = arms.map(({ arm, is, outcomes }, place): WaterfallStep => {
      const before = shared[place - 1]
      const found = before && compareOutcomes(shared[place] ?? [], before, { seed, resamples, functionOf })
      return {
        ...{ arm, is, share: mean(common.map((id) => outcomes.get(id) ?? 0)) ?? 0 },
        change: found ? { pp: found.gainPp, low: found.low, high: found.high } : null,
      }
    })
    return [{ setting, n: common.length, steps }]
  })
}
