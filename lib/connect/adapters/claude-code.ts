import type { Adapter } from '../hook-event.ts'

/** Context as Claude Code reads it; outside of `hookSpecificOutput` it would be dropped without a word. */
export const inHookOutput: Adapter['answer'] = (text, { name }) => ({
  hookSpecificOutput: { hookEventName: name, additionalContext: text },
})

/** Claude Code 2.1: a batch of tools is reported once a turn, before the model is asked again. */
export const claudeCode: Adapter = {
  events: {
    SessionStart: 'start',
    UserPromptSubmit: 'prompt',
    PostToolBatch: 'tools',
    PostToolUse: 'tools',
    Stop: 'end',
    SubagentStop: 'end',
    SessionEnd: 'end',
  },
  answer: (text, event) => (event.kind === 'end' ? null : inHookOutput(text, event)),
}
