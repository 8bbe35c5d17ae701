import type { MemoryEntry } from '../entry.ts'
import type { DetectorName, FindingView } from './finding.ts'
import type { Share, Trust } from './quality.ts'

/** A worklist in a line: what it looks for, how much is left, and whether it could look at all. */
export type WorklistHead = {
  detector: DetectorName
  title: string
  /** In a line, what is asked of an entry. */
  question: string
  /** The rule, whole. */
  definition: string
  open: number
  /** As many as the list of what was dismissed holds. */
  dismissed: number
  /** Entries with an open finding of this detector. */
  entryCount: number
  /** Why the detector could not look, e.g. too few served retrievals; null when it could. */
  unknownBecause: string | null
  /** Why there may be more than it found; null when it saw everything. */
  stoppedBecause: string | null
}

/** A worklist with how often its rule was right where findings were judged by hand, and whether it may be offered first. */
export type JudgedHead = WorklistHead & { precision: Share; trust: Trust }

/** An entry as triage shows it: what it says, and how often it was used. */
export type TriageEntry = MemoryEntry & { servedCount: number }

/** A finding with the entries it is about. */
export type TriageRow = { finding: FindingView; entry: TriageEntry; other: TriageEntry | null }

/** How far down the scores of a list of pairs can be followed. */
export type PairReach = {
  /** Lowest score of what is a finding; below it pairs are looked up anew each time. */
  kept: number
  /** Lowest score that can be asked for. */
  from: number
  /** Why not lower than the findings themselves; null when it can. */
  unable: string | null
}

/** Two entries less alike than the detector of near-duplicates keeps: no finding, shown when somebody asks. */
export type LoosePair = { older: string; newer: string; score: number }

/** Name of a loose pair where a finding has its id; the same after a reload. */
export function loosePairId({ older, newer }: Omit<LoosePair, 'score'>): string {
  return `pair_${older}_${newer}`
}

/** The two entries that such a name means; null for the id of a finding. */
export function loosePairOf(id: string): Omit<LoosePair, 'score'> | null {
  const [, older, newer] = id.match(/^pair_(m_[^_]+)_(m_[^_]+)$/) ?? []
  return older !== undefined && newer !== undefined ? { older, newer } : null
}

/** One page of a worklist. */
export type Worklist = {
  rows: TriageRow[]
  /** Open findings that this reviewer may take: nobody's and his or her own. */
  matchCount: number
  /** Open findings that others took. */
  takenCount: number
}

/** One page of what people dismissed in a worklist. */
export type DismissedList = { rows: TriageRow[]; matchCount: number }

/** Entries joined by near-duplicate findings, directly or through others. One of them always stays. */
export type TriageCluster = { entries: TriageEntry[]; findingIds: string[]; lowest: number; highest: number }

/** Which of several entries should stay when they say the same: approved before others, then pinned, more used, older. */
export function suggestedSurvivor<T extends Pick<TriageEntry, 'id' | 'lifecycle' | 'pinned' | 'servedCount'>>(
  entries: readonly T[],
): T | null {
  const rank = (entry: T) => [
    entry.lifecycle === 'approved' ? 0 : 1,
    entry.pinned ? 0 : 1,
    -entry.servedCount,
  ]
  return (
    [...entries].sort((a, b) => {
      const [x, y] = [rank(a), rank(b)]
      const differs = x.findIndex((value, k) => value !== y[k])
      if (differs >= 0) return (x[differs] ?? 0) - (y[differs] ?? 0)
      return a.id < b.id ? -1 : 1 // ids sort by creation
    })[0] ?? null
  )
}

/** Groups of entries joined by pairs, directly or through others; the largest first, ids in order of creation. */
export function clustersOf(pairs: readonly { older: string; newer: string }[]): string[][] {
  const parent = new Map<string, string>()
  const rootOf = (id: string): string => {
    let root = id
    while ((parent.get(root) ?? root) !== root) root = parent.get(root) ?? root
    parent.set(id, root)
    return root
  }
  for (const { older, newer } of pairs) {
    const [a, b] = [rootOf(older), rootOf(newer)]
    const [low = a, high = b] = [a, b].sort()
    if (low !== high) parent.set(high, low)
  }
  const groups = Map.groupBy(new Set(pairs.flatMap(({ older, newer }) => [older, newer])), rootOf)
  return [...groups.values()]
    .map((ids) => ids.sort())
    .sort((a, b) => b.length - a.length || ((a[0] ?? '') < (b[0] ?? '') ? -1 : 1))
}
