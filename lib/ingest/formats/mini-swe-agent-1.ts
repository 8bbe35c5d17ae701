import { hasAny, isObject, listAt } from '../shape.ts'
import type { Format } from './format.ts'
import { readMiniRun } from './mini-swe-agent-run.ts'

const name = 'mini-swe-agent-1'

/** mini-swe-agent 1.x: text actions in one fence a turn; also written without `trajectory_format` (before 1.6 or so). */
export const miniSweAgent1: Format = {
  name,
  detect: (value) => {
    if (!isObject(value)) return false
    if (value.trajectory_format !== undefined) return value.trajectory_format === name
    return looksLikeMiniRun(value) && !usesToolCalls(value)
  },
  parse: (value, source) => readMiniRun(value, source, name),
}

/** `{info, messages}` with what only mini-swe-agent writes into `info`. */
export function looksLikeMiniRun(value: unknown): boolean {
  if (!isObject(value) || !Array.isArray(value.messages) || !isObject(value.info)) return false
  return hasAny(value.info, 'mini_version', 'exit_status', 'model_stats', 'submission')
}

/** True when the messages are of 2.x: tool calls, tool results or an `exit` message. */
export function usesToolCalls(value: unknown): boolean {
  return listAt(value, 'messages').some(
    (message) =>
      isObject(message) &&
      (message.role === 'tool' || message.role === 'exit' || Array.isArray(message.tool_calls)),
  )
}
