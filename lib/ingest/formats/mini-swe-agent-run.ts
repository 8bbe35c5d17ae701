import { z } from 'zod'
import type { Observation, Trajectory } from '../../memory/trajectory.ts'
import { checkLayout } from '../check-layout.ts'
import {
  finishTrajectory,
  instantOf,
  knownCost,
  type OpenStep,
  Tally,
  textOrNull,
} from '../finish-trajectory.ts'
import { nameInstance, repoOfInstance } from '../instance-id.ts'
import { listOf } from '../list-of.ts'
import { contentSchema, contentText } from '../message-text.ts'
import { parseEmbedded } from '../parse-json.ts'
import { isObject } from '../shape.ts'
import { readTask } from '../task-text.ts'
import type { RecordSource } from './format.ts'

/*
 * What mini-swe-agent 1.x, 2.x and its bare lists have in common: one list of chat messages
 * (research/trajectories.md §3.1-3.3). Each layout is a file of its own beside this one.
 */

const optionalText = z.string().nullish()
const optionalNumber = z.number().nullish().catch(null)

const toolCallSchema = z.object({
  id: optionalText,
  function: z.object({
    name: z.string(),
    arguments: z.union([z.string(), z.record(z.string(), z.unknown())]).nullish(),
  }),
})

const extraSchema = z.object({
  actions: z
    .array(z.object({ command: optionalText, tool_call_id: optionalText }))
    .nullish()
    .catch(null),
  raw_output: optionalText.catch(null),
  returncode: optionalNumber,
  timestamp: optionalNumber,
  cost: optionalNumber,
  interrupt_type: optionalText.catch(null),
  exit_status: optionalText.catch(null),
  submission: optionalText.catch(null),
  response: z
    .object({ created: optionalNumber, usage: z.object({ cost: optionalNumber }).nullish().catch(null) })
    .nullish()
    .catch(null),
})

const chatMessageSchema = z.object({
  role: z.string(),
  content: contentSchema.optional(),
  reasoning_content: optionalText.catch(null),
  tool_calls: z.array(toolCallSchema).nullish(),
  tool_call_id: optionalText,
  extra: extraSchema.nullish(),
})
type ChatMessage = z.infer<typeof chatMessageSchema>

const messagesSchema = listOf(z.preprocess(asChatMessage, chatMessageSchema))

const configSchema = z
  .object({
    agent: z
      .object({ instance_template: optionalText.catch(null), action_regex: optionalText.catch(null) })
      .nullish()
      .catch(null),
    model: z
      .object({ model_name: optionalText.catch(null), action_regex: optionalText.catch(null) })
      .nullish()
      .catch(null),
  })
  .nullish()
  .catch(null)

const runSchema = z.object({
  instance_id: optionalText,
  info: z
    .object({
      exit_status: optionalText.catch(null),
      submission: optionalText.catch(null),
      mini_version: optionalText.catch(null),
      model_stats: z.object({ instance_cost: optionalNumber }).nullish().catch(null),
      config: configSchema,
    })
    .nullish(),
  messages: messagesSchema,
})
type Run = z.infer<typeof runSchema>

/** Said, so that an unknown end is not taken for none. */
const NO_INFO = 'the file has no "info": version, model and cost are unknown'

/** Reads `{info, messages, instance_id?}`; `format` is the layout's name. */
export function readMiniRun(value: unknown, source: RecordSource, format: string): Trajectory {
  const messages = isObject(value) ? value.messages : null
  const run = checkLayout(runSchema, value, source, format, (path) =>
    locate(messages, path[0] === 'messages' ? path.slice(1) : null, path),
  )
  return toTrajectory(run, source, format)
}

/** Reads a bare list of messages, which records nothing about the run but what was said. */
export function readBareMessages(value: unknown, source: RecordSource, format: string): Trajectory {
  const messages = checkLayout(messagesSchema, value, source, format, (path) => locate(value, path, path))
  return toTrajectory({ messages, info: null }, source, format)
}

