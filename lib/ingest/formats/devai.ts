import { z } from 'zod'
import { observationOf } from '../action-text.ts'
import { checkLayout } from '../check-layout.ts'
import { knownCost, Tally, textOrNull } from '../finish-trajectory.ts'
import { listOf } from '../list-of.ts'
import { runOf } from '../run-draft.ts'
import { hasAll } from '../shape.ts'
import type { Format } from './format.ts'

const name = 'devai-trajectory'
const lenient = z.string().nullish().catch(null)

const stepsSchema = listOf(
  z.object({
    user_message: lenient,
    agent: z.object({ thought: lenient, action: lenient, agent_name: lenient }),
    environment: lenient,
    step_usage: z
      .object({ cost: z.number().nullish().catch(null), model: lenient })
      .nullish()
      .catch(null),
  }),
)

/** DevAI (agent-as-a-judge): a list of steps; the task's number is in the file's name, `…39_Drug_Response….json`. */
export const devai: Format = {
  name,
  detect: (value) => Array.isArray(value) && hasAll(value[0], 'step', 'agent', 'environment'),
  parse(value, source) {
    const steps = checkLayout(stepsSchema, value, source, name, ([index, ...rest]) => ({
      step: typeof index === 'number' ? index + 1 : null,
      field: rest.map(String).join('.') || 'steps',
    }))
    const tally = new Tally()
    const costs = steps.map(({ step_usage }) => knownCost(step_usage?.cost))
    const number = /(?:^|[-_\\/])(\d{1,3})_[A-Za-z][^\\/]*$/.exec(source.fileName)?.[1]
    return runOf(
      {
        format: name,
        raw: steps.find(({ user_message }) => user_message)?.user_message ?? '',
        instanceId: number === undefined ? null : `DevAI ${Number(number)}`,
        agent: steps.find(({ agent }) => agent.agent_name)?.agent.agent_name ?? 'unknown',
        backbone: steps.find(({ step_usage }) => step_usage?.model)?.step_usage?.model,
        costUsd: costs.includes(null) ? null : costs.reduce((sum: number, cost) => sum + (cost ?? 0), 0),
        steps: steps.map(({ agent, environment }, i) => ({
          thought: textOrNull(agent.thought),
          actions: agent.action ? [actionOfStep(agent.action)] : [],
          observations: environment === null || environment === undefined ? [] : [observationOf(environment)],
          at: null,
          costUsd: costs[i] ?? null,
        })),
        tally,
      },
      source,
    )
  },
}

/** `Running command: ls` and `Running Python code interactively: x` name the tool in words. */
function actionOfStep(text: string) {
  const shell = /^Running command: /.exec(text)
  const python = /^Running Python code interactively: /.exec(text)
  const lead = shell ?? python
  return {
    tool: shell ? 'bash' : python ? 'python' : null,
    text: lead === null ? text : text.slice(lead[0].length),
    callId: null,
  }
}
