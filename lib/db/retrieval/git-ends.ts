/**
 * Rows of what git says of the sessions that were served: `projectId`, `episodeId` as the program named it, `git` (resolved = kept,
 * unresolved = reverted). A session is the run whose id its name ends with, `agent:SESSION` or `agent:SESSION#2`. Runs that say
 * both, and every other fate, are no row. No verdict of a benchmark is in it.
 */
export const GIT_ENDS = `SELECT s."projectId", s."episodeId", MIN(e."outcome") AS "git"
  FROM (SELECT DISTINCT "projectId", "episodeId", substr("episodeId", instr("episodeId", ':') + 1) AS "session"
        FROM "Retrieval" WHERE "episodeId" IS NOT NULL) s
  JOIN "Episode" e ON e."projectId" = s."projectId" AND e."instanceId" IN (s."session", s."session" || '#1')
    AND e."outcomeSource" LIKE 'git: %' AND e."outcome" IS NOT NULL
  GROUP BY s."projectId", s."episodeId" HAVING COUNT(DISTINCT e."outcome") = 1`