function toTrajectory(run: Run, source: RecordSource, format: string): Trajectory {
  const info = run.info ?? null
  const prompt = run.messages.find((message) => message.role === 'user')
  const raw = contentText(prompt?.content)
  const tally = new Tally()
  const steps = readSteps(run, prompt, info?.exit_status ?? null, tally)
  const last = run.messages.findLast((message) => message.role === 'exit')
  const { instanceId, warning } = nameInstance(
    { explicit: run.instance_id, prompt: raw, recordId: null },
    source,
  )
  const parts = {
    format,
    instanceId,
    repo: repoOfInstance(instanceId),
    task: readTask(raw, { template: info?.config?.agent?.instance_template ?? null }),
    agent: { name: 'mini-swe-agent', version: textOrNull(info?.mini_version) },
    backbone: textOrNull(info?.config?.model?.model_name),
    outcome: null,
    outcomeSource: null,
    exitStatus: textOrNull(info?.exit_status) ?? textOrNull(last?.extra?.exit_status),
    submission: textOrNull(info?.submission) ?? textOrNull(last?.extra?.submission),
    costUsd: knownCost(info?.model_stats?.instance_cost),
    startedAt: run.messages.map(atOf).find((at) => at !== null) ?? null,
  }
  const warnings = [...(warning === null ? [] : [warning]), ...(info === null ? [NO_INFO] : [])]
  return finishTrajectory(parts, steps, warnings, tally)
}

/** Steps in order: an assistant message opens one, what follows answers it (by call id where there are ids). */
function readSteps(
  run: Run,
  prompt: ChatMessage | undefined,
  exitStatus: string | null,
  tally: Tally,
): OpenStep[] {
  const tag = fenceTag(run)
  const steps: OpenStep[] = []
  const byCall = new Map<string, OpenStep>()
  for (const [i, message] of run.messages.entries()) {
    const current = steps.at(-1)
    if (message.role === 'assistant') {
      const isRejected = run.messages[i + 1]?.extra?.interrupt_type === 'FormatError'
      const step = openStep(message, tag, isRejected, tally)
      for (const { callId } of step.actions) if (callId !== null) byCall.set(callId, step)
      steps.push(step)
    } else if (message.role === 'tool') {
      const asker = byCall.get(message.tool_call_id ?? '')
      if (asker === undefined) tally.add('tool result whose call id no step made, kept at the step before it')
      const step = asker ?? current
      if (step === undefined) tally.add('tool result before the first step, left out')
      else step.observations.push(observationOf(message))
    } else if (message.role === 'user' && message !== prompt) {
      const isLast = i === run.messages.length - 1
      keepUserMessage(message, current, isLast ? exitStatus : null, isLast, tally)
    } else if (!['system', 'developer', 'user', 'exit'].includes(message.role)) {
      tally.add(`message of the unknown role "${message.role.slice(0, 40)}", left out`)
    }
  }
  const unanswered = steps.slice(0, -1).filter((step) => step.actions.length > step.observations.length)
  for (const _ of unanswered) tally.add('step with an action that has no observation')
  return steps
}

function keepUserMessage(
  message: ChatMessage,
  step: OpenStep | undefined,
  exitStatus: string | null,
  isLast: boolean,
  tally: Tally,
): void {
  const text = contentText(message.content)
  const isAnswered = step === undefined || step.observations.length > 0
  // A run stopped by a limit ends with the name of the exception, or with nothing, as a second user message.
  if (isAnswered && isLast && (text.trim() === '' || text.trim() === exitStatus)) return
  if (step === undefined) {
    tally.add('user message before the first step besides the task, left out')
    return
  }
  if (message.extra?.interrupt_type === 'FormatError' && isAnswered) {
    tally.add('answer that the agent rejected and did not record')
  } else if (isAnswered) {
    tally.add('user message besides the task, kept as an observation of the step before it')
  }
  step.observations.push(observationOf(message))
}

