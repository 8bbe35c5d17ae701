import { z } from 'zod'
import type { Trajectory } from '../../memory/trajectory.ts'
import { outcomeSchema } from '../../memory/trajectory.ts'
import { checkLayout, stepIn } from '../check-layout.ts'
import { finishTrajectory, knownCost, type OpenStep, Tally, textOrNull } from '../finish-trajectory.ts'
import { nameInstance, repoOfInstance } from '../instance-id.ts'
import { listOf } from '../list-of.ts'
import { contentSchema, contentText } from '../message-text.ts'
import { isObject } from '../shape.ts'
import { readTask } from '../task-text.ts'
import type { Format, RecordSource } from './format.ts'

const name = 'atif'

/**
 * ATIF, Harbor's interchange format, v1.0 to v1.7. An agent turn is a step; system prompts and copied context are not. What Loupe
 * wrote into `extra.loupe` when it exported the run (exit codes, the task, the outcome) is taken back from there.
 */
export const atif: Format = {
  name,
  detect: (value) =>
    isObject(value) &&
    typeof value.schema_version === 'string' &&
    /^ATIF-v1\./.test(value.schema_version) &&
    Array.isArray(value.steps),
  parse,
  ownHash(value) {
    const own = ownFileSchema.safeParse(value)
    return own.success ? own.data.session_id : null
  },
}

