/**
 * Forms of SQL that SQLite and PostgreSQL both understand: lists and rows come in and go out as one JSON text each. What
 * PostgreSQL has under no such name is defined there by `postgres.sql`.
 */

/** After a column: whether it is in a bound JSON list of texts. */
export const oneOf = 'IN (SELECT value FROM json_each(?))'
/** The same for a list of whole numbers. */
export const oneOfNumbers = 'IN (SELECT CAST(value AS INTEGER) FROM json_each(?))'

/** Columns that are no text; a name has one type in all tables and all answers. Instants have it from how they are called. */
const TYPES = new Map(
  Object.entries({
    INTEGER:
      'worth fromStep toStep revision position revisionNumber dimension storeRevision eligibleCount tokens',
    BOOLEAN:
      'beside blind handedOver isErased isOneTime onlyWhatFits paused pinned refused reviewGate withheld withholdsExcerpts',
    'DOUBLE PRECISION': 'score propensity latencyMs',
  }).flatMap(([type, names]) => names.split(' ').map((name) => [name, type])),
)

function typeOf(name: string): string | undefined {
  // In SQLite any type with TEXT in its name is text; in PostgreSQL it is a domain over timestamptz.
  return /^at$|At$|^leaseUntil$/.test(name) ? 'TIME_TEXT' : TYPES.get(name)
}

/** Field of a row `j` of a bound JSON list (`FROM json_each(?) j`), as the column of that name keeps it; bytes come in hex. */
export function fieldIn(name: string): string {
  const text = `j.value ->> '${name}'`
  const type = typeOf(name)
  return name === 'data' ? `unhex(${text})` : type ? `CAST(${text} AS ${type})` : text
}

/**
 * Makes rows with these columns the same whatever engine they are from, in place: an instant is a Date, where SQLite has a text, and truth is
 * true or false, where it has 1 or 0. Null where no column is of those.
 */
export function valuesOf(columns: readonly string[]): ((rows: Record<string, unknown>[]) => void) | null {
  const instants = columns.filter((name) => typeOf(name) === 'TIME_TEXT')
  const truths = columns.filter((name) => typeOf(name) === 'BOOLEAN')
  if (instants.length + truths.length === 0) return null
  return (rows) => {
    for (const row of rows) {
      for (const name of instants) if (typeof row[name] === 'string') row[name] = new Date(row[name])
      for (const name of truths) if (typeof row[name] === 'number') row[name] = row[name] !== 0
    }
  }
}

/** Adds the rows of a bound JSON list, in their order; the columns are the names of their fields. */
export function insertAll(table: string, columns: readonly string[]): string {
  return `INSERT INTO "${table}" (${columns.map((name) => `"${name}"`).join(', ')})
    SELECT ${columns.map(fieldIn).join(', ')} FROM json_each(?) j WHERE TRUE ORDER BY j.key`
}

/** All rows as one JSON list of lists: where there are many, a row each costs several times as much. */
export function rowsOut(columns: readonly string[], from: string): string {
  return `SELECT json_group_array(json_array(${columns.join(', ')})) AS "rows" FROM ${from}`
}

/** After a text: whether it is like a bound pattern, whatever its case (`LIKE` is that in SQLite, and `ILIKE` in PostgreSQL). */
export const isLike = `LIKE ? ESCAPE '\\'`

/** A text as a pattern that only it is like. */
export function likeOf(text: string): string {
  return text.replace(/[\\%_]/g, (sign) => `\\${sign}`)
}
