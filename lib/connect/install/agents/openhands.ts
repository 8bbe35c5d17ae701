import { join } from 'node:path'
import { jsonEdit } from '../edits.ts'
import type { Installer } from '../install.ts'

const EVENTS = ['UserPromptSubmit', 'PostToolUse', 'Stop']

/** OpenHands: entries among its hooks. */
export const openhands: Installer = {
  basis: 'by its documentation only',
  parts({ home, root, hookPath }) {
    const path = join(root ?? home, '.openhands', 'hooks.json')
    const value = {
      matcher: '*',
      hooks: [{ type: 'command', command: `node ${JSON.stringify(hookPath)} openhands`, timeout: 5 }],
    }
    return [
      {
        path,
        edit: jsonEdit(
          path,
          EVENTS.map((event) => ({ at: ['hooks', event], value, inList: true })),
        ),
      },
    ]
  },
  next: null,
}
