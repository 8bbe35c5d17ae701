import {
  createParser,
  createSerializer,
  type inferParserType,
  parseAsInteger,
  parseAsString,
} from 'nuqs/server'
import { instantOf } from '@/lib/memory/filter/filter-expression.ts'

/** A day or an instant; anything else in an address is ignored. */
const parseAsMoment = createParser<string>({
  parse: (text) => (instantOf(text) === null ? null : text),
  serialize: (text) => text,
})

/** What of the log is in the address: its filter, its page and the revision that is open. */
export const activityUrlParsers = {
  by: parseAsString,
  verb: parseAsString,
  entry: parseAsString,
  since: parseAsMoment,
  until: parseAsMoment,
  from: parseAsInteger.withDefault(0),
  /** Revision under the cursor. */
  at: parseAsInteger,
  open: parseAsInteger,
}
export type ActivityUrl = inferParserType<typeof activityUrlParsers>
export type ActivityFilter = Pick<ActivityUrl, 'by' | 'verb' | 'entry' | 'since' | 'until'>

export const ACTIVITY_ROWS = 50

export function activityQuery(projectId: string, { by, verb, entry, since, until }: ActivityFilter) {
  return {
    projectId,
    ...(by ? { by } : {}),
    ...(verb ? { verb } : {}),
    ...(entry ? { entryId: entry } : {}),
    ...(since ? { since } : {}),
    ...(until ? { until } : {}),
  }
}

export function isFiltered({ by, verb, entry, since, until }: ActivityFilter): boolean {
  return [by, verb, entry, since, until].some((value) => value !== null)
}

const serialize = createSerializer({
  project: parseAsString,
  by: parseAsString,
  verb: parseAsString,
  entryId: parseAsString,
  since: parseAsString,
  until: parseAsString,
})

/** Address of the log as a file, under the same filter. */
export function activityExportPath(
  project: string,
  { by, verb, entry, since, until }: ActivityFilter,
): string {
  return serialize('/api/v1/activity/export', { project, by, verb, entryId: entry, since, until })
}
