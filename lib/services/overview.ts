import { getOverviewCounts } from '../db/overview.ts'
import { listProjects, listScopeIds } from '../db/projects.ts'
import type { Store } from '../db/store.ts'
import { UserError } from '../memory/errors.ts'
import type { OverviewView } from '../memory/views/project.ts'
import type { CosineIndex } from '../retrieval/cosine-index.ts'
import { recurrence } from '../retrieval/recurrence.ts'
import type { Once } from '../retrieval/revision-cache.ts'
import type { Scope } from '../retrieval/scope.ts'
import type { Background } from '../retrieval/unrelated-pairs.ts'

/** The state of a project's memory: counts from the store, recurrence from the index. Throws UserError `no-such-project`. */
export async function getOverview(
  projectId: string,
  store: Store,
  index: CosineIndex,
  { background, once }: { background: (index: CosineIndex, scope: Scope) => Background; once: Once },
): Promise<Omit<OverviewView, 'findings' | 'scannedAt' | 'unseenCount'>> {
  const [counts, projects] = await Promise.all([getOverviewCounts(store, projectId), listProjects(store)])
  const project = projects.find(({ id }) => id === projectId)
  if (!project)
    throw new UserError('no-such-project', 'This project is gone.', {
      hint: 'Choose another one.',
      status: 404,
    })
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
  }
}
