import { type CausalEstimate, estimateEffect } from './withholding.ts'

/** One answer to an episode, with what git says of the episode's change; null is unknown. */
export interface FatedUse {
  episodeId: string | null
  withheld: boolean
  /** How likely its assignment was, 0..1; 1 = nothing was left to chance. */
  propensity: number
  /** Entries of the category in scope when it was asked. */
  density: number | null
  git: 'kept' | 'reverted' | null
}

interface Fates {
  /** Episodes, those of them that were kept or reverted, and kept. */
  episodes: number
  known: number
  kept: number
}

/** Lowest density of each rung. Ours. */
const RUNGS = [0, 1, 10, 100, 1_000] as const

/** What git says of episodes that were served, by the density they met at first. No verdict of a benchmark is in it. */
export interface GitGain {
  served: Fates
  withheld: Fates
  /** Kept, served less withheld; null where nothing was withheld at random. */
  effect: CausalEstimate | null
  /** Only rungs that an episode met; `upto` is null for the last. */
  rungs: {
    from: number
    upto: number | null
    served: Fates
    withheld: Fates
    effect: CausalEstimate | null
  }[]
}

/** An episode once: its density is that of its first answer, its side whether it was ever withheld. */
export function gitGain(uses: readonly FatedUse[]): GitGain {
  const named = uses.flatMap(({ episodeId, ...use }) => (episodeId === null ? [] : [{ ...use, episodeId }]))
  const episodes = [...Map.groupBy(named, ({ episodeId }) => episodeId).values()]
  const densityOf = (own: (typeof episodes)[number]) => own.find(({ density }) => density !== null)?.density
  const sides = (some: typeof episodes) => ({
    served: fatesOf(some.filter((own) => !own.some(({ withheld }) => withheld))),
    withheld: fatesOf(some.filter((own) => own.some(({ withheld }) => withheld))),
    effect: estimateEffect(
      some.flat().map(({ git, ...use }) => ({
        ...use,
        outcome: git && (git === 'kept' ? ('resolved' as const) : ('unresolved' as const)),
      })),
    ),
  })
  return {
    ...sides(episodes),
    rungs: RUNGS.flatMap((from, i) => {
      const upto = RUNGS[i + 1] ?? null
      const own = episodes.filter((one) => {
        const density = densityOf(one)
        return density != null && density >= from && (upto === null || density < upto)
      })
      return own.length === 0 ? [] : [{ from, upto, ...sides(own) }]
    }),
  }
}

function fatesOf(episodes: readonly { git: FatedUse['git'] }[][]): Fates {
  const fates = episodes.map((own) => own.find(({ git }) => git !== null)?.git ?? null)
  return {
    episodes: fates.length,
    known: fates.filter((fate) => fate !== null).length,
    kept: fates.filter((fate) => fate === 'kept').length,
  }
}
