import { asCategory, type Category } from '../../memory/category.ts'
import { type Description, descriptionSchema } from '../../memory/entry.ts'
import { PURGED } from '../purge/scrub.ts'
import type { Store } from '../store.ts'
import { descriptionAtStart, tables } from '../tables.ts'

/** An episode as a stream meets it: its task, its final diff, and what it asked. */
export type StoredStreamEpisode = {
  episodeId: string
  instanceId: string
  repo: string | null
  taskText: string
  submission: string | null
  /** What was known when each of its subtasks with a category began, in order. */
  questions: { subtaskId: string; category: Category; description: Description }[]
}

/** The episodes of a project in stream order; a subtask whose text was purged asks nothing. */
export async function listStreamEpisodes(store: Store, projectId: string): Promise<StoredStreamEpisode[]> {
  const rows = await tables(store).episode.findMany({
    where: { projectId },
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
    select: {
      id: true,
      instanceId: true,
      repo: true,
      taskText: true,
      taskTitle: true,
      submission: true,
      subtasks: {
        orderBy: { position: 'asc' },
        select: { id: true, category: true, objectiveAtStart: true, keywordsAtStart: true },
      },
    },
  })
  return rows.map(({ id, instanceId, repo, taskText, taskTitle, submission, subtasks }) => ({
    ...{ episodeId: id, instanceId, repo, submission },
    taskText: taskText || taskTitle,
    questions: subtasks.flatMap((subtask) => {
      const category = asCategory(subtask.category)
      const description = descriptionSchema.safeParse(descriptionAtStart(subtask))
      const isGone = subtask.objectiveAtStart === PURGED
      return category === null || isGone || !description.success
        ? []
        : [{ subtaskId: subtask.id, category, description: description.data }]
    }),
  }))
}

/** What these subtasks asked when they began, as text, by id. */
export async function listQuestionTexts(
  store: Store,
  subtaskIds: readonly string[],
): Promise<Map<string, Description>> {
  const rows = await tables(store).subtask.findMany({
    where: { id: { in: [...subtaskIds] } },
    select: { id: true, objectiveAtStart: true, keywordsAtStart: true },
  })
  return new Map(rows.map((row) => [row.id, descriptionAtStart(row)]))
}
