import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import Database from 'better-sqlite3'
import { UserError } from '../memory/errors.ts'
import { APPLICATION_ID, checkFile, requireOurs } from './migrate.ts'
import { tryOwn } from './owner-lock.ts'
import { PURGED } from './purge/scrub.ts'
import { MARK_KEY_FILE } from './purge/suppression-mark.ts'
import { namedFault } from './store-faults.ts'

/** What a database file holds; two with the same rows say the same. */
type Holdings = { entries: number; runs: number; revision: number; bytes: number }

/**
 * Copies the database of a folder into a file while its Loupe may go on writing, checks the copy page by page and key by key, and
 * only then gives it its name; beside it, as FILE.key, the key without which purged lessons are not known again. `damage`: what is wrong
 * with the database that was copied, null as a rule. Throws UserError `no-store`, `file-exists`, `disk-full`, `damaged-store`.
 */
export function backUp(dataPath: string, file: string): Holdings & { damage: string | null } {
  const path = join(dataPath, 'loupe.db')
  if (!existsSync(path))
    throw new UserError('no-store', `There is no database in ${dataPath}.`, {
      hint: 'Set LOUPE_DATA_DIR to the folder that holds it.',
    })
  if (existsSync(file))
    throw new UserError('file-exists', `${file} is there already.`, {
      hint: 'Give another name; a backup is never written over.',
    })
  const damage = checkFile(dataPath)?.message ?? null
  mkdirSync(dirname(file), { recursive: true })
  const unfinished = `${file}.unfinished`
  const note = join(dataPath, UNDER_WAY)
  rmSync(unfinished, { force: true })
  try {
    writeFileSync(note, resolve(unfinished), { mode: 0o600 })
    const db = new Database(path, { readonly: true, timeout: 10_000 })
    try {
      db.prepare('VACUUM INTO ?').run(unfinished)
    } finally {
      db.close()
    }
    const holdings = verify(unfinished)
    flush(unfinished)
    const key = join(dataPath, MARK_KEY_FILE)
    if (existsSync(key)) copyKey(key, `${file}.key`)
    renameSync(unfinished, file)
    return { ...holdings, damage }
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw namedFault(error, dirname(file))
  } finally {
    rmSync(note, { force: true })
  }
}

/** File of the data folder that names the copy being written. */
const UNDER_WAY = 'backup.under-way'

/** What is to be said of a backup that was killed: its copy holds all that the database held. Null when there is none. */
export function findUnfinishedBackup(dataPath: string): string | null {
  const note = join(dataPath, UNDER_WAY)
  if (!existsSync(note)) return null
  const path = readFileSync(note, 'utf8')
  if (existsSync(path))
    return `! A backup was not finished, or is still being written: ${path} may hold a whole copy of the memory. Delete it, or run the backup again.`
  rmSync(note, { force: true })
  return null
}

/**
 * Puts a backup in the place of a folder's database; what stood there is kept under `backups`. Says which entries that were purged
 * since the backup are back, and which accounts and keys that were taken away. Throws UserError `folder-in-use`, `no-such-file`, `damaged-backup`.
 */
export function restore(
  dataPath: string,
  file: string,
  now: Date,
): Holdings & {
  kept: string | null
  purgedSince: string[]
  runsPurgedSince: PurgedRun[]
  letInAgain: string[]
} {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile())
    throw new UserError('no-such-file', `There is no file ${file}.`, {
      hint: 'Name a file that `npm run backup` wrote.',
    })
  const lock = ownOrSay(dataPath)
  if (!lock)
    throw new UserError('folder-in-use', `A Loupe is using ${dataPath}.`, {
      hint: 'Stop it first, then restore.',
      status: 409,
    })
  try {
    const path = join(dataPath, 'loupe.db')
    const incoming = `${path}.restoring`
    copyFileSync(file, incoming)
    chmodSync(incoming, 0o600)
    const holdings = verify(incoming)
    endSessions(incoming)
    flush(incoming)
    const since = { ...purgedSinceBackup(path, incoming), letInAgain: letInAgain(path, incoming) }
    const kept = keepAside(dataPath, now)
    renameSync(incoming, path)
    const key = join(dataPath, MARK_KEY_FILE)
    if (existsSync(`${file}.key`)) copyKey(`${file}.key`, key)
    return { ...holdings, kept, ...since }
  } catch (error) {
    rmSync(join(dataPath, 'loupe.db.restoring'), { force: true })
    throw namedFault(error, dataPath)
  } finally {
    lock.release()
  }
}

