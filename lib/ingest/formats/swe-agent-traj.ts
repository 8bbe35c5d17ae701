import { z } from 'zod'
import type { Trajectory } from '../../memory/trajectory.ts'
import { argumentsText } from '../action-text.ts'
import { checkLayout, stepIn } from '../check-layout.ts'
import { finishTrajectory, knownCost, type OpenStep, Tally, textOrNull } from '../finish-trajectory.ts'
import { nameInstance, repoOfInstance } from '../instance-id.ts'
import { listOf } from '../list-of.ts'
import { contentSchema, contentText } from '../message-text.ts'
import { parseEmbedded } from '../parse-json.ts'
import { hasAll, hasAny, isObject, listAt } from '../shape.ts'
import { readTask, withoutShellPrompt } from '../task-text.ts'
import type { Format, RecordSource } from './format.ts'

const name = 'swe-agent-traj'

/**
 * SWE-agent 0.x and 1.x `.traj` (research/trajectories.md §3.4-3.5). `messages` and `query` of a step repeat the
 * whole prompt and are not read; demonstrations are not steps; a file with only a history is read from that.
 */
export const sweAgentTraj: Format = {
  name,
  detect: (value) => {
    const [step] = listAt(bestAttempt(value), 'trajectory')
    if (step !== undefined)
      return hasAny(step, 'action', 'observation', 'response', 'thought') && !hasAny(step, 'role', 'args')
    if (!isObject(value) || hasAny(value, 'instance', 'test_result')) return false
    if (hasAll(value, 'trajectory', 'info', 'history')) return true
    return listAt(value, 'history').some(
      (message) =>
        hasAny(message, 'role') && hasAny(message, 'agent', 'message_type', 'is_demo', 'tool_call_ids'),
    )
  },
  parse,
}

const optionalText = z.string().nullish()

const stepSchema = z.object({
  action: z.string(),
  observation: z.string().nullish(),
  thought: optionalText,
  response: optionalText,
})

const toolCallSchema = z.object({
  id: optionalText,
  function: z.object({ name: z.string(), arguments: z.unknown().optional() }),
})

const historyItemSchema = z.object({
  role: z.string(),
  content: contentSchema.optional(),
  is_demo: z.boolean().nullish().catch(null),
  message_type: optionalText.catch(null),
  thought: optionalText.catch(null),
  action: optionalText.catch(null),
  tool_calls: z.array(toolCallSchema).nullish().catch(null),
  tool_call_ids: z.array(z.string()).nullish().catch(null),
})
type HistoryItem = z.infer<typeof historyItemSchema>

const replayConfigSchema = z
  .object({
    problem_statement: z
      .object({
        id: optionalText.catch(null),
        text: optionalText.catch(null),
        github_url: optionalText.catch(null),
      })
      .nullish()
      .catch(null),
    env: z
      .object({
        repo: z
          .object({ github_url: optionalText.catch(null) })
          .nullish()
          .catch(null),
      })
      .nullish()
      .catch(null),
    agent: z
      .object({
        model: z
          .object({ name: optionalText.catch(null) })
          .nullish()
          .catch(null),
      })
      .nullish()
      .catch(null),
  })
  .nullish()
  .catch(null)

const trajSchema = z.object({
  instance_id: optionalText,
  environment: optionalText.catch(null),
  trajectory: listOf(stepSchema).nullish(),
  history: listOf(historyItemSchema).nullish(),
  info: z
    .object({
      exit_status: optionalText.catch(null),
      submission: optionalText.catch(null),
      swe_agent_version: optionalText.catch(null),
      model_stats: z
        .object({ instance_cost: z.number().nullish().catch(null) })
        .nullish()
        .catch(null),
    })
    .nullish()
    .catch(null),
  replay_config: z.preprocess(
    (value) => (typeof value === 'string' ? parseEmbedded(value) : value),
    replayConfigSchema,
  ),
})

