import { decodeTime, encodeTime } from 'ulid'
import { UserError } from '../memory/errors.ts'
import type { Before } from '../retrieval/scope.ts'
import type { EpisodeText } from '../retrieval/strategies/strategy.ts'
import type { ReplayQuery } from './replay-query.ts'

/** The repository of a query where it is known: of its instance's episodes, else named in its id. */
export function repoOf(instanceId: string, episodes: readonly EpisodeText[]): string | null {
  const known = episodes.find((episode) => episode.instanceId === instanceId)?.repo
  if (known) return known
  const parts = /^([\w.-]+?)__([\w.-]+)-\d+$/.exec(instanceId)
  if (!parts) return null
  const repos = [`${parts[1]}/${parts[2]}`, parts[2] ?? '']
  return repos.find((repo) => episodes.some((episode) => episode.repo === repo)) ?? null
}

/** The moment a query was asked at; null = it may see everything. */
export function momentOf({ id, before }: ReplayQuery, episodes: readonly EpisodeText[]): Before | null {
  if (before === undefined || before === null) return null
  if (typeof before === 'number') return { position: before }
  if (isEntryId(before)) return { id: before }
  const first = episodes
    .filter((episode) => episode.instanceId === before)
    .sort((a, b) => a.position - b.position)[0]
  if (first) return { position: first.position }
  const atMs = utcMs(before)
  if (Number.isFinite(atMs) && atMs >= 0) return { id: `m_${encodeTime(atMs, 10)}` }
  throw new UserError('unknown-moment', `Query ${id}: "before" is ${JSON.stringify(before).slice(0, 80)}.`, {
    hint: 'Give a place in the stream (a number from 0), an entry id, the id of an instance in the project, or an ISO time.',
    place: `${id}, before`,
  })
}

/** Milliseconds of an ISO date or time, UTC where it names no zone (`Date.parse` would take the machine's); else NaN. */
function utcMs(text: string): number {
  if (!/^\d{4}-\d\d-\d\d/.test(text)) return Number.NaN
  const isZoneless = /^.{10}[T ][\d:.]+$/.test(text)
  return Date.parse(isZoneless ? `${text.replace(' ', 'T')}Z` : text)
}

function isEntryId(text: string): boolean {
  if (!/^m_[0-9A-HJKMNP-TV-Z]{26}$/.test(text)) return false
  return decodeTime(text.slice(2)) >= 0
}
