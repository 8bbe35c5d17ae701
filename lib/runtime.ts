import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { captureWaiting } from './api/agents.ts'
import { auditsAhead } from './api/audit.ts'
import { createCore } from './api/core.ts'
import { reportExperiments } from './api/experiments.ts'
import { signIn } from './api/people.ts'
import { apiOver, barredFor, run } from './api/run.ts'
import { findKey } from './db/agents/keys.ts'
import { findUnfinishedBackup } from './db/backup.ts'
import { closeToOthers } from './db/folder-rights.ts'
import { findOwnerAddress, type OwnerAddress, type OwnerLock, tryOwn } from './db/owner-lock.ts'
import { endSession, findAccount, hasPeople } from './db/people.ts'
import { openStore, type Store } from './db/store.ts'
import { namedFault } from './db/store-faults.ts'
import { untilQuiet, warmUp } from './jobs/warm-up.ts'
import type { SentenceModel } from './llm/minilm/sentence-model.ts'
import type { Environment } from './llm/openai/server-settings.ts'
import { type Loupe, shared } from './loupe.ts'
import { UserError } from './memory/errors.ts'
import type { Api } from './memory/operation.ts'
import { isAccount } from './memory/people.ts'

export type { OwnerAddress }

type LoupeOptions = {
  /** The project's folder: migrations and sample are read from it. */
  rootPath: string
  dataPath: string
  now: () => Date
  log: (line: string) => void
  /** Names the model server, see docs/embedders.md; the process's own when absent. */
  env?: Environment
  /** The sentence model of local-v2; the one that comes with the install when absent. */
  sentences?: SentenceModel
}

/** Takes the data folder and builds everything over it; null when another process owns the folder. */
export async function openLoupe(options: LoupeOptions): Promise<Loupe | null> {
  let lock: OwnerLock | null = null
  try {
    lock = tryOwn(options.dataPath)
    if (!lock) return null
    const unfinished = findUnfinishedBackup(options.dataPath)
    if (unfinished) options.log(unfinished)
    const store = await openStore(options)
    closeToOthers(options.dataPath)
    return await build(store, lock, options)
  } catch (error) {
    lock?.release()
    throw namedFault(error, options.dataPath)
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

/** Starts the background work of a server process and tells other processes where it listens. */
export async function startServing(): Promise<void> {
  try {
    shared.__loupe = openHere()
    const loupe = await shared.__loupe
    if (isOpenToOthers(process.env) && (await loupe.api.people()).length === 0)
      throw new UserError(
        'owner-first',
        'HOST, LOUPE_HOSTS or LOUPE_PROXY would show Loupe to other machines, and nobody signs in yet.',
        {
          hint: 'Make an owner first: npm run people -- add NAME --role owner. Or leave them out and use a tunnel: ssh -L 3000:127.0.0.1:3000 …',
        },
      )
    const { onlyRead } = await loupe.api.shell({ project: null })
    if (onlyRead) writeLog(`! ${onlyRead.message}\n  ${onlyRead.hint}`)
    // A plain stop ends the process in one go (next start): what waits to be logged is written then.
    process.once('exit', loupe.flushAtExit)
    await loupe.start()
    void untilQuiet().then(loupe.warmUp)
    const { HOST: host = '127.0.0.1', PORT: port = '3000' } = process.env
    const name = { '0.0.0.0': '127.0.0.1', '::': '[::1]', '::1': '[::1]' }[host] ?? host
    loupe.announce(`http://${name}:${port}`)
    stopOnSignal(loupe)
  } catch (error) {
    const words =
      error instanceof UserError
        ? `✗ ${error.message}\n  ${error.hint}`
        : String((error as Error)?.stack ?? error)
    writeLog(words)
    process.exit(1)
  }
}

/** Longest that a stop may take before the process ends all the same, ms: less than `npm start` waits before it kills. */
const MOST_STOPPING_MS = 4_000

/** A stop is a close: what is at work is put back, the log goes into the database file, the address is taken away. */
function stopOnSignal(loupe: Loupe): void {
  if (!process.env.NEXT_MANUAL_SIG_HANDLE) return // Next ends the process itself
  let isStopping = false
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (isStopping) return
      isStopping = true
      setTimeout(() => process.exit(1), MOST_STOPPING_MS).unref()
      loupe.stop().then(
        () => process.exit(0),
        (error) => {
          writeLog(String(error?.stack ?? error))
          process.exit(1)
        },
      )
    })
}

