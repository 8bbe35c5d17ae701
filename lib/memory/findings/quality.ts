import type { MemoryEntry } from '../entry.ts'
import type { AskedFilter } from '../filter/entry-filter.ts'
import { alwaysValidCount } from '../statistics/always-valid.ts'
import { wilsonInterval } from '../statistics/proportion.ts'
import type { Interval } from '../statistics.ts'
import type { DetectorName } from './finding.ts'

/** What a person says of a drawn entry. */
export const QUALITY_VERDICTS = ['junk', 'keep', 'unsure'] as const
export type QualityVerdict = (typeof QUALITY_VERDICTS)[number]

/** A sample in a list. */
export type SampleHead = {
  id: string
  by: string
  population: number
  /** Drawn from every entry of the project, not from a filtered list. */
  isWhole: boolean
  size: number
  judged: number
  junk: number
  createdAt: string
}

/** A random sample with what was said about it. */
export type SampleView = {
  id: string
  by: string
  seed: number
  population: number
  /** The filter it was drawn from. */
  asked: AskedFilter
  createdAt: string
  items: { entry: MemoryEntry; findings: string[] }[]
  verdicts: { entryId: string; verdict: QualityVerdict; by: string }[]
}

/** A share with its 95 % interval; null before anything is judged. */
export type Share = { count: number; n: number; share: number; interval: Interval } | null

/** Junk share of the judged (unsure left out of n and counted), and for each mark the share of junk among those that carry it. */
export type SampleReport = {
  /** Until everything drawn is judged, its interval is one that holds at every look: people look after each entry. */
  junk: Share
  /** Whether every drawn entry is judged. */
  isJudged: boolean
  unsureCount: number
  judgedCount: number
  marks: { mark: string; kind: 'finding' | 'flag'; precision: Share }[]
}

/** The one word of all judges on each thing; where they differ, `unsure`. */
export function agreed<Said extends { verdict: string }, Key>(
  verdicts: readonly Said[],
  keyOf: (said: Said) => Key,
): Map<Key, Said['verdict'] | 'unsure'> {
  const words = new Map<Key, Said['verdict'] | 'unsure'>()
  for (const said of verdicts) {
    const before = words.get(keyOf(said)) ?? said.verdict
    words.set(keyOf(said), before === said.verdict ? before : 'unsure')
  }
  return words
}

/** What the judged part of a sample says about the whole it was drawn from. Entries whose judges disagree count as unsure. */
export function reportSample({ items, verdicts, population }: SampleView): SampleReport {
  const said = agreed(verdicts, ({ entryId }) => entryId)
  const sure = items.flatMap(({ entry, findings }) => {
    const verdict = said.get(entry.id)
    return verdict === 'junk' || verdict === 'keep'
      ? [{ isJunk: verdict === 'junk', findings, flags: entry.flags }]
      : []
  })
  const isJudged = said.size >= items.length
  const shareOf = (rows: typeof sure, intervalOf: (count: number, n: number) => Interval): Share => {
    if (rows.length === 0) return null
    const count = rows.filter(({ isJunk }) => isJunk).length
    return { count, n: rows.length, share: count / rows.length, interval: intervalOf(count, rows.length) }
  }
  const junkInterval = (count: number, n: number): Interval => {
    if (isJudged) return wilsonInterval(count, n, population)
    const { low, high } = alwaysValidCount(count, n, population)
    return { low: low / population, high: high / population }
  }
  const marks = (['finding', 'flag'] as const).flatMap((kind) => {
    const names = new Set(sure.flatMap((row) => (kind === 'finding' ? row.findings : row.flags)))
    return [...names].sort().map((mark) => ({
      mark,
      kind,
      precision: shareOf(
        sure.filter((row) => (kind === 'finding' ? row.findings : row.flags).includes(mark)),
        wilsonInterval,
      ),
    }))
  })
  return {
    junk: shareOf(sure, junkInterval),
    isJudged,
    judgedCount: said.size,
    unsureCount: [...said.values()].filter((verdict) => verdict === 'unsure').length,
    marks: marks.sort((a, b) => (b.precision?.n ?? 0) - (a.precision?.n ?? 0)),
  }
}

/**
 * Findings of earlier versions of the rules that a reader judged by hand, with how many were right; the unsure are left out. A detector
 * that is not here was never judged. Ours.
 */
const JUDGED: { [D in DetectorName]?: { count: number; n: number } } = {
  contradiction: { count: 0, n: 3 },
  'near-duplicate': { count: 1, n: 1 },
  vague: { count: 25, n: 36 },
  'doubtful-category': { count: 7, n: 9 },
}

/** How often a detector was right where findings were judged by hand: ours and those of the project; null where none was. */
export function judgedShare(detector: DetectorName, own: Share): Share {
  const ours = JUDGED[detector]
  const [count, n] = [(ours?.count ?? 0) + (own?.count ?? 0), (ours?.n ?? 0) + (own?.n ?? 0)]
  return n === 0 ? null : { count, n, share: count / n, interval: wilsonInterval(count, n) }
}

/** Fewest judged from which a share is told, or leads to anything. Ours. */
const FEWEST_JUDGED = 3

/** Whether so many were judged that a share may be told. */
export function isTelling(share: Share): share is NonNullable<Share> {
  return share !== null && share.n >= FEWEST_JUDGED
}

/** Least share of right findings at which a detector may propose something unasked. Ours. */
export const TRUSTED_FROM = 0.8

/**
 * Whether a detector may propose something unasked: enough findings judged by hand, and right in at least four of five. Secrets need no
 * judgement: right or wrong, an open one keeps its entry from being served until somebody decides.
 */
export function isTrusted(detector: DetectorName, own: Share): boolean {
  const share = judgedShare(detector, own)
  return detector === 'secret' || (isTelling(share) && share.share >= TRUSTED_FROM)
}

/** What is known of a rule: it may propose something, too few of its findings were judged, or too many of those were wrong. */
export type Trust = 'trusted' | 'untested' | 'wrong'

export function trustOf(detector: DetectorName, own: Share): Trust {
  if (isTrusted(detector, own)) return 'trusted'
  return isTelling(judgedShare(detector, own)) ? 'wrong' : 'untested'
}

/** Where the judged findings that came with Loupe are from; nothing of a detector without. */
export function judgedWords(detector: DetectorName): string {
  const ours = JUDGED[detector]
  return ours
    ? ` Findings of earlier versions of this rule, judged by hand: ${ours.count} of ${ours.n} right.`
    : ''
}
