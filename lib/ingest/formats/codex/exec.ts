import { z } from 'zod'
import { actionOf, exitCodeOf, jsonOf, observationOf } from '../../action-text.ts'
import { SessionTalk } from '../../session-talk.ts'
import { hasAll, hasAny, isObject, type JsonObject } from '../../shape.ts'
import { wordsOf } from '../chat/messages.ts'
import type { SessionFormat, SessionLine, SessionRead } from '../session-format.ts'

const name = 'codex-exec-events-jsonl'
const lenient = z.string().nullish().catch(null)

const eventSchema = z.looseObject({
  type: z.string(),
  thread_id: lenient,
  call_id: lenient,
  tool_name: lenient,
  arguments: z.unknown().optional(),
  output: z.unknown().optional(),
  item: z
    .looseObject({
      id: lenient,
      type: lenient,
      /** Before 2026 the kind of an item stood here. */
      item_type: lenient,
      text: lenient,
      command: z.unknown().optional(),
      aggregated_output: lenient,
      exit_code: z.number().nullish().catch(null),
      server: lenient,
      tool: lenient,
      arguments: z.unknown().optional(),
      result: z.unknown().optional(),
      changes: z.array(z.unknown()).nullish().catch(null),
      query: lenient,
      message: lenient,
    })
    .nullish()
    .catch(null),
})
type Event = z.infer<typeof eventSchema>

/** Kinds by which the lines of before September 2025, `{id, msg}`, are known. */
const EARLY = ['task_started', 'agent_message', 'agent_reasoning', 'exec_command_begin']

/** What `codex exec --json` prints: items as they complete. The prompt is not among them. */
export const codexExec: SessionFormat = {
  name,
  detect: (values) => values.some(isExecEvent),
  parse,
}

function isExecEvent(record: unknown): boolean {
  if (hasAll(record, 'id', 'msg') && isObject(record.msg)) return EARLY.includes(String(record.msg.type))
  return (
    isObject(record) &&
    typeof record.type === 'string' &&
    /^(?:thread\.started|(?:turn|item)\.(?:started|completed|updated|failed))$/.test(record.type)
  )
}

function parse(lines: readonly SessionLine[], fileName: string): SessionRead {
  const talk = new SessionTalk()
  let threadId: string | null = null
  const completed = new Set<string>()
  const prompt = lines.map(({ value }) => value).find((value) => hasAll(value, 'prompt'))
  talk.prompt(typeof prompt?.prompt === 'string' ? prompt.prompt : '')
  const events = lines.flatMap(({ value }) => {
    if (hasAny(value, 'msg', 'prompt', 'sandbox')) {
      if (isObject(value.msg)) readEarly(value.msg, talk)
      talk.keep(value)
      return []
    }
    const read = eventSchema.safeParse(value)
    if (!read.success) talk.tally.add('line of a kind that is not known, left out')
    return read.success ? [read.data] : []
  })
  for (const { type, item } of events) if (type === 'item.completed' && item?.id) completed.add(item.id)
  for (const event of events) {
    threadId ??= event.thread_id ?? null
    talk.keep(event)
    if (event.type === 'item.completed') readItem(event, talk)
    // A run that was stopped in the middle of an item has only its start.
    else if (event.type === 'item.started' && !completed.has(event.item?.id ?? '')) readItem(event, talk)
    else if (event.type === 'tool.call.required')
      talk.call(actionOf(event.tool_name ?? null, event.arguments, event.call_id))
    else if (event.type === 'tool.call.completed')
      talk.answer(observationOf(JSON.stringify(event.output ?? ''), { callId: event.call_id ?? null }))
  }
  return talk.runs({ format: name, recordId: threadId, agent: 'Codex' }, fileName)
}

/** A command and its answer are two lines. */
function readEarly(msg: JsonObject, talk: SessionTalk): void {
  const text = (name: string) => (typeof msg[name] === 'string' ? msg[name] : '')
  const callId = text('call_id') || null
  const { server, tool, arguments: args } = isObject(msg.invocation) ? msg.invocation : msg
  switch (msg.type) {
    case 'agent_message':
    case 'agent_reasoning':
      talk.say(text('message') || text('text'))
      break
    case 'exec_command_begin':
      talk.call(actionOf('shell', { command: msg.command }, callId))
      break
    case 'patch_apply_begin':
      talk.call(actionOf('apply_patch', JSON.stringify(msg.changes ?? {}), callId))
      break
    case 'mcp_tool_call_begin':
      talk.call(actionOf([server, tool].filter(Boolean).join('.') || null, args, callId))
      break
    case 'exec_command_end':
    case 'patch_apply_end':
    case 'mcp_tool_call_end': {
      const said = [text('stdout'), text('stderr')].filter(Boolean).join('\n') || resultText(msg.result)
      talk.answer(observationOf(said, { exitCode: exitCodeOf(msg.exit_code), callId }))
    }
  }
}

function readItem({ item }: Event, talk: SessionTalk): void {
  if (!item) return
  const callId = item.id ?? null
  switch (item.type ?? item.item_type) {
    case 'agent_message':
    case 'assistant_message':
    case 'reasoning':
      talk.say(item.text)
      break
    case 'command_execution':
      talk.call(actionOf('shell', { command: item.command }, callId))
      talk.answer(
        observationOf(item.aggregated_output ?? '', { exitCode: exitCodeOf(item.exit_code), callId }),
      )
      break
    case 'file_change':
      talk.call(actionOf('apply_patch', JSON.stringify(item.changes ?? []), callId))
      break
    case 'mcp_tool_call':
      talk.call(actionOf([item.server, item.tool].filter(Boolean).join('.') || null, item.arguments, callId))
      talk.answer(observationOf(resultText(item.result), { callId }))
      break
    case 'web_search':
      talk.say(`[searched the web: ${item.query ?? ''}]`)
      break
    case 'error':
      talk.say(`[error: ${item.message ?? ''}]`)
      break
    case 'todo_list':
      return
    default:
      talk.tally.add(`item of the kind "${String(item.type).slice(0, 40)}", left out`)
  }
}

function resultText(result: unknown): string {
  if (isObject(result)) return Array.isArray(result.content) ? wordsOf(result.content) : jsonOf(result)
  return typeof result === 'string' ? result : ''
}
