import { z } from 'zod'

export type ToolCall = { id: string | null; tool: string; input: string; output: string }

/** Session of the event that connecting sends through an agent's hook, to see whether it arrives: nothing is kept of it. */
export const TEST_SESSION = 'loupe-test'

/** One event of an agent in the words of Loupe. */
export type HookEvent = {
  /** `compact`: the agent's context was cut, so that what it was given may be gone. */
  kind: 'start' | 'prompt' | 'tools' | 'compact' | 'end'
  /** The agent's own name of the event; its answer repeats it. */
  name: string
  session: string
  /** Empty for the main agent. */
  subagent: string
  cwd: string
  prompt: string | null
  calls: ToolCall[]
  /** Path of the agent's own record. */
  transcript: string | null
}

/** What differs from agent to agent; one file each in adapters/. */
export type Adapter = {
  /** Kind of each event that is read; others are none of Loupe's business. */
  events: Readonly<Record<string, HookEvent['kind']>>
  /** The answer that puts `text` before the agent; null where this event cannot carry one. */
  answer: (text: string, event: HookEvent) => object | null
}

const text = z.string().optional().catch(undefined)
const callSchema = z.looseObject({
  tool_name: text,
  tool_input: z.unknown().optional(),
  tool_response: z.unknown().optional(),
  tool_output: z.unknown().optional(),
  tool_use_id: text,
})

/** The fields that these agents share, under each of the names they have for them. */
const payloadSchema = callSchema.extend({
  hook_event_name: text,
  event_type: text,
  event: text,
  session_id: text,
  conversation_id: text,
  agent_id: text,
  cwd: text,
  working_dir: text,
  workspace_roots: z.array(z.string()).optional().catch(undefined),
  prompt: text,
  source: text,
  message: text,
  tool_calls: z.array(callSchema).optional().catch(undefined),
  transcript_path: text,
  agent_transcript_path: text,
})

/** Longest input and output of a tool that is read, characters: the rules look at the ends. */
const LONGEST = 4_000

/** The event in a payload; null when it is none that the adapter reads. */
export function readHookEvent(payload: unknown, { events }: Adapter): HookEvent | null {
  const parsed = payloadSchema.safeParse(payload)
  if (!parsed.success) return null
  const given = parsed.data
  const name = given.hook_event_name ?? given.event_type ?? given.event ?? ''
  const kind = Object.hasOwn(events, name) ? events[name] : undefined
  const session = given.session_id ?? given.conversation_id
  const cwd = given.cwd ?? given.working_dir ?? given.workspace_roots?.[0]
  if (!kind || !session || !cwd) return null
  // A session that begins anew says so; one that goes on after its context was cut needs its lesson again.
  const isGoingOn = kind === 'start' && ['compact', 'resume'].includes(given.source ?? '')
  return {
    kind: isGoingOn ? 'compact' : kind,
    name,
    session: session.slice(0, 200),
    subagent: (given.agent_id ?? '').slice(0, 200),
    cwd,
    prompt: given.prompt ?? given.message ?? null,
    calls: kind === 'tools' ? callsOf(given) : [],
    transcript: given.agent_transcript_path ?? given.transcript_path ?? null,
  }
}

function callsOf({ tool_calls: calls, ...one }: z.infer<typeof payloadSchema>): ToolCall[] {
  return (calls ?? [one]).flatMap((call) =>
    call.tool_name === undefined
      ? []
      : [
          {
            id: call.tool_use_id ?? null,
            tool: call.tool_name,
            input: inputText(call.tool_input),
            output: ends(outputText(call.tool_response ?? call.tool_output)),
          },
        ],
  )
}

/** A shell's command as it was; any other tool's input as JSON. */
function inputText(input: unknown): string {
  if (typeof input === 'string') return ends(input)
  const fields = z.looseObject({ command: z.unknown().optional() }).safeParse(input)
  const command = fields.success && Object.keys(fields.data).length <= 4 ? fields.data.command : undefined
  if (typeof command === 'string') return ends(command)
  if (Array.isArray(command)) return ends(command.join(' '))
  // Each field is cut by itself, so that what is left is still JSON.
  return input === undefined
    ? ''
    : JSON.stringify(input, (_, value) => (typeof value === 'string' ? ends(value) : value))
}

const partSchema = z.looseObject({ text: z.string() })

/** What a tool answered, as plain text: the streams of a shell, the parts of a message, else as JSON. */
function outputText(output: unknown): string {
  if (typeof output === 'string') return output
  if (Array.isArray(output)) return output.map(outputText).join('\n')
  if (output === null || typeof output !== 'object') return ''
  const part = partSchema.safeParse(output)
  if (part.success) return part.data.text
  const streams = ['stdout', 'stderr', 'output', 'llmContent', 'content'].flatMap((name) => {
    const value = (output as Record<string, unknown>)[name]
    return value === undefined || value === '' ? [] : [outputText(value)]
  })
  return streams.length > 0 ? streams.join('\n') : JSON.stringify(output)
}

function ends(whole: string): string {
  return whole.length <= LONGEST ? whole : `${whole.slice(0, LONGEST / 2)}\n…\n${whole.slice(-LONGEST / 2)}`
}
