import type { Category } from '../../memory/category.ts'
import { type Description, descriptionSchema } from '../../memory/entry.ts'
import { PURGED } from '../purge/scrub.ts'
import type { Store } from '../store.ts'
import { rowsOf, tables } from '../tables.ts'
import { fromVectorBlob, toVectorBlob } from './vectors.ts'

/** What a run asked when one of its subtasks began. */
export type RunQuestion = {
  subtaskId: string
  projectId: string
  instanceId: string
  repo: string | null
  description: Description
  /** Null where this model has not read it yet. */
  vector: Float32Array | null
}

/** Questions of each project and category that are put to pools, the first that came: more runs change none of them. Ours. */
export const QUESTIONS_OF_A_PROJECT = 60

/** The first questions of a category in each project, each text once, with their vectors of one model. */
export async function listRunQuestions(
  store: Store,
  model: string,
  category: Category,
): Promise<RunQuestion[]> {
  const rows = await rowsOf<{
    subtaskId: string
    projectId: string
    instanceId: string
    repo: string | null
    objective: string
    keywords: string
    dimension: number | null
    data: Uint8Array | null
  }>(
    store,
    `SELECT q."subtaskId", q."projectId", e."instanceId", e."repo", s."objectiveAtStart" AS objective, s."keywordsAtStart" AS keywords,
       v."dimension", v."data" FROM (
       SELECT MIN(s."id") AS "subtaskId", e."projectId", ROW_NUMBER() OVER (PARTITION BY e."projectId" ORDER BY MIN(s."id")) AS place
       FROM "Subtask" s JOIN "Episode" e ON e."id" = s."episodeId"
       WHERE s."category" = ? AND s."objectiveAtStart" <> '${PURGED}' GROUP BY e."projectId", s."objectiveAtStart") q
     JOIN "Subtask" s ON s."id" = q."subtaskId" JOIN "Episode" e ON e."id" = s."episodeId"
     LEFT JOIN "QuestionVector" v ON v."subtaskId" = q."subtaskId" AND v."model" = ?
     WHERE q.place <= ${QUESTIONS_OF_A_PROJECT} ORDER BY q."subtaskId"`,
    category,
    model,
  )
  return rows.flatMap(({ objective, keywords, dimension, data, ...row }) => {
    const description = descriptionSchema.safeParse({ objective, keywords: JSON.parse(keywords) })
    if (!description.success) return []
    const vector = data && dimension !== null ? fromVectorBlob(data, dimension) : null
    return [{ ...row, description: description.data, vector }]
  })
}

/** Keeps vectors of questions; one of a subtask that is gone meanwhile is let go. */
export async function keepQuestionVectors(
  store: Store,
  model: string,
  rows: readonly { subtaskId: string; vector: Float32Array }[],
): Promise<void> {
  await store.record(async (tx) => {
    for (const { subtaskId, vector } of rows)
      await tables(tx).$executeRawUnsafe(
        `INSERT INTO "QuestionVector" ("subtaskId", "model", "dimension", "data")
         SELECT "id", ?, ?, ? FROM "Subtask" WHERE "id" = ? ON CONFLICT ("subtaskId", "model") DO NOTHING`,
        model,
        vector.length,
        toVectorBlob(vector),
        subtaskId,
      )
  })
}

/** Kept vectors of one model, of the questions of a project, by subtask. */
export async function listQuestionVectors(
  store: Store,
  model: string,
  projectId: string,
): Promise<Map<string, Float32Array>> {
  const rows = await rowsOf<{ subtaskId: string; dimension: number; data: Uint8Array }>(
    store,
    `SELECT v."subtaskId", v."dimension", v."data" FROM "QuestionVector" v
     JOIN "Subtask" s ON s."id" = v."subtaskId" JOIN "Episode" e ON e."id" = s."episodeId"
     WHERE v."model" = ? AND e."projectId" = ?`,
    model,
    projectId,
  )
  return new Map(rows.map(({ subtaskId, dimension, data }) => [subtaskId, fromVectorBlob(data, dimension)]))
}
