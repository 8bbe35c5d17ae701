import type { Adapter } from '../hook-event.ts'
import { inHookOutput } from './claude-code.ts'

/** Codex CLI: each tool is reported alone. */
export const codex: Adapter = {
  events: {
    SessionStart: 'start',
    UserPromptSubmit: 'prompt',
    PostToolUse: 'tools',
    PostCompact: 'compact',
    Stop: 'end',
    SubagentStop: 'end',
  },
  answer: (text, event) => (['end', 'compact'].includes(event.kind) ? null : inHookOutput(text, event)),
}
