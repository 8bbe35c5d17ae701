import { createHash, randomUUID } from 'node:crypto'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { UserError } from '../memory/errors.ts'
import { type OwnerLock, tryOwn } from './owner-lock.ts'
import { MARK_KEY_FILE } from './purge/suppression-mark.ts'
import { damaged, namedFault } from './store-faults.ts'
import { isoText } from './tables.ts'

/** What the runner did: names of the migrations applied now, the safe copy made before, if any, and rows that fitted no later table. */
type MigrationReport = { applied: string[]; backup: string | null; unmoved: UnmovedRow[] }

/** A row that is kept whole in the table Unmoved. */
type UnmovedRow = { table: string; id: string; reason: string }

/**
 * Brings a database file to the schema of this program by applying `prisma/migrations` in order.
 * Keeps Prisma's own ledger (SHA-256 of the file), so that its CLI agrees; a copy is made before a file with data is changed.
 * Throws UserError `newer-store` when the file was written by a newer program, `changed-migration` when an applied file differs.
 */
export function migrate(databasePath: string, migrationsPath: string, backupsPath: string): MigrationReport {
  const known = readMigrations(migrationsPath)
  const fresh = !existsSync(databasePath)
  const db = new Database(databasePath)
  try {
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = FULL')
    db.exec(LEDGER)
    if (db.pragma('application_id', { simple: true }) !== APPLICATION_ID)
      db.pragma(`application_id = ${APPLICATION_ID}`)
    const done = db
      .prepare(
        'SELECT migration_name AS name, checksum FROM _prisma_migrations WHERE finished_at IS NOT NULL',
      )
      .all() as { name: string; checksum: string }[]
    refuseForeign(done, known)
    const names = new Set(done.map((row) => row.name))
    const pending = known.filter((migration) => !names.has(migration.name))
    if (pending.length === 0) return { applied: [], backup: null, unmoved: [] }
    const backup =
      fresh || done.length === 0 ? null : copyBefore(db, backupsPath, pending[0]?.name ?? 'migration')
    for (const migration of pending) applyOne(db, migration)
    const unmoved = fresh ? [] : (db.prepare(UNMOVED).all() as UnmovedRow[])
    return { applied: pending.map((migration) => migration.name), backup, unmoved }
  } finally {
    db.close()
  }
}

/** Whether a database file lacks a migration of this program. Reads only. */
export function hasPending(databasePath: string, migrationsPath: string): boolean {
  const db = new Database(databasePath, { readonly: true })
  try {
    const done = db
      .prepare('SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL')
      .pluck()
      .all()
    return readMigrations(migrationsPath).some(({ name }) => !done.includes(name))
  } finally {
    db.close()
  }
}

/**
 * Whether a server can open a folder as it is: nobody has it, its keys are there and closed to others, no migration waits, the
 * sample was offered. It takes a tenth of what opening all of Loupe does, which says what is wrong where something is.
 */
export function isReady(dataPath: string, migrationsPath: string): boolean {
  const path = join(dataPath, 'loupe.db')
  let lock: OwnerLock | null = null
  try {
    const keys = ['token', MARK_KEY_FILE].map((name) => statSync(join(dataPath, name)))
    if (keys.some(({ mode, size }) => (mode & 0o077) !== 0 || size === 0)) return false
    lock = tryOwn(dataPath)
    if (!lock || hasPending(path, migrationsPath)) return false
    const db = new Database(path, { readonly: true })
    const offered = db.prepare(`SELECT 1 FROM "Setting" WHERE "name" = 'sampleOffered'`).get()
    db.close()
    return offered !== undefined
  } catch {
    return false
  } finally {
    lock?.release()
  }
}

const UNMOVED = 'SELECT "table", "id", "reason" FROM "Unmoved" ORDER BY "id"'

type Migration = { name: string; sql: string; checksum: string }

