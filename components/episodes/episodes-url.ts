import { parseAsInteger, parseAsString, parseAsStringLiteral } from 'nuqs/server'
import { EPISODE_ENDS } from '@/lib/memory/episode-end.ts'

export const PAGE_SIZE = 50

export const episodesUrlParsers = {
  q: parseAsString.withDefault(''),
  outcome: parseAsStringLiteral(EPISODE_ENDS),
  page: parseAsInteger.withDefault(1),
}
