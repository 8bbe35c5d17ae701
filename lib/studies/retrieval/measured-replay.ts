import { getEntries } from '../../db/entries/entries.ts'
import { listEntryTexts } from '../../db/entries/entry-texts.ts'
import { listEpisodeTexts } from '../../db/episodes/episode-texts.ts'
import { getProject, listScopeIds } from '../../db/projects.ts'
import type { Store } from '../../db/store.ts'
import type { StudyDeps } from '../study.ts'
import { namedStrategy } from './in-embedder.ts'
import type { LessonName } from './lesson-grades.ts'
import { whatWasRead } from './read-questions.ts'
import { type ReplayOptions, type ReplayRequest, replay } from './replay.ts'

/** Labelled queries through strategies over a project as it is; intervals of `drawn` metrics alone where somebody says which. */
export async function measuredReplay(
  { project, queries: given, strategies, grades, onlyRead, ...options }: ReplayRequest,
  { store, space, openEmbedder, readings, clock }: StudyDeps,
  drawn?: ReplayOptions['drawn'],
) {
  const queries = onlyRead ? await whatWasRead(given, readings) : given
  const { id } = await getProject(store, project)
  const projectIds = await listScopeIds(store, id)
  const { approved, embedder } = space()
  const corpus = {
    index: await approved(),
    embedder,
    episodes: await listEpisodeTexts(store, projectIds),
    entries: new Map((await listEntryTexts(store, projectIds)).map((entry) => [entry.id, entry])),
    ...(readings ? { readings } : {}),
  }
  const named = strategies.map((name) => namedStrategy(name, openEmbedder))
  const report = await replay(queries, await Promise.all(named), corpus, {
    ...options,
    projectIds,
    drawn,
    grades: { given: grades, namesOf: (ids) => nameLessons(store, ids) },
    now: clock,
  })
  return { report, queries, episodes: corpus.episodes }
}

/** Entries as grades name them: by run, stage and extractor. */
async function nameLessons(store: Store, ids: readonly string[]): Promise<Map<string, LessonName>> {
  const entries = await getEntries(store, [...ids])
  return new Map(
    entries.flatMap(({ id, extractor, instanceId, fromStep, toStep }) =>
      instanceId === null || fromStep === null || toStep === null
        ? []
        : [[id, { extractor, instanceId, fromStep, toStep }]],
    ),
  )
}
