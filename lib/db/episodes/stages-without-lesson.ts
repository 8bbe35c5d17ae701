import type { StageHit } from '../../memory/views/stage-hit.ts'
import { select } from '../select.ts'
import type { Reader } from '../tables.ts'

/** Stages that are read at most, the newest; more would keep a page waiting. Ours. */
const MOST_STAGES = 20_000

/** Stages of a category in these projects that have no lesson, neither retired nor purged, newest first. Reads only. */
export async function listStagesWithoutLesson(
  reader: Reader,
  projectIds: readonly string[],
  category: StageHit['category'],
): Promise<Omit<StageHit, 'score'>[]> {
  const rows = await select<Omit<StageHit, 'score' | 'keywords'> & { keywords: string }>(
    reader,
    `SELECT s."id" AS "subtaskId", s."episodeId", ep."instanceId", s."category", s."fromStep", s."toStep", s."objective", s."keywords"
     FROM "Subtask" s JOIN "Episode" ep ON ep."id" = s."episodeId"
     WHERE ep."projectId" IN (SELECT value FROM json_each(?)) AND s."category" = ?
       AND NOT EXISTS (SELECT 1 FROM "Entry" e WHERE e."subtaskId" = s."id" AND e."lifecycle" NOT IN ('retired', 'purged'))
     ORDER BY s."id" DESC LIMIT ${MOST_STAGES}`,
    JSON.stringify(projectIds),
    category,
  )
  return rows.map(({ keywords, ...row }) => ({ ...row, keywords: JSON.parse(keywords) }))
}
