import { z } from 'zod'
import { actionOf, exitCodeOf, observationOf } from '../../action-text.ts'
import { parseEmbedded } from '../../parse-json.ts'
import { isoOf } from '../../run-draft.ts'
import { SessionTalk } from '../../session-talk.ts'
import { hasAll, hasAny, isObject, type JsonObject, listAt } from '../../shape.ts'
import { wordsOf } from '../chat/messages.ts'
import { taskOfPrompt } from '../claude-code/events.ts'
import type { SessionFormat, SessionLine, SessionRead } from '../session-format.ts'

const name = 'codex-rollout-jsonl'
const TYPES = ['session_meta', 'turn_context', 'response_item', 'event_msg', 'compacted']
const lenient = z.string().nullish().catch(null)

const itemSchema = z.looseObject({
  type: lenient,
  role: lenient,
  name: lenient,
  call_id: lenient,
  id: lenient,
  arguments: z.unknown().optional(),
  input: z.unknown().optional(),
  action: z.unknown().optional(),
  output: z.unknown().optional(),
  content: z
    .union([z.string(), z.array(z.unknown())])
    .nullish()
    .catch(null),
  summary: z.array(z.unknown()).nullish().catch(null),
})
type Item = z.infer<typeof itemSchema>

const metaSchema = z.object({
  id: lenient,
  timestamp: lenient,
  cwd: lenient,
  cli_version: lenient,
  model: lenient,
  git: z.object({ repository_url: lenient }).nullish().catch(null),
})

/** Codex's own record of a session, `~/.codex/sessions/…/rollout-*.jsonl`; steps are made of `response_item`, which events repeat. */
export const codexRollout: SessionFormat = {
  name,
  detect: (values) => values.some(isCodexItem),
  parse,
}

function isCodexItem(record: unknown): boolean {
  if (!isObject(record) || record.sessionId !== undefined || record.message !== undefined) return false
  if (record.session !== undefined && record.items !== undefined) return isWhole(record)
  if (record.payload !== undefined) return TYPES.includes(String(record.type))
  // Oldest files have no payload: a head line with the session, then bare items.
  return hasAll(record, 'record_type') || hasAll(record, 'id', 'timestamp', 'instructions')
}

/** The first Codex, in TypeScript, wrote one value a session. */
function isWhole({ session }: JsonObject): boolean {
  return hasAll(session, 'id', 'timestamp') && !hasAny(session, 'time')
}

function parse(lines: readonly SessionLine[], fileName: string): SessionRead {
  const talk = new SessionTalk()
  const values = lines.flatMap(({ value }) =>
    isObject(value) && hasAll(value, 'session', 'items')
      ? [value.session, ...listAt(value, 'items')]
      : [value],
  )
  const events = values.flatMap((value) => (isObject(value) ? [eventOf(value)] : []))
  const meta = metaOf(events)
  // Where Codex says which prompts a person typed, the injected ones among the items are not taken for tasks.
  const areTold = events.some(({ kind, item }) => kind === 'event_msg' && item.type === 'user_message')
  for (const event of events) {
    const { kind, item, at, raw } = event
    if (kind === 'event_msg' && item.type === 'user_message') ask(talk, textAt(item.message), at)
    else if (kind === 'response_item') readItem(item, at, talk, areTold)
    else continue
    talk.keep(raw)
  }
  const models = events.flatMap(({ kind, item }) => (kind === 'turn_context' ? [textAt(item.model)] : []))
  return talk.runs(
    {
      format: name,
      recordId: meta?.id,
      repo: repoOf(meta?.git?.repository_url) ?? meta?.cwd?.split(/[\\/]/).filter(Boolean).at(-1),
      agent: 'Codex',
      version: meta?.cli_version,
      backbone: models.find((model) => model !== null) ?? meta?.model,
      startedAt: meta?.timestamp,
    },
    fileName,
  )
}

