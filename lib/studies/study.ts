import type { z } from 'zod'
import type { Store } from '../db/store.ts'
import type { MeasuredMemory } from '../db/studies/studies.ts'
import type { Embedder } from '../llm/embedder.ts'
import type { StudyBasis, StudyWords } from '../memory/studies/study.ts'
import type { CosineIndex } from '../retrieval/cosine-index.ts'
import type { Scope } from '../retrieval/scope.ts'
import type { Corpus } from '../retrieval/strategies/strategy.ts'
import type { Background } from '../retrieval/unrelated-pairs.ts'
import type { StreamInput, StreamOutput } from './stream/replay-stream.ts'
import type { Topics } from './stream/topics.ts'

/** What studies are measured with. */
export type StudyDeps = {
  store: Store
  /** The space of vectors that retrieval serves at this moment. */
  space(): {
    embedder: Embedder
    approved(): Promise<CosineIndex>
    background(index: CosineIndex, scope: Scope): Background
  }
  /** An embedder by its id, for work in the background. */
  openEmbedder(id: string): Promise<Embedder>
  /** What a model has read in a question. */
  readings?: NonNullable<Corpus['readings']>
  /** Which lesson one has chosen for it. */
  choices?: NonNullable<Corpus['choices']>
  /** How many answers of models for these purposes are kept here. */
  answerCount(purposes: readonly string[]): Promise<number>
  /** Lines of labelled questions that come with a project; null where none do. */
  exampleQuestions(project: { name: string }): string | null
  /** Who says what is relevant to what; null = nobody. */
  topicsOf(project: { id: string; name: string }): Promise<Topics | null>
  /** Replays a stream in a thread; gives how many questions were asked since it last said so. */
  replayInThread(input: StreamInput, signal: AbortSignal): AsyncIterator<number, StreamOutput, undefined>
  /** Milliseconds of a clock that only moves forward. */
  clock: () => number
}

/**
 * One short piece of a study; it needs nothing of the others but what they left behind, so that a study may stop after any.
 * `prepare` reads the memory and leaves something; `measure` fills the rows from `from` to `upto` (exclusive); `weigh` computes over
 * the rows. Places are of rows, for `weigh` of what the design counts.
 */
export type Piece = {
  step: 'prepare' | 'measure' | 'weigh'
  label: string
  from: number
  upto: number
  /** Measurements that it makes: what progress counts. */
  size: number
  /** What the design wants to know of it. */
  what?: string
}

/** What an order is made into: terms that never change, and the work they take. */
export type Frozen<Plan, Unit> = {
  projectId: string | null
  name: string
  by: string
  plan: Plan
  units: readonly Unit[]
  pieces: readonly Piece[]
}

/** What the done pieces of one step left behind, in their order. */
export type Left = <T>(step: Piece['step']) => Promise<T[]>

/** A memory at hand from the first piece of a study to its last: no later write reaches it. */
export type Measuring<Unit, Value> = {
  memory: MeasuredMemory
  prepare?(piece: Piece, units: readonly Unit[]): Promise<unknown>
  measure(
    piece: Piece,
    units: readonly Unit[],
    /** `tell`: so many measurements more were made of the piece at hand. */
    hand: { left: Left; signal: AbortSignal; tell(count: number): void },
  ): Promise<Value[]>
}

export type Cell = string | number | boolean | null | undefined

/** A row of a study: a unit and what was measured of it. */
export type StudyRow<Unit, Value> = { unit: Unit; value: Value }

/** One way to measure: a file of lib/studies/designs and a line of all-designs.ts. */
export interface Design<
  Order extends z.ZodObject = z.ZodObject,
  Plan = unknown,
  Unit = unknown,
  Value = unknown,
  Report = unknown,
> {
  name: string
  words: StudyWords
  /** What the button of its order form says. */
  button: string
  /** Computes in threads for minutes, so that nothing else waits for it. */
  inThreads: boolean
  /** What is asked for: the body of an order, and its form (`meta`: title, description). */
  order: Order
  /** What there is to measure in a project. */
  basis(project: { id: string; name: string }, deps: StudyDeps): Promise<StudyBasis>
  /** Freezes an order. Refuses all that can be refused, before anything is stored. */
  freeze(order: z.output<Order>, deps: StudyDeps): Promise<Frozen<Plan, Unit>>
  /** Reads what is measured, whole. */
  open(study: { projectId: string | null; plan: Plan }, deps: StudyDeps): Promise<Measuring<Unit, Value>>
  weigh?(piece: Piece, plan: Plan, rows: readonly StudyRow<Unit, Value>[]): Promise<unknown>
  /** Whether a part of the rows says something: then its report is shown as it grows. */
  isPartial: boolean
  report(plan: Plan, rows: readonly StudyRow<Unit, Value>[], left: Left): Promise<Report>
  /** Its rows as a file. */
  csv: { header: string[]; lines(plan: Plan, row: StudyRow<Unit, Value>): Cell[][] }
}

/** Lets a server answer others in between. */
export const pause = () => new Promise<void>((resume) => setImmediate(resume))
