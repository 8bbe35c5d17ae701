import { stageSchema } from '../../memory/category-schema.ts'
import { outcomeSchema } from '../../memory/trajectory.ts'
import type { EpisodeList, EpisodeRow } from '../../memory/views/episodes.ts'
import type { Episode } from '../generated/client.ts'
import { selectColumn } from '../select.ts'
import type { Store } from '../store.ts'
import { type Reader, tables } from '../tables.ts'

export type EpisodeQuery = {
  projectId: string
  text: string
  outcome: 'resolved' | 'unresolved' | 'unknown' | null
  offset: number
  limit: number
}

/** One page of episodes, newest first; `text` matches id, title, repository or backbone. */
export async function listEpisodes(store: Store, query: EpisodeQuery): Promise<EpisodeList> {
  const { projectId, outcome, offset, limit } = query
  const text = query.text.trim()
  const where = {
    projectId,
    ...(outcome === null ? {} : { outcome: outcome === 'unknown' ? null : outcome }),
  }
  const named = text === '' ? null : await idsNaming(store, text, query)
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
  { projectId, outcome }: Pick<EpisodeQuery, 'projectId' | 'outcome'>,
): Promise<string[]> {
  const like = `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  return await selectColumn(
    read,
    `SELECT "id" FROM "Episode" WHERE "projectId" = ?
       AND (? IS NULL OR "outcome" = ? OR (? = 'unknown' AND "outcome" IS NULL))
       AND (${['instanceId', 'taskTitle', 'repo', 'backbone'].map((field) => `"${field}" LIKE ? ESCAPE '\\'`).join(' OR ')})
     ORDER BY "id" DESC`,
    projectId,
    outcome,
    outcome,
    outcome,
    ...Array.from({ length: 4 }, () => like),
  )
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
