import { listEpisodeTexts } from '../db/episodes/episode-texts.ts'
import { listProjects, listScopeIds } from '../db/projects.ts'
import type { Store } from '../db/store.ts'
import type { Spaces } from './embedding-spaces.ts'

/** Runs whose whole tasks are read ahead, the latest of the newest project: what a page shows without a choice. Ours. */
const MOST_TASKS = 500
/** Tasks read at a time, so that a stop need not wait. */
const AT_A_TIME = 8

/**
 * Reads what the first questions need while nobody has asked yet: the index, the embedder, questions that show chance, then
 * whole tasks, whose vectors are not stored and cost a sentence model some 0.3 s each. Questions go before it.
 */
export async function warmUp(store: Store, spaces: Spaces, isStopped: () => boolean): Promise<void> {
  const { approved, embedder, runQuestions } = spaces.current()
  await Promise.all([spaces.load(), approved()])
  await runQuestions.readAhead(isStopped)
  const project = (await listProjects(store)).at(-1)
  if (!project || !embedder.tasks) return
  const episodes = await listEpisodeTexts(store, await listScopeIds(store, project.id))
  const texts = episodes.slice(-MOST_TASKS).map(({ text }) => text)
  for (let from = 0; from < texts.length; from += AT_A_TIME)
    await embedder.tasks.read(texts.slice(from, from + AT_A_TIME))
}
