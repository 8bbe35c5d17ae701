import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { z } from 'zod'
import { UserError } from '../memory/errors.ts'

/**
 * Sole ownership of a data folder. The lock is an exclusive SQLite transaction on a file of its own: the operating
 * system lets go of it when the process ends, however it ends, so there is no stale lock to judge.
 */
export type OwnerLock = {
  /** Publishes where the owner listens, so that other processes can send it their work. */
  announce(address: OwnerAddress): void
  release(): void
}

/** Where a running Loupe listens and the token that they must send. */
const ownerAddressSchema = z.object({
  pid: z.number(),
  url: z.string(),
  token: z.string(),
  startedAt: z.string(),
})
export type OwnerAddress = z.infer<typeof ownerAddressSchema>

/** Takes the folder, or returns null when another process owns it. Never waits. */
export function tryOwn(dataPath: string): OwnerLock | null {
  mkdirSync(dataPath, { recursive: true })
  const db = takeLock(join(dataPath, 'owner.lock'))
  if (db === null) return null
  const addressPath = join(dataPath, 'server.json')
  rmSync(addressPath, { force: true }) // left by an owner that was killed
  return {
    announce(address) {
      const temporary = `${addressPath}.${process.pid}`
      writeFileSync(temporary, JSON.stringify(address), { mode: 0o600 })
      chmodSync(temporary, 0o600)
      renameSync(temporary, addressPath)
    },
    release() {
      rmSync(addressPath, { force: true })
      db.close()
    },
  }
}

function takeLock(path: string): Database.Database | null {
  let db: Database.Database | null = null
  try {
    db = new Database(path, { timeout: 0 })
    db.exec('BEGIN EXCLUSIVE')
    return db
  } catch (error) {
    db?.close()
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code.startsWith('SQLITE_BUSY')) return null
    if (!/^SQLITE_(NOTADB|CORRUPT|CANTOPEN|READONLY)/.test(code)) throw error
    throw new UserError('damaged-lock', `The lock file ${path} cannot be used.`, {
      hint: 'If no other Loupe uses the folder, delete it and start again; it holds nothing. Check the rights of the folder too.',
      status: 409,
    })
  }
}

/** Address of the process that owns the folder, or null when it does not listen (yet). */
export function findOwnerAddress(dataPath: string): OwnerAddress | null {
  const path = join(dataPath, 'server.json')
  if (!existsSync(path)) return null
  try {
    return ownerAddressSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return null // being replaced at this moment
  }
}
