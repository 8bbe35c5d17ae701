import type { Category } from '../memory/category.ts'
import type { Intent } from '../memory/entry.ts'
import type { Bench, SeenRun } from './bench.ts'
import type { LibraryTest } from './code/library.ts'
import { type LessonText, NO_PRIOR, type Prior, readPrior } from './prior.ts'

/** One step of an attempt, as it will stand in the trajectory. */
export interface BenchStep {
  stage: Category
  /** Said where a stage begins. */
  intent: Intent | null
  thought: string
  command: string
  output: string
}

/** The memory of an arm, as an agent asks it. */
export interface AgentMemory {
  /** What one question costs, steps: 0 or 1. */
  cost: number
  /** A step more is kept at each question for writing down what will be learned. */
  writes: boolean
  /** Once a task, before its first stage, or at the beginning of each stage; null = this arm has no memory at all. */
  asks: 'task' | 'stage' | null
  /** True: EDIT asks by what was expected and what came. False or absent: by the doubtful line as well, as `search-v1` did. */
  byOutcome?: boolean
  /** True: a question that no lesson answers costs nothing. */
  silenceIsFree?: boolean
  /** Lessons for a whole task (`task`) or an intent; none when the store has nothing to offer. */
  recall(question: {
    report: string
    intent: Intent
    /** What was done so far. */
    steps: readonly BenchStep[]
    /** In EDIT: the mechanisms of the changes that could be made. */
    offered: readonly string[] | null
  }): Promise<readonly LessonText[]>
}

/** One for all: nobody looks at its stack. */
const OUT_OF_BUDGET = new Error('the budget is spent')

/** What an attempt carries from step to step: its purse, what it did, and the code as it stands. */
export class AgentRun {
  readonly bench: Bench
  readonly #memory: AgentMemory
  readonly #budget: number
  readonly steps: BenchStep[] = []
  spent = 0
  /** The code that would be handed in now. */
  source: string
  #ofTask: Prior | null = null
  #intent: Intent | null = null

  constructor(bench: Bench, memory: AgentMemory, budget: number) {
    this.bench = bench
    this.#memory = memory
    this.#budget = budget
    this.source = bench.source
  }

  get asksByOutcome(): boolean {
    return this.#memory.byOutcome === true
  }

  /** Begins a stage: says what it is about and reads what memory has for it. */
  async begin(intent: Intent, offers: () => string[] | null = () => null): Promise<Prior> {
    this.#intent = intent
    const { asks, cost, silenceIsFree } = this.#memory
    if (asks === null) return NO_PRIOR
    if (asks === 'task' && this.#ofTask) return this.#ofTask
    if (!silenceIsFree) this.#pay(cost)
    const lessons = await this.#memory.recall({
      report: this.bench.report,
      intent,
      steps: this.steps,
      offered: offers(),
    })
    if (silenceIsFree && lessons.length === 0) return NO_PRIOR
    if (silenceIsFree) this.#pay(cost)
    const output = lessons.length === 0 ? 'nothing' : lessons.map(({ text }) => text).join('\n\n')
    this.#note(intent.category, 'what is known about this?', `recall ${intent.category}`, output)
    if (this.#memory.writes) {
      this.#pay(cost)
      this.#note(
        intent.category,
        'this will be worth writing down',
        `reserve ${intent.category}`,
        'a step is kept',
      )
    }
    const prior = readPrior(lessons)
    if (asks === 'task') this.#ofTask = prior
    return prior
  }

  /** One step of work, then its note. */
  async step(
    stage: Category,
    thought: string,
    command: string,
    work: () => Promise<string> | string,
  ): Promise<void> {
    this.#pay(1)
    this.#note(stage, thought, command, await work())
  }

  /** Runs a test as a step. */
  async test(
    stage: Category,
    thought: string,
    source: string,
    test: LibraryTest,
    command = '',
  ): Promise<SeenRun> {
    this.#pay(1)
    const run = await this.bench.run(source, test)
    const output = run.passed ? 'passes' : `fails: expected ${test.expected}, got ${run.shown}`
    this.#note(stage, thought, `${command}test ${test.name}: ${test.code}`, output)
    return run
  }

  #pay(cost: number): void {
    if (this.spent + cost > this.#budget) throw OUT_OF_BUDGET
    this.spent += cost
  }

  #note(stage: Category, thought: string, command: string, output: string): void {
    this.steps.push({ stage, intent: this.#intent, thought, command, output })
    this.#intent = null
  }
}

/** Goes on until the work is done or the budget is spent. */
export async function withinBudget(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error !== OUT_OF_BUDGET) throw error
  }
}
