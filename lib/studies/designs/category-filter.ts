import { INTERVAL_DRAWS } from '../../memory/statistics.ts'
import type { FilterReport } from '../../memory/studies/category-filter.ts'
import type { Question } from '../../memory/studies/question.ts'
import type { ReadDesign } from '../read-study.ts'
import type { LessonGrade } from '../retrieval/lesson-grades.ts'
import type { ReplayReport, ReplayRequest } from '../retrieval/replay.ts'

type Graded = { project: string; queries: Question[]; grades: LessonGrade[] }

/** The category filter against none, by graded lessons; null for a project without graded questions. */
export const categoryFilter: ReadDesign<Graded | null, FilterReport | null, FilterReport | null> = {
  name: 'category-filter',
  plan: (project, { writtenFor }) => {
    const written = writtenFor(project)
    return written && { project: project.name, ...written }
  },
  rows: async (plan, _memory, { replay }) =>
    plan &&
    measureFilter(plan.queries, plan.grades, (request) => replay({ project: plan.project, ...request })),
  report: (report) => report,
}

/** The filter, none, and whole episodes (the paper's baseline). */
const WAYS = ['subtask', 'global', 'instance']

/**
 * The first lesson of each way, held against lessons that were graded for the question, and against labels by run. The category is
 * the labelled one: what is asked is what the filter is worth, not whether the predictor names the category.
 */
export async function measureFilter(
  queries: readonly Question[],
  grades: readonly LessonGrade[],
  replay: (request: Omit<ReplayRequest, 'project'>) => Promise<ReplayReport>,
): Promise<FilterReport | null> {
  const graded = new Set(grades.map(({ query }) => query))
  const asked = queries.filter(({ id, category }) => category !== undefined && graded.has(id))
  if (asked.length === 0) return null
  const { strategies, paired, lessons } = await replay({
    queries: asked,
    strategies: WAYS,
    seed: 1,
    resamples: INTERVAL_DRAWS,
    primary: ['subtask', 'global'],
    grades: [...grades],
    onlyRead: false,
  })
  return {
    rows: (lessons?.rows ?? []).map((row) => {
      const metrics = strategies.find(({ strategy }) => strategy === row.strategy)
      return {
        ...row,
        mrr: metrics?.mrr ?? null,
        answerable: metrics?.n ?? null,
        mrrCi: metrics?.ci.mrr ?? null,
      }
    }),
    paired: lessons?.paired ?? [],
    pairedMrr: paired
      .filter(({ metric, a }) => metric === 'mrr' && a === WAYS[0])
      .map(({ a, b, difference, low, high }) => ({ a, b, difference, low, high })),
    gradeCount: grades.length,
    readers: [...new Set(grades.map(({ reader }) => reader))].sort(),
  }
}
