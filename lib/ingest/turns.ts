import type { Action, Observation } from './action-text.ts'
import { observationOf } from './action-text.ts'
import { type OpenStep, type Tally, textOrNull } from './finish-trajectory.ts'

/** What was said in a run, in order: the agent's turn, a tool's result, or a person's (or the harness's) message. */
export type Turn =
  | {
      kind: 'agent'
      thought: string | null
      actions: Action[]
      at?: string | null
      costUsd?: number | null
    }
  | { kind: 'result'; observation: Observation }
  | { kind: 'user'; text: string }

/**
 * The steps of a run: one for each action, or one for a turn that took none. A result joins the step whose call it names, else the
 * first of the last turn that has none. Layouts without ids answer with a user message.
 */
export function stepsOfTurns(turns: readonly Turn[], tally: Tally): OpenStep[] {
  const steps: OpenStep[] = []
  const byCall = new Map<string, OpenStep>()
  let turnStart = 0
  for (const turn of turns) {
    if (turn.kind === 'agent') {
      turnStart = steps.length
      const actions = turn.actions.length === 0 ? [[]] : turn.actions.map((action) => [action])
      for (const [i, own] of actions.entries()) {
        const step: OpenStep = {
          thought: i === 0 ? textOrNull(turn.thought) : null,
          actions: own,
          observations: [],
          at: turn.at ?? null,
          costUsd: i === 0 ? (turn.costUsd ?? null) : null,
        }
        for (const { callId } of own) if (callId !== null) byCall.set(callId, step)
        steps.push(step)
      }
      continue
    }
    const open = steps.slice(turnStart).find(({ observations }) => observations.length === 0)
    if (turn.kind === 'result') {
      const named = byCall.get(turn.observation.callId ?? '')
      if (named === undefined && turn.observation.callId !== null)
        tally.add('tool result whose call id no step made, kept at the step before it')
      const step = named ?? open ?? steps.at(-1)
      if (step === undefined) tally.add('tool result before the first step, left out')
      else step.observations.push(turn.observation)
    } else if (textOrNull(turn.text) !== null) {
      if (steps.length === 0) tally.add('user message before the first step besides the task, left out')
      else {
        if (open === undefined || open.actions.length === 0)
          tally.add('user message besides the task, kept as an observation of the step before it')
        ;(open ?? steps.at(-1))?.observations.push(observationOf(turn.text))
      }
    }
  }
  for (const step of steps.slice(0, -1))
    if (step.actions.length > step.observations.length)
      tally.add('step with an action that has no observation')
  return steps
}