const LEDGER = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
  "id" TEXT PRIMARY KEY NOT NULL, "checksum" TEXT NOT NULL, "finished_at" DATETIME, "migration_name" TEXT NOT NULL,
  "logs" TEXT, "rolled_back_at" DATETIME, "started_at" DATETIME NOT NULL DEFAULT current_timestamp,
  "applied_steps_count" INTEGER UNSIGNED NOT NULL DEFAULT 0)`

function readMigrations(path: string): Migration[] {
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .map((name) => {
      const sql = readFileSync(join(path, name, 'migration.sql'), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })
}

function refuseForeign(done: { name: string; checksum: string }[], known: Migration[]): void {
  const byName = new Map(known.map((migration) => [migration.name, migration]))
  for (const { name, checksum } of done) {
    const migration = byName.get(name)
    if (!migration)
      throw new UserError(
        'newer-store',
        `The data was written by a newer Loupe (migration ${name} is unknown here).`,
        {
          hint: 'Update Loupe, or point LOUPE_DATA_DIR at another folder. Nothing was changed.',
          status: 409,
        },
      )
    if (migration.checksum !== checksum)
      throw new UserError('changed-migration', `Migration ${name} differs from the one that was applied.`, {
        hint: 'Restore prisma/migrations from the release that made the data. Nothing was changed.',
        status: 409,
      })
  }
}

function copyBefore(db: Database.Database, backupsPath: string, name: string): string {
  mkdirSync(backupsPath, { recursive: true })
  const path = join(backupsPath, `before-${name}-${Date.now()}.db`)
  db.prepare('VACUUM INTO ?').run(path)
  return path
}

function applyOne(db: Database.Database, migration: Migration): void {
  db.transaction(() => {
    db.exec(migration.sql)
    const at = isoText(new Date())
    db.prepare(
      'INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, started_at, applied_steps_count) VALUES (?, ?, ?, ?, ?, 1)',
    ).run(randomUUID(), migration.checksum, at, migration.name, at)
  })()
}

/** Says in the file itself whose it is: "Loup" as a number. */
export const APPLICATION_ID = 0x4c_6f_75_70

/**
 * Looks at the database file of a folder before anything of it is changed; gives the damage that leaves it readable, or null. Throws UserError
 * `lost-store` (missing or empty beside what an older one left), `foreign-store`, and `damaged-store` where nothing can be read. Reads every
 * page once: `npm run bench -- check` says how long that takes at 100,000 entries.
 */
export function checkFile(dataPath: string): UserError | null {
  const path = join(dataPath, 'loupe.db')
  const found = statSync(path, { throwIfNoEntry: false })
  if (found && !found.isFile())
    throw new UserError('unreadable-store', `${path} is no file.`, {
      hint: 'Move it away, then start again.',
    })
  if (!found || found.size === 0) {
    requireNothingLost(dataPath, found ? 'empty' : 'missing')
    return null
  }
  const missing = bytesCutOff(path, found.size)
  if (missing > 0) return damaged(dataPath, `${missing} bytes are missing at its end`)
  let db: Database.Database | null = null
  try {
    db = new Database(path, { timeout: 2_000 })
    requireOurs(db, path)
    const problem = db.pragma('quick_check(1)', { simple: true })
    if (problem === 'ok') return null
    const words = String(problem).split('\n')
    return damaged(dataPath, words.find((line) => line !== '' && !line.startsWith('***'))?.slice(0, 120))
  } catch (error) {
    throw namedFault(error, dataPath)
  } finally {
    db?.close()
  }
}

/**
 * How much shorter a database file is than its own head says; 0 where the head does not say, and beside a WAL that may hold
 * the rest (a full disk stops between the two): what is missing in both, the check of all pages finds.
 */
function bytesCutOff(path: string, size: number): number {
  if (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size) return 0
  const head = Buffer.alloc(100)
  const file = openSync(path, 'r')
  try {
    if (readSync(file, head) < head.length || head.toString('latin1', 0, 15) !== 'SQLite format 3') return 0
  } finally {
    closeSync(file)
  }
  const isSaid = head.readUInt32BE(24) === head.readUInt32BE(92)
  const pageBytes = head.readUInt16BE(16) === 1 ? 65_536 : head.readUInt16BE(16)
  return isSaid ? Math.max(0, pageBytes * head.readUInt32BE(28) - size) : 0
}

/** A folder whose database was moved away must not begin anew as if nothing had been: old marks would mean nothing. */
function requireNothingLost(dataPath: string, how: string): void {
  const left = [MARK_KEY_FILE, 'token'].filter((name) => existsSync(join(dataPath, name)))
  if (left.length === 0) return
  const backups = join(dataPath, 'backups')
  const newest = existsSync(backups) ? readdirSync(backups).sort().at(-1) : undefined
  throw new UserError(
    'lost-store',
    `${join(dataPath, 'loupe.db')} is ${how}, but ${left.join(' and ')} of an older one ${left.length > 1 ? 'are' : 'is'} there.`,
    {
      hint: `Put the database back, or bring back a backup: npm run restore -- ${newest ? join(backups, newest) : 'FILE'}. To begin anew, delete ${left.join(' and ')}. Nothing was changed.`,
      status: 409,
    },
  )
}

/** Throws UserError `foreign-store` for a database of another program. */
export function requireOurs(db: Database.Database, path: string): void {
  const id = db.pragma('application_id', { simple: true })
  if (id === APPLICATION_ID) return
  const tables = db.prepare(`SELECT name FROM sqlite_master WHERE type = 'table'`).pluck().all()
  const isOld = tables.includes('_prisma_migrations') && tables.includes('Entry') // before files said whose they are
  // Of one that was killed while it was made, nothing or the ledger alone is there.
  const isBegun = tables.every((name) => name === '_prisma_migrations')
  if (id === 0 && (isOld || isBegun)) return
  throw new UserError('foreign-store', `${path} is a database of another program.`, {
    hint: 'Move it away, or set LOUPE_DATA_DIR to another folder. Nothing was changed.',
    status: 409,
  })
}
