import { type Reader, tables } from './tables.ts'

/** Rows of a SELECT as the store was last committed, or as a transaction sees it; counts come as numbers. */
export async function select<Row extends object>(
  read: Reader,
  sql: string,
  ...values: unknown[]
): Promise<Row[]> {
  const rows = await tables(read).$queryRawUnsafe<Record<string, unknown>[]>(sql, ...values)
  for (const row of rows)
    for (const name in row) if (typeof row[name] === 'bigint') row[name] = Number(row[name])
  return rows as Row[]
}

/** The only row of a SELECT of counts and sums; the sum of nothing is 0. */
export async function selectNumbers<Name extends string>(
  read: Reader,
  sql: string,
  ...values: unknown[]
): Promise<Record<Name, number>> {
  const [row] = await select<Record<Name, number | null>>(read, sql, ...values)
  return Object.fromEntries(Object.entries(row ?? {}).map(([name, value]) => [name, value ?? 0])) as Record<
    Name,
    number
  >
}

/** The values of the only column of a SELECT. */
export async function selectColumn<Value>(read: Reader, sql: string, ...values: unknown[]): Promise<Value[]> {
  return (await select<Record<string, Value>>(read, sql, ...values)).flatMap((row) => Object.values(row))
}

/** What a SELECT puts into one text by `json_group_array`: for long lists, where a row each costs several times as much. */
export async function selectList<Value>(read: Reader, sql: string, ...values: unknown[]): Promise<Value[]> {
  const [json] = await selectColumn<string>(read, sql, ...values)
  return JSON.parse(json ?? '[]')
}
