import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { getArm } from '../../agent/arms/all-arms.ts'
import type { Arm } from '../../agent/arms/arm.ts'
import type { Answer, Message } from '../../agent/run-episode.ts'
import type { Sandbox } from '../../agent/sandbox.ts'
import type { Task } from '../../agent/tasks.ts'
import type { LessonsPrompt } from '../../extract/model/prompts/lessons.ts'
import { type RunLessons, readRun } from '../../extract/model/read-run.ts'
import type { RunToRead } from '../../extract/model/show-run.ts'
import {
  jsonSchemaOf,
  mendWords,
  promptText,
  readAnswer,
  requestHash,
  schemaWords,
} from '../../llm/complete.ts'
import type { Embedder } from '../../llm/embedder.ts'
import { type Answering, askByFiles, type Prompt, putFile } from './answer-files.ts'
import { type ArmMemory, type LessonName, openArmMemory, readForLessons } from './arm-memory.ts'
import { blocksOf, type EpisodePlan, type Plan } from './plan.ts'
import { type EpisodeResult, playEpisode } from './play-episode.ts'

export type ExperimentDeps = {
  /** Where everything of it is kept. */
  folder: string
  rootPath: string
  plan: Plan
  tasks: readonly Task[]
  sandbox: Sandbox
  embedder: Embedder
  answering: Answering
  /** By which runs are read for lessons; absent = the shipped one. */
  lessonsPrompt?: LessonsPrompt | undefined
  /** Episodes under way at once, at most. */
  parallel: number
  tell(line: string): void
  /** Plays these episodes alone, with the history that they had then. */
  again?: ReadonlyMap<string, readonly Message[]>
}

/**
 * The streaming protocol (paper §4.1): for every arm and seed an empty memory, the tasks in the order of the seed, in blocks. Everything that
 * happened is read from the folder again: an episode that is done is not done twice, and of one that was cut off no answer is asked for again.
 */
export async function runExperiment(deps: ExperimentDeps): Promise<EpisodeResult[]> {
  const { plan, folder, parallel } = deps
  for (const name of ['results', 'runs', 'hand-over', 'lessons'])
    mkdirSync(join(folder, name), { recursive: true })
  const slot = createSlots(parallel)
  const seeds = Array.from({ length: plan.seeds }, (_, i) => i + 1)
  const streams = seeds.flatMap((seed) => plan.arms.map((arm) => ({ arm: getArm(arm), seed })))
  return (await allOf(streams.map((stream) => runStream(stream, slot, deps)))).flat()
}

type Slot = <T>(work: (place: number) => Promise<T>) => Promise<T>

async function runStream(
  { arm, seed }: { arm: Arm; seed: number },
  slot: Slot,
  deps: ExperimentDeps,
): Promise<EpisodeResult[]> {
  const dataPath = join(deps.folder, 'memory', `${arm.name}-s${seed}`)
  rmSync(dataPath, { recursive: true, force: true }) // made anew from what is kept
  const memory = arm.strategy === null ? null : await openArmMemory(arm, { dataPath, ...deps })
  const results: EpisodeResult[] = []
  try {
    for (const block of blocksOf(deps.plan, arm.name, seed)) {
      const played = block.filter(({ name }) => deps.again?.has(name) ?? true)
      const done = await allOf(
        played.map((episode) => slot((place) => runOne(episode, arm, memory, place, deps))),
      )
      results.push(...done)
      if (memory && arm.learns !== 'none') for (const one of done) await learnFrom(one, arm, memory, deps)
    }
  } finally {
    await memory?.close()
  }
  return results
}

/** A uid that nobody else has, so that a limit of processes counts those of one episode. */
const FIRST_UID = 2_061_000

async function runOne(
  episode: EpisodePlan,
  arm: Arm,
  memory: ArmMemory | null,
  place: number,
  deps: ExperimentDeps,
): Promise<EpisodeResult> {
  const file = join(deps.folder, 'results', `${episode.name}.json`)
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'))
  const task = deps.tasks.find(({ id }) => id === episode.task)
  if (!task) throw new Error(`no task ${episode.task}`)
  const handed = askByFiles(join(deps.folder, 'hand-over', episode.name), deps.answering)
  const result = await playEpisode({ episode, arm, task, memory, uid: FIRST_UID + place, handed }, deps)
  if (mayLearn(arm, result)) await lessonsOf(result, arm, handed.ask, deps)
  const whole = { ...result, calls: handed.calls }
  putFile(file, `${JSON.stringify(whole, null, 1)}\n`)
  putFile(
    join(deps.folder, 'hand-over', episode.name, 'end.txt'),
    'This episode is over; there is nothing more to answer.\n',
  )
  deps.tell(`${episode.name}: ${result.resolved ? 'resolved' : 'not resolved'} in ${result.steps} turns`)
  return whole
}

