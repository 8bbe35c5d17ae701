import { getOverviewCounts } from '../db/overview.ts'
import { listProjects } from '../db/projects.ts'
import { readWorklistHeads } from '../detect/worklists.ts'
import { UserError } from '../memory/errors.ts'
import { isTrusted } from '../memory/findings/judged.ts'
import type { OverviewView } from '../memory/views/project.ts'
import { readPrecisions } from '../review/tasks/finding.ts'
import { readRecurrence } from './audit.ts'
import type { Parts } from './parts.ts'

/** The state of a project's memory: counts from the store, recurrence from the audit's study. Throws UserError `no-such-project`. */
export async function readOverview(projectId: string, parts: Parts): Promise<OverviewView> {
  const { store } = parts
  const [counts, projects, { heads, scan, unseenCount }, precisions] = await Promise.all([
    getOverviewCounts(store, projectId),
    listProjects(store),
    readWorklistHeads(store, projectId),
    readPrecisions(store, projectId),
  ])
  const project = projects.find(({ id }) => id === projectId)
  if (!project)
    throw new UserError('no-such-project', 'This project is gone.', {
      hint: 'Choose another one.',
      status: 404,
    })
  const { byCategory } = await readRecurrence({ project: project.name }, parts)
  return {
    project,
    ...counts,
    categories: counts.categories.map((one) => ({
      ...one,
      recurrence: byCategory.find(({ category }) => category === one.category) ?? null,
    })),
    findings: heads
      .filter(({ open, detector }) => open > 0 && isTrusted(detector, precisions.get(detector) ?? null))
      .map(({ detector, title, question, entryCount }) => ({
        key: detector,
        label: title,
        meaning: question,
        count: entryCount,
        href: `/memories/review/${detector}`,
      })),
    scannedAt: scan?.at ?? null,
    unseenCount,
  }
}
