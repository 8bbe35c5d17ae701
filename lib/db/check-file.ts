import { closeSync, existsSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { UserError } from '../memory/errors.ts'
import { MARK_KEY_FILE } from './purge/suppression-mark.ts'
import { damaged, namedFault } from './store-faults.ts'

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

/** How much shorter a database file is than its own head says; 0 where the head does not say. */
function bytesCutOff(path: string, size: number): number {
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
  if (id === 0 && (isOld || tables.length === 0)) return
  throw new UserError('foreign-store', `${path} is a database of another program.`, {
    hint: 'Move it away, or set LOUPE_DATA_DIR to another folder. Nothing was changed.',
    status: 409,
  })
}
