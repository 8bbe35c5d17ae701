import { normalQuantile } from '../statistics/distributions.ts'
import { newcombeUnpaired } from '../statistics/paired.ts'
import type { Interval } from '../statistics.ts'

/** Least and greatest share of episodes that may be given nothing (ours: what an agent loses stays small). */
export const LEAST_WITHHELD = 0.05
export const MOST_WITHHELD = 0.1

/** Episodes with an outcome that each side needs before anything is said (ours). */
export const ENOUGH_EPISODES = 10

/** One answer to an episode while a share of episodes was withheld at random. */
export interface AssignedUse {
  episodeId: string
  withheld: boolean
  /** How likely this assignment was, 0..1; 1 = nothing was left to chance. */
  propensity: number
  outcome: 'resolved' | 'unresolved' | null
}

interface AssignedSide {
  /** Episodes that asked, and those of them whose outcome is known. */
  episodes: number
  known: number
  resolved: number
}

/** What memory causes, by episodes that were given nothing at random: as assigned, whatever the memory had to say. */
export interface CausalEstimate {
  /** Share of episodes withheld that this is about: the one with most episodes. */
  share: number
  served: AssignedSide
  withheld: AssignedSide
  /** Episodes left out: those under which the share was changed, and those of another share. */
  mixed: number
  otherShare: number
  /** Share resolved, served less withheld, percentage points, with Newcombe's interval; null below `ENOUGH_EPISODES`. */
  difference: (Interval & { pp: number }) | null
}

/** Outcome rate served against withheld, an episode once; null while nothing was assigned at random. What was answered while nothing was has share 0. */
export function estimateEffect(uses: readonly AssignedUse[]): CausalEstimate | null {
  const drawn = [...Map.groupBy(uses, ({ episodeId }) => episodeId).values()].filter((own) =>
    own.some(({ propensity }) => propensity < 1),
  )
  const episodes = drawn.map((own) => ({
    shares: new Set(own.map(shareOf)),
    sides: new Set(own.map(({ withheld }) => withheld)),
    outcome: own.find(({ outcome }) => outcome !== null)?.outcome ?? null,
  }))
  const whole = episodes.filter(({ sides, shares }) => sides.size === 1 && shares.size === 1)
  const byShare = Map.groupBy(whole, ({ shares }) => [...shares][0] ?? 0)
  const [most] = [...byShare].sort((a, b) => b[1].length - a[1].length || b[0] - a[0])
  if (!most) return null
  const [share, own] = most
  const sideOf = (isWithheld: boolean): AssignedSide => {
    const side = own.filter(({ sides }) => sides.has(isWithheld))
    const known = side.filter(({ outcome }) => outcome !== null)
    const resolved = known.filter(({ outcome }) => outcome === 'resolved').length
    return { episodes: side.length, known: known.length, resolved }
  }
  const [served, withheld] = [sideOf(false), sideOf(true)]
  return {
    ...{ share, served, withheld },
    mixed: episodes.length - whole.length,
    otherShare: whole.length - own.length,
    difference: differenceOf(served, withheld),
  }
}

function differenceOf(served: AssignedSide, withheld: AssignedSide): CausalEstimate['difference'] {
  if (Math.min(served.known, withheld.known) < ENOUGH_EPISODES) return null
  const { low, high } = newcombeUnpaired(served.resolved, served.known, withheld.resolved, withheld.known)
  const difference = served.resolved / served.known - withheld.resolved / withheld.known
  return { pp: 100 * difference, low: 100 * low, high: 100 * high }
}

function shareOf({ withheld, propensity }: AssignedUse): number {
  return Number((withheld ? propensity : 1 - propensity).toFixed(6))
}

/**
 * Episodes with an outcome that a difference needs, both sides together: `(z_{1−α/2} + z_{power})² · (p·q/(1−s) + p·q/s) / δ²`
 * with p = q = 1/2, the most it can take (two independent shares, unequal sides), rounded up.
 */
export function episodesNeeded(share: number, differencePp: number): number {
  const [alpha, power] = [0.05, 0.8]
  const reach = normalQuantile(1 - alpha / 2) + normalQuantile(power)
  return Math.ceil((reach ** 2 * 0.25 * (1 / (1 - share) + 1 / share)) / (differencePp / 100) ** 2)
}