/** A run of several attempts repeats the chosen one at the top; where it does not, the chosen or the last one is the run. */
function bestAttempt(value: unknown): unknown {
  const attempts = listAt(value, 'attempts')
  if (!isObject(value) || attempts.length === 0 || listAt(value, 'trajectory').length > 0) return value
  const chosen = isObject(value.info) ? value.info.best_attempt_idx : null
  const attempt = attempts[typeof chosen === 'number' ? chosen : attempts.length - 1] ?? attempts.at(-1)
  return isObject(attempt)
    ? {
        ...value,
        ...attempt,
        info: {
          ...(isObject(attempt.info) ? attempt.info : {}),
          ...(isObject(value.info) ? value.info : {}),
        },
      }
    : value
}

function parse(value: unknown, source: RecordSource): Trajectory {
  const traj = checkLayout(trajSchema, bestAttempt(value), source, name, locate)
  const attemptCount = listAt(value, 'attempts').length
  const history = (traj.history ?? []).filter(
    (item) => item.is_demo !== true && item.message_type !== 'demonstration',
  )
  const replay = traj.replay_config ?? null
  const prompt = history.find(({ role }) => role === 'user')
  const raw = contentText(prompt?.content) || (replay?.problem_statement?.text ?? '')
  const tally = new Tally()
  const recorded = traj.trajectory ?? []
  const steps =
    recorded.length > 0 ? readTrajectory(recorded, history, tally) : readHistory(history, prompt, tally)
  const named = nameInstance(
    {
      explicit: traj.instance_id,
      prompt: raw,
      recordId: replay?.problem_statement?.id ?? instanceOfEnvironment(traj.environment),
    },
    source,
  )
  const warnings = [
    ...(named.warning === null ? [] : [named.warning]),
    ...(recorded.length === 0 && steps.length > 0
      ? ['the file has no "trajectory": steps are read from its history']
      : []),
    ...(raw === '' ? ['the file has no task text'] : []),
    ...(attemptCount > 1 ? [`${attemptCount - 1} × attempt that was not chosen, left out`] : []),
    ...(traj.info ? [] : ['the file has no "info": exit status, submission and cost are unknown']),
  ]
  const parts = {
    format: name,
    instanceId: named.instanceId,
    repo:
      repoOfInstance(named.instanceId) ??
      repoOfUrl(replay?.env?.repo?.github_url ?? replay?.problem_statement?.github_url),
    task: readTask(raw, { known: replay?.problem_statement?.text ?? null }),
    agent: { name: 'SWE-agent', version: textOrNull(traj.info?.swe_agent_version) },
    backbone: textOrNull(replay?.agent?.model?.name),
    outcome: null,
    outcomeSource: null,
    exitStatus: textOrNull(traj.info?.exit_status),
    submission: textOrNull(traj.info?.submission),
    costUsd: knownCost(traj.info?.model_stats?.instance_cost),
    startedAt: null,
  }
  return finishTrajectory(parts, steps, warnings, tally)
}

/** One step for each recorded one; tool name and call id come from the history message with the same action. */
function readTrajectory(
  recorded: z.infer<typeof stepSchema>[],
  history: HistoryItem[],
  tally: Tally,
): OpenStep[] {
  const callOf = callsByAction(history)
  return recorded.map((step) => {
    const action = step.action.replace(/\n$/, '')
    const call = callOf(action)
    const hasAction = action.trim() !== ''
    if (!hasAction) tally.add('step without a command')
    const callId = call?.id ?? null
    const isSilent = (step.observation === null || step.observation === undefined) && !hasAction
    return {
      // A step whose answer could not be read as thought and action keeps the answer whole.
      thought: (textOrNull(step.thought) ?? (hasAction ? null : textOrNull(step.response)))?.trim() ?? null,
      actions: hasAction ? [{ tool: call?.function.name ?? null, text: action, callId }] : [],
      observations: isSilent ? [] : [observation(step.observation ?? '', callId)],
      at: null,
      costUsd: null,
    }
  })
}

