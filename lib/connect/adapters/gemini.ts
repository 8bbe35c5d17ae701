import type { Adapter } from '../hook-event.ts'
import { inHookOutput } from './claude-code.ts'

export const gemini: Adapter = {
  events: {
    SessionStart: 'start',
    BeforeAgent: 'prompt',
    AfterTool: 'tools',
    AfterAgent: 'end',
    SessionEnd: 'end',
  },
  answer: (text, event) => (event.kind === 'end' ? null : inHookOutput(text, event)),
}
