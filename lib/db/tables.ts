import type { Prisma } from './generated/client.ts'

type Client = Prisma.TransactionClient
/** Values as SQLite has them. */
type Ask = <Row>(sql: string, ...values: (string | number)[]) => Row[]

/** Keys that nobody outside this file can name: whoever holds a store or a transaction passes it on, and cannot look inside. */
const client = Symbol('client')
const ask = Symbol('ask')
const writing = Symbol('writing')

/** What can be read from: the store as it was last committed, or a transaction that is under way. */
export type Reader = { readonly [client]: Client }
/** A transaction that is under way. */
export type Tx = Reader & { readonly [writing]: true }
/** The inside of a store. */
export type Inside = Reader & { readonly [ask]: Ask }

/** The tables of a store, which are only read, or those of a transaction. For this folder, and for tests that look behind it. */
export function tables(reader: Reader): Client {
  return reader[client]
}

/**
 * Rows of a fixed SELECT, from a read-only connection of its own that keeps its statements prepared: for what every
 * retrieval asks. Around such a read the client costs several times the read itself.
 */
export function rowsOf<Row>(store: Inside, sql: string, ...values: (string | number)[]): Row[] {
  return store[ask](sql, ...values)
}

export function insideOf(read: Client, rows: Ask): Inside {
  return { [client]: read, [ask]: rows }
}

export function transactionOf(own: Client): Tx {
  return { [client]: own, [writing]: true }
}
