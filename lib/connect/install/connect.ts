import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { AGENTS, type AgentName, type ConnectedAgent } from '../../memory/agents.ts'
import { TEST_SESSION } from '../hook-event.ts'
import { INSTALLERS } from './all-installers.ts'
import { type FileAct, findChanged, install, type Place, uninstall } from './install.ts'

const VERSION = '1'

/** Folder of the data folder that holds the hook script and what was written where. */
const ownFolder = (dataPath: string) => join(dataPath, 'connect')

/** Where an agent is connected; its hook script lies in the data folder, so that its path never changes. */
export function placeOf(dataPath: string, home: string, root: string | null): Place {
  return { home, root, dataPath, hookPath: join(ownFolder(dataPath), 'hook.mjs') }
}

const recordOf = (agent: AgentName, { dataPath, root }: Place) =>
  join(
    ownFolder(dataPath),
    `${agent}${root === null ? '' : `-${Buffer.from(root).toString('base64url')}`}.json`,
  )

/** Connects an agent by the hook script that ships under `rootPath`, or with `dry` says what that would write. Throws UserError `not-parsed` before anything is written. */
export function connect(
  agent: AgentName,
  place: Place,
  { rootPath, dry }: { rootPath: string; dry: boolean },
): FileAct[] {
  if (!dry) {
    mkdirSync(ownFolder(place.dataPath), { recursive: true, mode: 0o700 })
    writeFileSync(place.hookPath, readFileSync(join(rootPath, 'lib', 'connect', 'install', 'hook.mjs')))
    const about = { dataPath: place.dataPath, version: VERSION }
    writeFileSync(join(ownFolder(place.dataPath), 'loupe.json'), JSON.stringify(about))
  }
  return install(INSTALLERS[agent], place, recordOf(agent, place), dry)
}

const keyPath = (agent: string, dataPath: string) => join(ownFolder(dataPath), `${agent}.key`)
const keptKeySchema = z.object({ id: z.string(), key: z.string() })

/** Id of the key that an agent was given; null where it has none. */
export function findAgentKey(agent: string, dataPath: string): string | null {
  const path = keyPath(agent, dataPath)
  return existsSync(path) ? keptKeySchema.parse(JSON.parse(readFileSync(path, 'utf8'))).id : null
}

/** Keeps an agent's key where only its hook script reads it. */
export function keepAgentKey(agent: string, dataPath: string, key: { id: string; key: string }): void {
  mkdirSync(ownFolder(dataPath), { recursive: true, mode: 0o700 })
  writeFileSync(keyPath(agent, dataPath), JSON.stringify(key), { mode: 0o600 })
}

/** Revokes and forgets an agent's key, unless the agent is still connected at another place; says whether it did. */
export async function dropAgentKey(
  agent: string,
  dataPath: string,
  revoke: (id: string) => Promise<unknown>,
): Promise<boolean> {
  const id = findAgentKey(agent, dataPath)
  if (id === null) return false
  const records = readdirSync(ownFolder(dataPath)).filter((file) => file.endsWith('.json'))
  if (records.some((file) => file === `${agent}.json` || file.startsWith(`${agent}-`))) return false
  await revoke(id)
  rmSync(keyPath(agent, dataPath))
  return true
}

/** Takes out what connecting wrote. */
export function disconnect(agent: AgentName, place: Place, dry: boolean): FileAct[] {
  return uninstall(INSTALLERS[agent], place, recordOf(agent, place), dry)
}

/** Every agent that is connected, in all of a person's work or in one repository. */
export function listConnected(dataPath: string): ConnectedAgent[] {
  if (!existsSync(ownFolder(dataPath))) return []
  return readdirSync(ownFolder(dataPath))
    .sort()
    .flatMap((file) => {
      const agent = AGENTS.find((one) => file === `${one}.json` || file.startsWith(`${one}-`))
      if (agent === undefined || !file.endsWith('.json')) return []
      const root = Buffer.from(file.slice(agent.length + 1, -'.json'.length), 'base64url').toString() || null
      const record = join(ownFolder(dataPath), file)
      return [{ agent, root, basis: INSTALLERS[agent].basis, changed: findChanged(record) }]
    })
}

/** Hook events that came to nothing, newest last. */
export function readFailures(dataPath: string): { at: string; reason: string }[] {
  const path = join(ownFolder(dataPath), 'failures.jsonl')
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').trim().split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line))
}

/** First event of a session in each agent's own words: nothing is kept of it. */
const TEST_EVENT = (agent: AgentName, cwd: string) => ({
  ...{
    hook_event_name: agent === 'cursor' ? 'sessionStart' : 'SessionStart',
    event_type: 'SessionStart',
    event: 'SessionStart',
  },
  ...{ session_id: TEST_SESSION, cwd, source: 'startup' },
})

/** Sends one event through the real hook script; null when all went well, else why not. */
export async function tryHook(
  agent: AgentName,
  place: Place,
  cwd: string,
): Promise<{ fault: string | null; ms: number }> {
  const before = readFailures(place.dataPath).length
  const from = performance.now()
  const code = await new Promise<number | null>((done) => {
    const hook = spawn(process.execPath, [place.hookPath, agent], { stdio: ['pipe', 'ignore', 'inherit'] })
    hook.on('close', done)
    hook.stdin.end(JSON.stringify(TEST_EVENT(agent, cwd)))
  })
  const ms = performance.now() - from
  const failed = readFailures(place.dataPath).slice(before)
  return { fault: failed.at(-1)?.reason ?? (code === 0 ? null : `exit ${code}`), ms }
}
