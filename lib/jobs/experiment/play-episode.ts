import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Arm } from '../../agent/arms/arm.ts'
import { NO_CAPS } from '../../agent/caps.ts'
import type { Limits } from '../../agent/prompts.ts'
import { type Ending, type Message, runEpisode } from '../../agent/run-episode.ts'
import type { Sandbox } from '../../agent/sandbox.ts'
import { judge, layOut, leave, type Task } from '../../agent/tasks.ts'
import {
  asRunFile,
  type DeclaredStage,
  historyOf,
  type RunFile,
  stagesOf,
} from '../../agent/trajectory-file.ts'
import { type askByFiles, type Call, putFile } from './answer-files.ts'
import type { ArmMemory } from './arm-memory.ts'
import type { EpisodePlan, Plan } from './plan.ts'

/** What came of an episode. */
export type EpisodeResult = {
  episode: EpisodePlan
  group: string | null
  resolved: boolean
  reason: string
  exitStatus: Ending['exitStatus']
  /** Answers of the agent, those that could not be read included. */
  steps: number
  declared: DeclaredStage[]
  /** Each time memory was asked: before which step, by which stage, and what it gave. */
  memory: { step: number; category: string | null; entries: string[]; score: number | null }[]
  sandbox: Sandbox['name']
  /** Its answers have cost what they may: it is not read for lessons, which would be one call more. */
  isSpent?: boolean
  calls: Call[]
}

type Playing = {
  episode: EpisodePlan
  arm: Arm
  task: Task
  memory: ArmMemory | null
  uid: number
  handed: ReturnType<typeof askByFiles>
}
type Deps = {
  folder: string
  plan: Plan
  sandbox: Sandbox
  /** The history of an episode that is played again; its outputs may differ from those of now in the order of lines alone. */
  again?: ReadonlyMap<string, readonly Message[]>
}

/** Plays one episode. What was done of it before a kill is done again, with the outputs that were seen then. */
export async function playEpisode(
  playing: Playing,
  { folder, plan, sandbox, again }: Deps,
): Promise<EpisodeResult> {
  const { episode, arm, task, memory, uid, handed } = playing
  const file = join(folder, 'runs', `${episode.name}.traj.json`)
  const seen = existsSync(file) ? historyOf(JSON.parse(readFileSync(file, 'utf8')) as RunFile) : []
  const limits: Limits = {
    turns: plan.steps - (arm.learns === 'none' ? 0 : 1),
    ...{ characters: plan.characters, seconds: plan.seconds, caps: plan.caps ?? NO_CAPS },
  }
  const place = await layOut(task.layers, uid)
  try {
    const { history, ending, isSpent } = await runEpisode({
      ...{ arm, task, limits, seed: episode.seed },
      ask: (soFar) => handed.ask(promptOf(episode.name, soFar)),
      async execute(command, turn) {
        const ran = await sandbox.run(command, place, limits.seconds * 1000)
        const then = again ? seenAt(again.get(episode.name) ?? [], turn) : null
        if (then) return sameLines(then.output, ran.output) && then.exitCode === ran.exitCode ? then : ran
        return seenAt(seen, turn) ?? ran
      },
      remember: async (question) => (await memory?.ask(question)) ?? null,
      judge: () => judge(task, [place.repo], sandbox, uid),
      async save(soFar, ended) {
        const run = {
          instanceId: task.id,
          arm: arm.name,
          seed: episode.seed,
          model: plan.model,
          submission: null,
        }
        putFile(file, `${JSON.stringify(asRunFile({ ...run, history: soFar, ending: ended }), null, 1)}\n`)
      },
    })
    return { ...resultOf(playing, history, ending, sandbox.name), ...(isSpent ? { isSpent } : {}) }
  } finally {
    leave(place)
  }
}

function resultOf(
  { episode, task }: Playing,
  history: readonly Message[],
  ending: Ending,
  sandbox: Sandbox['name'],
): EpisodeResult {
  const asked = history.flatMap(({ extra }, i) => {
    if (!extra?.memory) return []
    const step = history.slice(0, i).filter(({ role }) => role === 'assistant').length + 1
    const { asked: question, given } = extra.memory
    return [
      {
        step,
        category: question.intent?.category ?? null,
        entries: given?.entries ?? [],
        score: given?.score ?? null,
      },
    ]
  })
  return {
    ...{
      episode,
      group: task.group,
      resolved: ending.isResolved,
      reason: ending.reason,
      exitStatus: ending.exitStatus,
    },
    steps: history.filter(({ role }) => role === 'assistant').length,
    ...{ declared: stagesOf(history), memory: asked, sandbox, calls: [] },
  }
}

/** The output that was seen after a turn, from 1. */
function seenAt(seen: readonly Message[], turn: number) {
  const answer = seen.flatMap(({ role }, i) => (role === 'assistant' ? [i] : []))[turn - 1]
  const { raw_output: output, returncode: exitCode } =
    (answer === undefined ? null : seen[answer + 1]?.extra) ?? {}
  return output === undefined || exitCode === undefined ? null : { output, exitCode }
}

/** The order in which a folder names its files is the file system's. */
function sameLines(a: string, b: string): boolean {
  return a === b || a.split('\n').sort().join('\n') === b.split('\n').sort().join('\n')
}

function promptOf(episode: string, history: readonly Message[]) {
  const [system, ...rest] = history
  const n = rest.filter(({ role }) => role === 'assistant').length
  const user = rest
    .map(({ role, content }) =>
      role === 'assistant' ? `=== YOUR ANSWER ===\n${content.trim()}\n=== RESULT ===` : content,
    )
    .join('\n\n')
  const name = `turn-${`${n}`.padStart(3, '0')}`
  const fresh = n === 0 ? `${system?.content}\n\n${user}\n` : `${rest.at(-1)?.content}\n`
  return { episode, name, system: system?.content ?? '', user, fresh, schema: null }
}
