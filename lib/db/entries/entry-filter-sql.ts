import { UserError } from '../../memory/errors.ts'
import {
  ENTRY_FACETS,
  type EntryFacet,
  entryField,
  type FieldName,
} from '../../memory/filter/entry-fields.ts'
import type { EntryFilter } from '../../memory/filter/entry-filter.ts'
import {
  type Expression,
  instantOf,
  mentionsField,
  type Operator,
  parseExpression,
} from '../../memory/filter/filter-expression.ts'
import { isLike, likeOf, oneOf } from '../dialect.ts'
import { isoText } from '../tables.ts'
import { fieldSource } from './entry-field-sql.ts'

/** A condition on an entry `e`, with its bound values in order. */
export type Where = { sql: string; values: (string | number)[] }

export const LIVE = `e."lifecycle" NOT IN ('retired', 'purged')`

/** The whole filter, for what must be exact inside a transaction. */
export function filterWhere(filter: EntryFilter): Where {
  const facets = ENTRY_FACETS.flatMap((facet) => {
    const chosen = filter.facets[facet] ?? []
    return chosen.length === 0 ? [] : [facetWhere(facet, chosen)]
  })
  return all([
    projectWhere(filter),
    ...(isSilentOn(filter, 'lifecycle') ? [{ sql: LIVE, values: [] }] : []),
    ...(isSilentOn(filter, 'service') ? [{ sql: 'NOT e."beside"', values: [] }] : []),
    ...narrowings(filter),
    ...facets,
  ])
}

/** The filter without facets and the default of states: what the table of facets cannot say itself; null when that is the project alone. */
export function narrowingWhere(filter: EntryFilter): Where | null {
  const parts = narrowings(filter)
  return parts.length === 0 ? null : all([projectWhere(filter), ...parts])
}

/** Where words are searched, the concatenation keeps SQLite from going through the whole project instead of through what they hit. */
function projectWhere(filter: EntryFilter): Where {
  const expression = parseExpression(filter.expression ?? '')
  const parts = expression?.kind === 'and' ? expression.parts : [expression]
  const hasWords = ftsQuery(filter.text) !== null || parts.some((part) => part?.kind === 'words')
  return { sql: `e."projectId"${hasWords ? ` || ''` : ''} = ?`, values: [filter.projectId] }
}

/** True when nothing in the filter speaks of the field: then a list shows what may serve, neither retired nor kept beside. */
export function isSilentOn(filter: EntryFilter, field: 'lifecycle' | 'service'): boolean {
  const isChosen = (filter.facets[field] ?? []).length > 0
  return !isChosen && !mentionsField(parseExpression(filter.expression ?? ''), field)
}

function narrowings(filter: EntryFilter): Where[] {
  const parts: Where[] = []
  const match = ftsQuery(filter.text)
  if (match !== null) parts.push(textWhere(match))
  const expression = parseExpression(filter.expression ?? '')
  if (expression !== null) parts.push(expressionWhere(expression))
  if (filter.ids)
    parts.push({
      sql: `e."id" ${oneOf}`,
      values: [JSON.stringify(filter.ids)],
    })
  const { from, to } = filter.created ?? {}
  if (from) parts.push(having('created', (at) => compared(at, '>=', from)))
  if (to) parts.push(having('created', (at) => compared(at, '<=', to)))
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

/** Entries with a value in a field of which a condition holds, given the SQL of that value. */
function having(field: FieldName, condition: (value: string) => Where): Where {
  const { value, among } = fieldSource(field)
  const where = condition(value)
  return among ? { ...where, sql: among(where.sql) } : where
}

function facetWhere(facet: EntryFacet, chosen: string[]): Where {
  const places = chosen.map(() => '?').join(', ')
  return having(facet, (value) => ({ sql: `${value} IN (${places})`, values: chosen }))
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
  const { kind } = entryField(field)
  return joined(
    values.map((one) => {
      if (kind === 'words') return wordsWhere(one, false, fieldSource(field).value)
      if (kind === 'number' || kind === 'date')
        return having(field, (value) => compared(value, operator, one))
      // A flag by its name, or by its kind before the colon: `leak` means `leak: path` too.
      const patterns = field === 'flag' ? [one, `${one}: *`] : [one]
      return having(field, (value) =>
        joined(
          patterns.map((pattern) => likeWhere(value, pattern)),
          ' OR ',
        ),
      )
    }),
    ' OR ',
  )
}

/** Equal but for case; `*` stands for any characters. */
function likeWhere(value: string, pattern: string): Where {
  return { sql: `${value} ${isLike}`, values: [likeOf(pattern).replaceAll('*', '%')] }
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
