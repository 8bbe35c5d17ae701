import { categorySchema, type Description, descriptionSchema } from '../../memory/entry.ts'
import { retrievalAnswerSchema } from '../../memory/retrieval.ts'
import type { ImpactQuery } from '../../memory/views/curation.ts'
import { oneOf } from '../dialect.ts'
import { PURGED } from '../purge/scrub.ts'
import type { Store } from '../store.ts'
import { select, selectColumn, tables } from '../tables.ts'

/** A question that was or could be asked, as stage 2 sees it. */
export type AskedQuery = { query: ImpactQuery; description: Description; floor: number | null }

/** Strategies that rank as the paper does: only their answers can be asked again by vectors alone. */
const SAME_RANKING = ['subtask', 'raw']

/**
 * Kept and served retrievals, the latest first: those that one of the entries won, then others, up to `limit`, each question
 * once. Also how many rows of the log there are, how many of those rank in another way and are left out, and how many were read.
 */
export async function listAskedQueries(
  store: Store,
  projectId: string,
  entryIds: string[],
  limit: number,
): Promise<{ logCount: number; otherStrategyCount: number; readCount: number; queries: AskedQuery[] }> {
  const [logCount, comparable] = await Promise.all([
    tables(store).retrieval.count({ where: { projectId } }),
    tables(store).retrieval.count({ where: { projectId, strategy: { in: SAME_RANKING } } }),
  ])
  const ids = await selectColumn<string>(
    store,
    `SELECT "id" FROM "Retrieval" WHERE "projectId" = ? AND "strategy" IN ('${SAME_RANKING.join("', '")}')
     ORDER BY COALESCE("winnerId" ${oneOf}, FALSE) DESC, "id" DESC LIMIT ?`,
    projectId,
    JSON.stringify(entryIds),
    limit,
  )
  const kept = await tables(store).retrieval.findMany({ where: { id: { in: ids } } })
  const byId = new Map(kept.map((row) => [row.id, row]))
  const asked = new Map<string, AskedQuery>()
  for (const id of ids) {
    const row = byId.get(id)
    if (!row) continue
    const { intent } = retrievalAnswerSchema.pick({ intent: true }).parse(JSON.parse(row.answer))
    const floor: unknown = JSON.parse(row.request).floor
    const key = JSON.stringify([intent, floor])
    if (asked.has(key) || intent.description.objective === PURGED) continue
    asked.set(key, {
      query: {
        id,
        source: row.purpose === 'served' ? 'served' : 'saved',
        text: row.text,
        category: intent.category,
        at: row.at.toISOString(),
      },
      description: intent.description,
      floor: typeof floor === 'number' ? floor : null,
    })
  }
  return {
    logCount,
    otherStrategyCount: logCount - comparable,
    readCount: ids.length,
    queries: [...asked.values()],
  }
}

/** Stored subtasks as questions that agents would have asked: what was known when they began. Spread evenly over the stream; one whose words were purged asks nothing. */
export async function listStandIns(
  store: Store,
  projectId: string,
  limit: number,
): Promise<{ population: number; queries: AskedQuery[] }> {
  const where = {
    episode: { projectId },
    category: { not: 'OTHER' },
    objectiveAtStart: { notIn: ['', PURGED] },
  }
  const population = await tables(store).subtask.count({ where })
  const step = Math.max(1, Math.ceil(population / limit))
  const rows = await select<{ id: string; category: string; objective: string; keywords: string }>(
    store,
    `SELECT "id", "category", "objective", "keywords" FROM (
       SELECT s."id", s."category", s."objectiveAtStart" AS "objective", s."keywordsAtStart" AS "keywords",
         ROW_NUMBER() OVER (ORDER BY s."id") - 1 AS place
       FROM "Subtask" s JOIN "Episode" e ON e."id" = s."episodeId" WHERE e."projectId" = ? AND s."category" <> 'OTHER'
         AND s."objectiveAtStart" NOT IN ('', '${PURGED}')) AS asked
     WHERE place % ? = 0 ORDER BY place`,
    projectId,
    step,
  )
  const queries = rows.flatMap((row) => {
    const description = descriptionSchema.safeParse({
      objective: row.objective,
      keywords: JSON.parse(row.keywords),
    })
    if (!description.success) return []
    const category = categorySchema.parse(row.category)
    const query = { id: row.id, source: 'subtask' as const, text: row.objective, category, at: null }
    return [{ query, description: description.data, floor: null }]
  })
  return { population, queries }
}
