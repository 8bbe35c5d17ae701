import { encodeTime } from 'ulid'
import { UserError } from '../../memory/errors.ts'
import { instantOf } from '../../memory/filter/filter-expression.ts'
import type { Question } from '../../memory/studies/question.ts'
import type { Before } from '../../retrieval/scope.ts'
import type { EpisodeText } from '../../retrieval/strategies/strategy.ts'

/** A ULID begins below 8: its time has 48 bits. */
const ENTRY_ID = /^m_[0-7][0-9A-HJKMNP-TV-Z]{25}$/

/** The moment a query was asked at; null = it may see everything. */
export function momentOf(
  { id, before }: Pick<Question, 'id' | 'before'>,
  episodes: readonly EpisodeText[],
): Before | null {
  if (before === undefined || before === null) return null
  if (typeof before === 'number') return { position: before }
  if (ENTRY_ID.test(before)) return { id: before }
  const first = episodes
    .filter((episode) => episode.instanceId === before)
    .sort((a, b) => a.position - b.position)[0]
  if (first) return { position: first.position }
  const atMs = instantOf(before.replace(' ', 'T'))?.from.getTime() ?? -1
  if (atMs >= 0) return { id: `m_${encodeTime(atMs, 10)}` }
  throw new UserError('unknown-moment', `Query ${id}: "before" is ${JSON.stringify(before).slice(0, 80)}.`, {
    hint: 'Give a place in the stream (a number from 0), an entry id, the id of an instance in the project, or an ISO time.',
    place: `${id}, before`,
  })
}
