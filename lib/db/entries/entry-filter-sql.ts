import { UserError } from '../../memory/errors.ts'
import { ENTRY_FACETS, type EntryFacet } from '../../memory/filter/entry-facet.ts'
import type { EntryFilter } from '../../memory/filter/entry-filter.ts'
import {
  type Expression,
  type FieldName,
  instantOf,
  mentionsField,
  type Operator,
  parseExpression,
} from '../../memory/filter/filter-expression.ts'
import { isoText } from '../iso-text.ts'

/** A condition on an entry `e`, with its bound values in order. */
export type Where = { sql: string; values: (string | number)[] }

/** Neither retired nor purged. */
export const LIVE = `e."lifecycle" NOT IN ('retired', 'purged')`

/** The whole filter, for what must be exact inside a transaction. */
export function filterWhere(filter: EntryFilter): Where {
  const facets = ENTRY_FACETS.flatMap((facet) => {
    const chosen = filter.facets[facet] ?? []
    return chosen.length === 0 ? [] : [facetWhere(facet, chosen)]
  })
  return all([
    projectWhere(filter),
    ...(hidesRetired(filter) ? [{ sql: LIVE, values: [] }] : []),
    ...(hidesBeside(filter) ? [{ sql: 'NOT e."beside"', values: [] }] : []),
    ...narrowings(filter),
    ...facets,
  ])
}

/** The filter without facets and the default of states: what the table of facets cannot say itself; null when that is the project alone. */
export function narrowingWhere(filter: EntryFilter): Where | null {
  const parts = narrowings(filter)
  return parts.length === 0 ? null : all([projectWhere(filter), ...parts])
}

/** Where words are searched, the plus keeps SQLite from going through the whole project instead of through what they hit. */
function projectWhere(filter: EntryFilter): Where {
  const expression = parseExpression(filter.expression ?? '')
  const parts = expression?.kind === 'and' ? expression.parts : [expression]
  const hasWords = ftsQuery(filter.text) !== null || parts.some((part) => part?.kind === 'words')
  return { sql: `${hasWords ? '+' : ''}e."projectId" = ?`, values: [filter.projectId] }
}

/** True when nothing in the filter speaks of states: then a list shows what may serve. */
export function hidesRetired(filter: EntryFilter): boolean {
  if ((filter.facets.lifecycle ?? []).length > 0) return false
  return !mentionsField(parseExpression(filter.expression ?? ''), 'lifecycle')
}

/** True when nothing in the filter speaks of service: then a list shows what the extractor in service and persons made. */
export function hidesBeside(filter: EntryFilter): boolean {
  if ((filter.facets.service ?? []).length > 0) return false
  return !mentionsField(parseExpression(filter.expression ?? ''), 'service')
}

function narrowings(filter: EntryFilter): Where[] {
  const parts: Where[] = []
  const match = ftsQuery(filter.text)
  if (match !== null) parts.push(textWhere(match))
  const expression = parseExpression(filter.expression ?? '')
  if (expression !== null) parts.push(expressionWhere(expression))
  if (filter.ids)
    parts.push({
      sql: 'e."id" IN (SELECT value FROM json_each(?))',
      values: [JSON.stringify(filter.ids)],
    })
  const { from, to } = filter.created ?? {}
  if (from) parts.push(compared(COMPARED.created, '>=', from))
  if (to) parts.push(compared(COMPARED.created, '<=', to))
  return parts
}

/** Words of a person as an FTS5 query: every word must occur, each as a beginning (no stemming, so that what matches can be seen). Null when there is no word. */
export function ftsQuery(text: string): string | null {
  if (text.length > 500)
    throw new UserError('query-too-long', 'The search text is longer than 500 characters.', {
      hint: 'Search for fewer words.',
    })
  const words = wordsOf(text)
  return words.length === 0 ? null : words.map((word) => `"${word}"*`).join(' ')
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}_]+/gu) ?? []
}

function textWhere(match: string): Where {
  return { sql: 'e."seq" IN (SELECT "rowid" FROM "EntryText" WHERE "EntryText" MATCH ?)', values: [match] }
}

const USED = `CASE (SELECT MIN(10, COUNT(*)) FROM "Retrieval" r WHERE r."winnerId" = e."id") WHEN 0 THEN 'never' WHEN 10 THEN '10+' ELSE '1-9' END`

const episodeColumn = (name: string) =>
  `(SELECT ep."${name}" FROM "Episode" ep WHERE ep."id" = e."episodeId")`

const orElse = (value: string, missing: string) => `COALESCE(${value}, '${missing}')`

/** SQL of a value of an entry `e`. Flags and findings are not here: an entry has several. */
const VALUE = {
  category: 'e."category"',
  lifecycle: 'e."lifecycle"',
  outcome: orElse(episodeColumn('outcome'), 'unknown'),
  kind: 'e."kind"',
  repo: orElse('e."repo"', 'none'),
  extractor: 'e."extractor"',
  service: `CASE WHEN e."beside" THEN 'beside' ELSE 'in' END`,
  used: USED,
  backbone: orElse(episodeColumn('backbone'), 'none'),
  labelSource: orElse('(SELECT st."labelledBy" FROM "Subtask" st WHERE st."id" = e."subtaskId")', 'none'),
  reviewer: orElse('e."reviewedBy"', 'nobody'),
  scope: 'e."scope"',
  pinned: `CASE WHEN e."pinned" THEN 'yes' ELSE 'no' END`,
  reviewed: `CASE WHEN e."reviewedBy" IS NULL THEN 'no' ELSE 'yes' END`,
  instance: orElse('e."instanceId"', 'none'),
  episode: orElse('e."episodeId"', 'none'),
  file: orElse(episodeColumn('fileName'), 'none'),
  id: 'e."id"',
} as const satisfies Partial<Record<FieldName, string>>

