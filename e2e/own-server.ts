import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../scripts/boot/free-port.ts'
import { expect } from './fixtures.ts'

/** A server over a folder of its own, for a spec that restarts it or changes what belongs to the whole store. */
export type OwnServer = {
  url: string
  dataPath: string
  /** Starts it and waits until it answers; `env` is added to the environment. */
  start(env?: Record<string, string>): Promise<void>
  /** Ends it; nothing happens when it is not running. */
  stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
  /** Runs one of `scripts/` over the folder; gives back its exit code and what it printed. */
  run(script: string, ...args: string[]): Promise<{ code: number | null; text: string }>
  /** The bearer token of the folder. */
  token(): string
}

/** What a newcomer's environment says: nothing. */
const FIRST_START = { LOUPE_EMBEDDER: '' }

/**
 * Hands over a server that is not running yet; when the work is over it is killed and its folder removed. The folder begins
 * empty, with the sample, or as a first start makes it.
 */
export async function withOwnServer(
  work: (server: OwnServer) => Promise<void>,
  begin: 'empty' | 'sample' | 'first start' = 'empty',
): Promise<void> {
  const dataPath = mkdtempSync(join(tmpdir(), 'loupe-own-'))
  if (begin === 'sample') cpSync(`${process.env.LOUPE_DATA_DIR}-sample`, dataPath, { recursive: true })
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const first = begin === 'first start' ? FIRST_START : {}
  const home = { ...process.env, ...first, LOUPE_DATA_DIR: dataPath }
  let child: ChildProcess | null = null
  const server: OwnServer = {
    url,
    dataPath,
    async start(env = {}) {
      const next = ['node_modules/next/dist/bin/next', 'start', '-H', '127.0.0.1', '-p', String(port)]
      child = spawn(process.execPath, next, {
        env: { ...home, ...env, HOST: '127.0.0.1', PORT: String(port) },
        stdio: 'ignore',
      })
      const isUp = () =>
        fetch(`${url}/api/v1/health`).then(
          ({ ok }) => ok,
          () => false,
        )
      await expect.poll(isUp, { timeout: 60_000 }).toBe(true)
    },
    async stop(signal) {
      const running = child
      if (!running || running.exitCode !== null || running.signalCode !== null) return
      const gone = new Promise((resolve) => running.once('exit', resolve))
      running.kill(signal)
      await gone
    },
    async run(script, ...args) {
      const child = spawn(process.execPath, [`scripts/${script}`, ...args], {
        env: home,
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      const parts: string[] = []
      child.stdout.setEncoding('utf8').on('data', (part: string) => parts.push(part))
      const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
      return { code, text: parts.join('') }
    },
    token: () => readFileSync(join(dataPath, 'token'), 'utf8').trim(),
  }
  try {
    if (begin === 'first start') expect((await server.run('boot/prepare.ts')).code).toBe(0)
    await work(server)
  } finally {
    await server.stop('SIGKILL')
    rmSync(dataPath, { recursive: true, force: true })
  }
}
