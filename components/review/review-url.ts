import { parseAsFloat, parseAsInteger, parseAsString, parseAsStringLiteral } from 'nuqs/server'

export const reviewUrlParsers = {
  /** Lowest score shown. */
  min: parseAsFloat,
  view: parseAsStringLiteral(['open', 'clusters', 'dismissed'] as const).withDefault('open'),
  /** Place of the first item shown. */
  from: parseAsInteger.withDefault(0),
  /** The item under the cursor. */
  at: parseAsString,
  /** Share of junk in a sample that is few enough. */
  bound: parseAsFloat.withDefault(0.05),
}

export const ITEMS = 100
