import { isObject } from '../shape.ts'
import type { Format } from './format.ts'
import { looksLikeMiniRun, usesToolCalls } from './mini-swe-agent-1.ts'
import { readMiniRun } from './mini-swe-agent-run.ts'

const name = 'mini-swe-agent-1.1'

/** mini-swe-agent 2.x: tool calls joined to their results by id; the run ends with a message of role `exit`. */
export const miniSweAgent11: Format = {
  name,
  detect: (value) => {
    if (!isObject(value)) return false
    if (value.trajectory_format !== undefined) return value.trajectory_format === name
    return looksLikeMiniRun(value) && usesToolCalls(value)
  },
  parse: (value, source) => readMiniRun(value, source, name),
}
