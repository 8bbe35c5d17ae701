import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { UserError } from '../../lib/memory/errors.ts'
import { type ReachedLoupe, remoteLoupe } from './remote-loupe.ts'

export type { ReachedLoupe }

const rootPath = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')

/** How long to wait for a Loupe that owns the folder but does not listen yet (it is starting, or is another command), ms. */
const PATIENCE_MS = 60_000

/** What a command is for: `works`, it takes up the work that waits; `begins`, its folder is made where there is none. */
export type Reach = { works?: boolean; begins?: boolean }

/**
 * The Loupe that owns the data folder: one in this process when nobody does, else the running one. Throws UserError `nothing-here`
 * where a command that brings nothing in finds no data.
 */
export async function reachLoupe({ works = false, begins = false }: Reach = {}): Promise<ReachedLoupe> {
  const dataPath = resolve(rootPath, process.env.LOUPE_DATA_DIR || 'data')
  if (!begins) requireData(dataPath)
  // Only now: all of Loupe takes a second to read, and what was asked wrongly need not wait for it.
  const { findRunningLoupe, openLoupe } = await import('../../lib/runtime.ts')
  const deadline = Date.now() + PATIENCE_MS
  let said = false
  for (;;) {
    const loupe = await openLoupe({
      rootPath,
      dataPath,
      now: () => new Date(),
      log: (line) => console.error(line),
    })
    if (loupe) {
      // Not what waits for models: a command that asks for something else must not make calls that somebody pays.
      if (works) await loupe.start(['queue'])
      return loupe
    }
    const address = await findRunningLoupe(dataPath)
    if (address) return remoteLoupe(address)
    if (Date.now() > deadline)
      throw new UserError(
        'folder-in-use',
        `Another Loupe command is using ${dataPath} and does not answer.`,
        { hint: 'Wait until it has ended, or stop it, then try again.', status: 409 },
      )
    if (!said) console.error(`waiting for the Loupe command that is using ${dataPath} …`)
    said = true
    await new Promise((later) => setTimeout(later, 200))
  }
}

/** A command that only asks must not leave an empty database where somebody mistyped the folder. */
function requireData(dataPath: string): void {
  if (existsSync(join(dataPath, 'loupe.db'))) return
  const named = process.env.LOUPE_DATA_DIR ? 'LOUPE_DATA_DIR names it' : 'LOUPE_DATA_DIR is not set'
  throw new UserError('nothing-here', `There is no Loupe in ${dataPath} (${named}).`, {
    hint: 'Set LOUPE_DATA_DIR to the folder that your Loupe writes to, or begin one here: `npm start`, `npm run import -- PATH`.',
    status: 404,
  })
}
