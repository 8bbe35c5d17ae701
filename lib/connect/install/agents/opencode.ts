import { join } from 'node:path'
import type { Installer } from '../install.ts'

/** OpenCode: one plugin file, which hands its events to the hook script and puts the context behind a tool's output. */
export const opencode: Installer = {
  basis: 'tried on 1.18.33 with a scripted model',
  parts({ home, root, hookPath }) {
    const folder =
      root === null ? join(home, '.config', 'opencode', 'plugins') : join(root, '.opencode', 'plugins')
    return [{ path: join(folder, 'loupe.js'), text: pluginText(hookPath) }]
  },
  next: null,
}

const pluginText = (
  hookPath: string,
) => `// Written by Loupe: hands events to its hook, which never fails and never waits longer than 1.5 s.
import { spawn } from 'node:child_process'

function tell(event) {
  return new Promise((done) => {
    const hook = spawn('node', [${JSON.stringify(hookPath)}, 'opencode'], { stdio: ['pipe', 'pipe', 'ignore'] })
    let text = ''
    hook.stdout.on('data', (part) => { text += part })
    hook.on('error', () => done(null))
    hook.on('close', () => { try { done(JSON.parse(text)) } catch { done(null) } })
    hook.stdin.on('error', () => {})
    hook.stdin.end(JSON.stringify(event))
  })
}

export const Loupe = async ({ directory }) => ({
  'chat.message': async ({ sessionID }, { parts }) => {
    const prompt = (parts ?? []).map((part) => part.text ?? '').join('\\n')
    await tell({ event: 'chat.message', session_id: sessionID, cwd: directory, prompt })
  },
  'tool.execute.after': async ({ tool, sessionID, callID, args }, output) => {
    const event = { event: 'tool.execute.after', session_id: sessionID, cwd: directory }
    const call = { tool_name: tool, tool_input: args, tool_response: output.output, tool_use_id: callID }
    const answer = await tell({ ...event, ...call })
    if (answer?.context) output.output += '\\n\\n' + answer.context
  },
  event: async ({ event }) => {
    if (event.type !== 'session.idle') return
    await tell({ event: 'session.idle', session_id: event.properties?.sessionID, cwd: directory })
  },
})
`
