import { NO_LESSON_YET } from '../../memory/subtask.ts'
import type { ProjectYield } from '../../memory/views/project-yield.ts'
import { select } from '../select.ts'
import type { Reader } from '../tables.ts'

/** How many stages of a project have a lesson of any extractor, and why the others have none. Reads only. */
export async function readYield(reader: Reader, projectId: string): Promise<ProjectYield> {
  const groups = await select<{ reason: string | null; count: number }>(
    reader,
    `SELECT CASE
        WHEN EXISTS (SELECT 1 FROM "Entry" e WHERE e."subtaskId" = s."id" AND e."lifecycle" <> 'purged') THEN NULL
        WHEN s."category" = 'OTHER' THEN 'no evidence of a stage'
        WHEN NOT EXISTS (SELECT 1 FROM "Distillation" d WHERE d."subtaskId" = s."id") THEN ?
        WHEN EXISTS (SELECT 1 FROM "Distillation" d WHERE d."subtaskId" = s."id" AND d."refused") THEN 'the answers of the model stayed faulty'
        ELSE 'a model found nothing in it that other tasks could use' END AS "reason", COUNT(*) AS "count"
     FROM "Subtask" s JOIN "Episode" ep ON ep."id" = s."episodeId"
     WHERE ep."projectId" = ? GROUP BY 1 ORDER BY 2 DESC, 1`,
    NO_LESSON_YET,
    projectId,
  )
  return {
    stageCount: groups.reduce((sum, { count }) => sum + Number(count), 0),
    lessonCount: Number(groups.find(({ reason }) => reason === null)?.count ?? 0),
    reasons: groups.flatMap(({ reason, count }) =>
      reason === null ? [] : [{ reason, count: Number(count) }],
    ),
  }
}
