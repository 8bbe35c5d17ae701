import { z } from 'zod'
import { actionOf, exitCodeOf, jsonOf, observationOf } from '../../action-text.ts'
import type { OpenStep, Tally } from '../../finish-trajectory.ts'
import { isoOf } from '../../run-draft.ts'
import { isObject } from '../../shape.ts'
import { stepsOfTurns, type Turn } from '../../turns.ts'
import { wordsOf } from '../chat/messages.ts'

const lenient = z.string().nullish().catch(null)
const parts = z
  .union([z.string(), z.array(z.unknown())])
  .nullish()
  .catch(null)

const eventSchema = z.object({
  kind: z.string(),
  source: lenient,
  timestamp: lenient,
  thought: parts,
  reasoning_content: lenient,
  tool_name: lenient,
  tool_call_id: lenient,
  action: z.record(z.string(), z.unknown()).nullish().catch(null),
  tool_call: z
    .object({
      name: lenient,
      arguments: z.unknown().optional(),
      function: z.object({ name: lenient, arguments: z.unknown().optional() }).nullish().catch(null),
    })
    .nullish()
    .catch(null),
  observation: z.unknown().optional(),
  error: lenient,
  rejection_reason: lenient,
  llm_message: z.object({ role: lenient, content: parts, reasoning_content: lenient }).nullish().catch(null),
})
type SdkEvent = z.infer<typeof eventSchema>

export interface ReadEvents {
  raw: string
  steps: OpenStep[]
  version: string | null
  startedAt: string | null
  /** What the agent said last, where it finished. */
  closing: string | null
}

/** Events of OpenHands' SDK say their class in `kind`. */
export function isSdkEvent(value: unknown): boolean {
  return (
    isObject(value) &&
    typeof value.kind === 'string' &&
    /^(?:\w*Event|\w*Observation|Condensation\w*)$/.test(value.kind) &&
    value.atof_version === undefined
  )
}

/** The task and the steps of the SDK's events; an action names its call, and what answers it names the same. */
export function readSdkEvents(values: readonly unknown[], tally: Tally): ReadEvents {
  const events = values.flatMap((value) => {
    const read = eventSchema.safeParse(value)
    if (!read.success) tally.add('event without a kind, left out')
    return read.success ? [read.data] : []
  })
  const prompt = events.find(({ kind, source }) => kind === 'MessageEvent' && source === 'user')
  const turns = events.flatMap((event) => (event === prompt ? [] : turnOf(event)))
  const finish = events.findLast(({ tool_name }) => tool_name === 'finish')
  const said = finish?.action?.message
  return {
    raw: wordsOf(prompt?.llm_message?.content ?? ''),
    steps: stepsOfTurns(turns, tally),
    version: null,
    startedAt: isoOf(events.find(({ timestamp }) => timestamp)?.timestamp),
    closing: typeof said === 'string' ? said : null,
  }
}

function turnOf(event: SdkEvent): Turn[] {
  const callId = event.tool_call_id ?? null
  const at = isoOf(event.timestamp)
  if (event.kind === 'ActionEvent') {
    const called = event.tool_call?.function ?? event.tool_call
    const args = event.action ? jsonOf(event.action, 'kind', 'tool_call_id') : called?.arguments
    const thought = [event.reasoning_content ?? '', wordsOf(event.thought ?? '')].filter(
      (text) => text !== '',
    )
    return [
      {
        kind: 'agent',
        thought: thought.join('\n\n'),
        actions: [actionOf(event.tool_name ?? called?.name ?? null, args, callId)],
        at,
      },
    ]
  }
  if (event.kind === 'MessageEvent') {
    const text = wordsOf(event.llm_message?.content ?? '')
    if (event.source === 'agent') return [{ kind: 'agent', thought: text, actions: [], at }]
    return [{ kind: 'user', text }]
  }
  if (event.kind === 'AgentErrorEvent' || event.kind === 'UserRejectObservation')
    return [
      { kind: 'result', observation: observationOf(event.error ?? event.rejection_reason ?? '', { callId }) },
    ]
  if (event.kind !== 'ObservationEvent') return []
  const shown = isObject(event.observation) ? event.observation : {}
  const metadata = isObject(shown.metadata) ? shown.metadata : {}
  const exitCode = exitCodeOf(shown.exit_code) ?? exitCodeOf(metadata.exit_code)
  return [{ kind: 'result', observation: observationOf(shownText(event.observation), { exitCode, callId }) }]
}

/** The text of an observation: `content` (text or parts), `output`, or the whole of it as JSON. */
function shownText(observation: unknown): string {
  if (typeof observation === 'string') return observation
  if (!isObject(observation)) return ''
  for (const member of [observation.content, observation.output, observation.text]) {
    if (typeof member === 'string' && member !== '') return member
    if (Array.isArray(member) && member.length > 0) return wordsOf(member)
  }
  return jsonOf(observation, 'kind')
}
