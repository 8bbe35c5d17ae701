import { contentSchema, contentText } from '../message-text.ts'
import { isObject } from '../shape.ts'
import type { Format } from './format.ts'
import { readBareMessages } from './mini-swe-agent-run.ts'

const name = 'mini-swe-agent-bare'

/** A bare list of mini-swe-agent messages, as its test fixtures and the oldest versions have it. */
export const miniSweAgentBare: Format = {
  name,
  detect: (value) =>
    Array.isArray(value) && hasPrompt(value) && value.every(isObject) && value.some(isMiniMessage),
  parse: (value, source) => readBareMessages(value, source, name),
}

function hasPrompt(messages: unknown[]): boolean {
  return messages.slice(0, 2).some((message) => isObject(message) && message.role === 'user')
}

/** An assistant message with a fenced command, a `bash` tool call, or a result in the agent's own tags. */
function isMiniMessage(message: unknown): boolean {
  if (!isObject(message) || typeof message.role !== 'string') return false
  const content = contentSchema.safeParse(message.content)
  const text = content.success ? contentText(content.data) : ''
  if (message.role === 'assistant') {
    if (/```(?:bash|mswea_bash_command)\s/.test(text)) return true
    return JSON.stringify(message.tool_calls ?? null).includes('"name":"bash"')
  }
  return /^\s*<returncode>-?\d/.test(text)
}
