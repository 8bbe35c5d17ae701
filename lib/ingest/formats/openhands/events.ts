import { z } from 'zod'
import { actionOf, exitCodeOf, jsonOf, observationOf } from '../../action-text.ts'
import { checkLayout } from '../../check-layout.ts'
import { type Tally, textOrNull } from '../../finish-trajectory.ts'
import { isoOf } from '../../run-draft.ts'
import { hasAll, hasAny, isObject, type JsonObject } from '../../shape.ts'
import { stepsOfTurns, type Turn } from '../../turns.ts'
import type { RecordSource } from '../format.ts'
import { isSdkEvent, type ReadEvents, readSdkEvents } from './sdk-events.ts'

const lenient = z.string().nullish().catch(null)
const id = z.union([z.number(), z.string()]).nullish().catch(null)

const eventSchema = z.object({
  id,
  cause: id,
  timestamp: lenient,
  source: lenient,
  message: lenient,
  action: lenient,
  observation: lenient,
  content: lenient,
  args: z.record(z.string(), z.unknown()).nullish().catch(null),
  extras: z.record(z.string(), z.unknown()).nullish().catch(null),
  tool_call_metadata: z.object({ tool_call_id: lenient, function_name: lenient }).nullish().catch(null),
})
type Event = z.infer<typeof eventSchema>

/** An event, or until mid-2024 a pair of action and observation. */
export function isOpenHandsEvent(value: unknown): boolean {
  if (Array.isArray(value)) return hasAll(value[0], 'action') && hasAny(value[1], 'observation')
  return hasAny(value, 'action', 'observation') && hasAny(value, 'source', 'args', 'cause')
}

/** Bookkeeping, no doing of the agent's. */
const NO_STEP = ['change_agent_state', 'null', 'condensation', 'condensation_request', 'recall']
const NO_ANSWER = ['agent_state_changed', 'null', 'recall', 'condense']

/** The task and the steps of a list of events; SDK events are read by their own rules. */
export function readEvents(
  values: readonly unknown[],
  source: RecordSource,
  format: string,
  tally: Tally,
): ReadEvents {
  const flat = values.flatMap((value) => (Array.isArray(value) ? value : [value]))
  if (flat.some(isSdkEvent)) return readSdkEvents(flat, tally)
  const events = flat.map((value, i) =>
    checkLayout(eventSchema, value, source, format, (path) => ({
      step: null,
      field: `history[${i}]${path.map((part) => `.${String(part)}`).join('')}`,
    })),
  )
  const system = events.find(({ action }) => action === 'system')
  const prompt = events.find(({ action, source: who }) => action === 'message' && who === 'user')
  const turns = events.flatMap((event) => (event === prompt ? [] : turnOf(event, tally)))
  const finish = events.findLast(({ action }) => action === 'finish')
  return {
    raw: prompt === undefined ? '' : (textAt(prompt.args, 'content') ?? prompt.message ?? ''),
    steps: stepsOfTurns(turns, tally),
    version: textAt(system?.args, 'openhands_version'),
    startedAt: isoOf(events.find(({ timestamp }) => timestamp)?.timestamp),
    closing: textAt(finish?.args, 'final_thought') ?? textAt(finish?.args, 'thought'),
  }
}

function turnOf(event: Event, tally: Tally): Turn[] {
  if (event.observation) {
    if (NO_ANSWER.includes(event.observation)) return []
    const metadata = isObject(event.extras?.metadata) ? event.extras.metadata : {}
    const exitCode = exitCodeOf(metadata.exit_code) ?? exitCodeOf(event.extras?.exit_code)
    return [
      {
        kind: 'result',
        observation: observationOf(event.content ?? event.message ?? '', {
          exitCode,
          callId: keyOf(event.cause),
        }),
      },
    ]
  }
  if (!event.action || NO_STEP.includes(event.action)) return []
  const args = event.args ?? {}
  if (event.source === 'user')
    return event.action === 'message'
      ? [{ kind: 'user', text: textAt(args, 'content') ?? event.message ?? '' }]
      : []
  if (event.source === 'environment') return []
  const said = textAt(args, 'thought')
  const at = isoOf(event.timestamp)
  if (event.action === 'message')
    return [{ kind: 'agent', thought: textAt(args, 'content') ?? event.message ?? null, actions: [], at }]
  if (event.action === 'system') {
    tally.add('system prompt, a step of its own in this layout, kept without its text')
    return [
      { kind: 'agent', thought: null, actions: [{ tool: 'system', text: '', callId: keyOf(event.id) }], at },
    ]
  }
  return [
    {
      kind: 'agent',
      thought: said,
      actions: [{ ...actionOf(event.action, actionText(event.action, args), null), callId: keyOf(event.id) }],
      at,
    },
  ]
}

function actionText(action: string, args: JsonObject): string {
  if (action === 'run') return textAt(args, 'command') ?? ''
  if (action === 'run_ipython') return textAt(args, 'code') ?? ''
  if (action === 'finish' || action === 'think')
    return textAt(args, 'final_thought') ?? textAt(args, 'message') ?? ''
  return jsonOf(
    args,
    ...['thought', 'translated_ipython_code', 'impl_source', 'security_risk', 'confirmation_state'],
    ...['hidden', 'is_confirmed', 'kept_prompt', 'blocking', 'is_static', 'cwd'],
  )
}

function keyOf(value: Event['id']): string | null {
  return value === null || value === undefined ? null : String(value)
}

function textAt(value: JsonObject | null | undefined, member: string): string | null {
  const text = value?.[member]
  return typeof text === 'string' ? textOrNull(text) : null
}
