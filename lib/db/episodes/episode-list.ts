import { stageSchema } from '../../memory/entry.ts'
import { EPISODE_ENDS, type EpisodeEnd } from '../../memory/episode-end.ts'
import type { EpisodeOfInstance } from '../../memory/studies/outcomes/compare-two.ts'
import { outcomeSchema } from '../../memory/trajectory.ts'
import type { EpisodeList, EpisodeRow } from '../../memory/views/episodes.ts'
import type { StageHit } from '../../memory/views/stage-hit.ts'
import { isLike, likeOf, oneOf } from '../dialect.ts'
import type { Episode, Prisma } from '../generated/client.ts'
import type { Store } from '../store.ts'
import { type Reader, select, selectColumn, tables } from '../tables.ts'

export type EpisodeQuery = {
  projectId: string
  text: string
  outcome: EpisodeEnd | null
  offset: number
  limit: number
}

/** One page of episodes, newest first; `text` matches id, title, repository or backbone. */
export async function listEpisodes(store: Store, query: EpisodeQuery): Promise<EpisodeList> {
  const { projectId, outcome, offset, limit } = query
  const text = query.text.trim()
  const where = {
    projectId,
    ...(outcome === null ? {} : whereEnded(outcome)),
  }
  const named = text === '' ? null : await idsNaming(store, text, projectId, where)
  const [rows, matchCount, totalCount] = await Promise.all([
    tables(store).episode.findMany({
      where: named ? { id: { in: named.slice(offset, offset + limit) } } : where,
      skip: named ? 0 : offset,
      take: limit,
      orderBy: { id: 'desc' },
      include: ROW_PARTS,
    }),
    named ? named.length : tables(store).episode.count({ where }),
    tables(store).episode.count({ where: { projectId } }),
  ])
  return { rows: rows.map(toEpisodeRow), matchCount, totalCount }
}

/** Ids of the episodes whose id, title, repository or backbone holds the text as it stands, newest first. Prisma's own `contains` takes % and _ for wildcards. */
async function idsNaming(
  read: Reader,
  text: string,
  projectId: string,
  where: Prisma.EpisodeWhereInput,
): Promise<string[]> {
  const like = `%${likeOf(text)}%`
  const named = await selectColumn<string>(
    read,
    `SELECT "id" FROM "Episode" WHERE "projectId" = ?
       AND (${['instanceId', 'taskTitle', 'repo', 'backbone'].map((field) => `"${field}" ${isLike}`).join(' OR ')})
     ORDER BY "id" DESC`,
    projectId,
    ...Array.from({ length: 4 }, () => like),
  )
  const ended = await tables(read).episode.findMany({ where, select: { id: true } })
  const ids = new Set(ended.map(({ id }) => id))
  return named.filter((id) => ids.has(id))
}

/** What git says is no verdict. */
function whereEnded(end: EpisodeEnd): Prisma.EpisodeWhereInput {
  const ofGit = { outcomeSource: { startsWith: 'git: ' } }
  const ofNone = { OR: [{ outcomeSource: null }, { NOT: ofGit }] }
  return {
    resolved: { outcome: 'resolved', ...ofNone },
    unresolved: { outcome: 'unresolved', ...ofNone },
    kept: { outcome: 'resolved', ...ofGit },
    reverted: { outcome: 'unresolved', ...ofGit },
    unknown: { outcome: null },
  }[end]
}

/** How many episodes of a project ended in which way. */
export async function countEnds(read: Reader, projectId: string): Promise<Record<EpisodeEnd, number>> {
  const counts = await Promise.all(
    EPISODE_ENDS.map(async (end) => [
      end,
      await tables(read).episode.count({ where: { projectId, ...whereEnded(end) } }),
    ]),
  )
  return Object.fromEntries(counts)
}

export const ROW_PARTS = {
  _count: { select: { subtasks: true, entries: { where: { lifecycle: { not: 'purged' }, beside: false } } } },
  subtasks: { orderBy: { position: 'asc' }, select: { category: true, fromStep: true, toStep: true } },
} as const

type EpisodeWithParts = Episode & {
  _count: { subtasks: number; entries: number }
  subtasks: { category: string; fromStep: number; toStep: number }[]
}

export function toEpisodeRow(row: EpisodeWithParts): EpisodeRow {
  const { id, instanceId, repo, backbone, outcomeSource, stepCount, format } = row
  return {
    ...{ id, instanceId, repo, backbone, outcomeSource, stepCount, format },
    title: row.taskTitle,
    agent: row.agentVersion ? `${row.agentName} ${row.agentVersion}` : row.agentName,
    outcome: outcomeSchema.parse(row.outcome),
    subtaskCount: row._count.subtasks,
    entryCount: row._count.entries,
    spans: row.subtasks.map(({ category, fromStep, toStep }) => ({
      category: stageSchema.parse(category),
      fromStep,
      toStep,
    })),
    createdAt: row.createdAt.toISOString(),
  }
}

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
     WHERE ep."projectId" ${oneOf} AND s."category" = ?
       AND NOT EXISTS (SELECT 1 FROM "Entry" e WHERE e."subtaskId" = s."id" AND e."lifecycle" NOT IN ('retired', 'purged'))
     ORDER BY s."id" DESC LIMIT ${MOST_STAGES}`,
    JSON.stringify(projectIds),
    category,
  )
  return rows.map(({ keywords, ...row }) => ({ ...row, keywords: JSON.parse(keywords) }))
}

/** Instances of one question to the database: it takes so many values at most. */
const AT_A_TIME = 500

/** Every stored episode of these instances, in the order they came; of these projects, null = of all. */
export async function listEpisodesOf(
  store: Store,
  instanceIds: readonly string[],
  projectIds: readonly string[] | null = null,
): Promise<EpisodeOfInstance[]> {
  const found: EpisodeOfInstance[] = []
  for (let from = 0; from < instanceIds.length; from += AT_A_TIME) {
    const rows = await tables(store).episode.findMany({
      where: {
        instanceId: { in: instanceIds.slice(from, from + AT_A_TIME) },
        ...(projectIds ? { projectId: { in: [...projectIds] } } : {}),
      },
      orderBy: { id: 'asc' },
      select: { id: true, instanceId: true, backbone: true, outcome: true },
    })
    found.push(...rows.map(({ outcome, ...row }) => ({ ...row, outcome: outcomeSchema.parse(outcome) })))
  }
  return found
}
