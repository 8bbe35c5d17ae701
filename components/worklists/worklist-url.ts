import { parseAsFloat, parseAsInteger, parseAsString, parseAsStringLiteral } from 'nuqs/server'

/** What of a worklist is in its address. */
export const worklistUrlParsers = {
  /** Lowest score shown. */
  min: parseAsFloat,
  view: parseAsStringLiteral(['findings', 'clusters', 'dismissed'] as const).withDefault('findings'),
  /** Place of the first row shown of what was dismissed. */
  from: parseAsInteger.withDefault(0),
  /** The finding under the cursor. */
  at: parseAsString,
}

/** Findings read at a time. */
export const WORKLIST_ROWS = 100
