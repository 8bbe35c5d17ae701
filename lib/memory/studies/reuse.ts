import type { Category } from '../category.ts'
import { type Exposure, type JudgedUtility, judgeUtilities } from '../statistics/utility.ts'
import type { CausalEstimate } from './withholding.ts'

/** Where an entry that was given out came from, seen from who got it. */
const RELATIONS = ['same task', 'same repository', 'other repository', 'unknown'] as const
export type Relation = (typeof RELATIONS)[number]

/** One time an entry was given out. */
export interface Use {
  entryId: string
  category: Category
  relation: Relation
}

export interface ReuseShape {
  uses: number
  /** Entries that were given out at least once. */
  distinct: number
  /** Entries that could have been. */
  stored: number
  /** Of `stored`, those that were given out never: dead weight. */
  never: number
  /** Of `distinct`, those that are stored no more. */
  gone: number
  /** Entries in the head: as many of the distinct as the paper's 100 are of its 797. */
  headCount: number
  /** Share of all uses that the head carries, 0..1; null while too few are used to have one. */
  headShare: number | null
  /** Share of the distinct that were used exactly once, 0..1. */
  singleUseShare: number | null
  /** Gini coefficient of uses over the distinct (Gini 1912), 0 = even; null below two. */
  gini: number | null
  /** Uses by entry, most first: the long tail itself. */
  counts: { entryId: string; uses: number }[]
}

/** The paper's head: 100 of 797 entries (Figure 5). */
const HEAD_OF_DISTINCT = 100 / 797

/** Shape of reuse, in the words of the paper's Figure 5. */
export function reuseShape(uses: readonly Pick<Use, 'entryId'>[], stored: ReadonlySet<string>): ReuseShape {
  const byEntry = Map.groupBy(uses, ({ entryId }) => entryId)
  const counts = [...byEntry]
    .map(([entryId, own]) => ({ entryId, uses: own.length }))
    .sort((a, b) => b.uses - a.uses || (a.entryId < b.entryId ? -1 : 1))
  const distinct = counts.length
  const gone = counts.filter(({ entryId }) => !stored.has(entryId)).length
  const headCount = Math.round(HEAD_OF_DISTINCT * distinct)
  const head = counts.slice(0, headCount).reduce((sum, one) => sum + one.uses, 0)
  return {
    uses: uses.length,
    distinct,
    stored: stored.size,
    never: stored.size - (distinct - gone),
    gone,
    headCount,
    headShare: headCount === 0 ? null : head / uses.length,
    singleUseShare: distinct === 0 ? null : counts.filter((one) => one.uses === 1).length / distinct,
    gini: gini(counts.map((one) => one.uses)),
    counts,
  }
}

/** Mean absolute difference over twice the mean. */
function gini(values: readonly number[]): number | null {
  if (values.length < 2) return null
  const ascending = [...values].sort((a, b) => a - b)
  const total = ascending.reduce((sum, value) => sum + value, 0)
  const weighted = ascending.reduce((sum, value, i) => sum + (2 * (i + 1) - ascending.length - 1) * value, 0)
  return total === 0 ? null : weighted / (ascending.length * total)
}

/** Uses by relation; every relation is there, also with 0. */
export function relationCounts(uses: readonly Use[]): { relation: Relation; uses: number }[] {
  return RELATIONS.map((relation) => ({
    relation,
    uses: uses.filter((one) => one.relation === relation).length,
  }))
}

/** A use whose outcome is known, and what was expected of the instance without memory. */
export interface KnownUse extends Exposure {
  entryId: string
}

export interface EntryUtility extends JudgedUtility {
  entryId: string
}

/** Utility of each entry, worst first. Without an outcome there is none: the list is empty. */
export function entryUtilities(uses: readonly KnownUse[]): EntryUtility[] {
  const groups = [...Map.groupBy(uses, ({ entryId }) => entryId)]
  return judgeUtilities(groups.map(([, own]) => own))
    .map((utility, i) => ({ ...utility, entryId: groups[i]?.[0] ?? '' }))
    .sort((a, b) => a.shrunken - b.shrunken || (a.entryId < b.entryId ? -1 : 1))
}

/** Reuse of a project: what agents were given, and what a replay of the stored runs would have given. */
export interface ReuseReport {
  /** Every stored subtask that made an entry asks at its place in the stream, with entries of its own run and without. */
  replay: { asked: number; cold: number; own: ReuseSide; others: ReuseSide; isSample: boolean }
  /** `withExpectation`: pairs of an entry and a run. `vanillaSettings`: models and agents that the expectation mixes. */
  served: ReuseSide & {
    withOutcome: number
    withExpectation: number
    withheld: number
    vanillaSettings: number
  }
  utilities: EntryUtility[]
  /** Null while no episode was withheld or served at random. */
  effect: CausalEstimate | null
  /** Episodes given something, by what became of their change in git; the rest is unknown. No reported outcome is in it. */
  git: { episodes: number; known: number; kept: number; effect: CausalEstimate | null }
  objectives: Record<string, string>
}

export interface ReuseSide {
  shape: ReuseShape
  relations: { relation: Relation; uses: number }[]
}
