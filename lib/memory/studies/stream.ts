import type { Category } from '../category.ts'
import type { Asked, Given } from './stream-schema.ts'

// Types only: what a page imports must bring no schema with it.

export interface StreamShare {
  n: number
  share: number | null
  /** Bootstrap over instances, 95 %; null below two of them. */
  low: number | null
  high: number | null
  /** One a seed, in the order of the plan. */
  bySeed: (number | null)[]
}

/** Questions that met a pool of this size. */
export interface DensityBin {
  from: number
  /** Inclusive. */
  to: number
  /** Questions over all seeds. */
  n: number
  /** Share of labelled questions for which a relevant instance was there. */
  reachable: number | null
  /** By strategy: share of questions whose best of as many unrelated entries as it chooses among would fit by chance; null without a floor. */
  byChance: Record<string, number | null>
  relevant: Record<string, StreamShare>
  /** For strategies that score by cosine of descriptions. */
  fits: Record<string, StreamShare>
}

/** A place of the stream in one order: what was asked there and how many of the answers were of use. */
export interface StreamPlace {
  episodeId: string
  instanceId: string
  asked: number
  byCategory: Record<Category, number>
  /** Eligible entries, all categories. */
  eligible: number
  /** By strategy: relevant winners, of those labelled. */
  relevant: Record<string, number>
  labelled: number
  fits: Record<string, number>
}

export interface StreamReport {
  bins: DensityBin[]
  /** Over everything asked. */
  all: DensityBin
  labelled: number
  /** Instances asked about, the units of the intervals. */
  instances: number
  seeds: { seed: number; tookMs: number; floor: number | null; places: StreamPlace[] }[]
}

/** One question at one place, with what each strategy gave. */
export interface MomentQuestion extends Asked {
  text: string
  given: Record<string, Given & { words: string | null; instanceId: string | null; doesFit: boolean | null }>
}

/** One place of the stream in one order. */
export interface StreamMoment {
  seed: number
  position: number
  episodeId: string
  instanceId: string
  questions: MomentQuestion[]
}
