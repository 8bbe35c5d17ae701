import { chmodSync, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Files of Loupe in a data folder; what else lies there is somebody's own. The token is replaced instead, see runtime.ts. */
const OURS = /^(?:loupe\.db.*|owner\.lock.*|server\.json|suppression\.key.*)$/

/** Takes the rights of other users away from a data folder and what Loupe keeps in it: runs hold private code. */
export function closeToOthers(dataPath: string): void {
  if (process.platform === 'win32') return // where rights are no bits
  close(dataPath, 0o700)
  for (const name of readdirSync(dataPath)) if (OURS.test(name)) close(join(dataPath, name), 0o600)
  const backups = join(dataPath, 'backups')
  if (!existsSync(backups)) return
  close(backups, 0o700)
  for (const name of readdirSync(backups)) close(join(backups, name), 0o600)
}

function close(path: string, mode: number): void {
  try {
    if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, mode)
  } catch (error) {
    // Gone meanwhile, or another user's: then it is for that user to close.
    if (!['ENOENT', 'EPERM'].includes(String((error as NodeJS.ErrnoException).code))) throw error
  }
}
