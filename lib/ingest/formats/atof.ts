import { z } from 'zod'
import { actionOf, observationOf } from '../action-text.ts'
import { isoOf } from '../run-draft.ts'
import { SessionTalk } from '../session-talk.ts'
import { hasAll, isObject, type JsonObject, listAt } from '../shape.ts'
import { wordsOf } from './chat/messages.ts'
import type { SessionFormat, SessionLine, SessionRead } from './session-format.ts'

const name = 'atof-events-jsonl'
const lenient = z.string().nullish().catch(null)
const object = z.record(z.string(), z.unknown()).nullish().catch(null)

const eventSchema = z.object({
  kind: z.string(),
  scope_category: lenient,
  category: lenient,
  /** What `category` was called before 0.1 was settled. */
  scope_type: lenient,
  uuid: lenient,
  timestamp: z.union([z.string(), z.number()]).nullish().catch(null),
  name: lenient,
  data: z.unknown().optional(),
  input: z.unknown().optional(),
  output: z.unknown().optional(),
  metadata: object,
  category_profile: object,
  annotated_request: object,
  annotated_response: object,
})
type Event = z.infer<typeof eventSchema>

/** ATOF of NeMo Relay: scopes that start and end. A tool's scope is a step, what the model said before it the thought. */
export const atof: SessionFormat = {
  name,
  detect: (values) => values.some((value) => hasAll(value, 'atof_version', 'kind')),
  parse,
}

function parse(lines: readonly SessionLine[], fileName: string): SessionRead {
  const talk = new SessionTalk()
  const asked = new Set<string>()
  let head: { sessionId?: string; agent?: string; backbone?: string } = {}
  for (const { value } of lines) {
    const read = eventSchema.safeParse(value)
    if (!read.success) {
      talk.tally.add('line of a kind that is not known, left out')
      continue
    }
    const event = read.data
    const category = event.category ?? event.scope_type
    const isStart = event.scope_category === 'start' || event.kind === 'ScopeStart'
    const isEnd = event.scope_category === 'end' || event.kind === 'ScopeEnd'
    const at = isoOf(event.timestamp)
    head = { sessionId: textAt(event.metadata, 'session_id') ?? undefined, ...head }
    if (category === 'agent' && event.name) head = { agent: event.name, ...head }
    if (category === 'llm' && isStart) {
      head = { backbone: textAt(event.category_profile, 'model_name') ?? event.name ?? undefined, ...head }
      const task = promptOf(event)
      if (task !== null && !asked.has(task)) {
        asked.add(task)
        talk.prompt(task, at)
      }
    } else if (category === 'llm' && isEnd) talk.say(answerOf(event))
    else if (category === 'tool' && isStart)
      talk.call(actionOf(event.name ?? null, event.data ?? event.input, callIdOf(event)), at)
    else if (category === 'tool' && isEnd)
      talk.answer(observationOf(textOf(event.data ?? event.output), { callId: callIdOf(event) }))
    talk.keep(value)
  }
  return talk.runs(
    { format: name, recordId: head.sessionId, agent: head.agent ?? 'unknown', backbone: head.backbone },
    fileName,
  )
}

/** The scope's own uuid joins its start and its end, whatever id the model gave the call. */
function callIdOf({ uuid, metadata }: Event): string | null {
  return uuid ?? textAt(metadata, 'tool_call_id')
}

/** The first thing that a person says in what the model is sent; later turns repeat it. */
function promptOf({ category_profile, annotated_request, data, input }: Event): string | null {
  for (const request of [annotated_request, category_profile?.annotated_request, data, input]) {
    const content = isObject(request) && isObject(request.content) ? request.content : request
    const messages = [...listAt(content, 'messages'), ...listAt(content, 'input')].filter(isObject)
    const last = messages.findLast(({ role }) => role === 'user')
    const isTurn = messages.at(-1) === last
    const text = last === undefined || !isTurn ? '' : contentOf(last.content)
    if (text.trim() !== '') return text
  }
  return null
}

function answerOf({ category_profile, annotated_response, data, output }: Event): string {
  for (const response of [annotated_response, category_profile?.annotated_response, data, output]) {
    if (typeof response === 'string') return response
    if (!isObject(response)) continue
    const [choice] = listAt(response, 'choices')
    const message = isObject(choice)
      ? choice.message
      : (response.message ?? response.assistant_message ?? response)
    const text = isObject(message) ? contentOf(message.content ?? message.response) : contentOf(message)
    if (text.trim() !== '') return text
  }
  return ''
}

function contentOf(content: unknown): string {
  return typeof content === 'string' || Array.isArray(content) ? wordsOf(content) : ''
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (!isObject(value)) return value === undefined || value === null ? '' : JSON.stringify(value)
  const shown = value.output ?? value.result ?? value.content
  return typeof shown === 'string' ? shown : JSON.stringify(value)
}

function textAt(value: JsonObject | null | undefined, member: string): string | null {
  const text = value?.[member]
  return typeof text === 'string' ? text : null
}
