import type { Adapter } from '../hook-event.ts'

/** goose: its hooks carry nothing back, so it only reports; lessons reach it by MCP. */
export const goose: Adapter = {
  events: {
    SessionStart: 'start',
    UserPromptSubmit: 'prompt',
    PostToolUse: 'tools',
    Stop: 'end',
    SessionEnd: 'end',
  },
  answer: () => null,
}
