import { listStreamEpisodes } from '../db/episodes/stream-episodes.ts'
import { orderStreamReplay } from '../jobs/experiments/run-stream-replay.ts'
import { findStreamMoment, findStreamReplay, listStreamReplays } from '../jobs/experiments/stream-views.ts'
import type { StreamHead, StreamMoment, StreamView } from '../memory/replay/stream.ts'
import type { StreamOrder } from '../memory/replay/stream-schema.ts'
import type { Core } from './core.ts'

/** Stored episodes replayed as a stream: what would have been retrieved as the memory grew. */
export interface Streams {
  /** What there is to replay. */
  basis(project: { id: string; name: string }): Promise<StreamBasis>
  list(projectId: string): Promise<StreamHead[]>
  find(id: string): Promise<StreamView | null>
  moment(input: { id: string; seed: number; position: number }): Promise<StreamMoment | null>
  order(order: StreamOrder): Promise<{ id: string }>
}

export type StreamBasis = { episodes: number; questions: number; labels: string | null }

export function createStreams({ store, worker, streamDeps, streamBoard }: Core): Streams {
  return {
    async basis(project) {
      const episodes = await listStreamEpisodes(store, project.id)
      const topics = await streamDeps.topicsOf(project)
      return {
        episodes: episodes.length,
        questions: episodes.reduce((sum, { questions }) => sum + questions.length, 0),
        labels: topics?.what ?? null,
      }
    },
    list: (projectId) => listStreamReplays(store, projectId),
    find: (id) => findStreamReplay(store, id, streamBoard),
    moment: (input) => findStreamMoment(store, input),
    async order(order) {
      const ordered = await orderStreamReplay(order, streamDeps)
      worker.wake()
      return ordered
    },
  }
}
