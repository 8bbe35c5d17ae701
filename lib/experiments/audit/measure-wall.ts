import type { WallReport } from '../../memory/audit/wall-audit.ts'
import type { LessonGrade } from '../../studies/retrieval/lesson-grades.ts'
import type { ReplayReport, ReplayRequest } from '../../studies/retrieval/replay.ts'
import type { ReplayQuery } from '../../studies/retrieval/replay-query.ts'

/** The wall, none, and whole runs (the paper's baseline). */
const WAYS = ['subtask', 'global', 'instance']

/**
 * The first lesson of each way, held against lessons that were graded for the question, and against labels by run. The category is
 * the labelled one: what is asked is what the wall is worth, not whether the predictor finds the door.
 */
export async function measureWall(
  queries: readonly ReplayQuery[],
  grades: readonly LessonGrade[],
  replay: (request: Omit<ReplayRequest, 'project'>) => Promise<ReplayReport>,
): Promise<WallReport | null> {
  const graded = new Set(grades.map(({ query }) => query))
  const asked = queries.filter(({ id, category }) => category !== undefined && graded.has(id))
  if (asked.length === 0) return null
  const { strategies, paired, lessons } = await replay({
    queries: asked,
    strategies: WAYS,
    seed: 1,
    resamples: 10_000,
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
