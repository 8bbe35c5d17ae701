import type { Intent, Segment } from '../memory/subtask.ts'
import type { Ending, Message } from './run-episode.ts'

/** A run as mini-swe-agent 1.1 writes it, so that any reader of that layout reads it; what is ours stands in `extra`. */
export type RunFile = {
  trajectory_format: 'mini-swe-agent-1.1'
  instance_id: string
  info: {
    exit_status: Ending['exitStatus'] | null
    submission: string | null
    model_stats: { instance_cost: number | null; api_calls: number }
    config: {
      agent: { instance_template: string; arm: string; seed: number }
      model: { model_name: string | null }
    }
    verdict: { resolved: boolean; reason: string } | null
  }
  messages: (
    | Message
    | { role: 'exit'; content: ''; extra: { exit_status: string; submission: string | null } }
  )[]
}

type Run = {
  instanceId: string
  arm: string
  seed: number
  model: string | null
  history: readonly Message[]
  ending: Ending | null
  submission: string | null
}

export function asRunFile({ instanceId, arm, seed, model, history, ending, submission }: Run): RunFile {
  const said = history.filter(({ role }) => role === 'assistant')
  const costs = said.map(({ extra }) => extra?.cost ?? null)
  const exit = ending && { exit_status: ending.exitStatus, submission }
  return {
    trajectory_format: 'mini-swe-agent-1.1',
    instance_id: instanceId,
    info: {
      exit_status: ending?.exitStatus ?? null,
      submission,
      model_stats: {
        instance_cost: costs.includes(null)
          ? null
          : costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0),
        api_calls: said.length,
      },
      config: {
        agent: { instance_template: '<task>\n{{task}}\n</task>', arm, seed },
        model: { model_name: model },
      },
      verdict: ending && { resolved: ending.isResolved, reason: ending.reason },
    },
    messages: [...history, ...(exit ? [{ role: 'exit' as const, content: '' as const, extra: exit }] : [])],
  }
}

/** The messages of a file of ours as they were. */
export function historyOf(file: RunFile): Message[] {
  return file.messages.filter((one): one is Message => one.role !== 'exit')
}

/** A stage that the agent declared; null for a stretch before or without any. */
export type DeclaredStage = { segment: Segment; intent: Intent | null }

/** The stages as declared, in the order of the steps; an answer is a step, read well or not. */
export function stagesOf(history: readonly Message[]): DeclaredStage[] {
  const stages: DeclaredStage[] = []
  let n = 0
  for (const { role, extra } of history) {
    if (role !== 'assistant') continue
    n++
    const last = stages.at(-1)
    const intent = extra?.subtask ?? null
    if (intent || !last)
      stages.push({ segment: { category: intent?.category ?? 'OTHER', fromStep: n, toStep: n }, intent })
    else last.segment.toStep = n
  }
  return stages
}
