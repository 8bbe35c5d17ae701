import { wilsonInterval } from '../statistics/proportion.ts'
import type { DetectorName } from './finding.ts'
import type { Share } from './quality.ts'

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

/** Least share of right findings at which a detector may propose something unasked. Ours. */
export const TRUSTED_FROM = 0.8

/** Whether a detector may propose something unasked: judged by hand, and right at least four times in five. */
export function isTrusted(detector: DetectorName, own: Share): boolean {
  return (judgedShare(detector, own)?.share ?? 0) >= TRUSTED_FROM
}

/** Where the judged findings that came with Loupe are from; nothing of a detector without. */
export function judgedWords(detector: DetectorName): string {
  const ours = JUDGED[detector]
  return ours
    ? ` Findings of earlier versions of this rule, judged by hand: ${ours.count} of ${ours.n} right.`
    : ''
}
