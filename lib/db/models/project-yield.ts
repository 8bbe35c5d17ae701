import type { ProjectYield } from '../../memory/text/excerpt.ts'
import { findWithheld } from '../serving.ts'
import { type Reader, tables } from '../tables.ts'

/** Reasons that are listed; the rest is counted together. */
const MOST_REASONS = 5
const BY_RULES = { extractor: { startsWith: 'rules' } }

/** How many subtasks of a project have an experience, only an excerpt, or nothing, and why nothing. Reads only. */
export async function readYield(reader: Reader, projectId: string): Promise<ProjectYield> {
  const inProject = { episode: { projectId } }
  const kept = { lifecycle: { not: 'purged' } }
  const nothing = { ...inProject, entries: { none: kept } }
  const [withholdsExcerpts, subtaskCount, experienceCount, excerptCount, groups] = await Promise.all([
    findWithheld(reader, projectId),
    tables(reader).subtask.count({ where: inProject }),
    tables(reader).subtask.count({ where: { ...inProject, entries: { some: { ...kept, NOT: BY_RULES } } } }),
    tables(reader).subtask.count({
      where: {
        ...inProject,
        AND: [
          { entries: { some: { ...kept, ...BY_RULES } } },
          { entries: { none: { ...kept, NOT: BY_RULES } } },
        ],
      },
    }),
    tables(reader).subtask.groupBy({ by: ['skippedBecause'], where: nothing, _count: true }),
  ])
  const reasons = groups
    .map(({ skippedBecause, _count }) => ({ reason: skippedBecause ?? 'no reason was kept', count: _count }))
    .sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1))
  return {
    subtaskCount,
    experienceCount,
    excerptCount,
    withholdsExcerpts,
    nothingCount: reasons.reduce((sum, { count }) => sum + count, 0),
    reasons: reasons.slice(0, MOST_REASONS),
  }
}
