import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { canonicalJson } from '../../llm/complete.ts'
import { UserError } from '../../memory/errors.ts'
import { createRandom, seedFrom, shuffled } from '../../memory/statistics.ts'
import { putFile, sha256 } from './answer-files.ts'

/** What is settled before the first answer. */
const planSchema = z.object({
  /** SHA-256 over every file of the tasks, and their ids in order. */
  tasksSha256: z.string(),
  tasks: z.array(z.string()).min(1),
  arms: z.array(z.string()).min(1),
  seeds: z.number().int().min(1),
  /** Tasks worked side by side; memory is updated between blocks. 1 = one after the other. */
  block: z.number().int().min(1).max(5),
  /** Turns of an episode; where lessons are drawn from it, that call counts as one of them (paper §4.1). */
  steps: z.number().int().min(2),
  characters: z.number().int().min(500),
  seconds: z.number().int().min(1),
  /** What the answers of an episode may cost; absent = no cap. Lessons are drawn of it only while there is room. */
  caps: z.object({ usd: z.number().nullable(), tokens: z.number().nullable() }).optional(),
  with: z.string(),
  model: z.string().nullable(),
  /** Source of the prompts: SHA-256 of the system prompt of the agent and of the extractor. */
  promptsSha256: z.string(),
  primary: z
    .object({ arm: z.string(), base: z.string(), metric: z.literal('resolved'), interval: z.string() })
    .nullable(),
})
export type Plan = z.infer<typeof planSchema>
type FrozenPlanFile = { plan: Plan; frozenAt: string; sha256: string }

/** The plan of a folder: frozen now, or as it was frozen. Throws UserError `another-plan` that names what differs. */
export function freezePlanFile(folder: string, plan: Plan, now: Date): FrozenPlanFile {
  const file = join(folder, 'plan.json')
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true })
    const frozen = { plan, frozenAt: now.toISOString(), sha256: sha256(canonicalJson(plan)) }
    putFile(file, `${JSON.stringify(frozen, null, 2)}\n`)
    return frozen
  }
  const kept = readPlanFile(folder)
  const differing = Object.keys(plan).filter(
    (key) => canonicalJson(plan[key as keyof Plan]) !== canonicalJson(kept.plan[key as keyof Plan]),
  )
  if (differing.length === 0) return kept
  throw new UserError('another-plan', `${folder} was planned with other ${differing.join(', ')}.`, {
    hint: 'A plan stays as it was frozen: give the same arguments, or another --out.',
    place: file,
  })
}

export function readPlanFile(folder: string): FrozenPlanFile {
  const file = join(folder, 'plan.json')
  const kept = JSON.parse(readFileSync(file, 'utf8')) as FrozenPlanFile
  const plan = planSchema.parse(kept.plan)
  if (sha256(canonicalJson(plan)) === kept.sha256) return { ...kept, plan }
  throw new UserError('plan-changed', 'The plan was changed after it was frozen.', {
    hint: 'Its hash does not fit its words any more.',
    place: file,
  })
}

/** One attempt: an arm, a seed, and a task at its place in the stream. */
export type EpisodePlan = { name: string; arm: string; seed: number; position: number; task: string }

/** The stream of an arm and seed, block by block; every arm meets the tasks of a seed in the same order. */
export function blocksOf(plan: Plan, arm: string, seed: number): EpisodePlan[][] {
  const order = shuffled(plan.tasks, createRandom(seedFrom(plan.tasksSha256, seed)))
  const episodes = order.map((task, position) => {
    const place = `${position + 1}`.padStart(3, '0')
    return { name: `${arm}-s${seed}-${place}-${task}`, arm, seed, position, task }
  })
  return Array.from({ length: Math.ceil(episodes.length / plan.block) }, (_, i) =>
    episodes.slice(i * plan.block, (i + 1) * plan.block),
  )
}
