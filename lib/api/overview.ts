import { getOverviewCounts } from '../db/overview.ts'
import { listProjects, listScopeIds } from '../db/projects.ts'
import { readWorklistHeads } from '../detect/worklists.ts'
import { UserError } from '../memory/errors.ts'
import type { OverviewView } from '../memory/views/project.ts'
import { recurrence } from '../retrieval/recurrence.ts'
import type { Parts } from './parts.ts'

/** The state of a project's memory: counts from the store, recurrence from the index. Throws UserError `no-such-project`. */
export async function readOverview(
  projectId: string,
  { store, spaces }: Pick<Parts, 'store' | 'spaces'>,
): Promise<OverviewView> {
  const [counts, projects, { heads, scan, unseenCount }] = await Promise.all([
    getOverviewCounts(store, projectId),
    listProjects(store),
    readWorklistHeads(store, projectId),
  ])
  const project = projects.find(({ id }) => id === projectId)
  if (!project)
    throw new UserError('no-such-project', 'This project is gone.', {
      hint: 'Choose another one.',
      status: 404,
    })
  const { approved, background, once } = spaces.current()
  const index = await approved()
  const scope = { projectIds: await listScopeIds(store, projectId) }
  const met = await once(index, `recurrence ${JSON.stringify(scope)}`, () =>
    recurrence(index, scope, background(index, scope).pairs.p95),
  )
  return {
    project,
    ...counts,
    categories: counts.categories.map((one) => ({
      ...one,
      recurrence: met[one.category].share,
      recurrenceCount: met[one.category].count,
    })),
    findings: heads
      .filter(({ open }) => open > 0)
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
