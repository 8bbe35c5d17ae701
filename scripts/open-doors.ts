import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { UserError } from '../lib/memory/errors.ts'
import { type Doors, findRunningLoupe, openLoupe } from '../lib/runtime.ts'
import { remoteDoors } from './remote-doors.ts'

export type { Doors }

const rootPath = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '')

/** How long to wait for a Loupe that owns the folder but does not listen yet (it is starting, or is another command), ms. */
const PATIENCE_MS = 60_000

/** The doors of the Loupe that owns the data folder: of this process when nobody does, else of the running one over HTTP. */
export async function openDoors(): Promise<Doors> {
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
      await loupe.worker.start()
      return loupe.doors
    }
    const address = await findRunningLoupe(dataPath)
    if (address) return remoteDoors(address)
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
