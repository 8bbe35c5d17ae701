import { join } from 'node:path'
import { jsonEdit } from '../edits.ts'
import type { Installer } from '../install.ts'

const EVENTS = ['sessionStart', 'beforeSubmitPrompt', 'postToolUse', 'stop', 'subagentStop', 'sessionEnd']

/** Cursor: entries among its hooks and MCP servers. */
export const cursor: Installer = {
  basis:
    'by its documentation only; what a hook adds in the middle of a task does not reach the model reliably',
  parts({ home, root, hookPath }) {
    const folder = join(root ?? home, '.cursor')
    const hooks = join(folder, 'hooks.json')
    const mcp = join(folder, 'mcp.json')
    const value = { command: `node ${JSON.stringify(hookPath)} cursor` }
    const server = { command: 'node', args: [hookPath, 'mcp', 'cursor'] }
    return [
      {
        path: hooks,
        edit: jsonEdit(hooks, [
          { at: ['version'], value: 1 },
          ...EVENTS.map((event) => ({ at: ['hooks', event], value, inList: true as const })),
        ]),
      },
      { path: mcp, edit: jsonEdit(mcp, [{ at: ['mcpServers', 'loupe'], value: server }]) },
    ]
  },
  next: null,
}