/** Loupe's export names the run by the hash it is stored under; stores from before record hashes have `#n` behind it. */
const ownFileSchema = z.object({
  session_id: z.string().regex(/^[0-9a-f]{64}(?:#[0-9]{1,7})?$/),
  extra: z.object({ loupe: z.object({ version: z.literal(1) }) }),
})

const optionalText = z.string().nullish()
const lenient = optionalText.catch(null)

const ownStepSchema = z.object({
  calls: z.array(z.object({ tool: z.string().nullable(), callId: z.string().nullable() })),
  results: z.array(
    z.object({
      callId: z.string().nullable(),
      exitCode: z.number().int().nullable(),
      truncated: z.boolean(),
    }),
  ),
})

const stepSchema = z.object({
  source: z.string(),
  timestamp: lenient,
  message: contentSchema.optional(),
  reasoning_content: lenient,
  is_copied_context: z.boolean().nullish().catch(null),
  tool_calls: z
    .array(
      z.object({
        tool_call_id: optionalText,
        function_name: z.string(),
        arguments: z.union([z.record(z.string(), z.unknown()), z.string()]).nullish(),
      }),
    )
    .nullish(),
  observation: z
    .object({
      results: z.array(z.object({ source_call_id: optionalText, content: contentSchema.optional() })),
    })
    .nullish(),
  metrics: z
    .object({ cost_usd: z.number().nullish().catch(null) })
    .nullish()
    .catch(null),
  extra: z
    .object({ loupe: ownStepSchema.nullish().catch(null) })
    .nullish()
    .catch(null),
})
type AtifStep = z.infer<typeof stepSchema>

const ownRunSchema = z.object({
  instanceId: z.string(),
  repo: z.string().nullable(),
  taskText: z.string(),
  agentVersion: z.string().nullable(),
  outcome: outcomeSchema,
  outcomeSource: z.string().nullable(),
  exitStatus: z.string().nullable(),
  submission: z.string().nullable(),
  startedAt: z.string().nullable(),
})

const atifSchema = z.object({
  session_id: lenient,
  agent: z.object({ name: lenient, version: lenient, model_name: lenient }).nullish().catch(null),
  steps: listOf(stepSchema),
  final_metrics: z
    .object({ total_cost_usd: z.number().nullish().catch(null) })
    .nullish()
    .catch(null),
  extra: z
    .object({ loupe: ownRunSchema.nullish().catch(null), instance_id: lenient })
    .nullish()
    .catch(null),
})

function parse(value: unknown, source: RecordSource): Trajectory {
  const run = checkLayout(atifSchema, value, source, name, stepIn('steps'))
  const own = run.extra?.loupe ?? null
  const prompt = run.steps.find((step) => step.source === 'user' && step.is_copied_context !== true)
  const raw = contentText(prompt?.message)
  const tally = new Tally()
  const named = nameInstance(
    { explicit: own?.instanceId ?? run.extra?.instance_id, prompt: raw, recordId: run.session_id },
    source,
  )
  const warnings = [
    ...(named.warning === null ? [] : [named.warning]),
    ...(raw === '' ? ['the file has no task text'] : []),
  ]
  const parts = {
    format: name,
    instanceId: named.instanceId,
    repo: own === null ? repoOfInstance(named.instanceId) : own.repo,
    task: readTask(raw, { known: own?.taskText ?? null }),
    agent: {
      name: run.agent?.name ?? 'unknown',
      version: own === null ? textOrNull(run.agent?.version) : own.agentVersion,
    },
    backbone: textOrNull(run.agent?.model_name),
    outcome: own?.outcome ?? null,
    outcomeSource: own?.outcomeSource ?? null,
    exitStatus: own?.exitStatus ?? null,
    submission: own?.submission ?? null,
    costUsd: knownCost(run.final_metrics?.total_cost_usd),
    startedAt:
      own === null ? (run.steps.find(({ timestamp }) => timestamp)?.timestamp ?? null) : own.startedAt,
  }
  return finishTrajectory(parts, readSteps(run.steps, prompt, tally), warnings, tally)
}

function readSteps(steps: AtifStep[], prompt: AtifStep | undefined, tally: Tally): OpenStep[] {
  const read: OpenStep[] = []
  for (const step of steps) {
    if (step.is_copied_context === true) tally.add('step copied from an earlier run, left out')
    else if (isAgents(step)) read.push(openStep(step, tally))
    else if (step.source === 'user' && step !== prompt) {
      const last = read.at(-1)
      const observation = { text: contentText(step.message), exitCode: null, callId: null, truncated: false }
      if (last === undefined) tally.add('user message before the first step besides the task, left out')
      else {
        tally.add('user message besides the task, kept as an observation of the step before it')
        last.observations.push(observation)
      }
    } else if (step.source !== 'user' && step.source !== 'system')
      tally.add(`step of the unknown source "${step.source.slice(0, 40)}", left out`)
  }
  return read
}

/** Only an agent calls tools; a file whose names were blacked out says no more than that. */
function isAgents({ source, tool_calls }: AtifStep): boolean {
  if (source === 'system' || source === 'user') return false
  return source === 'agent' || (tool_calls ?? []).length > 0
}

function openStep(step: AtifStep, tally: Tally): OpenStep {
  const own = step.extra?.loupe ?? null
  const calls = step.tool_calls ?? []
  const results = step.observation?.results ?? []
  if (calls.length === 0 && own === null) tally.add('step without a command')
  const thought = [step.reasoning_content, contentText(step.message)].filter((text) => text?.trim())
  return {
    thought: textOrNull(thought.join('\n\n')),
    actions: calls.map((call, i) => ({
      tool: call.function_name,
      text: commandOf(call.arguments ?? {}),
      callId: call.tool_call_id ?? null,
      ...own?.calls[i],
    })),
    observations: results.map(({ source_call_id, content }, i) => ({
      text: contentText(content),
      exitCode: null,
      callId: source_call_id ?? null,
      truncated: false,
      ...own?.results[i],
    })),
    at: step.timestamp ?? null,
    costUsd: knownCost(step.metrics?.cost_usd),
  }
}

/** The shell command, or the keys typed, among a call's arguments; else the arguments as JSON text. */
function commandOf(args: Record<string, unknown> | string): string {
  if (typeof args === 'string') return args
  for (const text of [args.command, args.cmd, args.keystrokes]) if (typeof text === 'string') return text
  return JSON.stringify(args)
}
