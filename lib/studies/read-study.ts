import { createHash } from 'node:crypto'
import { listScopeIds } from '../db/projects.ts'
import type { Store } from '../db/store.ts'
import type { Embedder } from '../llm/embedder.ts'
import type { Question } from '../memory/studies/question.ts'
import type { CosineIndex } from '../retrieval/cosine-index.ts'
import type { Once } from '../retrieval/revision-cache.ts'
import type { Scope } from '../retrieval/scope.ts'
import type { Background } from '../retrieval/unrelated-pairs.ts'
import type { LessonGrade } from './retrieval/lesson-grades.ts'
import type { ReplayReport, ReplayRequest } from './retrieval/replay.ts'
import type { Topics } from './stream/topics.ts'

type Named = { id: string; name: string }

/** A memory as it is served at this moment. */
interface ReadMemory {
  index: CosineIndex
  embedder: Embedder
  background(scope: Scope): Background
  projectIds: string[]
}

export interface ReadDeps {
  store: Store
  /** Labelled questions, and lessons graded for them, that come with a project; null where none do. */
  writtenFor(project: Named): { queries: Question[]; grades: LessonGrade[] } | null
  memory(): Promise<Omit<ReadMemory, 'projectIds'>>
  remembered: Once
  /** Who says what is relevant to what; null = nobody. */
  topicsOf(project: Named): Promise<Topics | null>
  /** Labelled questions through strategies, as the memory is. */
  replay(request: ReplayRequest): Promise<ReplayReport>
}

/**
 * A study that nobody orders: what is stored is measured when a page asks, once for a state of the memory. The rows cost something
 * and are remembered; the report adds what changes without the memory.
 */
export interface ReadDesign<Plan, Rows, Report> {
  name: string
  /** What is asked, of which questions. Rows are remembered for a plan. */
  plan(project: Named, deps: ReadDeps): Plan | Promise<Plan>
  rows(plan: Plan, memory: ReadMemory, deps: ReadDeps): Promise<Rows>
  report(rows: Rows, plan: Plan, memory: ReadMemory, deps: ReadDeps): Report | Promise<Report>
}

export async function readStudy<Plan, Rows, Report>(
  design: ReadDesign<Plan, Rows, Report>,
  project: Named,
  deps: ReadDeps,
): Promise<Report> {
  const memory = { ...(await deps.memory()), projectIds: await listScopeIds(deps.store, project.id) }
  const plan = await design.plan(project, deps)
  const hash = createHash('sha256').update(JSON.stringify(plan)).digest('hex')
  const { index, projectIds } = memory
  const key = `study ${design.name} ${hash}`
  const rows = await deps.remembered(index, projectIds, key, () => design.rows(plan, memory, deps))
  return await design.report(rows, plan, memory, deps)
}
