import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { UserError } from '../../lib/memory/errors.ts'
import { findRunningLoupe, openLoupe } from '../../lib/runtime.ts'
import { type ReachedLoupe, remoteLoupe } from './remote-loupe.ts'

export type { ReachedLoupe }

const rootPath = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')

/** How long to wait for a Loupe that owns the folder but does not listen yet (it is starting, or is another command), ms. */
const PATIENCE_MS = 60_000

/**
 * The Loupe that owns the data folder: one in this process when nobody does, else the running one. Only where `works` is said does
 * one in this process take up the work that waits; other commands need not wait for it.
 */
export async function reachLoupe({ works = false } = {}): Promise<ReachedLoupe> {
  const dataPath = resolve(rootPath, process.env.LOUPE_DATA_DIR || 'data')
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
        {
          hint: 'Wait until it has ended, or stop it, then try again.',
          status: 409,
        },
      )
    if (!said) console.error(`waiting for the Loupe command that is using ${dataPath} …`)
    said = true
    await new Promise((later) => setTimeout(later, 200))
  }
}
