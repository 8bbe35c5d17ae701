import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findOwnerAddress, type OwnerAddress, tryOwn } from './db/owner-lock.ts'
import { openStore, type Store } from './db/store.ts'
import { curatingDoors } from './doors/curating.ts'
import { buildHouse } from './doors/house.ts'
import { type Doors, programDoors } from './doors/programs.ts'
import { readingDoors } from './doors/reading.ts'
import { triageDoors } from './doors/triage.ts'
import { workDoors } from './doors/work.ts'
import type { Environment } from './llm/openai-settings.ts'
import { UserError } from './memory/errors.ts'

export type { Doors, OwnerAddress }

export type LoupeOptions = {
  /** The project's folder: migrations and sample are read from it. */
  rootPath: string
  dataPath: string
  now: () => Date
  log: (line: string) => void
  /** Names the model server, see docs/models.md; the process's own when absent. */
  env?: Environment
}

/** The real things, built once in a process. Logic never imports this file: it takes what it needs as arguments. */
export type Loupe = Awaited<ReturnType<typeof build>>

/** Takes the data folder and builds everything over it; null when another process owns the folder. */
export async function openLoupe(options: LoupeOptions): Promise<Loupe | null> {
  const lock = tryOwn(options.dataPath)
  if (!lock) return null
  try {
    const store = await openStore(options)
    return await build(store, lock, options)
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Address of the running Loupe that owns the folder, when it answers; else null. */
export async function findRunningLoupe(dataPath: string): Promise<OwnerAddress | null> {
  const address = findOwnerAddress(dataPath)
  if (!address) return null
  const headers = { authorization: `Bearer ${address.token}` }
  const signal = AbortSignal.timeout(10_000) // a server that hangs must not hold a command for fetch's own 5 minutes
  const answer = await fetch(`${address.url}/api/v1/health`, { headers, signal }).catch(() => null)
  return answer?.ok ? address : null
}

/** The Loupe of this server process. Module state is not shared between Next's bundles; `globalThis` is. */
export function getLoupe(): Promise<Loupe> {
  const shared = globalThis as typeof globalThis & { __loupe?: Promise<Loupe> }
  shared.__loupe ??= openHere().catch((error) => {
    delete shared.__loupe
    throw error
  })
  return shared.__loupe
}

/** Starts the background work of a server process and tells other doors where it listens. */
export async function startServing(): Promise<void> {
  try {
    const loupe = await getLoupe()
    await loupe.worker.start()
    loupe.warmUp()
    const { HOST: host = '127.0.0.1', PORT: port = '3000' } = process.env
    const name = { '0.0.0.0': '127.0.0.1', '::': '[::1]', '::1': '[::1]' }[host] ?? host
    loupe.announce(`http://${name}:${port}`)
  } catch (error) {
    const words =
      error instanceof UserError
        ? `✗ ${error.message}\n  ${error.hint}`
        : String((error as Error)?.stack ?? error)
    writeLog(words)
    process.exit(1)
  }
}

/** The server's log. */
function writeLog(line: string): void {
  process.stderr.write(`${line}\n`)
}

async function openHere(): Promise<Loupe> {
  const rootPath = process.cwd()
  const dataPath = resolve(rootPath, process.env.LOUPE_DATA_DIR || 'data')
  const loupe = await openLoupe({
    rootPath,
    dataPath,
    now: () => new Date(),
    log: writeLog,
  })
  if (loupe) return loupe
  throw new UserError('folder-in-use', `Another Loupe is using ${dataPath}.`, {
    hint: 'Stop it first, or set LOUPE_DATA_DIR to another folder.',
    status: 409,
  })
}

async function build(
  store: Store,
  lock: NonNullable<ReturnType<typeof tryOwn>>,
  { rootPath, dataPath, log, env = process.env }: LoupeOptions,
) {
  const house = await buildHouse(store, { rootPath, log, env })
  const { worker, drain } = house
  const token = readToken(dataPath)
  const doors = programDoors(house, close)

  async function close(): Promise<void> {
    if (worker.isRunning()) await drain()
    await worker.stop()
    await store.close()
    lock.release()
  }

  return {
    doors,
    worker,
    token,
    close,
    /** Reads what the first question needs while nobody has asked yet. What goes wrong is met, and said, by whoever asks. */
    warmUp: () =>
      void house.spaces
        .current()
        .approved()
        .catch(() => undefined),
    announce: (url: string) =>
      lock.announce({ pid: process.pid, url, token, startedAt: store.now().toISOString() }),
    ...readingDoors(house, doors.retrieve),
    ...triageDoors(house),
    ...curatingDoors(house),
    ...workDoors(house),
    get lab() {
      return house.lab()
    },
    /** Where the entries lie beside each other. */
    get map() {
      return { ...house.map(), ...house.mapWork }
    },
  }
}

/** The bearer token of this data folder, made at the first start. */
function readToken(dataPath: string): string {
  const path = join(dataPath, 'token')
  const stored = existsSync(path) ? readFileSync(path, 'utf8').trim() : ''
  if (stored !== '') return stored // an empty file is left by a process that was killed while it wrote
  const token = randomBytes(32).toString('hex')
  writeFileSync(path, `${token}\n`, { mode: 0o600 })
  chmodSync(path, 0o600)
  return token
}
