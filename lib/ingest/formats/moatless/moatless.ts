import { z } from 'zod'
import { jsonOf, observationOf } from '../../action-text.ts'
import { checkLayout, fieldIn } from '../../check-layout.ts'
import { knownCost, type OpenStep, Tally, textOrNull } from '../../finish-trajectory.ts'
import { listOf } from '../../list-of.ts'
import { runOf, verdictOf } from '../../run-draft.ts'
import { hasAll, hasAny, isObject, listAt } from '../../shape.ts'
import type { Format, RecordSource } from '../format.ts'

/*
 * moatless up to mid-2024: states (`steps`, later `transitions`), each with its actions. A state without an action is a step of
 * its own, such as the last one, in which the agent has finished.
 */

const lenient = z.string().nullish().catch(null)
const optionalNumber = z.number().nullish().catch(null)

const doneSchema = z.object({
  name: lenient,
  action: z.unknown().optional(),
  input: z.unknown().optional(),
  output: z.unknown().optional(),
  completion_cost: optionalNumber,
})
type Done = z.infer<typeof doneSchema>

const infoSchema = z
  .object({
    instance_id: lenient,
    submission: lenient,
    total_cost: optionalNumber,
    status: lenient,
    resolved: z.unknown().optional(),
  })
  .nullish()
  .catch(null)

const stateSchema = z.object({
  id: z.union([z.number(), z.string()]).nullish().catch(null),
  parent_id: z.union([z.number(), z.string()]).nullish().catch(null),
  parent: z.union([z.number(), z.string()]).nullish().catch(null),
  name: lenient,
  state: z.looseObject({ model: lenient, name: lenient }).nullish().catch(null),
  actions: z.array(doneSchema).nullish(),
  completion_cost: optionalNumber,
})
type State = z.infer<typeof stateSchema>

const runSchema = z.object({
  initial_message: lenient,
  input: z.object({ problem_statement: lenient }).nullish().catch(null),
  output: z.object({ message: lenient }).nullish().catch(null),
  states: listOf(stateSchema),
  info: infoSchema,
})

const field = fieldIn('transitions')

export const moatlessSteps: Format = {
  name: 'moatless-2024-06-09',
  detect: (value) =>
    listAt(value, 'steps').some((step) => hasAll(step, 'actions')) && hasAny(value, 'input', 'info'),
  parse: (value, source) => readStates(value, 'steps', source, 'moatless-2024-06-09'),
}

export const moatlessTransitions: Format = {
  name: 'moatless-transitions',
  detect: (value) =>
    isObject(value) &&
    Array.isArray(value.transitions) &&
    hasAny(value, 'initial_message', 'info') &&
    !branches(value.transitions),
  parse: (value, source) => readStates(value, 'transitions', source, 'moatless-transitions'),
}

/** The same of a search: the run is the path to the last state that finished, the rest are its branches. */
export const moatlessSearchTree: Format = {
  name: 'moatless-search-tree',
  detect: (value) =>
    isObject(value) && branches(listAt(value, 'transitions')) && hasAny(value, 'initial_message', 'info'),
  parse: (value, source) => readStates(value, 'transitions', source, 'moatless-search-tree'),
}

/** Two transitions that follow the same one: a search that branches is not one run. */
function branches(transitions: unknown[]): boolean {
  const parents = transitions.flatMap((one) => {
    const parent = isObject(one) ? (one.parent_id ?? one.parent) : null
    return typeof parent === 'number' || typeof parent === 'string' ? [String(parent)] : []
  })
  return new Set(parents).size < parents.length
}

function readStates(value: unknown, member: string, source: RecordSource, format: string) {
  const given = isObject(value) ? { ...value, states: value[member] } : value
  const run = checkLayout(runSchema, given, source, format, (path) =>
    path[0] === 'states' ? field([member, ...path.slice(1)]) : field(path),
  )
  const tally = new Tally()
  const path = pathOf(run.states, tally)
  const steps = path.flatMap((state) => stepsOfState(state))
  const models = run.states.map(({ state }) => state?.model).find(Boolean)
  return runOf(
    {
      format,
      raw: run.initial_message ?? run.input?.problem_statement ?? '',
      instanceId: run.info?.instance_id,
      agent: 'moatless-tools',
      backbone: models,
      outcome: verdictOf({ 'info.resolved': run.info?.resolved }),
      exitStatus: run.info?.status,
      submission: run.info?.submission ?? run.output?.message,
      costUsd: run.info?.total_cost,
      steps,
      tally,
    },
    source,
  )
}

/** All of them in order, or in a search those from the start to the last that finished (else the last of all). */
function pathOf(states: State[], tally: Tally): State[] {
  const idOf = ({ parent_id, parent }: State) => parent_id ?? parent ?? null
  if (!branches(states)) return states
  const byId = new Map(states.map((state) => [String(state.id), state]))
  const path: State[] = []
  let at = states.findLast(({ name }) => /^Finished$/i.test(name ?? '')) ?? states.at(-1)
  while (at !== undefined && !path.includes(at)) {
    path.unshift(at)
    const parent = idOf(at)
    at = parent === null ? undefined : byId.get(String(parent))
  }
  for (let n = path.length; n < states.length; n++)
    tally.add('state on another branch of the search, left out')
  return path
}

function stepsOfState(state: State): OpenStep[] {
  const tool = state.name ?? state.state?.name ?? null
  const actions = state.actions ?? []
  if (actions.length === 0)
    return [
      { ...blank, actions: [{ tool, text: '', callId: null }], costUsd: knownCost(state.completion_cost) },
    ]
  return actions.map((done) => ({
    ...blank,
    thought: thoughtOf(done.action ?? done.input),
    actions: [{ tool: done.name ?? tool, text: actionText(done), callId: null }],
    observations: outputOf(done.output),
    costUsd: knownCost(done.completion_cost ?? state.completion_cost),
  }))
}

const blank: OpenStep = { thought: null, actions: [], observations: [], at: null, costUsd: null }
const THOUGHTS = ['scratch_pad', 'thoughts', 'reasoning']

export function thoughtOf(action: unknown): string | null {
  const said = isObject(action) ? THOUGHTS.map((name) => action[name]) : []
  return textOrNull(said.find((text) => typeof text === 'string'))
}

function actionText({ action, input }: Done): string {
  const args = action ?? input
  if (typeof args === 'string') return args
  return isObject(args) ? jsonOf(args, ...THOUGHTS) : ''
}

/** What a state gave back: its message, else all of it; nothing is no observation. */
function outputOf(output: unknown): OpenStep['observations'] {
  const text =
    typeof output === 'string' ? output : isObject(output) ? (textAt(output.message) ?? jsonOf(output)) : ''
  return text === '' ? [] : [observationOf(text)]
}

function textAt(value: unknown): string | null {
  return typeof value === 'string' ? textOrNull(value) : null
}
