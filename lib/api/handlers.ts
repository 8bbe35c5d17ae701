import type { Store } from '../db/store.ts'
import { type Detect, detectProject, type Unread } from '../jobs/detect-project.ts'
import { DISTIL } from '../jobs/distil/distil-request.ts'
import { type DistilDeps, distilItem } from '../jobs/distil/distil-subtask.ts'
import type { readEarlierRules } from '../jobs/earlier-rules.ts'
import type { Spaces } from '../jobs/embedding-spaces.ts'
import type { BatchDeps } from '../jobs/experiments/batch-memory.ts'
import { createBatchWork, LAB_BATCH } from '../jobs/experiments/run-batch.ts'
import { createStreamWork, STREAM_REPLAY, type StreamBoard } from '../jobs/experiments/run-stream-replay.ts'
import { extractEpisode } from '../jobs/extract-episode.ts'
import { type MapProgressBoard, projectMap } from '../jobs/project-map.ts'
import { RE_EMBED, type ReEmbedDeps, reEmbedItem } from '../jobs/re-embed.ts'
import type { StreamDeps } from '../jobs/read-stream.ts'
import { RESCAN, rescanItem } from '../jobs/rescan-secrets.ts'
import { feed, resultOf, type WorkThreads } from '../jobs/threads/work-threads.ts'
import type { Handler } from '../jobs/worker.ts'

type HandlerDeps = {
  store: Store
  rootPath: string
  spaces: Spaces
  threads: WorkThreads
  earlier: ReturnType<typeof readEarlierRules> | null
  distil: DistilDeps
  reEmbed: ReEmbedDeps
  batch: BatchDeps
  stream: StreamDeps & { board: StreamBoard }
  mapProgress: MapProgressBoard
}

/** Who does what kind of background work: one line a kind. */
export function createHandlers(deps: HandlerDeps): Record<string, Handler> {
  const { store, spaces, threads } = deps
  return {
    extract: (item) =>
      extractEpisode(item, {
        store,
        ...spaces.current(),
        earlierRules: deps.earlier,
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
    [LAB_BATCH]: createBatchWork(deps.batch),
    [DISTIL]: (item) => distilItem(item, deps.distil),
    [STREAM_REPLAY]: createStreamWork({ ...deps.stream, threads, clock: () => performance.now() }),
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
