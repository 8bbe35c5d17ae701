import { z } from 'zod'
import { actionOf, exitCodeOf, jsonOf, observationOf } from '../../action-text.ts'
import { SessionTalk } from '../../session-talk.ts'
import { isObject } from '../../shape.ts'
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

/** What `codex exec --json` prints: items as they complete. The prompt is not among them. */
export const codexExec: SessionFormat = {
  name,
  detect: (values) => values.some(isExecEvent),
  parse,
}

function isExecEvent(record: unknown): boolean {
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
  const events = lines.flatMap(({ value }) => {
    const read = eventSchema.safeParse(value)
    if (!read.success) talk.tally.add('line of a kind that is not known, left out')
    return read.success ? [read.data] : []
  })
  for (const { type, item } of events) if (type === 'item.completed' && item?.id) completed.add(item.id)
  talk.prompt('')
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