const mayLearn = ({ learns }: Arm, { resolved, isSpent }: EpisodeResult) =>
  !isSpent && (learns === 'all' || (learns === 'resolved' && resolved))

type Ask = ReturnType<typeof askByFiles>['ask']

async function lessonsOf(
  { episode, declared }: EpisodeResult,
  arm: Arm,
  ask: Ask,
  { folder, lessonsPrompt }: ExperimentDeps,
) {
  const fileName = `${episode.name}.traj.json`
  const bytes = readFileSync(join(folder, 'runs', fileName))
  const { trajectory, segments } = readForLessons(bytes, fileName, arm.isStaged ? declared : null)
  return {
    fileName,
    bytes,
    lessons: await drawLessons(episode.name, { trajectory, segments }, ask, lessonsPrompt),
  }
}

/** The answers are in the folder by now; what memory makes of them is written beside them for people. */
async function learnFrom(
  result: EpisodeResult,
  arm: Arm,
  memory: ArmMemory,
  deps: ExperimentDeps,
): Promise<void> {
  if (!mayLearn(arm, result)) return
  const { ask } = askByFiles(join(deps.folder, 'hand-over', result.episode.name), deps.answering)
  const { fileName, bytes, lessons } = await lessonsOf(result, arm, ask, deps)
  const kept: LessonName[] = await memory.learn({
    ...{ fileName, bytes, lessons, declared: arm.isStaged ? result.declared : null },
    outcome: result.resolved ? 'resolved' : 'unresolved',
  })
  const { refused } = lessons
  putFile(
    join(deps.folder, 'lessons', `${result.episode.name}.json`),
    `${JSON.stringify({ kept, refused }, null, 1)}\n`,
  )
}

/** One that fails lets the others come to their end: what they are answered is kept. */
async function allOf<T>(works: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(works)
  return await Promise.all(works)
}

/** At most so many at once; each is told its place, from 0, which is nobody else's meanwhile. */
function createSlots(most: number): Slot {
  const free = Array.from({ length: most }, (_, i) => i)
  const waiting: ((place: number) => void)[] = []
  return async (work) => {
    const place = free.shift() ?? (await new Promise<number>((take) => waiting.push(take)))
    try {
      return await work(place)
    } finally {
      const next = waiting.shift()
      if (next) next(place)
      else free.push(place)
    }
  }
}

/** Has a whole run read for lessons by whoever answers. An answer that is no document is asked for once more, then counts as none. */
async function drawLessons(
  episode: string,
  run: RunToRead,
  ask: (prompt: Prompt) => Promise<Answer>,
  lessonsPrompt?: LessonsPrompt,
): Promise<RunLessons> {
  const answers = new Map<string, unknown>()
  let n = 0
  async function asked(request: {
    system: string
    user: string
    schema: Prompt['schema'] & object
  }): Promise<unknown> {
    const schema = request.schema
    const system = `${request.system}\n\n${schemaWords(jsonSchemaOf(schema))}`
    for (let mend = ''; ; ) {
      const name = `lesson-${`${n++}`.padStart(3, '0')}`
      const user = `${request.user}${mend}`
      const fresh = promptText({ ...request, user, schema: jsonSchemaOf(schema) })
      const { text } = await ask({ episode, name, system, user, fresh, schema })
      const read = readAnswer(text, schema)
      if ('value' in read) return read.value
      if (mend !== '') return { stages: [], lessons: [] }
      mend = `\n\n${mendWords(read.fault.words)}`
    }
  }
  for (;;) {
    const got = readRun(run, (need) => answers.get(requestHash(need)) ?? null, lessonsPrompt)
    if ('done' in got) return got.done
    answers.set(requestHash(got.need), await asked(got.need))
  }
}
