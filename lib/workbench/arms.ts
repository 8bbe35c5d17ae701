import { CATEGORIES, type Category } from '../memory/category.ts'
import { createRandom, seedFrom } from '../memory/statistics.ts'
import type { WorkbenchArm, WorkbenchPlan } from '../memory/studies/ladder/workbench-file.ts'
import { descriptionText } from '../memory/text/words.ts'
import type { AgentMemory } from './agent-run.ts'
import { FLOORS } from './floors.ts'
import { type LessonStore, mechanismOf, type RankedLesson } from './lesson-store.ts'
import type { Lesson } from './lessons.ts'
import type { LessonText } from './prior.ts'

/** One condition of an experiment. */
export interface Arm {
  /** Of lib/retrieval; null = no memory. */
  strategy: string | null
  asks: AgentMemory['asks']
  /** Steps that one question to memory, and in the stream one lesson written, costs. */
  cost: 0 | 1
  /** What the agent is told: e, or the raw steps behind it. */
  tells: 'experience' | 'raw'
  /** Lessons of the task at hand are left out; Algorithm 1 as written lets them in. */
  withoutSameTask: boolean
  /** Where a lesson has to lie to be told, by stage; silence costs nothing. Absent = the nearest is always told, and asking is charged. */
  floors?: Readonly<Record<Category, number | null>>
  /** EDIT is told the right mechanism whenever the store holds it. */
  isOracle?: boolean
  /** Probability of a mistaken category where the plan names none, 0..1. */
  misprediction: number
}

const SUBTASK: Arm = {
  strategy: 'subtask',
  asks: 'stage',
  cost: 1,
  tells: 'experience',
  withoutSameTask: false,
  misprediction: 0,
}

/** One category in four is mistaken (ours). */
const WRONG_DRAWER = 0.25

const CHARGED: Record<Exclude<WorkbenchArm, `${string}-uncharged`>, Arm> = {
  vanilla: { ...SUBTASK, strategy: null, asks: null, cost: 0 },
  instance: { ...SUBTASK, strategy: 'instance', asks: 'task' },
  global: { ...SUBTASK, strategy: 'global' },
  raw: { ...SUBTASK, strategy: 'raw', tells: 'raw' },
  subtask: SUBTASK,
  random: { ...SUBTASK, strategy: 'random' },
  'wrong-drawer': { ...SUBTASK, misprediction: WRONG_DRAWER },
  'same-task-excluded': { ...SUBTASK, withoutSameTask: true },
  selective: { ...SUBTASK, floors: FLOORS },
  oracle: { ...SUBTASK, floors: FLOORS, isOracle: true },
}

export function armOf(name: WorkbenchArm): Arm {
  const isFree = name.endsWith('-uncharged')
  const plain = (isFree ? name.slice(0, -'-uncharged'.length) : name) as keyof typeof CHARGED
  return isFree ? { ...CHARGED[plain], cost: 0 } : CHARGED[plain]
}

/** The vanilla agent's. */
export const NO_MEMORY: AgentMemory = { asks: null, cost: 0, writes: false, recall: async () => [] }

/** The memory of an agent that attempts training tasks of a plan: none; its declared intents are the keys of its lessons. */
export function learnerOf({ design }: Pick<WorkbenchPlan, 'design'>): AgentMemory {
  return { ...NO_MEMORY, byOutcome: design === 'by-stage' }
}

interface Situation {
  taskId: string
  /** Of the draw. */
  seed: number
  /** Probability of a mistaken category, 0..1; only arms that ask by category notice. */
  misprediction: number
  /** Mechanisms of the task's faults: only `oracle` uses them, and `heard` to judge an answer. */
  mechanisms?: readonly string[]
  /** Whether EDIT asks by the outcome: the key of `search-v2`. */
  byOutcome?: boolean
  /** Hears of every lesson that is handed out. */
  told?: (lessons: readonly Lesson[]) => void
  /** Hears of every question of EDIT by the outcome: what was told, and all that might have been, nearest first. */
  heard?: (told: readonly Lesson[], ranked: readonly RankedLesson[]) => void
}

/** What an arm's agent can ask of a store while it works on a task. */
export function memoryOf(
  arm: Arm,
  store: LessonStore,
  { taskId, seed, misprediction, mechanisms = [], byOutcome = false, told, heard }: Situation,
): AgentMemory {
  const { strategy, asks, cost } = arm
  if (strategy === null) return { ...NO_MEMORY, byOutcome }
  const random = createRandom(seedFrom(`drawer ${taskId}`, seed))
  const withoutInstance = arm.withoutSameTask ? taskId : null
  return {
    asks,
    cost,
    writes: false,
    byOutcome,
    silenceIsFree: arm.floors !== undefined,
    async recall({ report, intent, offered }) {
      const category = mistaken(intent.category, misprediction, random)
      const text = asks === 'task' ? report : descriptionText(intent.description)
      const question = { text, category, seed, withoutInstance }
      const isJudged = heard !== undefined && byOutcome && intent.category === 'EDIT'
      const ranked =
        arm.floors || isJudged
          ? await store.ranked(strategy, { ...question, offered: arm.floors ? offered : null })
          : []
      const lessons = arm.floors
        ? chosen(arm, category, ranked, mechanisms)
        : await store.best(strategy, question)
      told?.(lessons)
      if (isJudged) heard(lessons, ranked)
      return textsOf(lessons, arm.tells)
    },
  }
}

/** The nearest lesson, or none where it lies below the floor of the stage. */
function chosen(
  { floors, isOracle }: Arm,
  category: Category,
  ranked: readonly RankedLesson[],
  mechanisms: readonly string[],
): Lesson[] {
  if (isOracle && category === 'EDIT')
    return ranked
      .filter(({ lesson }) => mechanisms.includes(mechanismOf(lesson) ?? ''))
      .slice(0, 1)
      .map(({ lesson }) => lesson)
  const [nearest] = ranked
  const floor = floors?.[category] ?? null
  return nearest && floor !== null && nearest.score >= floor ? [nearest.lesson] : []
}

/** The raw steps say nothing about success: that is what abstraction would have done. */
function textsOf(lessons: readonly Lesson[], tells: Arm['tells']): LessonText[] {
  return lessons.map(({ message, rawMessage, experience }) =>
    tells === 'raw' ? { text: rawMessage, kind: 'undetermined' } : { text: message, kind: experience.kind },
  )
}

/** With probability p another category, each alike. Draws twice whatever comes of it, so that p alone changes what follows. */
function mistaken(category: Category, p: number, random: () => number): Category {
  const others = CATEGORIES.filter((other) => other !== category)
  const [first, second] = [random(), random()]
  return first < p ? (others[Math.floor(second * others.length)] ?? category) : category
}