function eventOf(value: JsonObject): { kind: string; item: Item; at: string | null; raw: unknown } {
  const isWrapped = isObject(value.payload)
  const item = itemSchema.catch({}).parse(isWrapped ? value.payload : value)
  const isHead = !isWrapped && value.type === undefined && value.role === undefined
  const kind = isWrapped ? String(value.type) : isHead ? 'session_meta' : 'response_item'
  return { kind, item, at: isoOf(value.timestamp), raw: value }
}

function metaOf(events: readonly { kind: string; item: Item }[]) {
  const head = events.find(({ kind, item }) => kind === 'session_meta' && item.id)
  return head === undefined ? null : metaSchema.catch({} as z.infer<typeof metaSchema>).parse(head.item)
}

function ask(talk: SessionTalk, text: string | null, at: string | null): void {
  const task = text === null || isInjected(text) ? null : taskOfPrompt(text)
  if (task !== null) talk.prompt(task, at)
}

/** What Codex puts before the model as a user's message. */
function isInjected(text: string): boolean {
  return /^\s*(?:<(?:environment_context|user_instructions|turn_aborted|permissions|ENVIRONMENT_CONTEXT)\b|# AGENTS\.md instructions)/.test(
    text,
  )
}

function readItem(item: Item, at: string | null, talk: SessionTalk, areTold: boolean): void {
  const callId = item.call_id ?? item.id ?? null
  switch (item.type ?? 'message') {
    case 'message':
      if (item.role === 'assistant') talk.say(wordsOf(item.content))
      else if (item.role === 'user' && !areTold) ask(talk, wordsOf(item.content), at)
      return
    case 'reasoning':
      talk.say(wordsOf(item.summary) || wordsOf(item.content))
      return
    case 'function_call':
      talk.call(actionOf(item.name ?? null, item.arguments, callId), at)
      break
    case 'custom_tool_call':
      talk.call(actionOf(item.name ?? null, item.input, callId), at)
      break
    case 'local_shell_call':
      talk.call(actionOf('shell', item.action, callId), at)
      break
    case 'web_search_call':
      talk.say(`[searched the web: ${isObject(item.action) ? (textAt(item.action.query) ?? '') : ''}]`)
      break
    case 'function_call_output':
    case 'custom_tool_call_output':
    case 'local_shell_call_output': {
      const { text, exitCode } = outputOf(item.output)
      talk.answer(observationOf(text, { exitCode, callId: item.call_id ?? null }))
      break
    }
    default:
      talk.tally.add(`item of the kind "${String(item.type).slice(0, 40)}", left out`)
  }
}

/** The text of an answer, and the exit status that stands in it or beside it. */
export function outputOf(output: unknown): { text: string; exitCode: number | null } {
  const read =
    typeof output === 'string' && output.startsWith('{') ? (parseEmbedded(output) ?? output) : output
  if (isObject(read)) {
    const metadata = isObject(read.metadata) ? read.metadata : read
    const text = read.output ?? read.content ?? read.body
    if (text !== undefined)
      return {
        text: wordsOf(typeof text === 'string' || Array.isArray(text) ? text : JSON.stringify(text)),
        exitCode: exitCodeOf(metadata.exit_code),
      }
    return { text: JSON.stringify(read), exitCode: exitCodeOf(metadata.exit_code) }
  }
  const text = typeof read === 'string' || Array.isArray(read) ? wordsOf(read) : ''
  const stated = /^(?:Exit code: |Process exited with code )(\d{1,3})$/m.exec(text.slice(0, 400))?.[1]
  return { text, exitCode: stated === undefined ? null : Number(stated) }
}

function textAt(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function repoOf(url: string | null | undefined): string | null {
  const [, owner, repo] = /[/:]([\w.-]+)\/([\w.-]+?)(?:\.git)?\/?$/.exec(url ?? '') ?? []
  return owner === undefined || repo === undefined || url?.startsWith('redacted') ? null : `${owner}/${repo}`
}
