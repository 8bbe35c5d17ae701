import { join } from 'node:path'
import { blockEdit } from '../edits.ts'
import type { Installer } from '../install.ts'

const EVENTS = ['SessionStart', 'UserPromptSubmit', 'PostToolUse', 'Stop', 'SessionEnd']

/** goose: a plugin folder that reports what is done, and an extension by which lessons reach it. */
export const goose: Installer = {
  basis: 'by its documentation only; its hooks carry nothing back, so lessons come by MCP',
  parts({ home, hookPath }) {
    const hook = { type: 'command', command: `node ${JSON.stringify(hookPath)} goose`, timeout: 5 }
    const hooks = Object.fromEntries(EVENTS.map((event) => [event, [{ hooks: [hook] }]]))
    const extension = [
      '  loupe:',
      '    type: stdio',
      '    name: loupe',
      '    enabled: true',
      '    cmd: node',
      `    args: ${JSON.stringify([hookPath, 'mcp', 'goose'])}`,
      '    timeout: 30',
    ]
    return [
      {
        path: join(home, '.agents', 'plugins', 'loupe', 'hooks', 'hooks.json'),
        text: `${JSON.stringify({ hooks }, null, 2)}\n`,
      },
      {
        path: join(home, '.config', 'goose', 'config.yaml'),
        edit: blockEdit(
          (hasKey) => (hasKey ? extension : ['extensions:', ...extension]),
          /^extensions:[ \t]*\r?\n/m,
        ),
      },
    ]
  },
  next: null,
}
