import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { UserError } from '../memory/errors.ts'
import { APPLICATION_ID } from './check-file.ts'
import { isoText } from './iso-text.ts'

/** What the runner did: names of the migrations applied now, the safe copy made before, if any, and rows that fitted no later table. */
export type MigrationReport = { applied: string[]; backup: string | null; unmoved: UnmovedRow[] }

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
