import type { Parts as Core } from '../api/parts.ts'
import { listStreamEpisodes } from '../db/episodes/stream-episodes.ts'
import { orderStreamReplay } from '../jobs/experiments/run-stream-replay.ts'
import { findStreamMoment, findStreamReplay, listStreamReplays } from '../jobs/experiments/stream-views.ts'
import type { StreamOrder } from '../memory/studies/stream-schema.ts'
import { over } from './over.ts'

export type StreamBasis = { episodes: number; questions: number; labels: string | null }

/** Stored episodes replayed as a stream: what would have been retrieved as the memory grew. */
export function createStreams({ store, worker, streamDeps, streamBoard }: Core) {
  const ask = over(store)
  return {
    /** What there is to replay. */
    async basis(project: { id: string; name: string }): Promise<StreamBasis> {
      const episodes = await listStreamEpisodes(store, project.id)
      const topics = await streamDeps.topicsOf(project)
      return {
        episodes: episodes.length,
        questions: episodes.reduce((sum, { questions }) => sum + questions.length, 0),
        labels: topics?.what ?? null,
      }
    },
    list: ask(listStreamReplays),
    find: (id: string) => findStreamReplay(store, id, streamBoard),
    moment: ask(findStreamMoment),
    async order(order: StreamOrder) {
      const ordered = await orderStreamReplay(order, streamDeps)
      worker.wake()
      return ordered
    },
  }
}
