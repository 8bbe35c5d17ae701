import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { UserError } from '../memory/errors.ts'
import { PrismaClient } from './generated/client.ts'
import { createIdMaker, type IdMaker } from './ids.ts'
import { SqliteInTurns } from './in-turns.ts'
import { sealRevision } from './log/log-seal.ts'
import { checkFile, hasPending, migrate } from './migrate.ts'
import { type Conceal, openMarks } from './purge/suppression-mark.ts'
import { highestUlid, openReaders } from './readers.ts'
import { isLocked, namedFault, onlyRead } from './store-faults.ts'
import { insertRow, isoText, type Reader, readerOf, type Tx, tables, transactionOf } from './tables.ts'

export type { Reader, Tx }

/** What a write is called in the log. */
export type WriteNote = {
  by: string
  verb: string
  reason?: string | null
  projectId?: string | null | undefined
  batchId?: string
  undoes?: number
}

type Work<T> = (tx: Tx, revise: (projectId?: string | null) => Promise<number>) => Promise<T>
export type Write<T> = { note: WriteNote; work: Work<T> }

/** The open store, and its own read-only connection: it never sees what is not committed. Only lib/db looks inside (`tables`); others pass it on. */
export type Store = Reader & {
  /**
   * One use case, one transaction, one revision. `revise` makes the revision at its first call, so that a write that
   * changes nothing leaves none; it takes the project where the note could not know it yet.
   */
  write<T>(note: WriteNote, work: Work<T>): Promise<T>
  /**
   * The first of several use cases in one transaction, a revision each, and their answers: what comes in by thousands waits for the
   * disk once. All of them as a rule; fewer where others have waited for `TOGETHER_MS`. All that are answered are kept, or none.
   */
  writeFirst<T>(writes: readonly Write<T>[]): Promise<T[]>
  /** A transaction that people do not undo: jobs, settings, logs. */
  record<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Moves everything from the log file into the database file and empties the log; false when a reader stood in the way. */
  checkpoint(): Promise<boolean>
  /** Why nothing is written: the database is damaged and only read. Null as a rule. */
  readonly onlyRead: UserError | null
  /** The folder the database file is in. */
  readonly dataPath: string
  /** What is kept of the key of a retired or purged lesson: nobody without this folder's key can test a guess against it. */
  readonly conceal: Conceal
  nextId: IdMaker
  now(): Date
  close(): Promise<void>
}

/**
 * Opens the store of a data folder: migrates, connects, sets the pragmas and reads them back.
 * The caller must own the folder (owner-lock.ts). Throws when a pragma does not hold.
 */
export async function openStore(options: {
  dataPath: string
  rootPath: string
  now: () => Date
  log?: (line: string) => void
}): Promise<Store> {
  const { dataPath, rootPath } = options
  mkdirSync(dataPath, { recursive: true })
  const path = join(dataPath, 'loupe.db')
  const damage = checkFile(dataPath)
  const migrations = join(rootPath, 'prisma', 'migrations')
  if (damage) {
    options.log?.(`! ${onlyRead(damage).message}`)
    return await connectToRead(path, { ...options, damage, migrations })
  }
  try {
    const { unmoved } = migrate(path, migrations, join(dataPath, 'backups'))
    for (const { table, id, reason } of unmoved)
      options.log?.(`! ${table} ${id} fits no table of this version and is kept as it was: ${reason}`)
    return await connect(path, options)
  } catch (error) {
    throw namedFault(error, dataPath)
  }
}

async function connect(
  path: string,
  { dataPath, now, log }: { dataPath: string; now: () => Date; log?: (line: string) => void },
): Promise<Store> {
  const adapter = new SqliteInTurns({ url: `file:${path}` })
  const writer = new PrismaClient({ adapter })
  for (const [name, value] of PRAGMAS) await writer.$queryRawUnsafe(`PRAGMA ${name} = ${value}`)
  for (const [name, , expected] of PRAGMAS) await expectPragma(writer, name, expected)
  const conceal = await openMarks(writer, dataPath, log).catch(async (error) => {
    await writer.$disconnect()
    throw error
  })
  const { read, rows, closeReaders, isOpen } = await openReaders(path)
  const nextId = createIdMaker(() => now().getTime(), await highestUlid(read))
  const queue = createQueue()

  /** One transaction that holds the write lock from its first statement: what only later asks for it is refused at once where another program writes. */
  async function transact<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const until = performance.now() + LOCK_PATIENCE_MS
    for (;;) {
      let isBegun = false
      try {
        return await writer.$transaction(async (tx) => {
          await tx.$executeRawUnsafe(TAKE_LOCK)
          isBegun = true
          return await work(transactionOf(tx, adapter.rows))
        }, LIMITS)
      } catch (error) {
        if (isBegun || !isLocked(error) || performance.now() > until) throw namedFault(error, dataPath)
        await new Promise((later) => setTimeout(later, LOCK_LOOK_MS))
      }
    }
  }

  async function revised<T>(tx: Tx, { note, work }: Write<T>): Promise<T> {
    let revision: Promise<number> | null = null
    const answer = await work(tx, async (projectId = note.projectId) => {
      revision ??= insertRevision(tx, { ...note, projectId }, now(), nextId)
      return await revision
    })
    if (revision !== null) await sealRevision(tx, await revision)
    return answer
  }

  return {
    ...readerOf(read, rows),
    onlyRead: null,
    dataPath,
    conceal,
    nextId,
    now,
    async checkpoint() {
      const [row] = await queue(() =>
        writer.$queryRawUnsafe<{ busy: number | bigint }[]>('PRAGMA wal_checkpoint(TRUNCATE)'),
      )
      return Number(row?.busy ?? 1) === 0
    },
    record: (work) => queue(() => transact(work)),
    write: (note, work) => queue(() => transact((tx) => revised(tx, { note, work }))),
    writeFirst: (writes) =>
      queue(() =>
        transact(async (tx) => {
          const until = performance.now() + TOGETHER_MS
          const answers = []
          for (const write of writes) {
            answers.push(await revised(tx, write))
            if (queue.othersWait() && performance.now() > until) break
          }
          return answers
        }),
      ),
    async close() {
      await queue(async () => {
        if (!isOpen()) return // closed before
        await closeReaders()
        // Last, when no reader of ours stands in the way: the file alone then holds everything.
        try {
          await writer.$queryRawUnsafe('PRAGMA wal_checkpoint(TRUNCATE)')
        } catch (error) {
          throw namedFault(error, dataPath)
        } finally {
          await writer.$disconnect()
        }
      })
    },
  }
}

