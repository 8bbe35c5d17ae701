import type { Adapter } from '../hook-event.ts'

/** Cursor: a prompt can only be blocked, so the first lesson comes after the first tool. */
export const cursor: Adapter = {
  events: {
    sessionStart: 'start',
    beforeSubmitPrompt: 'prompt',
    postToolUse: 'tools',
    stop: 'end',
    subagentStop: 'end',
    sessionEnd: 'end',
  },
  answer: (text, { kind }) => (kind === 'tools' || kind === 'start' ? { additional_context: text } : null),
}
