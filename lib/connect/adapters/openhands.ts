import type { Adapter } from '../hook-event.ts'

/** OpenHands. */
export const openhands: Adapter = {
  events: {
    SessionStart: 'start',
    UserPromptSubmit: 'prompt',
    PostToolUse: 'tools',
    Stop: 'end',
    SessionEnd: 'end',
  },
  answer: (text, { kind }) => (kind === 'end' ? null : { additionalContext: text }),
}
