import type { ShellView } from '../memory/views/project.ts'
import { untilNextCommit } from './commit-cache.ts'
import { countActiveJobs } from './jobs/job-views.ts'
import { listProjects } from './projects.ts'
import type { Store } from './store.ts'
import { getStoreClock } from './vectors/index-feed.ts'

/** What stands around every page. Without a name, or with one that is gone, the newest project is current. */
export async function getShell(
  store: Store,
  projectName: string | null,
  embedder: { id: string; dimension: number },
  fault: ShellView['embedderFault'],
  /** The only projects that are shown; null = all. */
  shown: readonly string[] | null,
): Promise<Omit<ShellView, 'account'>> {
  const [all, clock, activeJobCount] = await Promise.all([
    listProjects(store),
    getStoreClock(store),
    untilNextCommit(store, `active jobs ${shown ?? ''}`, () => countActiveJobs(store, { projectIds: shown })),
  ])
  const projects = shown === null ? all : all.filter(({ id }) => shown.includes(id))
  const current = projects.find((project) => project.name === projectName) ?? projects.at(-1) ?? null
  return {
    projects,
    current,
    embedder: embedder.id,
    dimension: embedder.dimension,
    embedderFault: fault && { code: fault.code, message: fault.message, hint: fault.hint },
    onlyRead: store.onlyRead && {
      code: store.onlyRead.code,
      message: store.onlyRead.message,
      hint: store.onlyRead.hint,
    },
    revision: clock.revision,
    activeJobCount,
  }
}
