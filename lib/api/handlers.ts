import { STUDY_KINDS } from '../db/jobs/lanes.ts'
import type { Store } from '../db/store.ts'
import { BRING, bringItem } from '../jobs/bring-memory.ts'
import { type Detect, detectProject, type Unread } from '../jobs/detect-project.ts'
import { DISTIL } from '../jobs/distil/distil-request.ts'
import { type DistilDeps, distilRun } from '../jobs/distil/distil-run.ts'
import type { Spaces } from '../jobs/embedding-spaces.ts'
import { extractEpisode } from '../jobs/extract-episode.ts'
import { type MapProgressBoard, projectMap } from '../jobs/project-map.ts'
import { RE_EMBED, type ReEmbedDeps, reEmbedItem } from '../jobs/re-embed.ts'
import { RESCAN, rescanItem } from '../jobs/rescan-secrets.ts'
import { feed, resultOf, type WorkThreads } from '../jobs/threads/work-threads.ts'
import type { Handler } from '../jobs/worker.ts'
import { createStudyWork, type StudyBoard } from '../studies/run-study.ts'
import type { StudyDeps } from '../studies/study.ts'

type HandlerDeps = {
  store: Store
  rootPath: string
  spaces: Spaces
  threads: WorkThreads
  distil: DistilDeps
  reEmbed: ReEmbedDeps
  studies: StudyDeps
  studyBoard: StudyBoard
  mapProgress: MapProgressBoard
}

/** Who does what kind of background work: one line a kind. */
export function createHandlers(deps: HandlerDeps): Record<string, Handler> {
  const { store, spaces, threads } = deps
  return {
    extract: (item) =>
      extractEpisode(item, {
        store,
        extract: (trajectory) => resultOf(threads.run('extract', trajectory, item.signal)),
      }),
    detect: (item) =>
      detectProject(item, { store, detect: (memory) => detectIn(threads, memory, item.signal) }),
    umap: (item) =>
      projectMap(item, {
        store,
        embedder: spaces.current(),
        rootPath: deps.rootPath,
        board: deps.mapProgress,
      }),
    [RE_EMBED]: (item) => reEmbedItem(item, deps.reEmbed),
    [RESCAN]: (item) =>
      rescanItem(item, { store, look: (rows) => resultOf(threads.run('rescan', rows, item.signal)) }),
    [BRING]: (item) => bringItem(item, { store, embedder: () => spaces.current().embedder }),
    [DISTIL]: (item) => distilRun(item, deps.distil),
    ...Object.fromEntries(STUDY_KINDS.map((kind) => [kind, createStudyWork(deps.studies, deps.studyBoard)])),
  }
}

/** Looks through a memory in a thread. */
export function detectIn(
  threads: WorkThreads,
  { entries, ...beside }: Unread,
  signal?: AbortSignal,
): ReturnType<Detect> {
  return feed(threads.run('detect', beside, signal), entries)
}
