import type { Embedder } from '../llm/embedder.ts'
import type { Category } from '../memory/category.ts'
import { remembered } from '../memory/remembered.ts'
import { descriptionText } from '../memory/text/words.ts'
import { CosineIndex } from '../retrieval/cosine-index.ts'
import { getStrategy } from '../retrieval/strategies/all-strategies.ts'
import type { Corpus, EntryQuery, EpisodeText, Rank } from '../retrieval/strategies/strategy.ts'
import type { LearnedEpisode, Lesson } from './lessons.ts'
import { WORKBENCH_PROJECT } from './names.ts'

export type Question = Pick<EntryQuery, 'text' | 'seed'> & { category: Category | null } & {
  withoutInstance: string | null
  /** Answers of success that name one of these mechanisms alone may be given; null or absent = any lesson. */
  offered?: readonly string[] | null
}

/** A lesson and how near its description is to the question. */
export interface RankedLesson {
  lesson: Lesson
  score: number
}

/** A store of these lessons, with the episodes they are from, behind the same index and ranking as any other memory. Each question is ranked once for each state of the store. */
export async function createLessonStore(
  lessons: readonly Lesson[],
  episodes: readonly LearnedEpisode[],
  embedder: Embedder,
) {
  const index = new CosineIndex(embedder)
  const byId = new Map<string, Lesson>()
  const byEpisode = new Map<string, Lesson[]>()
  const texts = new Map<string, EpisodeText>()
  const ranks = new Map<string, Promise<Rank>>()
  const answers = new Map<string, readonly Lesson[]>()
  const rankings = new Map<string, Promise<readonly RankedLesson[]>>()
  let revision = 0

  async function take(some: readonly Lesson[]): Promise<void> {
    const vectors = await embedder.embed(some.map(({ description }) => descriptionText(description)))
    revision++
    index.catchUp(
      some.map(({ id, category, repo, instanceId, episodeId, position }, i) => ({
        kind: 'upsert',
        revision,
        row: {
          id,
          category,
          projectId: WORKBENCH_PROJECT,
          scope: 'project',
          instanceId,
          repo,
          episodeId,
          position,
          vector: vectors[i] ?? new Float32Array(embedder.dimension),
        },
      })),
      revision,
    )
    for (const lesson of some) {
      byId.set(lesson.id, lesson)
      byEpisode.set(lesson.episodeId, [...(byEpisode.get(lesson.episodeId) ?? []), lesson])
    }
    ranks.clear()
    answers.clear()
    rankings.clear()
  }

  function know({ episodeId, instanceId, repo, position, text }: LearnedEpisode): void {
    const entryIds = (byEpisode.get(episodeId) ?? []).map(({ id }) => id)
    if (entryIds.length === 0) return
    texts.set(episodeId, {
      episodeId,
      instanceId,
      projectId: WORKBENCH_PROJECT,
      repo,
      position,
      text,
      entryIds,
    })
  }

  function rankOf(strategy: string): Promise<Rank> {
    return remembered(ranks, strategy, () => {
      const corpus: Corpus = { index, embedder, episodes: [...texts.values()], entries: new Map() }
      return getStrategy(strategy).prepare(corpus)
    })
  }

  await take(lessons)
  for (const episode of episodes) know(episode)
  return {
    /** What a strategy would inject: the best lesson, or the first ones of the best episode; empty where it has nothing. */
    async best(strategy: string, { withoutInstance, ...question }: Question): Promise<readonly Lesson[]> {
      const key = `${strategy} ${question.category} ${question.seed} ${withoutInstance} ${question.text}`
      const known = answers.get(key)
      if (known) return known
      const scope = { projectIds: [WORKBENCH_PROJECT], withoutInstance }
      const rank = await rankOf(strategy)
      const { hits } = await rank({ ...question, scope, limit: 1 })
      const [first] = hits
      const ids = !first ? [] : 'entryIds' in first ? first.entryIds : [first.id]
      const lessons = ids.flatMap((id) => byId.get(id) ?? [])
      answers.set(key, lessons)
      return lessons
    },
    /** All lessons that may answer a question of a stage, nearest first. */
    async ranked(
      strategy: string,
      { withoutInstance, offered, ...question }: Question,
    ): Promise<readonly RankedLesson[]> {
      const key = `${strategy} ${question.category} ${question.seed} ${withoutInstance} ${question.text} ${offered}`
      return await remembered(rankings, key, async () => {
        const scope = { projectIds: [WORKBENCH_PROJECT], withoutInstance }
        const { hits } = await (await rankOf(strategy))({ ...question, scope, limit: null })
        return hits.flatMap((hit) => {
          const lesson = 'id' in hit ? byId.get(hit.id) : undefined
          return lesson && (!offered || offered.includes(mechanismOf(lesson) ?? ''))
            ? [{ lesson, score: hit.score }]
            : []
        })
      })
    },
    /** Takes in what an episode left; for the stream. */
    async add(episode: LearnedEpisode): Promise<void> {
      await take(episode.lessons)
      know(episode)
    },
  }
}

/** The mechanism that helped, of a lesson of EDIT; null where none did. */
export function mechanismOf({
  category,
  experience,
}: Pick<Lesson, 'category' | 'experience'>): string | null {
  if (category !== 'EDIT' || experience.kind !== 'pattern') return null
  return /^What helped: (.+)$/.exec(experience.title)?.[1] ?? null
}

export type LessonStore = Awaited<ReturnType<typeof createLessonStore>>
