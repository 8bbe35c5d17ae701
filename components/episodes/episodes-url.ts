import { parseAsInteger, parseAsString, parseAsStringLiteral } from 'nuqs/server'

export const PAGE_SIZE = 50

export const episodesUrlParsers = {
  q: parseAsString.withDefault(''),
  outcome: parseAsStringLiteral(['resolved', 'unresolved', 'unknown'] as const),
  page: parseAsInteger.withDefault(1),
}
