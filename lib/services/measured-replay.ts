import { getEntries } from '../db/entries/entries.ts'
import { listEntryTexts } from '../db/entries/entry-texts.ts'
import { listEpisodeTexts } from '../db/episodes/episode-texts.ts'
import { getProject, listScopeIds } from '../db/projects.ts'
import type { Store } from '../db/store.ts'
import { namedStrategy } from '../experiments/in-embedder.ts'
import type { LessonName } from '../experiments/lesson-grades.ts'
import { type ReplayOptions, type ReplayRequest, replay } from '../experiments/replay.ts'
import type { ReplayQuery } from '../experiments/replay-query.ts'
import { UserError } from '../memory/errors.ts'
import type { Core } from './core.ts'

/** Labelled queries through strategies over a project as it is; intervals of `drawn` metrics alone where somebody says which. */
export async function measuredReplay(
  { project, queries: given, strategies, grades, onlyRead, ...options }: ReplayRequest,
  { store, spaces, batchDeps }: Pick<Core, 'store' | 'spaces' | 'batchDeps'>,
  drawn?: ReplayOptions['drawn'],
) {
  const queries = onlyRead ? await whatWasRead(given, batchDeps.readings) : given
  const { id } = await getProject(store, project)
  const projectIds = await listScopeIds(store, id)
  const { approved, embedder } = spaces.current()
  const corpus = {
    index: await approved(),
    embedder,
    episodes: await listEpisodeTexts(store, projectIds),
    entries: new Map((await listEntryTexts(store, projectIds)).map((entry) => [entry.id, entry])),
    readings: batchDeps.readings,
  }
  const named = strategies.map((name) => namedStrategy(name, (embedderId) => spaces.open(embedderId, 'work')))
  const report = await replay(queries, await Promise.all(named), corpus, {
    ...options,
    projectIds,
    drawn,
    grades: { given: grades, namesOf: (ids) => nameLessons(store, ids) },
    now: () => performance.now(),
  })
  return { report, queries, episodes: corpus.episodes }
}

/** The questions that a model has read. Throws UserError `not-read` when there is none. */
async function whatWasRead(
  queries: readonly ReplayQuery[],
  readings: Core['batchDeps']['readings'],
): Promise<ReplayQuery[]> {
  const read: ReplayQuery[] = []
  for (const query of queries)
    if (await readings?.({ text: query.text, mode: query.category ? 'subtask' : 'task' })) read.push(query)
  if (read.length > 0) return read
  throw new UserError('not-read', `No model has read any of ${queries.length} questions.`, {
    hint: 'Have them read first (npm run distil -- --project P --questions FILE.jsonl), or leave --only-read out.',
    status: 409,
    place: 'queries',
  })
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
