import { join } from 'node:path'
import type { Installer } from '../install.ts'

const EVENTS = ['SessionStart', 'BeforeAgent', 'AfterTool', 'AfterAgent', 'SessionEnd']

/** Gemini CLI: one extension folder. */
export const gemini: Installer = {
  basis: 'tried on 0.61.0 with a scripted model',
  parts({ home, root, hookPath }) {
    const folder = join(root ?? home, '.gemini', 'extensions', 'loupe')
    const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
    // Here a timeout is in milliseconds.
    const hook = { type: 'command', command: `node ${JSON.stringify(hookPath)} gemini`, timeout: 5_000 }
    const hooks = Object.fromEntries(EVENTS.map((event) => [event, [{ matcher: '*', hooks: [hook] }]]))
    const mcpServers = { loupe: { command: 'node', args: [hookPath, 'mcp', 'gemini'] } }
    return [
      {
        path: join(folder, 'gemini-extension.json'),
        text: json({ name: 'loupe', version: '1.0.0', mcpServers }),
      },
      { path: join(folder, 'hooks', 'hooks.json'), text: json({ hooks }) },
    ]
  },
  next: 'Start a new session.',
}