function openStep(message: ChatMessage, tag: string, isRejected: boolean, tally: Tally): OpenStep {
  const text = contentText(message.content)
  const step: OpenStep = {
    thought: textOrNull(joinBlank(message.reasoning_content, text)),
    actions: [],
    observations: [],
    at: atOf(message),
    costUsd: knownCost(message.extra?.cost ?? message.extra?.response?.usage?.cost),
  }
  const calls = callsOf(message)
  if (isRejected) {
    tally.add('step whose tool call the agent rejected: nothing was run')
    return { ...step, thought: textOrNull(joinBlank(step.thought, ...calls.map(({ text: call }) => call))) }
  }
  if (calls.length > 0) return { ...step, actions: calls }

  const fences = fencesOf(text, tag)
  const [fence] = fences
  if (fence === undefined || fences.length > 1) {
    tally.add(`step with a format error (not exactly one \`\`\`${tag} block): nothing was run`)
    return step
  }
  const thought = joinBlank(
    message.reasoning_content,
    text.slice(0, fence.start).trim(),
    text.slice(fence.end).trim(),
  )
  return {
    ...step,
    thought: textOrNull(thought),
    actions: [{ tool: 'bash', text: fence.command, callId: null }],
  }
}

function callsOf(message: ChatMessage): OpenStep['actions'] {
  const calls = message.tool_calls ?? []
  if (calls.length > 0) {
    return calls.map((call) => ({
      tool: call.function.name,
      text: commandOf(call.function.arguments),
      callId: call.id ?? null,
    }))
  }
  return (message.extra?.actions ?? []).flatMap(({ command, tool_call_id }) =>
    command === null || command === undefined
      ? []
      : [{ tool: 'bash', text: command, callId: tool_call_id ?? null }],
  )
}

/** The shell command in a call's arguments (JSON text or object); other arguments stay as JSON text. */
function commandOf(args: string | Record<string, unknown> | null | undefined): string {
  if (args === null || args === undefined) return ''
  const parsed = typeof args === 'string' ? parseEmbedded(args) : args
  if (isObject(parsed) && typeof parsed.command === 'string') return parsed.command
  return typeof args === 'string' ? args : JSON.stringify(args)
}

/** The fence this run's agent looked for: `mswea_bash_command` where its prompt or settings say so (2.x), else `bash`. */
function fenceTag(run: Run): string {
  const prompts = run.messages.filter(({ role }) => role === 'system' || role === 'user').slice(0, 2)
  const settings = [run.info?.config?.agent?.action_regex, run.info?.config?.model?.action_regex]
  const text = [...prompts.map(({ content }) => contentText(content)), ...settings].join('\n')
  return text.includes('```mswea_bash_command') ? 'mswea_bash_command' : 'bash'
}

interface Fence {
  command: string
  /** Half-open range of the whole block in the message. */
  start: number
  end: number
}

/** Blocks as the agent's own pattern finds them: the tag, white space, a line break, text, and a line with the closing fence. */
function fencesOf(text: string, tag: string): Fence[] {
  const opening = `\`\`\`${tag}`
  const fences: Fence[] = []
  for (let start = text.indexOf(opening); start !== -1; ) {
    let body = start + opening.length
    let [feeds, bodyAfterFeed] = [0, -1]
    for (; body < text.length && /\s/.test(text.charAt(body)); body++) {
      if (text.charAt(body) === '\n') [feeds, bodyAfterFeed] = [feeds + 1, body + 1]
    }
    if (bodyAfterFeed === -1) {
      start = text.indexOf(opening, start + opening.length)
      continue
    }
    let close = text.indexOf('\n```', bodyAfterFeed)
    // An empty block is one only where no later line ends it, as the pattern goes back last.
    if (close === -1 && feeds > 1 && text.startsWith('```', bodyAfterFeed)) close = bodyAfterFeed - 1
    if (close === -1) break // nor does a later one end
    const end = close + 4
    fences.push({ command: text.slice(bodyAfterFeed, Math.max(close, bodyAfterFeed)).trim(), start, end })
    start = text.indexOf(opening, end)
  }
  return fences
}

function observationOf(message: ChatMessage): Observation {
  const shown = contentText(message.content)
  const { text, exitCode, truncated } = unwrapObservation(
    shown === '' ? (message.extra?.raw_output ?? '') : shown,
  )
  const recorded = message.extra?.returncode
  return {
    text,
    exitCode: typeof recorded === 'number' && Number.isInteger(recorded) ? recorded : exitCode,
    callId: message.tool_call_id ?? null,
    truncated,
  }
}

