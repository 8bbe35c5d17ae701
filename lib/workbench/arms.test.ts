import { expect, it } from 'vitest'
import { CATEGORIES, type Category } from '../memory/category.ts'
import { WORKBENCH_ARMS, type WorkbenchArm } from '../memory/studies/ladder/workbench-file.ts'
import { type Arm, armOf, memoryOf } from './arms.ts'
import { learnAll, readTestWorld } from './fixtures/read-test-world.ts'
import { FLOORS } from './floors.ts'
import { createLessonStore, type LessonStore, type Question } from './lesson-store.ts'
import { readPrior } from './prior.ts'
import { createWorkbenchEmbedder } from './run-part.ts'

const PAPER: Arm = {
  strategy: 'subtask',
  asks: 'stage',
  cost: 1,
  tells: 'experience',
  withoutSameTask: false,
  misprediction: 0,
}

/** What an arm does otherwise than `subtask`, and nothing else. */
const DIFFERS: Record<Exclude<WorkbenchArm, `${string}-uncharged`>, Partial<Arm>> = {
  vanilla: { strategy: null, asks: null, cost: 0 },
  instance: { strategy: 'instance', asks: 'task' },
  global: { strategy: 'global' },
  raw: { strategy: 'raw', tells: 'raw' },
  subtask: {},
  random: { strategy: 'random' },
  'wrong-drawer': { misprediction: 0.25 },
  'same-task-excluded': { withoutSameTask: true },
  selective: { floors: FLOORS },
  oracle: { floors: FLOORS, isOracle: true },
}

it.each(WORKBENCH_ARMS)(
  '%s differs from the paper’s arm in what its name says and in nothing else',
  (name) => {
    const plain = name.replace('-uncharged', '') as keyof typeof DIFFERS
    const free = name === plain ? {} : { cost: 0 as const }
    expect(armOf(name)).toEqual({ ...PAPER, ...DIFFERS[plain], ...free })
  },
)

const embedder = createWorkbenchEmbedder()
const world = readTestWorld('recurring', 24, 4)
const episodes = await learnAll(world)
const lessons = episodes.flatMap((episode) => episode.lessons)

/** The store, and every question that it is asked. */
async function overheard() {
  const store = await createLessonStore(lessons, episodes, embedder)
  const asked: (Question & { strategy: string })[] = []
  const best: LessonStore['best'] = (strategy, question) => {
    asked.push({ strategy, ...question })
    return store.best(strategy, question)
  }
  return { asked, store: { ...store, best } }
}

const intentOf = (category: Category) => ({
  category,
  description: { objective: 'the result is too high', keywords: ['k'] },
})
const QUESTION = { report: 'A report\n\nof a task', intent: intentOf('EDIT'), steps: [], offered: null }
const SITUATION = { taskId: 't_1', seed: 5, misprediction: 0 }

it('an arm asks with its own strategy: for the task by its report, for a stage by its description', async () => {
  const { store, asked } = await overheard()
  for (const name of ['instance', 'global', 'subtask', 'random', 'raw', 'same-task-excluded'] as const)
    await memoryOf(armOf(name), store, SITUATION).recall(QUESTION)
  const common = { category: 'EDIT', seed: 5, withoutInstance: null, text: 'the result is too high; k' }
  expect(asked).toEqual([
    { ...common, strategy: 'instance', text: QUESTION.report },
    { ...common, strategy: 'global' },
    { ...common, strategy: 'subtask' },
    { ...common, strategy: 'random' },
    { ...common, strategy: 'raw' },
    { ...common, strategy: 'subtask', withoutInstance: 't_1' },
  ])
})

it('vanilla asks nothing and is told nothing', async () => {
  const { store, asked } = await overheard()
  expect(await memoryOf(armOf('vanilla'), store, SITUATION).recall(QUESTION)).toEqual([])
  expect(asked).toEqual([])
})

async function categoriesAsked(misprediction: number, seed: number): Promise<(Category | null)[]> {
  const { store, asked } = await overheard()
  const memory = memoryOf(PAPER, store, { taskId: 't_1', seed, misprediction })
  for (let n = 0; n < 200; n++)
    await memory.recall({ ...QUESTION, intent: intentOf(CATEGORIES[n % 4] ?? 'EDIT') })
  return asked.map(({ category }) => category)
}

it('mistakes as many categories as it should, each other one alike, and none at 0', async () => {
  const right = Array.from({ length: 200 }, (_, n) => CATEGORIES[n % 4])
  expect(await categoriesAsked(0, 1)).toEqual(right)
  const quarter = await categoriesAsked(0.25, 1)
  const mistaken = quarter.filter((category, n) => category !== right[n]).length
  expect(mistaken).toBeGreaterThan(30)
  expect(mistaken).toBeLessThan(70)
  const all = await categoriesAsked(1, 1)
  expect(all.some((category, n) => category === right[n])).toBe(false)
  for (const category of CATEGORIES) expect(all.filter((one) => one === category).length).toBeGreaterThan(30)
})

it('a higher probability mistakes the same questions in the same way and some more: p alone changes what follows', async () => {
  const right = await categoriesAsked(0, 3)
  const series = [await categoriesAsked(0.1, 3), await categoriesAsked(0.5, 3), await categoriesAsked(1, 3)]
  for (const [at, lower] of series.slice(0, -1).entries())
    for (const [n, category] of lower.entries())
      if (category !== right[n]) expect(series[at + 1]?.[n]).toBe(category)
})

it('a category that was mistaken changes nothing for arms that ask by none: they may be run once', async () => {
  for (const name of ['instance', 'global'] as const)
    for (const { id: taskId } of world.heldOut) {
      const { store } = await overheard()
      const told = async (misprediction: number) =>
        await memoryOf(armOf(name), store, { taskId, seed: 1, misprediction }).recall(QUESTION)
      expect(await told(1)).toEqual(await told(0))
      expect((await told(0)).length).toBeGreaterThan(0)
    }
})

it('raw steps say nothing of success, the lesson does; whoever listens hears what was handed out', async () => {
  const { store } = await overheard()
  const heard: string[] = []
  const situation = {
    ...SITUATION,
    told: (some: readonly { id: string }[]) => heard.push(...some.map(({ id }) => id)),
  }
  const [abstract] = await memoryOf(armOf('subtask'), store, situation).recall(QUESTION)
  const [raw] = await memoryOf(armOf('raw'), store, situation).recall(QUESTION)
  const one = lessons.find(({ id }) => id === heard[0])
  expect(heard).toEqual([one?.id, one?.id])
  expect(abstract).toEqual({ text: one?.message, kind: one?.experience.kind })
  expect(raw).toEqual({ text: one?.rawMessage, kind: 'undetermined' })
})

it('the frame of a lesson moves nothing, and neither does the name of the task it is from: only what was learned does', () => {
  expect(lessons.length).toBeGreaterThan(60)
  for (const { message, experience } of lessons) {
    const { kind } = experience
    const parts = [experience.when, experience.do, experience.because, experience.check].join('\n')
    expect(readPrior([{ text: message, kind }]).key).toBe(readPrior([{ text: parts, kind }]).key)
  }
})

it('raw steps hold no more of a task than what its agent saw: not what was broken, and not its name', () => {
  for (const { rawMessage, message, instanceId } of lessons) {
    expect(rawMessage).not.toContain(instanceId)
    expect(message).not.toContain(instanceId)
  }
})