const COMPARED = {
  served: '(SELECT COUNT(*) FROM "Retrieval" r WHERE r."winnerId" = e."id")',
  revision: 'e."revision"',
  created: 'e."createdAt"',
  updated: 'e."updatedAt"',
} as const satisfies Partial<Record<FieldName, string>>

/** Columns of the full-text index, by the field that searches them. */
const TEXT_COLUMN = {
  title: 'title',
  objective: 'objective',
  keyword: 'keywords',
  when: 'whenText',
  do: 'doText',
  because: 'becauseText',
  check: 'checkText',
} as const satisfies Partial<Record<FieldName, string>>

function facetWhere(facet: EntryFacet, chosen: string[]): Where {
  const places = chosen.map(() => '?').join(', ')
  if (facet === 'flag')
    return {
      sql: `EXISTS (SELECT 1 FROM json_each(e."flags") f WHERE f.value IN (${places}))`,
      values: chosen,
    }
  if (facet === 'finding') return findingWhere(`"detector" IN (${places})`, chosen)
  return { sql: `${VALUE[facet]} IN (${places})`, values: chosen }
}

function findingWhere(condition: string, values: string[]): Where {
  const one = (column: string) =>
    `SELECT "${column}" FROM "Finding" WHERE "state" = 'open' AND "${column}" IS NOT NULL AND ${condition}`
  return { sql: `e."id" IN (${one('entryId')} UNION ${one('otherId')})`, values: [...values, ...values] }
}

function expressionWhere(expression: Expression): Where {
  if (expression.kind === 'not') {
    const { sql, values } = expressionWhere(expression.part)
    return { sql: `NOT ${sql}`, values }
  }
  if (expression.kind === 'words') return wordsWhere(expression.text, expression.phrase, null)
  if (expression.kind === 'field') return fieldWhere(expression)
  return joined(expression.parts.map(expressionWhere), expression.kind === 'or' ? ' OR ' : ' AND ')
}

function fieldWhere({ field, operator, values }: Expression & { kind: 'field' }): Where {
  return joined(
    values.map((value) => {
      if (field in COMPARED) return compared(COMPARED[field as keyof typeof COMPARED], operator, value)
      if (field in TEXT_COLUMN)
        return wordsWhere(value, false, TEXT_COLUMN[field as keyof typeof TEXT_COLUMN])
      if (field === 'finding') {
        const { sql, values: bound } = likeWhere('"detector"', value)
        return findingWhere(sql, bound as string[])
      }
      if (field === 'flag') return flagWhere(value)
      if (field === 'job') return jobWhere(value)
      return likeWhere(VALUE[field as keyof typeof VALUE], value)
    }),
    ' OR ',
  )
}

/** A flag by its name, or by its kind before the colon: `leak` means `leak: path` too. */
function flagWhere(value: string): Where {
  const whole = likeWhere('f.value', value)
  const kind = likeWhere('f.value', `${value}: *`)
  return {
    sql: `EXISTS (SELECT 1 FROM json_each(e."flags") f WHERE ${whole.sql} OR ${kind.sql})`,
    values: [...whole.values, ...kind.values],
  }
}

/** Entries of the runs that an import brought in; an entry without a run is of none. */
function jobWhere(value: string): Where {
  const { sql, values } = likeWhere('"jobId"', value)
  const runs = `SELECT "target" FROM "JobItem" WHERE ${sql}`
  return { sql: `(e."episodeId" IS NOT NULL AND e."episodeId" IN (${runs}))`, values }
}

/** Equal but for case; `*` stands for any characters. */
function likeWhere(value: string, pattern: string): Where {
  if (!pattern.includes('*')) return { sql: `${value} = ? COLLATE NOCASE`, values: [pattern] }
  const like = pattern.replace(/[\\%_]/g, (sign) => `\\${sign}`).replaceAll('*', '%')
  return { sql: `${value} LIKE ? ESCAPE '\\'`, values: [like] }
}

/** A number, or the moments a date covers: `created>2026-01-31` begins with the first of February. */
function compared(column: string, operator: Operator, value: string): Where {
  const moments = instantOf(value)
  if (moments === null) return { sql: `${column} ${operator} ?`, values: [Number(value)] }
  const from = isoText(moments.from)
  const to = isoText(moments.to)
  if (operator === '=') return { sql: `${column} BETWEEN ? AND ?`, values: [from, to] }
  return { sql: `${column} ${operator} ?`, values: [operator === '>' || operator === '<=' ? to : from] }
}

function wordsWhere(text: string, phrase: boolean, column: string | null): Where {
  const words = wordsOf(text)
  const match = phrase ? `"${words.join(' ')}"` : words.map((word) => `"${word}"*`).join(' ')
  return textWhere(column === null ? match : `{${column}} : (${match})`)
}

function all(parts: Where[]): Where {
  return joined(parts, ' AND ')
}

function joined(parts: Where[], word: ' AND ' | ' OR '): Where {
  return {
    sql: `(${parts.map(({ sql }) => sql).join(word)})`,
    values: parts.flatMap(({ values }) => values),
  }
}
