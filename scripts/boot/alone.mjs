import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { root, Stop } from './process.mjs'

const lock = join(root, '.loupe/preparing')
const LONGEST_WORK_MS = 15 * 60_000

/** Two commands started together must not install or build over each other: the second waits, then looks again. */
export async function alone(isDone, work) {
  requireWritable(
    root,
    'Loupe installs and builds there. Make it writable, or copy Loupe to a folder of your own.',
  )
  mkdirSync(dirname(lock), { recursive: true })
  for (let tries = 0; !take(); tries += 1) {
    if (tries === 1)
      process.stderr.write('· another Loupe command is preparing this folder; waiting for it …\n')
    await new Promise((later) => setTimeout(later, 300))
  }
  const release = () => rmSync(lock, { force: true })
  process.once('exit', release)
  try {
    if (!isDone()) await work()
  } finally {
    process.off('exit', release)
    release()
  }
}

function take() {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    if (isAbandoned()) rmSync(lock, { force: true })
    return false
  }
}

/** Left behind by a process that was killed, or by one before the last reboot whose number is in use again. */
function isAbandoned() {
  try {
    if (Date.now() - statSync(lock).mtimeMs > LONGEST_WORK_MS) return true
    const owner = Number(readFileSync(lock, 'utf8'))
    if (owner) process.kill(owner, 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}

export function requireWritable(folder, hint) {
  try {
    let nearest = folder
    while (!existsSync(nearest)) nearest = dirname(nearest)
    accessSync(nearest, constants.W_OK)
    mkdirSync(folder, { recursive: true })
  } catch (error) {
    throw new Stop(`${folder} cannot be written (${error.code}).`, hint)
  }
}
