import type { Category } from '../category.ts'
import type { Interval } from '../statistics.ts'

/** An entry as it arrived, against what was there before it. */
export interface Arrival {
  entryId: string
  category: Category
  /** Place of its episode in the stream, from 0. An entry without an episode has none, and is no arrival. */
  position: number
  /** Earlier entries of the category from other instances; 0 = it came first. */
  earlier: number
  /** Score and id of the nearest of them; null when there was none. */
  best: { score: number; entryId: string } | null
  /** Chance that the best of as many unrelated pairs would fit as well: 1 − 0.999^earlier, 0..1. */
  chance: number
}

export interface RecurrenceShare {
  n: number
  /** Arrivals whose nearest earlier neighbour is above the floor. */
  recurring: number
  share: number | null
  interval: Interval | null
  /** The share that unrelated entries alone would give; null of nothing. */
  byChance: number | null
}

export interface RecurrenceBin extends RecurrenceShare {
  /** Positions in the stream, both included. */
  from: number
  to: number
}

export interface RecurrenceView {
  /** Entries looked at, with a place in the stream or without; shares are of those with one. */
  arrivals: number
  all: RecurrenceShare
  byCategory: (RecurrenceShare & { category: Category; bins: RecurrenceBin[] })[]
  /** By place in the stream; none where no entry came from an episode. */
  bins: RecurrenceBin[]
  /** Unrelated pairs behind the floor, and the floor: the score that 99.9 % of them lie below; null with too few. */
  pairs: number
  floor: number | null
  /** Of the pairs’ draw; null where all were taken. */
  seed: number | null
  examples: Arrival[]
  /** Arrivals looked at of all of a large store. */
  isSample: boolean
}

/** With the episodes of the project, and the objectives of the entries that the examples name. */
export type RecurrenceReport = RecurrenceView & { episodes: number; objectives: Record<string, string> }