/** Whoever was signed in when the backup was made, and may have been removed since, signs in again. */
function endSessions(path: string): void {
  const db = new Database(path)
  try {
    const isKnown = db.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'Session'`).get()
    if (isKnown) db.exec('DELETE FROM "Session"')
  } finally {
    db.close()
  }
}

function ownOrSay(dataPath: string): ReturnType<typeof tryOwn> {
  try {
    return tryOwn(dataPath)
  } catch (error) {
    throw namedFault(error, dataPath)
  }
}

/** Reads every page and every key of a copy. */
export function verify(path: string): Holdings {
  let db: Database.Database | null = null
  try {
    db = new Database(path, { fileMustExist: true })
    db.pragma('journal_mode = DELETE') // a copy is one file
    requireOurs(db, path)
    const problem = db.pragma('integrity_check(1)', { simple: true })
    if (problem !== 'ok') throw new Error(String(problem))
    if ((db.pragma('foreign_key_check') as unknown[]).length > 0)
      throw new Error('rows are missing that others name')
    db.pragma(`application_id = ${APPLICATION_ID}`)
    const count = (sql: string) => Number(db?.prepare(sql).pluck().get() ?? 0)
    return {
      entries: count('SELECT COUNT(*) FROM "Entry"'),
      runs: count('SELECT COUNT(*) FROM "Episode"'),
      revision: count('SELECT MAX("number") FROM "Revision"'),
      bytes: statSync(path).size,
    }
  } catch (error) {
    if (error instanceof UserError) throw error
    throw new UserError(
      'damaged-backup',
      `${path} is no sound database of Loupe: ${error instanceof Error ? error.message : error}`,
      { hint: 'Use another backup. Nothing was changed.' },
    )
  } finally {
    db?.close()
  }
}

/** A run that a purge took out. */
export type PurgedRun = { id: string; instanceId: string }

/**
 * What a backup holds that was purged from the database of today, which may be too damaged to say. A purge leaves the ids of entries in
 * the log; of a run the reason of its import, which names the file, is emptied.
 */
function purgedSinceBackup(
  path: string,
  incoming: string,
): { purgedSince: string[]; runsPurgedSince: PurgedRun[] } {
  if (!existsSync(path)) return { purgedSince: [], runsPurgedSince: [] }
  let db: Database.Database | null = null
  try {
    db = new Database(path)
    db.prepare('ATTACH ? AS backup').run(incoming)
    const purgedSince = db
      .prepare(
        `SELECT e."id" FROM backup."Entry" e WHERE e."id" IN (SELECT c."entityId" FROM main."Change" c
         JOIN main."Revision" r ON r."number" = c."revisionNumber" WHERE r."verb" = 'purge') ORDER BY e."id"`,
      )
      .pluck()
      .all() as string[]
    const runsPurgedSince = db
      .prepare(
        `SELECT DISTINCT e."id", e."instanceId" FROM backup."Episode" e JOIN backup."Revision" b
           ON b."projectId" = e."projectId" AND b."verb" = 'import' AND b."reason" = e."fileName"
         JOIN main."Revision" r ON r."number" = b."number" AND r."verb" = 'import' AND r."reason" = ?
         WHERE e."id" NOT IN (SELECT "id" FROM main."Episode") ORDER BY e."id"`,
      )
      .all(PURGED) as PurgedRun[]
    return { purgedSince, runsPurgedSince }
  } catch {
    return { purgedSince: [], runsPurgedSince: [] }
  } finally {
    db?.close() // the last to close moves the log into the file
  }
}

/** Names of accounts and keys of a backup that the database of today, which may be too damaged or too old to say, has no more. */
function letInAgain(path: string, incoming: string): string[] {
  if (!existsSync(path)) return []
  let db: Database.Database | null = null
  try {
    db = new Database(path)
    db.prepare('ATTACH ? AS backup').run(incoming)
    const gone = (table: string) =>
      `SELECT "name" FROM backup."${table}" WHERE "id" NOT IN (SELECT "id" FROM main."${table}")`
    return db
      .prepare(`${gone('Person')} UNION ALL ${gone('AccessKey')}`)
      .pluck()
      .all() as string[]
  } catch {
    return []
  } finally {
    db?.close()
  }
}

/** Moves the database that is to be replaced, and a log that belongs to it, into `backups`; null when there was none. */
function keepAside(dataPath: string, now: Date): string | null {
  const path = join(dataPath, 'loupe.db')
  if (!existsSync(path)) return null
  mkdirSync(join(dataPath, 'backups'), { recursive: true })
  const kept = join(dataPath, 'backups', `before-restore-${now.getTime()}.db`)
  for (const end of ['-wal', '-shm', '']) if (existsSync(path + end)) renameSync(path + end, kept + end)
  return kept
}

function copyKey(from: string, to: string): void {
  copyFileSync(from, to)
  chmodSync(to, 0o600)
  flush(to)
}

function flush(path: string): void {
  chmodSync(path, 0o600)
  const file = openSync(path, 'r+')
  fsyncSync(file)
  closeSync(file)
}
