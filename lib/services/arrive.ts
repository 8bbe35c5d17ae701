import { kindOfName } from '../extract/names.ts'
import { requireNoSecret } from '../extract/secret-scan.ts'
import type { CommandName } from '../memory/command.ts'
import { UserError } from '../memory/errors.ts'

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
  'verifyChain',
  'estimateReEmbed',
  'distilStatus',
  'projectYield',
  'estimateDistil',
  'waitingRequests',
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
/** Digests, and the phrase of a purge, which repeats the name of what goes. */
const NOT_LOOKED_AT = new Set(['hash', 'phrase'])

/** Throws UserError `secret`, with the place, when something that a command would keep looks like one. */
export function arriveCommand(name: string, input: unknown): void {
  if (!passes.has(name)) requireNone(input, '')
}

function requireNone(value: unknown, place: string): void {
  if (typeof value === 'string') requireNoSecret(value, place || 'text')
  if (value === null || typeof value !== 'object') return
  for (const [name, one] of Object.entries(value))
    if (kindOfName(name) !== 'own' && !NOT_LOOKED_AT.has(name))
      requireNone(one, place === '' ? name : `${place}.${name}`)
}

/** Deepest nesting of what is sent (ours; no command takes more than eight). */
const DEPTH_LIMIT = 64

/** Half of a pair of characters is stored as another character than it is sealed as: it comes in as �. Throws UserError `too-deep`. */
export function wellFormed(value: unknown, depth = 0): unknown {
  if (depth > DEPTH_LIMIT)
    throw new UserError('too-deep', `What was sent is nested more than ${DEPTH_LIMIT} deep.`, {
      hint: 'No command takes that; send what its schema says.',
    })
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map((one) => wellFormed(one, depth + 1))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, wellFormed(one, depth + 1)]))
}
