import { UserError } from '../memory/errors.ts'

/** What SQLite and the operating system say, however deep the client wrapped it. */
const LOCKED = /SQLITE_BUSY|database is locked|SocketTimeout|"?code"?:? ?"?P1008/
const FULL = /SQLITE_FULL|database or disk is full|ENOSPC|no space left/i
const READ_ONLY = /SQLITE_READONLY|readonly database|EROFS/i
const DAMAGED = /SQLITE_CORRUPT|SQLITE_NOTADB|malformed|file is not a database/i
const UNREADABLE = /SQLITE_CANTOPEN|SQLITE_IOERR|unable to open database file|disk I\/O error/i

/** Whether another program holds the lock of the database at this moment. */
export function isLocked(error: unknown): boolean {
  return LOCKED.test(allWords(error))
}

/** The fault of a disk or a file by its name, with what to do; any other fault as it is. */
export function namedFault(error: unknown, dataPath: string): unknown {
  if (error instanceof UserError) return error
  const words = allWords(error)
  if (LOCKED.test(words))
    return new UserError('store-locked', `Another program holds the lock of ${dataPath}/loupe.db.`, {
      hint: 'Close what has the file open (a database browser, a backup tool), then try again. Nothing was changed.',
      status: 503,
    })
  if (FULL.test(words))
    return new UserError('disk-full', `The disk that holds ${dataPath} is full.`, {
      hint: 'Make room, then try again. Nothing was changed and nothing is lost; reading goes on.',
      status: 503,
    })
  if (READ_ONLY.test(words))
    return new UserError('not-writable', `${dataPath} cannot be written.`, {
      hint: 'Give yourself the rights to the folder and its files, or set LOUPE_DATA_DIR to another. Nothing was changed.',
      status: 503,
    })
  if (DAMAGED.test(words)) return damaged(dataPath)
  if (UNREADABLE.test(words))
    return new UserError('unreadable-store', `${dataPath}/loupe.db cannot be opened or read.`, {
      hint: 'Check that it is a file, its rights, and the disk. Nothing was changed.',
      status: 503,
    })
  return error
}

/** A damaged database that can still be read in part: what a write is answered with, and what every page says. */
export function onlyRead(damage: UserError): UserError {
  return new UserError('read-only', `${damage.message} Loupe only reads it.`, {
    hint: 'Take out what you need (Export on Memories). Then stop Loupe and bring back a backup: npm run restore -- FILE; safe copies lie in the folder backups. Or import the files again into another LOUPE_DATA_DIR.',
    status: 503,
  })
}

/** Some of the database file is not as SQLite left it. */
export function damaged(dataPath: string, detail?: string): UserError {
  return new UserError(
    'damaged-store',
    `${dataPath}/loupe.db is damaged${detail === undefined ? '' : ` (${detail})`}.`,
    {
      hint: 'Nothing was changed. Bring back a backup with `npm run restore -- FILE` (safe copies lie in the folder backups), or import the files again into another LOUPE_DATA_DIR.',
      status: 503,
    },
  )
}

/** Messages and codes of an error, of its causes and of what the database's client hides in `meta`. */
function allWords(error: unknown, depth = 0): string {
  if (typeof error !== 'object' || error === null || depth > 4) return String(error)
  const { message, code, cause, meta, name } = error as Record<string, unknown>
  const inMeta =
    meta === undefined
      ? ''
      : JSON.stringify(meta, (_, value) => (typeof value === 'bigint' ? Number(value) : value))
  const inside = cause === undefined ? '' : `${allWords(cause, depth + 1)} ${JSON.stringify(cause) ?? ''}`
  return [name, message, `code: ${code}`, inMeta, inside].join(' ')
}