/** Name, value to set, value read back. FULL because better-sqlite3 is built so that WAL means NORMAL, which may lose the last commits at a power cut. */
const PRAGMAS: [string, string, string][] = [
  ['journal_mode', 'WAL', 'wal'],
  ['synchronous', 'FULL', '2'],
  ['foreign_keys', 'ON', '1'],
  ['busy_timeout', '20', '20'], // it blocks the whole process; `transact` waits longer without
  ['secure_delete', 'ON', '1'],
  ['trusted_schema', 'ON', '1'], // FTS5 triggers need it
]

/** Longest wait for the queue's turn and longest transaction, ms. Ours; no transaction waits for anything but the disk. */
const LIMITS = { maxWait: 60_000, timeout: 120_000 }

/** How long writes may follow each other in a transaction while others wait, ms. Ours; a wait for the disk takes 8. */
const TOGETHER_MS = 25

/** Takes the write lock and changes nothing. */
const TAKE_LOCK = `UPDATE "Setting" SET "value" = "value" WHERE FALSE`
/** How long a write waits for another program that holds the lock, and how often it looks, ms. Ours. */
const LOCK_PATIENCE_MS = 5_000
const LOCK_LOOK_MS = 50

async function expectPragma(client: PrismaClient, name: string, expected: string): Promise<void> {
  const rows = await client.$queryRawUnsafe<Record<string, unknown>[]>(`PRAGMA ${name}`)
  const value = String(Object.values(rows[0] ?? {})[0])
  if (value !== expected)
    throw new Error(`PRAGMA ${name} is ${value} after setting it, expected ${expected}; refusing to write`)
}

async function insertRevision(tx: Tx, note: WriteNote, at: Date, nextId: IdMaker): Promise<number> {
  const [made] = await insertRow<{ number: number }>(
    tx,
    'Revision',
    {
      at: isoText(at),
      by: note.by,
      verb: note.verb,
      reason: note.reason ?? null,
      projectId: note.projectId ?? null,
      batchId: note.batchId ?? nextId('b'),
      undoes: note.undoes ?? null,
    },
    'number',
  )
  return made?.number ?? 0
}

/** Runs one job after the other; a failed one does not stop the next. */
function createQueue() {
  let last: Promise<unknown> = Promise.resolve()
  let open = 0
  function queue<T>(job: () => Promise<T>): Promise<T> {
    open++
    const next = last.then(job).finally(() => open--)
    last = next.catch(() => undefined)
    return next
  }
  /** Whether there are more than the one at work. */
  return Object.assign(queue, { othersWait: () => open > 1 })
}

/** A fact about the store itself, or null when it was never set. */
export async function getSetting(read: Reader, name: string): Promise<string | null> {
  return (await tables(read).setting.findUnique({ where: { name } }))?.value ?? null
}

/** Keeps a fact about the store itself; not a revision, nobody undoes it. */
export async function setSetting(store: Store, name: string, value: string): Promise<void> {
  await store.record((tx) => putSetting(tx, name, value))
}

/** The same inside a transaction. */
export async function putSetting(tx: Tx, name: string, value: string): Promise<void> {
  await tables(tx).setting.upsert({ where: { name }, create: { name, value }, update: { value } })
}

/** Rows left the store for good: an index that holds them must start anew. */
export async function beginIndexAnew(store: Store, tx: Tx): Promise<void> {
  await putSetting(tx, 'indexEpoch', store.nextId('b'))
}

/** Nothing of a damaged file is changed: a write could spread the damage. Throws the damage where not even the names of projects can be read. */
async function connectToRead(
  path: string,
  options: { dataPath: string; now: () => Date; damage: UserError; migrations: string },
) {
  const { dataPath, now, damage, migrations } = options
  const fault = onlyRead(damage)
  const refuse = async (): Promise<never> => {
    throw fault
  }
  let readers: Awaited<ReturnType<typeof openReaders>> | null = null
  try {
    if (hasPending(path, migrations)) throw damage
    readers = await openReaders(path)
    await readers.read.project.findMany()
    return {
      ...readerOf(readers.read, readers.rows),
      onlyRead: fault,
      dataPath,
      conceal: (key: string) => key, // nothing is stored under it
      nextId: createIdMaker(() => now().getTime(), await highestUlid(readers.read)),
      now,
      checkpoint: async () => false,
      record: refuse,
      write: refuse,
      writeFirst: refuse,
      close: readers.closeReaders,
    }
  } catch {
    await readers?.closeReaders()
    throw damage
  }
}
