import { requireNoSecret } from '../extract/secret-scan.ts'
import type { CommandName } from '../memory/command.ts'

/**
 * The one place where typed texts arrive to be kept: whatever a command takes is refused where it holds what looks like a secret, in every
 * text however deep, unless the command is named below. A new command is looked at without being named.
 */

/** Commands of which nothing is kept: a question may hold what it looks for. */
const ONLY_READ: readonly CommandName[] = [
  'retrieve',
  'explore',
  'explain',
  'compare',
  'wrongTurns',
  'replay',
  'sameFileQueries',
  'previewBulk',
  'impact',
  'filterImpact',
  'countSource',
  'previewRuns',
  'worklists',
  'listWorklist',
  'listClusters',
  'listDismissed',
  'listWaiting',
  'quality',
  'activityChanges',
  'verifyChain',
  'estimateReEmbed',
  'distilStatus',
  'projectYield',
  'estimateDistil',
  'waitingRequests',
  'sides',
  'questionStanding',
]

/** Commands that look themselves. Each says why. */
const LOOK_THEMSELVES: readonly CommandName[] = [
  // What is kept of a question that was answered is masked: the answer must not fail because of it.
  'serve',
  'saveRetrieval',
  'readQuestion',
  // The file's line is named.
  'importEntries',
  // What a filter means is changed; the filter is not kept.
  'bulk',
]

const passes = new Set<string>([...ONLY_READ, ...LOOK_THEMSELVES])
/** Ids, digests, and the phrase of a purge, which repeats the name of what goes. */
const IS_NAME = /^(?:id|hash|phrase|\w+Ids?)$/

/** Throws UserError `secret`, with the place, when something that a command would keep looks like one. */
export function arriveCommand(name: string, input: unknown): void {
  if (!passes.has(name)) requireNone(input, '')
}

function requireNone(value: unknown, place: string): void {
  if (typeof value === 'string') requireNoSecret(value, place || 'text')
  if (value === null || typeof value !== 'object') return
  for (const [name, one] of Object.entries(value))
    if (!IS_NAME.test(name)) requireNone(one, place === '' ? name : `${place}.${name}`)
}

/** Half of a pair of characters is stored as another character than it is sealed as: it comes in as �. */
export function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map(wellFormed)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, wellFormed(one)]))
}
