import { z } from 'zod'
import { type Action, actionOf, observationOf } from '../../action-text.ts'
import type { Tally } from '../../finish-trajectory.ts'
import { listOf } from '../../list-of.ts'
import { isObject } from '../../shape.ts'
import { stepsOfTurns, type Turn } from '../../turns.ts'

const lenient = z.string().nullish().catch(null)

const callSchema = z.object({
  id: lenient,
  function: z.union([z.string(), z.object({ name: z.string(), arguments: z.unknown().optional() })]),
  arguments: z.unknown().optional(),
})

const contentSchema = z.union([z.string(), z.null(), z.array(z.unknown())])

const messageSchema = z.object({
  role: z.string(),
  content: contentSchema.optional(),
  reasoning_content: lenient,
  tool_calls: z.array(callSchema).nullish(),
  function_call: z.object({ name: z.string(), arguments: z.unknown().optional() }).nullish().catch(null),
  tool_call_id: lenient,
  error: z.object({ message: lenient }).nullish().catch(null),
})
export type Message = z.infer<typeof messageSchema>
export const messagesSchema = listOf(messageSchema)

/** Finds the actions in a text of the agent's; `thought` is the text without them. */
type TextActions = (text: string) => { thought: string; actions: Action[] } | null

/** The words of a message; what is no text is named, so that nothing vanishes unseen. Calls, results and thinking are read apart. */
export function wordsOf(content: Message['content']): string {
  if (typeof content === 'string') return content
  return (content ?? [])
    .map((part) => {
      if (typeof part === 'string') return part
      if (!isObject(part) || ['tool_use', 'tool_result', 'thinking', 'reasoning'].includes(String(part.type)))
        return ''
      return typeof part.text === 'string' ? part.text : `[${String(part.type ?? 'part')}]`
    })
    .filter((text) => text !== '')
    .join('\n')
}

/**
 * Messages of a chat as the task and the steps: OpenAI's tool calls, Anthropic's blocks, or actions written in the text. The first
 * user message is the task.
 */
export function readChat(
  messages: readonly Message[],
  tally: Tally,
  { textActions = writtenActions, resolve = (text: string) => text } = {} as {
    textActions?: TextActions
    /** Puts back what the layout keeps apart, such as long texts. */
    resolve?: (text: string) => string
  },
) {
  const prompt = messages.find(({ role, content }) => isPerson(role) && wordsOf(content).trim() !== '')
  const turns = messages.flatMap((message): Turn[] => {
    if (message === prompt || ['system', 'developer'].includes(message.role)) return []
    const text = resolve(wordsOf(message.content))
    if (['assistant', 'ai', 'gpt', 'model'].includes(message.role))
      return [agentTurn(message, text, textActions, resolve)]
    const blocks = partsOf(message, 'tool_result').map((part): Turn => {
      const inner = resolve(wordsOf(contentSchema.catch(null).parse(part.content)))
      return { kind: 'result', observation: observationOf(inner, { callId: textAt(part.tool_use_id) }) }
    })
    if (['tool', 'function', 'observation', 'environment'].includes(message.role)) {
      const said = [text, message.error?.message ?? ''].filter((words) => words !== '').join('\n')
      return [{ kind: 'result', observation: observationOf(said, { callId: message.tool_call_id ?? null }) }]
    }
    if (!isPerson(message.role))
      tally.add(`message of the unknown role "${message.role.slice(0, 40)}", read as a user's`)
    return [...blocks, ...(text === '' ? [] : [{ kind: 'user' as const, text: withoutLabel(text) }])]
  })
  return {
    raw: prompt === undefined ? '' : resolve(wordsOf(prompt.content)),
    steps: stepsOfTurns(turns, tally),
  }
}

function isPerson(role: string): boolean {
  return role === 'user' || role === 'human'
}

