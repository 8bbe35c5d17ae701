import type { Adapter } from '../hook-event.ts'

/** OpenCode: its plugin (install/opencode.ts) reports in these words and appends the context itself. */
export const opencode: Adapter = {
  events: { 'chat.message': 'prompt', 'tool.execute.after': 'tools', 'session.idle': 'end' },
  answer: (text, { kind }) => (kind === 'tools' ? { context: text } : null),
}