/** The server's log. */
function writeLog(line: string): void {
  process.stderr.write(`${line}\n`)
}

async function openHere(): Promise<Loupe> {
  const rootPath = process.cwd()
  const dataPath = resolve(rootPath, process.env.LOUPE_DATA_DIR || 'data')
  const loupe = await openLoupe({ rootPath, dataPath, now: () => new Date(), log: writeLog })
  if (loupe) return loupe
  throw new UserError('folder-in-use', `Another Loupe is using ${dataPath}.`, {
    hint: 'Stop it first, or set LOUPE_DATA_DIR to another folder.',
    status: 409,
  })
}

async function build(
  store: Store,
  lock: NonNullable<ReturnType<typeof tryOwn>>,
  { rootPath, dataPath, log, env = process.env, sentences }: LoupeOptions,
): Promise<Loupe> {
  const core = await createCore(store, { rootPath, log, env, sentences })
  const { worker, spaces, drain } = core
  const openedAt = store.now()
  const token = readToken(dataPath, log)
  const api = apiOver(core)
  const apis = new Map<string, Api>()
  let isClosing = false

  async function stop(): Promise<void> {
    isClosing = true
    core.captures.stop()
    await core.watched.stop()
    await worker.stop()
    await core.threads.stop()
    await core.sentences.stop()
    await core.servedLog.flush()
    await store.close()
    lock.release()
  }

  return {
    api,
    apiFor(caller) {
      if (caller === null) return api
      // The rights of an account change.
      if (caller === 'nobody' || isAccount(caller)) return apiOver(core, caller)
      const known = apis.get(caller.id) ?? apiOver(core, caller)
      apis.set(caller.id, known)
      return known
    },
    barredFor: (caller) => (isAccount(caller) ? barredFor(caller) : {}),
    run: (name, input, caller = null) => run(name, input, core, caller),
    findKey: (key) => findKey(store, key),
    hasPeople: async () => (await hasPeople(store)) || isOpenToOthers(env),
    signIn: (asked, address) => signIn(asked, address, store),
    findAccount: (session) => findAccount(store, session),
    endSession: (session) => endSession(store, session),
    token,
    // What waits, waits for a database that can be written.
    async start(lanes) {
      if (store.onlyRead) return
      await worker.start(lanes)
      // A command that takes up some of the work watches nothing.
      if (lanes === undefined) await core.watched.start()
      void captureWaiting(core).catch((error) => log(`Transcripts of sessions wait: ${error}`))
    },
    warmUp: () =>
      warmUp(store, spaces, {
        isStopped: () => isClosing,
        reports: ({ id, name }) => [...auditsAhead(name, core), () => reportExperiments(id, core)],
      }).catch(() => undefined),
    announce: (url) => lock.announce({ pid: process.pid, url, token, startedAt: store.now().toISOString() }),
    flushAtExit: core.servedLog.flushAtExit,
    async close() {
      isClosing = true
      if (worker.isRunning()) await drain(openedAt)
      await stop()
    },
    stop,
  }
}

/** Whether it listens to more than this machine, itself or by a proxy that stands before it. */
function isOpenToOthers({ HOST: host = '127.0.0.1', LOUPE_HOSTS, LOUPE_PROXY }: Environment): boolean {
  return !['localhost', '127.0.0.1', '::1'].includes(host) || Boolean(LOUPE_HOSTS || LOUPE_PROXY)
}

/** Fewer characters than this could be guessed. */
const SHORTEST_TOKEN = 32

/** The bearer token of this data folder, made at the first start, and anew where the file is open to others or too short. */
function readToken(dataPath: string, log: (line: string) => void): string {
  const path = join(dataPath, 'token')
  const stored = existsSync(path) ? readFileSync(path, 'utf8').trim() : ''
  // An empty file is left by a process that was killed while it wrote.
  const isOpen = stored !== '' && process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0
  const isShort = stored !== '' && stored.length < SHORTEST_TOKEN
  if (stored !== '' && !isOpen && !isShort) return stored
  if (isOpen || isShort)
    log(
      `the token in ${path} was ${isShort ? 'too short' : 'open to other users'}: a new one was made, give it to your agents`,
    )
  const token = randomBytes(32).toString('hex')
  rmSync(path, { force: true })
  writeFileSync(path, `${token}\n`, { mode: 0o600 })
  return token
}
