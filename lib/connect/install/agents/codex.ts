import { join } from 'node:path'
import { blockEdit, jsonEdit } from '../edits.ts'
import type { Installer } from '../install.ts'

const EVENTS = ['SessionStart', 'UserPromptSubmit', 'PostToolUse', 'PostCompact', 'Stop', 'SubagentStop']

/** Codex CLI: entries among its hooks, and a block in its configuration for MCP. */
export const codex: Installer = {
  basis: 'tried on 0.169.0 with a scripted model',
  parts({ home, root, hookPath }) {
    const folder = join(root ?? home, '.codex')
    const path = join(folder, 'hooks.json')
    const value = {
      hooks: [{ type: 'command', command: `node ${JSON.stringify(hookPath)} codex`, timeout: 5 }],
    }
    const lines = [
      '[mcp_servers.loupe]',
      'command = "node"',
      `args = ${JSON.stringify([hookPath, 'mcp', 'codex'])}`,
    ]
    return [
      {
        path,
        edit: jsonEdit(
          path,
          EVENTS.map((event) => ({ at: ['hooks', event], value, inList: true })),
        ),
      },
      { path: join(folder, 'config.toml'), edit: blockEdit(() => lines) },
    ]
  },
  next: 'Type /hooks in Codex and trust Loupe’s hooks: until then they do not run.',
}