/**
 * The output inside the agent's observation template. Long output stands as head and tail, with the number of elided
 * characters between them; exit code null when the template names none.
 */
export function unwrapObservation(content: string): Omit<Observation, 'callId'> {
  const lead = /^\s*(?:<exception>([\s\S]*?)<\/exception>\s*)?<returncode>(-?\d+)<\/returncode>/.exec(content)
  if (lead === null) return { text: content, exitCode: exitCodeOfDict(content), truncated: false }
  const exitCode = integerOrNull(lead[2])
  const body = content.slice(lead[0].length)
  const head = between(body, '<output_head>', '</output_head>')
  const tail = between(body, '<output_tail>', '</output_tail>')
  const isElided = head !== null && tail !== null
  const elided = between(body, '<elided_chars>', '</elided_chars>')?.trim() || 'characters elided'
  const output = isElided
    ? `${head.trimEnd()}\n[… ${elided} …]\n${tail}`
    : (between(body, '<output>', '</output>') ?? body.trim())
  const text = lead[1] === undefined ? output : `${lead[1]}\n${output}`
  return { text: text.trimEnd(), exitCode, truncated: isElided }
}

/** The default template of 1.x shows a Python dict: `Observation: {'output': '…', 'returncode': 0}`. */
function exitCodeOfDict(content: string): number | null {
  if (!content.startsWith("Observation: {'output': ")) return null
  const tail = content.slice(Math.max(0, content.lastIndexOf("'returncode': ")))
  return integerOrNull(/^'returncode': (-?\d{1,10})[,}]/.exec(tail)?.[1])
}

function between(text: string, open: string, close: string): string | null {
  const start = text.indexOf(open)
  const end = text.lastIndexOf(close)
  return start === -1 || end < start + open.length
    ? null
    : text.slice(start + open.length, end).replace(/^\n/, '')
}

function integerOrNull(digits: string | undefined): number | null {
  const value = Number(digits ?? Number.NaN)
  return Number.isSafeInteger(value) ? value : null
}

function atOf(message: ChatMessage): string | null {
  return instantOf(message.extra?.timestamp ?? message.extra?.response?.created)
}

function joinBlank(...texts: (string | null | undefined)[]): string {
  return texts.filter((text) => text !== null && text !== undefined && text.trim() !== '').join('\n\n')
}

/**
 * Messages of the Responses API (2.x) in chat form: an answer is `{object: "response", output: [...]}`, a result
 * `{type: "function_call_output", call_id, output}`. Anything else passes unchanged to the schema.
 */
function asChatMessage(message: unknown): unknown {
  if (!isObject(message) || typeof message.role === 'string') return message
  if (message.type === 'function_call_output') {
    return { role: 'tool', content: message.output, tool_call_id: message.call_id, extra: message.extra }
  }
  if (message.object !== 'response' || !Array.isArray(message.output)) return message
  const items = message.output.filter(isObject)
  return {
    role: 'assistant',
    content: items
      .filter(({ type }) => type === 'message')
      .flatMap(({ content }) => (Array.isArray(content) ? content : [])),
    tool_calls: items
      .filter(({ type }) => type === 'function_call')
      .map((item) => ({
        id: item.call_id ?? item.id,
        function: { name: item.name, arguments: item.arguments },
      })),
    extra: message.extra,
  }
}

/** A path inside the messages as step (the assistant message it stands in or after) and field. */
function locate(messages: unknown, inMessages: PropertyKey[] | null, path: PropertyKey[]) {
  const [index, ...rest] = inMessages ?? []
  if (typeof index !== 'number' || !Array.isArray(messages))
    return { step: null, field: path.join('.') || 'messages' }
  const before = messages
    .slice(0, index + 1)
    .filter((message) => isObject(message) && (message.role === 'assistant' || message.object === 'response'))
  const step = before.length === 0 ? null : before.length
  return {
    step,
    field: `messages[${index}]${rest.map((name) => (typeof name === 'number' ? `[${name}]` : `.${String(name)}`)).join('')}`,
  }
}
