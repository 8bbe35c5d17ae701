import { z } from 'zod'
import { type Action, jsonOf, observationOf } from '../../action-text.ts'
import { checkLayout, fieldIn } from '../../check-layout.ts'
import { knownCost, type OpenStep, Tally, textOrNull } from '../../finish-trajectory.ts'
import { runOf, verdictOf } from '../../run-draft.ts'
import { hasAll, isObject, listAt } from '../../shape.ts'
import type { Format } from '../format.ts'
import { thoughtOf } from './moatless.ts'

const name = 'moatless-node-tree'
const lenient = z.string().nullish().catch(null)

const shownSchema = z
  .object({ message: lenient, terminal: z.boolean().nullish().catch(null) })
  .nullish()
  .catch(null)
const actionSchema = z.record(z.string(), z.unknown()).nullish().catch(null)

const nodeSchema = z.object({
  node_id: z.union([z.number(), z.string()]),
  parent_id: z.union([z.number(), z.string()]).nullish().catch(null),
  action: actionSchema,
  observation: shownSchema,
  action_steps: z
    .array(z.object({ action: actionSchema, observation: shownSchema }))
    .nullish()
    .catch(null),
  message: lenient,
  user_message: lenient,
  assistant_message: lenient,
  reward: z
    .union([z.number(), z.object({ value: z.number() }).transform(({ value }) => value)])
    .nullish()
    .catch(null),
  completions: z.record(z.string(), z.unknown()).nullish().catch(null),
})
type Node = z.infer<typeof nodeSchema> & { at: number }

const treeSchema = z.object({
  metadata: z.object({ instance_id: lenient, resolved: z.unknown().optional() }).nullish().catch(null),
  instance_id: lenient,
  agent: z
    .object({ completion: z.object({ model: lenient }).nullish().catch(null) })
    .nullish()
    .catch(null),
  completion_model: z.object({ model: lenient }).nullish().catch(null),
})

/**
 * moatless since autumn 2024: nodes with parents, listed or nested. The path to the best finished node is the run (highest reward,
 * then the latest); the other branches are counted and left out.
 */
export const moatlessNodeTree: Format = {
  name,
  detect: (value) =>
    listAt(value, 'nodes').some((node) => hasAll(node, 'node_id')) ||
    (isObject(value) && hasAll(value.root, 'node_id')),
  parse(value, source) {
    const tree = checkLayout(treeSchema, value, source, name, fieldIn(''))
    const nodes = nodesOf(value).map((node, at) => ({
      ...checkLayout(nodeSchema, node, source, name, (path) => ({
        step: null,
        field: `nodes[${at}]${path.map((part) => `.${String(part)}`).join('')}`,
      })),
      at,
    }))
    const tally = new Tally()
    const path = bestPath(nodes)
    for (let n = path.length; n < nodes.length; n++)
      tally.add('node on another branch of the search, left out')
    const root = path[0]
    return runOf(
      {
        format: name,
        raw: withoutTag(root?.message ?? root?.user_message ?? ''),
        instanceId: tree.metadata?.instance_id ?? tree.instance_id,
        agent: 'moatless-tools',
        backbone: tree.agent?.completion?.model ?? tree.completion_model?.model,
        outcome: verdictOf({ 'metadata.resolved': tree.metadata?.resolved }),
        exitStatus: path.some(isFinished) ? 'finished' : null,
        steps: path.flatMap(stepsOfNode),
        tally,
      },
      source,
    )
  },
}

/** Listed nodes, or nested ones from the root down; what each repeats of its children is left off. */
function nodesOf(value: unknown): unknown[] {
  const listed = listAt(value, 'nodes')
  if (listed.length > 0) return listed
  const found: unknown[] = []
  const waiting: { node: unknown; parent: unknown }[] = [
    { node: isObject(value) ? value.root : null, parent: null },
  ]
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { node, parent } = next
    if (!isObject(node)) continue
    found.push({ ...node, parent_id: parent, children: undefined })
    for (const child of listAt(node, 'children')) waiting.push({ node: child, parent: node.node_id })
  }
  return found
}

function bestPath(nodes: Node[]): Node[] {
  const byId = new Map(nodes.map((node) => [String(node.node_id), node]))
  const parents = new Set(nodes.map(({ parent_id }) => String(parent_id)))
  const leaves = nodes.filter(({ node_id }) => !parents.has(String(node_id)))
  const finished = leaves.filter(isFinished)
  const [best] = (finished.length > 0 ? finished : leaves).toSorted(
    (a, b) => (b.reward ?? Number.NEGATIVE_INFINITY) - (a.reward ?? Number.NEGATIVE_INFINITY) || b.at - a.at,
  )
  const path: Node[] = []
  for (let at = best; at !== undefined && !path.includes(at); ) {
    path.unshift(at)
    at = at.parent_id === null || at.parent_id === undefined ? undefined : byId.get(String(at.parent_id))
  }
  return path
}

function isFinished({ action, action_steps, observation }: Node): boolean {
  const taken = [action, ...(action_steps ?? []).map((step) => step.action)]
  const shown = [observation, ...(action_steps ?? []).map((step) => step.observation)]
  return (
    taken.some((one) => /^Finish$/.test(toolOf(one) ?? '')) || shown.some((one) => one?.terminal === true)
  )
}

function stepsOfNode(node: Node): OpenStep[] {
  const pairs = node.action
    ? [{ action: node.action, observation: node.observation }]
    : (node.action_steps ?? [])
  return pairs
    .filter(({ action }) => action)
    .map(({ action, observation }, i) => ({
      thought: thoughtOf(action) ?? (i === 0 ? textOrNull(node.assistant_message) : null),
      actions: [actionOfNode(action)],
      observations: observation?.message ? [observationOf(observation.message)] : [],
      at: null,
      costUsd: i === 0 ? costOf(node) : null,
    }))
}

function actionOfNode(action: Record<string, unknown> | null | undefined): Action {
  const text = jsonOf(action ?? {}, 'scratch_pad', 'thoughts', 'action_args_class', 'action_args_name')
  return { tool: toolOf(action), text, callId: null }
}

/** `moatless.actions.find_function.FindFunctionArgs` -> `FindFunction`. */
function toolOf(action: Record<string, unknown> | null | undefined): string | null {
  const named = action?.action_args_class ?? action?.action_args_name ?? action?.action_name
  if (typeof named !== 'string') return null
  return (named.split('.').at(-1) ?? named).replace(/Args$/, '')
}

function costOf({ completions }: Node): number | null {
  const costs = Object.values(completions ?? {}).map((one) =>
    isObject(one) && isObject(one.usage) ? knownCost(Number(one.usage.completion_cost)) : null,
  )
  const known = costs.filter((cost) => cost !== null)
  return known.length === 0 ? null : known.reduce((sum, cost) => sum + cost, 0)
}

function withoutTag(text: string): string {
  return text.replace(/^\s*<task>\n?/, '').replace(/\n?<\/task>\s*$/, '')
}