/** Gives, action by action in the order of the run, the tool call of the history message that asked for it. */
function callsByAction(history: HistoryItem[]): (action: string) => z.infer<typeof toolCallSchema> | null {
  const spoken = history.filter(({ role }) => role === 'assistant')
  const positions = new Map<string, number[]>()
  for (const [i, item] of spoken.entries()) {
    const action = item.action?.replace(/\n$/, '') ?? ''
    const seen = positions.get(action)
    if (seen === undefined) positions.set(action, [i])
    else seen.push(i)
  }
  let next = 0
  return (action) => {
    const waiting = positions.get(action) ?? []
    while (waiting.length > 0 && (waiting[0] ?? 0) < next) waiting.shift()
    const found = waiting.shift()
    if (found === undefined) return null
    next = found + 1
    return spoken[found]?.tool_calls?.[0] ?? null
  }
}

/** Steps of a file that has only a history: an action message opens one, results join by call id, else by order. */
function readHistory(history: HistoryItem[], prompt: HistoryItem | undefined, tally: Tally): OpenStep[] {
  const steps: OpenStep[] = []
  const byCall = new Map<string, OpenStep>()
  for (const item of history) {
    const text = contentText(item.content)
    if (item.role === 'assistant') {
      const step = openStep(item, text, tally)
      for (const { callId } of step.actions) if (callId !== null) byCall.set(callId, step)
      steps.push(step)
    } else if (item.role !== 'system' && item !== prompt) {
      const callId = item.tool_call_ids?.[0] ?? null
      const step = byCall.get(callId ?? '') ?? steps.at(-1)
      if (step === undefined) tally.add('observation before the first step, left out')
      else step.observations.push(observation(withoutShellPrompt(text), callId))
    }
  }
  return steps
}

function openStep(item: HistoryItem, text: string, tally: Tally): OpenStep {
  const calls = item.tool_calls ?? []
  const thought = (textOrNull(item.thought) ?? textOrNull(text))?.trim() ?? null
  const written = item.action?.replace(/\n$/, '') ?? ''
  const actions =
    written.trim() !== '' && calls.length <= 1
      ? [{ tool: calls[0]?.function.name ?? null, text: written, callId: calls[0]?.id ?? null }]
      : calls.map((call) => ({
          tool: call.function.name,
          text: argumentsText(call.function.arguments),
          callId: call.id ?? null,
        }))
  if (actions.length === 0) tally.add('step without a command')
  return { thought, actions, observations: [], at: null, costUsd: null }
}

/** Neither version records exit codes; carriage returns of the terminal are taken off line ends. */
function observation(text: string, callId: string | null): OpenStep['observations'][number] {
  const plain = text.replace(/^OBSERVATION:\n/, '').replaceAll('\r\n', '\n')
  return { text: plain, exitCode: null, callId, truncated: isCut(plain) }
}

/** SWE-agent's own words where it cuts long output. */
function isCut(text: string): boolean {
  return /<response clipped>|Observation: Command output was too long|characters elided|\[\d+ characters? truncated\]/.test(
    text,
  )
}

/** `environment` names the instance in runs over SWE-smith; elsewhere it is `main` or `swe_main`. */
function instanceOfEnvironment(environment: string | null | undefined): string | null {
  return typeof environment === 'string' && repoOfInstance(environment) !== null ? environment : null
}

function repoOfUrl(url: string | null | undefined): string | null {
  const [, owner, repo] = /github\.com\/([\w.-]+)\/([\w.-]+?)(?:\.git)?(?:\/|$)/.exec(url ?? '') ?? []
  return owner === undefined || repo === undefined ? null : `${owner}/${repo}`
}

function locate(path: PropertyKey[]) {
  const [list, index, ...rest] = path
  const field = rest.map(String).join('.')
  if (list === 'history' && typeof index === 'number')
    return { step: null, field: `history[${index}]${field && `.${field}`}` }
  return stepIn('trajectory')(path)
}
