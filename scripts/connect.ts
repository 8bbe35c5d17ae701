import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findGitRoot } from '../lib/connect/git-root.ts'
import { INSTALLERS } from '../lib/connect/install/all-installers.ts'
import {
  connect,
  disconnect,
  dropAgentKey,
  findAgentKey,
  keepAgentKey,
  listConnected,
  placeOf,
  readFailures,
  tryHook,
} from '../lib/connect/install/connect.ts'
import type { FileAct } from '../lib/connect/install/install.ts'
import { AGENTS, type AgentName } from '../lib/memory/agents.ts'
import { UserError } from '../lib/memory/errors.ts'
import type { Scope } from '../lib/memory/keys.ts'
import { asCalled } from './boot/as-called.mjs'
import { readArguments, runScript, UsageError } from './reach/run-script.ts'

const USAGE = `usage: npm run connect -- AGENT [--repo FOLDER] [--project P] [--dry-run | --remove]
       npm run connect -- --check [--repo FOLDER]
agents: ${AGENTS.join(', ')}, mini-swe-agent`

const MINI = `mini-swe-agent takes a subclass of its agent. Put this into a file and name it as the agent class:

import json, os, urllib.request
from minisweagent.agents.default import DefaultAgent

class AgentWithLoupe(DefaultAgent):
    def tell(self, **event):
        try:
            data = os.environ["LOUPE_DATA_DIR"]
            url = json.load(open(os.path.join(data, "server.json")))["url"]
            key = json.load(open(os.path.join(data, "connect", "mini-swe-agent.key")))["key"]
            event.update(session_id=str(id(self)), cwd=os.getcwd())
            request = urllib.request.Request(url + "/api/v1/hooks/codex", json.dumps(event).encode(),
                {"authorization": "Bearer " + key, "content-type": "application/json"})
            answer = urllib.request.urlopen(request, timeout=1.5).read()
            if answer:
                context = json.loads(answer)["hookSpecificOutput"]["additionalContext"]
                self.messages.append({"role": "user", "content": context})
        except Exception:
            pass

    def run(self, task="", **kwargs):
        self.task = task
        return super().run(task, **kwargs)

    def execute_actions(self, message):
        found = super().execute_actions(message)
        if self.task:
            self.tell(hook_event_name="UserPromptSubmit", prompt=self.task)
            self.task = ""
        self.tell(hook_event_name="PostToolUse", tool_name="bash",
            tool_input={"command": str(message.get("content", ""))}, tool_response=str(found)[-4000:])
        return found`

/** What a connected agent's key may do. */
const AGENT_SCOPES: Scope[] = ['read', 'log', 'ingest']

const rootPath = fileURLToPath(new URL('..', import.meta.url))

