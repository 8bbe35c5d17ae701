import { performance } from 'node:perf_hooks'
import { listEpisodeTexts } from '../db/episodes/episode-texts.ts'
import { countEntries, listProjects, listScopeIds } from '../db/projects.ts'
import type { Store } from '../db/store.ts'
import type { Embedder } from '../llm/embedder.ts'
import type { Spaces } from './embedding-spaces.ts'

/** Runs whose whole tasks are read ahead, the latest of the newest project: what a page shows without a choice. Ours. */
const MOST_TASKS = 500
/** Tasks read at a time, so that a stop need not wait. */
const AT_A_TIME = 8
/** Entries of the newest project above which its reports wait until somebody asks: in a larger one each holds others up for longer. Ours. */
const MOST_ENTRIES = 5_000

/** Between two looks at how busy the process is, and how long it looks at most, ms; busy = for more than this share of it. Ours. */
const LOOK_MS = 300
const MOST_LOOKING_MS = 15_000
const BUSY = 0.5

/** Until the process has little to do. A start is waited for until its first page, which what is read ahead would delay by a third. */
export async function untilQuiet(): Promise<void> {
  const until = performance.now() + MOST_LOOKING_MS
  let share = 1
  while (share > BUSY && performance.now() < until) {
    const before = performance.eventLoopUtilization()
    await new Promise((later) => setTimeout(later, LOOK_MS).unref())
    share = performance.eventLoopUtilization(before).utilization
  }
}

/**
 * Reads what the first questions need while nobody has asked yet: the index, the embedder, questions that show chance, then
 * whole tasks, whose vectors are not stored and cost a sentence model some 0.3 s each, then the reports of the newest project, each
 * kept for its state of the memory. Questions go before it.
 */
export async function warmUp(
  store: Store,
  spaces: Spaces,
  { isStopped, reports }: { isStopped: () => boolean; reports: (project: Project) => Report[] },
): Promise<void> {
  const { approved, embedder, runQuestions } = spaces.current()
  await Promise.all([spaces.load(), approved()])
  await runQuestions.readAhead(isStopped)
  const project = (await listProjects(store)).at(-1)
  if (!project) return
  const projectIds = await listScopeIds(store, project.id)
  await readTasks(store, projectIds, embedder)
  if ((await countEntries(store, projectIds)).inScope > MOST_ENTRIES) return
  for (const report of reports(project)) if (!isStopped()) await report()
}

type Project = { id: string; name: string }
type Report = () => Promise<unknown>

async function readTasks(store: Store, projectIds: string[], embedder: Embedder): Promise<void> {
  if (!embedder.tasks) return
  const episodes = await listEpisodeTexts(store, projectIds)
  const texts = episodes.slice(-MOST_TASKS).map(({ text }) => text)
  for (let from = 0; from < texts.length; from += AT_A_TIME)
    await embedder.tasks.read(texts.slice(from, from + AT_A_TIME))
}
