import type { Embedder, TaskText } from '../../llm/embedder.ts'
import { type EpisodeStrategy, episodeRanking, ITEMS_PER_EPISODE, visibleEpisodes } from './strategy.ts'
import { readTaskCorpus } from './task-corpus.ts'

/** Task texts read at a time: between two lots others have their turn. */
const AT_A_TIME = 64

/** Whole episodes keyed by their task text, the baseline of the paper. */
export const instance: EpisodeStrategy = {
  name: 'instance',
  source:
    'ReasoningBank, arXiv 2509.25140: the key is the raw problem statement, the unit one trajectory, its items are injected together. Ours: how task texts are compared (with local-v1 their words by idf; with local-v2 half words, half meaning; else the embedder), and the first 3 entries of the run as its items.',
  unit: 'episode',
  cosineOfDescriptions: false,
  parameters: { trajectories: 1, itemsPerTrajectory: ITEMS_PER_EPISODE },
  async prepare({ episodes, index, embedder, reader = embedder }) {
    const texts: TaskText[] = []
    for (let from = 0; from < episodes.length; from += AT_A_TIME)
      texts.push(
        ...(await readTasks(
          episodes.slice(from, from + AT_A_TIME).map(({ text }) => text),
          reader,
        )),
      )
    const corpus = readTaskCorpus(texts)
    const placeOf = new Map(episodes.map(({ episodeId }, place) => [episodeId, place]))
    return async (query) => {
      const [task] = await readTasks([query.text], embedder)
      const visible = visibleEpisodes(episodes, query.scope)
      const places = visible.map(({ episodeId }) => placeOf.get(episodeId) ?? -1)
      const scores = task ? corpus.likeness(task, places) : []
      const scoreOf = new Map(visible.map(({ episodeId }, i) => [episodeId, scores[i] ?? 0]))
      return episodeRanking(visible, ({ episodeId }) => scoreOf.get(episodeId) ?? 0, query, { index })
    }
  },
}

const NO_WORDS = { features: new Uint32Array(0), weights: new Float64Array(0) }

async function readTasks(texts: readonly string[], embedder: Embedder): Promise<TaskText[]> {
  if (embedder.tasks) return await embedder.tasks.read(texts)
  return (await embedder.embed(texts)).map((meaning) => ({ words: NO_WORDS, meaning }))
}
