import { z } from 'zod'
import { actionOf, observationOf } from '../action-text.ts'
import { isoOf } from '../run-draft.ts'
import { SessionTalk } from '../session-talk.ts'
import { hasAll, hasAny, isObject, type JsonObject, listAt } from '../shape.ts'
import { wordsOf } from './chat/messages.ts'
import { taskOfPrompt } from './claude-code/events.ts'
import type { SessionFormat, SessionLine, SessionRead } from './session-format.ts'

const name = 'gemini-cli-session-json'
const lenient = z.string().nullish().catch(null)
const content = z
  .union([z.string(), z.array(z.unknown()), z.object({ text: z.string() }).transform(({ text }) => text)])
  .nullish()
  .catch(null)

const callSchema = z.object({
  id: lenient,
  name: lenient,
  args: z.unknown().optional(),
  status: lenient,
  result: z.unknown().optional(),
  resultDisplay: z.unknown().optional(),
})

const messageSchema = z.object({
  type: lenient,
  role: lenient,
  timestamp: lenient,
  content,
  /** What the person typed, where hooks put more before the model. */
  displayContent: content,
  parts: z.array(z.unknown()).nullish().catch(null),
  model: lenient,
  thoughts: z
    .array(z.object({ subject: lenient, description: lenient }))
    .nullish()
    .catch(null),
  toolCalls: z.array(callSchema).nullish().catch(null),
})
type Message = z.infer<typeof messageSchema>

/** Gemini CLI: a session's JSON or JSON Lines under `~/.gemini/tmp/<project>/chats`, the `{role, parts}` list of `/chat save`, and what `--output-format stream-json` prints. */
export const geminiCli: SessionFormat = {
  name,
  detect: (values) =>
    values.some(
      (value) =>
        (hasAny(value, 'sessionId', 'projectHash') &&
          isObject(value) &&
          Array.isArray(value.messages) &&
          (value.messages.length === 0 || value.messages.some((one) => hasAll(one, 'type')))) ||
        (hasAll(value, 'sessionId', 'projectHash') && hasAny(value, 'startTime', 'kind')) ||
        hasAll(value, 'type', 'tool_name', 'tool_id') ||
        (hasAll(value, 'session_id', 'model') && value.type === 'init') ||
        (Array.isArray(value) && value.length > 0 && value.every((one) => hasAll(one, 'role', 'parts'))),
    ),
  parse,
}

function parse(lines: readonly SessionLine[], fileName: string): SessionRead {
  const talk = new SessionTalk()
  const head = lines.map(({ value }) => value).find((value) => hasAny(value, 'sessionId'))
  const messages = lines.flatMap(({ value }) => {
    if (Array.isArray(value)) return value
    return hasAll(value, 'messages') ? listAt(value, 'messages') : hasAny(value, 'type') ? [value] : []
  })
  let backbone: string | null = null
  const printed = lines.map(({ value }) => value).find((value) => hasAll(value, 'type', 'session_id'))
  if (printed && typeof printed.model === 'string') backbone = printed.model
  for (const value of latestOf(messages)) {
    const read = messageSchema.safeParse(value)
    if (!read.success) {
      talk.tally.add('message of a kind that is not known, left out')
      continue
    }
    backbone ??= read.data.model ?? null
    if (isObject(value) && hasAll(value, 'tool_id')) readPrinted(value, talk)
    else readMessage(read.data, talk)
    talk.keep(value)
  }
  const id = head?.sessionId ?? printed?.session_id
  return talk.runs(
    { format: name, recordId: typeof id === 'string' ? id : null, agent: 'Gemini CLI', backbone },
    fileName,
  )
}

/** JSON Lines write a message again when it has grown: the last of an id counts, where it first stood. */
function latestOf(messages: unknown[]): unknown[] {
  const byId = new Map<unknown, unknown>()
  for (const [i, message] of messages.entries()) byId.set((isObject(message) && message.id) || i, message)
  return [...byId.values()]
}

function readMessage(message: Message, talk: SessionTalk): void {
  const parts = (message.parts ?? []).filter(isObject)
  const at = isoOf(message.timestamp)
  const text =
    wordsOf(message.content) ||
    parts.map((part) => (typeof part.text === 'string' ? part.text : '')).join('\n')
  const kind = message.type === 'message' ? message.role : (message.type ?? message.role)
  if (kind === 'user') {
    for (const part of parts) if (isObject(part.functionResponse)) answer(part, null, talk)
    // What a tool answered stands with its call too; it is no prompt.
    if (Array.isArray(message.content) && message.content.some((part) => hasAll(part, 'functionResponse')))
      return
    const task = taskOfPrompt(wordsOf(message.displayContent) || text)
    if (task !== null) talk.prompt(task, at)
    return
  }
  if (kind !== 'gemini' && kind !== 'model' && kind !== 'assistant') return
  for (const { subject, description } of message.thoughts ?? [])
    talk.say([subject, description].filter(Boolean).join(': '))
  talk.say(text)
  for (const call of message.toolCalls ?? []) {
    talk.call(actionOf(call.name ?? null, call.args, call.id), at)
    const results = Array.isArray(call.result) ? call.result : []
    for (const part of results) answer(part, call.id ?? null, talk)
    if (results.length === 0 && typeof call.resultDisplay === 'string')
      talk.answer(observationOf(call.resultDisplay, { callId: call.id ?? null }))
  }
  for (const { functionCall } of parts)
    if (isObject(functionCall))
      talk.call(actionOf(String(functionCall.name ?? ''), functionCall.args, null), at)
}

/** A call or its answer in what `gemini --output-format stream-json` prints. */
function readPrinted(
  { type, tool_id, tool_name, parameters, output, error }: JsonObject,
  talk: SessionTalk,
): void {
  const callId = String(tool_id)
  if (type === 'tool_use') talk.call(actionOf(String(tool_name ?? ''), parameters, callId))
  else {
    const shown = output ?? error ?? ''
    talk.answer(observationOf(typeof shown === 'string' ? shown : JSON.stringify(shown), { callId }))
  }
}

/** `functionResponse.response.output`, or its error. */
function answer(part: unknown, callId: string | null, talk: SessionTalk): void {
  const response = isObject(part) && isObject(part.functionResponse) ? part.functionResponse.response : null
  if (!isObject(response)) return
  const shown = response.output ?? response.error ?? response
  talk.answer(observationOf(typeof shown === 'string' ? shown : JSON.stringify(shown), { callId }))
}
