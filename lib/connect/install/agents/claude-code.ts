import { join } from 'node:path'
import type { Installer } from '../install.ts'

const wait = (hookPath: string) => [
  { hooks: [{ type: 'command', command: 'node', args: [hookPath, 'claude-code'], timeout: 5 }] },
]
const report = (hookPath: string) => [
  { hooks: [{ type: 'command', command: 'node', args: [hookPath, 'claude-code'], timeout: 5, async: true }] },
]

/** Claude Code: one folder of its own, which it loads as a plugin; settings are not touched. */
export const claudeCode: Installer = {
  basis: 'tried on 2.1.330 with a scripted model',
  parts({ home, root, hookPath }) {
    const folder = join(root ?? home, '.claude', 'skills', 'loupe')
    const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
    const hooks = {
      SessionStart: wait(hookPath),
      UserPromptSubmit: wait(hookPath),
      PostToolBatch: wait(hookPath),
      Stop: report(hookPath),
      SubagentStop: report(hookPath),
      SessionEnd: report(hookPath),
    }
    const description = 'Lessons of earlier runs, one for each stage of work. Shown in Loupe.'
    const server = { command: 'node', args: [hookPath, 'mcp', 'claude-code'], alwaysLoad: true }
    return [
      {
        path: join(folder, '.claude-plugin', 'plugin.json'),
        text: json({ name: 'loupe', version: '1.0.0', description }),
      },
      { path: join(folder, 'hooks', 'hooks.json'), text: json({ hooks }) },
      { path: join(folder, '.mcp.json'), text: json({ mcpServers: { loupe: server } }) },
      // The folder names this machine's data folder.
      ...(root === null ? [] : [{ path: join(folder, '.gitignore'), text: '*\n' }]),
    ]
  },
  next: 'Start a new session, or type /reload-plugins; what one repository has of its own is loaded once Claude Code trusts it.',
}
