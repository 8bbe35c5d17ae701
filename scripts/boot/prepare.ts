/** Brings the data folder to a state that can be served: migrations, and at the first start the sample. */

import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isReady } from '../../lib/db/migrate.ts'
import { UserError } from '../../lib/memory/errors.ts'
import { reachLoupe } from '../reach/reach-loupe.ts'
import { report } from '../reach/run-script.ts'

const rootPath = fileURLToPath(new URL('../..', import.meta.url))
const dataPath = resolve(rootPath, process.env.LOUPE_DATA_DIR || 'data')
if (!isReady(dataPath, join(rootPath, 'prisma/migrations'))) await prepare()

/** Reads all of Loupe, which takes a second and a half. */
async function prepare(): Promise<void> {
  try {
    const { findRunningLoupe } = await import('../../lib/runtime.ts')
    const running = await findRunningLoupe(dataPath)
    if (running)
      throw new UserError('folder-in-use', `A Loupe is running on ${dataPath} already: ${running.url}`, {
        hint: 'Open that one, stop it, or set LOUPE_DATA_DIR to another folder.',
        status: 409,
      })
    const loupe = await reachLoupe({ begins: true })
    await loupe.api.offerSample()
    await loupe.close()
  } catch (error) {
    process.exitCode = report(error)
  }
}