await runScript(async (open) => {
  const { values, positionals } = readArguments(USAGE, {
    repo: { type: 'string' },
    project: { type: 'string' },
    check: { type: 'boolean', default: false },
    'dry-run': { type: 'boolean', default: false },
    remove: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  })
  const dataPath = resolve(rootPath, process.env.LOUPE_DATA_DIR || 'data')
  const root = values.repo === undefined ? null : requireRoot(resolve(values.repo))
  const place = placeOf(dataPath, process.env.HOME || homedir(), root)
  const say = (lines: readonly string[], whole: unknown) =>
    console.log(values.json ? JSON.stringify(whole) : lines.join('\n'))

  if (values.check) {
    const connected = listConnected(dataPath).filter((one) => root === null || one.root === root)
    const tried = await Promise.all(
      connected.map(async (one) => ({
        ...one,
        ...(await tryHook(one.agent, place, one.root ?? process.cwd())),
      })),
    )
    const failures = readFailures(dataPath)
    const lines = tried.map(({ agent, root: where, fault, ms, changed, basis }) => {
      const state = fault === null ? `ok, ${Math.round(ms)} ms` : `no answer: ${wordsOf(fault)}`
      return `${agent}${where === null ? '' : ` in ${where}`}: ${state}; ${basis}${changed.length > 0 ? `; changed since: ${changed.join(', ')}` : ''}`
    })
    const last = failures.at(-1)
    say(
      [
        ...(lines.length > 0 ? lines : [`No agent is connected${root === null ? '' : ` in ${root}`}.`]),
        `${failures.length} events came to nothing${last ? `, the last on ${last.at}: ${wordsOf(last.reason)}` : ''}.`,
      ],
      { connected: tried, failures: failures.length },
    )
    return tried.every(({ fault }) => fault === null) ? 0 : 1
  }

  const [name = '', ...more] = positionals
  const agent = AGENTS.find((one) => one === name)
  const isMini = name === 'mini-swe-agent'
  if ((!agent && !isMini) || more.length > 0) throw new UsageError(`Name one agent.\n${USAGE}`)
  const dry = values['dry-run']
  if (values.remove) {
    const acts = agent ? disconnect(agent, place, dry) : []
    const revoke = async (id: string) => await (await open()).api.revokeKey({ id }).catch(ignoreGone)
    const isRevoked = !dry && (await dropAgentKey(name, dataPath, revoke))
    const said = [...acts.map(lineOf), ...(isRevoked ? ['revoked  its key'] : [])]
    say(said.length > 0 ? said : [`${name} is not connected here.`], acts)
    return 0
  }
  if (!dry) {
    const loupe = await open({ begins: values.project === undefined })
    // First: where there is no such project nothing is written.
    if (values.project !== undefined) {
      const mapped = root ?? findGitRoot(process.cwd())
      if (mapped === null)
        throw new UsageError(`Name the repository of ${values.project}: --repo FOLDER.\n${USAGE}`)
      await loupe.api.mapWorkspace({ root: mapped, project: values.project })
    }
    const kept = findAgentKey(name, dataPath)
    if (kept === null || !(await loupe.api.keys()).some(({ id }) => id === kept))
      keepAgentKey(name, dataPath, await loupe.api.makeKey({ name, scopes: AGENT_SCOPES }))
  }
  if (!agent) {
    console.log(MINI)
    return 0
  }
  const acts = connect(agent, place, { rootPath, dry })
  const { next, basis } = INSTALLERS[agent]
  const test = dry ? null : await tryHook(agent, place, root ?? process.cwd())
  say(
    [
      ...acts.map(lineOf),
      ...(dry ? [] : [testLine(agent, test)]),
      `Basis: ${basis}.`,
      ...(next === null || dry ? [] : [next]),
    ],
    { acts, test },
  )
  return 0
})

/** A key that was revoked on the page before is gone all the same. */
function ignoreGone(error: unknown): void {
  if (!(error instanceof UserError && error.code === 'not-found')) throw error
}

function requireRoot(folder: string): string {
  const root = findGitRoot(folder)
  if (root !== null) return root
  throw new UserError('no-repository', `${folder} lies in no git repository.`, {
    hint: 'Name the folder of a repository, or leave --repo out to connect the agent everywhere.',
  })
}

function lineOf({ path, act, why }: FileAct): string {
  return `${act.padEnd(8)} ${path}${why ? ` (${why})` : ''}`
}

function testLine(agent: AgentName, test: { fault: string | null; ms: number } | null): string {
  return test === null || test.fault === null
    ? `One event of ${agent} went through the hook and was answered in ${Math.round(test?.ms ?? 0)} ms.`
    : `One event of ${agent} went through the hook without an answer: ${wordsOf(test.fault)}. The agent is not disturbed.`
}

/** The usual reasons in words. */
function wordsOf(reason: string): string {
  if (reason === 'ENOENT' || reason === 'ECONNREFUSED') return asCalled('Loupe is not running (npm start)')
  if (reason === 'status 401' || reason === 'status 403')
    return 'the key was refused; connect the agent again'
  return reason
}