function agentTurn(
  message: Message,
  text: string,
  textActions: TextActions,
  resolve: (text: string) => string,
): Turn {
  const thinking = [
    message.reasoning_content ?? '',
    ...partsOf(message, 'thinking').map((part) => textAt(part.thinking) ?? ''),
    ...partsOf(message, 'reasoning').map((part) => textAt(part.reasoning) ?? textAt(part.text) ?? ''),
  ]
  const calls = [
    ...(message.tool_calls ?? []).map(({ id, function: called, arguments: args }) =>
      typeof called === 'string' ? actionOf(called, args, id) : actionOf(called.name, called.arguments, id),
    ),
    ...(message.function_call
      ? [actionOf(message.function_call.name, message.function_call.arguments, null)]
      : []),
    ...partsOf(message, 'tool_use').map((part) => actionOf(textAt(part.name), part.input, textAt(part.id))),
  ]
  const written = calls.length > 0 ? null : textActions(text)
  const thought = [...thinking, written?.thought ?? text].filter((words) => words.trim() !== '').join('\n\n')
  const actions = (written?.actions ?? calls).map((one) => ({ ...one, text: resolve(one.text) }))
  return { kind: 'agent', thought, actions }
}

function partsOf({ content }: Message, type: string) {
  return Array.isArray(content) ? content.filter(isObject).filter((part) => part.type === type) : []
}

function textAt(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** What harnesses put before a tool's output. */
export function withoutLabel(text: string): string {
  return text.replace(/^\s*(?:OBSERVATION:|EXECUTION RESULT of \[[^\]\n]{1,80}\]:)[ ]?\n?/, '')
}

/** `<function=NAME><parameter=P>…`, `<execute_bash>…` and its kin, or exactly one fence tagged `bash`. */
function writtenActions(text: string): ReturnType<TextActions> {
  const named = between(text, /<function=([\w.-]{1,80})>/g, () => '</function>')
  if (named.length > 0)
    return {
      thought: text.slice(0, named[0]?.start).trim(),
      actions: named.map(({ name, inner }) => actionOf(name, parametersOf(inner), null)),
    }
  const tagged = between(text, /<(execute_(?:bash|ipython|browse))>/g, (tag) => `</${tag}>`)
  if (tagged.length > 0)
    return {
      thought: text.slice(0, tagged[0]?.start).trim(),
      actions: tagged.map(({ name, inner }) => ({ tool: name, text: inner.trim(), callId: null })),
    }
  const fences = between(text, /```(?:bash|sh|shell)\n/g, () => '\n```')
  const [fence] = fences
  if (fence === undefined || fences.length > 1) return null
  return {
    thought: text.slice(0, fence.start).trim(),
    actions: [{ tool: 'bash', text: fence.inner.trim(), callId: null }],
  }
}

function parametersOf(body: string): Record<string, string> {
  const found = between(body, /<parameter=([\w.-]{1,80})>/g, () => '</parameter>')
  return Object.fromEntries(found.map(({ name, inner }) => [name, inner.replace(/^\n|\n$/g, '')]))
}

/** Stretches from an opening to its closing, one after the other; an opening that nothing closes ends the search. */
export function between(text: string, opening: RegExp, closing: (name: string) => string) {
  const found: { name: string; inner: string; start: number }[] = []
  let from = 0
  for (const match of text.matchAll(opening)) {
    if (match.index < from) continue
    const body = match.index + match[0].length
    const name = match[1] ?? ''
    const end = text.indexOf(closing(name), body)
    if (end === -1) {
      // A model may stop right after its last action.
      if (found.length === 0 && name !== '') found.push({ name, inner: text.slice(body), start: match.index })
      break
    }
    found.push({ name, inner: text.slice(body, end), start: match.index })
    from = end + closing(name).length
  }
  return found
}

/** A path inside a list of messages as step (the agent's turn it stands in or after) and field. */
export function locateMessage(member: string | null) {
  return (path: PropertyKey[]) => {
    const inner = member === null ? path : path[0] === member ? path.slice(1) : []
    const [index, ...rest] = inner
    if (typeof index !== 'number')
      return { step: null, field: path.map(String).join('.') || (member ?? 'messages') }
    return {
      step: null,
      field: `${member ?? 'messages'}[${index}]${rest.map((part) => `.${String(part)}`).join('')}`,
    }
  }
}
