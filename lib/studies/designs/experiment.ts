import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import {
  type ExperimentReport,
  type ExperimentTerms,
  type RecordedEpisode,
  reportExperiment,
} from '../../memory/studies/experiment/report.ts'

const planFileSchema = z.object({
  frozenAt: z.string(),
  sha256: z.string(),
  plan: z.object({
    tasksSha256: z.string(),
    ...{
      arms: z.array(z.string()),
      tasks: z.array(z.string()),
      seeds: z.number(),
      block: z.number(),
      steps: z.number(),
    },
    ...{ with: z.string(), model: z.string().nullable() },
    primary: z.object({ arm: z.string(), base: z.string() }).nullable(),
  }),
})

const resultSchema = z.object({
  episode: z.object({
    name: z.string(),
    arm: z.string(),
    seed: z.number(),
    position: z.number(),
    task: z.string(),
  }),
  ...{ group: z.string().nullable(), resolved: z.boolean(), reason: z.string(), steps: z.number() },
  memory: z.array(
    z.object({ step: z.number(), category: z.string().nullable(), entries: z.array(z.string()) }),
  ),
  /** Names of the lessons that memory kept of it; absent of an arm without one. */
  lessons: z.array(z.object({ name: z.string(), category: z.string(), title: z.string() })).nullish(),
  costUsd: z.number().nullish(),
})
type Result = z.infer<typeof resultSchema>

const messageSchema = z.object({
  role: z.string(),
  content: z.string(),
  extra: z
    .object({ memory: z.object({ given: z.object({ text: z.string() }).nullable() }).optional() })
    .optional(),
})
const runSchema = z.object({ messages: z.array(messageSchema) })

/** A turn of a recorded episode: what the agent said, what it was shown, and what of that memory gave. */
type RecordedTurn = { n: number; said: string; shown: string; given: string | null }

/** The recorded experiments that come with the product, by the names of their folders; they are only read. `rootPath`: the project's folder. */
export function listExperiments(rootPath: string): string[] {
  const root = join(rootPath, 'prisma/experiment')
  if (!existsSync(root)) return []
  return readdirSync(root)
    .filter((name) => existsSync(join(root, name, 'results.jsonl')))
    .sort()
    .map((name) => join(root, name))
}

/** The report of the recorded experiment whose comparison was planned, with the arms that were recorded later on the same tasks; null when there is none. */
export function readExperiment(folders: readonly string[]): ExperimentReport | null {
  const files = folders.map((folder) => ({
    folder,
    ...planFileSchema.parse(JSON.parse(readFileSync(join(folder, 'plan.json'), 'utf8'))),
  }))
  const main = files.findLast(({ plan }) => plan.primary !== null) ?? files.at(-1)
  if (!main) return null
  const { plan, frozenAt, sha256 } = main
  const terms: ExperimentTerms = {
    ...plan,
    name: main.folder.split('/').at(-1) ?? '',
    tasks: plan.tasks.length,
    frozenAt,
    planSha256: sha256,
  }
  const isSame = (other: (typeof files)[number]['plan']) =>
    other.tasksSha256 === plan.tasksSha256 && other.block === plan.block && other.steps === plan.steps
  const others = files.filter((one) => one !== main && isSame(one.plan))
  const results = [main, ...others].flatMap(({ folder }) =>
    linesOf(folder, 'results.jsonl').map((line) => resultSchema.parse(line)),
  )
  return reportExperiment(
    terms,
    results.map((one) => episodeOf(one, results, plan.block)),
  )
}

/** The turns of one recorded episode, in order; null when there is none of that name. */
export function findRecordedTurns(folders: readonly string[], name: string): RecordedTurn[] | null {
  for (const folder of folders) {
    const turns = turnsIn(folder, name)
    if (turns) return turns
  }
  return null
}

function turnsIn(folder: string, name: string): RecordedTurn[] | null {
  const place = linesOf(folder, 'results.jsonl').findIndex(
    (line) => resultSchema.parse(line).episode.name === name,
  )
  const run = place < 0 ? undefined : linesOf(folder, 'runs.jsonl')[place]
  if (run === undefined) return null
  const messages = runSchema.parse(run).messages.filter(({ role }) => role === 'user' || role === 'assistant')
  const given = ({ extra }: z.infer<typeof messageSchema>) => extra?.memory?.given?.text ?? null
  return messages.flatMap((message, i): RecordedTurn[] => {
    if (message.role === 'user')
      return i === 0 ? [{ n: 0, said: '', shown: message.content, given: given(message) }] : []
    const next = messages[i + 1]
    const n = messages.slice(0, i + 1).filter(({ role }) => role === 'assistant').length
    return [{ n, said: message.content, shown: next?.content ?? '', given: next ? given(next) : null }]
  })
}

/** Lessons of earlier blocks are at hand: memory is updated between blocks. */
function episodeOf(result: Result, all: readonly Result[], block: number): RecordedEpisode {
  const { episode, group, resolved, reason, steps, memory, lessons, costUsd } = result
  const from = Math.floor(episode.position / block) * block
  const earlier = all.filter(
    (one) =>
      one.episode.arm === episode.arm && one.episode.seed === episode.seed && one.episode.position < from,
  )
  return {
    ...{ ...episode, group, resolved, reason, steps, costUsd: costUsd ?? null },
    density: lessons ? earlier.reduce((sum, one) => sum + (one.lessons?.length ?? 0), 0) : null,
    isTreated: memory.some(({ entries }) => entries.length > 0),
  }
}

function linesOf(folder: string, name: string): unknown[] {
  return readFileSync(join(folder, name), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}
