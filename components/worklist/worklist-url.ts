import { parseAsFloat, parseAsString, parseAsStringLiteral } from 'nuqs/server'

/** What of a worklist is in its address. */
export const worklistUrlParsers = {
  /** Lowest score shown. */
  min: parseAsFloat,
  view: parseAsStringLiteral(['findings', 'clusters'] as const).withDefault('findings'),
  /** The finding under the cursor. */
  at: parseAsString,
}

/** Findings read at a time. */
export const WORKLIST_ROWS = 100
