import { z } from 'zod'
import { actionOf, exitCodeOf, observationOf } from '../action-text.ts'
import { parseEmbedded } from '../parse-json.ts'
import { isoOf } from '../run-draft.ts'
import { SessionTalk } from '../session-talk.ts'
import { hasAll, isObject, type JsonObject, listAt } from '../shape.ts'
import { taskOfPrompt } from './claude-code/events.ts'
import type { SessionFormat, SessionLine, SessionRead } from './session-format.ts'

const name = 'opencode-tables-json'
const lenient = z.string().nullish().catch(null)

const sessionSchema = z.object({ id: lenient, title: lenient, version: lenient, directory: lenient })

const messageSchema = z.looseObject({
  id: lenient,
  role: lenient,
  modelID: lenient,
  cost: z.number().nullish().catch(null),
  time: z
    .object({ created: z.number().nullish().catch(null) })
    .nullish()
    .catch(null),
})

const partSchema = z.looseObject({
  id: lenient,
  type: lenient,
  text: lenient,
  synthetic: z.boolean().nullish().catch(null),
  tool: lenient,
  callID: lenient,
  state: z
    .looseObject({
      status: lenient,
      input: z.unknown().optional(),
      output: lenient,
      error: lenient,
      metadata: z
        .object({ exit: z.number().nullish().catch(null) })
        .nullish()
        .catch(null),
      time: z
        .object({ start: z.number().nullish().catch(null) })
        .nullish()
        .catch(null),
    })
    .nullish()
    .catch(null),
})
type Part = z.infer<typeof partSchema>

interface Session {
  info: unknown
  messages: { info: unknown; parts: unknown[] }[]
}

/**
 * OpenCode: rows of its tables, what `opencode export` prints, and its storage folder, which is gathered into the same shape.
 * A tool's part is a step.
 */
export const opencode: SessionFormat = {
  name,
  detect: (values) => (values.length === 1 && sessionOf(values[0]) !== null) || values.some(isPrinted),
  parse,
}

/** A line of what `opencode run --format json` prints; the prompt is not among them. */
function isPrinted(value: unknown): value is JsonObject {
  return hasAll(value, 'type', 'sessionID', 'part') && isObject(value.part)
}

function sessionOf(value: unknown): Session | null {
  if (hasAll(value, 'session', 'messages', 'parts')) return fromTables(value)
  if (!hasAll(value, 'info', 'messages') || !isObject(value.info)) return null
  const messages = listAt(value, 'messages').filter((message) => hasAll(message, 'info', 'parts'))
  const isOwn = messages.length > 0 || String(value.info.id ?? '').startsWith('ses_')
  return isOwn
    ? { info: value.info, messages: messages.map((one) => ({ info: one.info, parts: listAt(one, 'parts') })) }
    : null
}

/** Rows keep what they say as JSON text in `data`. */
function fromTables(value: JsonObject): Session {
  const [info] = Array.isArray(value.session) ? value.session : [value.session]
  const parts = Map.groupBy(listAt(value, 'parts'), (row) =>
    isObject(row) ? (row.message_id ?? row.messageID) : null,
  )
  const rows = listAt(value, 'messages').filter(isObject)
  return {
    info,
    messages: rows.map((row) => ({ info: rowData(row), parts: (parts.get(row.id) ?? []).map(rowData) })),
  }
}

function rowData(row: unknown): unknown {
  if (!isObject(row)) return row
  const data = typeof row.data === 'string' ? parseEmbedded(row.data) : row.data
  return isObject(data) ? { id: row.id, ...data } : row
}

function parse(lines: readonly SessionLine[], fileName: string): SessionRead {
  const printed = lines.map(({ value }) => value).filter(isPrinted)
  const session = sessionOf(lines[0]?.value) ?? {
    info: { id: printed[0]?.sessionID },
    messages: printed.map(({ part }) => ({ info: null, parts: [part] })),
  }
  const info = sessionSchema.catch({} as z.infer<typeof sessionSchema>).parse(session.info ?? {})
  const talk = new SessionTalk()
  let backbone: string | null = null
  for (const message of session.messages) {
    const head = messageSchema.catch({}).parse(message.info)
    const parts = message.parts.map((part) => partSchema.catch({}).parse(part))
    if (head.role === 'user') {
      const said = parts.flatMap(({ type, text, synthetic }) =>
        type === 'text' && !synthetic && text ? [text] : [],
      )
      const task = taskOfPrompt(said.join('\n'))
      if (task !== null) talk.prompt(task, isoOf(head.time?.created))
    } else {
      backbone ??= head.modelID ?? null
      for (const part of parts) readPart(part, talk)
      if (head.cost) talk.spend(head.cost)
    }
    talk.keep(message)
  }
  return talk.runs(
    {
      format: name,
      // A title without a blank is a name that a person or a harness gave.
      instanceId: /^[\w.-]{3,120}$/.test(info.title ?? '') ? info.title : null,
      recordId: info.id,
      repo: info.directory?.split(/[\\/]/).filter(Boolean).at(-1),
      agent: 'OpenCode',
      version: info.version,
      backbone,
    },
    fileName,
  )
}

function readPart({ type, text, tool, callID, state, id }: Part, talk: SessionTalk): void {
  if (type === 'text' || type === 'reasoning') talk.say(text)
  if (type !== 'tool') return
  const callId = callID ?? id ?? null
  talk.call(actionOf(tool ?? null, state?.input, callId), isoOf(state?.time?.start))
  const shown = state?.output ?? state?.error ?? null
  if (shown !== null)
    talk.answer(observationOf(shown, { exitCode: exitCodeOf(state?.metadata?.exit), callId }))
}
