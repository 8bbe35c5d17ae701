import { CATEGORIES, type Category } from '../memory/category.ts'
import { categorySchema } from '../memory/entry.ts'
import type { GrowthPoint, OverviewView } from '../memory/views/project.ts'
import { countEnds } from './episodes/episode-list.ts'
import type { Store } from './store.ts'
import { type Reader, select, tables } from './tables.ts'

/** What the overview shows and the store alone knows; recurrence needs the index and is filled above. */
export async function getOverviewCounts(
  store: Store,
  projectId: string,
): Promise<Pick<OverviewView, 'categories' | 'growth' | 'outcomes' | 'recentRetrievals' | 'servedLastHour'>> {
  const hourAgo = new Date(store.now().getTime() - 3_600_000)
  const [states, unreviewed, withheld, used, outcomes, growth, recentRetrievals, servedLastHour] =
    await Promise.all([
      tables(store).entry.groupBy({
        by: ['category', 'lifecycle'],
        where: { projectId, beside: false },
        _count: true,
      }),
      tables(store).entry.groupBy({
        by: ['category'],
        where: { projectId, beside: false, lifecycle: 'approved', reviewedBy: null },
        _count: true,
      }),
      select<{ category: string; n: number }>(
        store,
        `SELECT e."category", COUNT(DISTINCT e."id") AS n FROM "Finding" f JOIN "Entry" e ON e."id" = f."entryId"
       WHERE f."projectId" = ? AND f."detector" = 'secret' AND f."state" = 'open' AND NOT e."beside" AND e."lifecycle" = 'approved'
       GROUP BY e."category"`,
        projectId,
      ),
      tables(store).retrieval.groupBy({
        by: ['category'],
        where: { projectId, winnerId: { not: null } },
        _max: { at: true },
      }),
      countEnds(store, projectId),
      listGrowth(store, projectId),
      listRecentRetrievals(store, projectId),
      tables(store).retrieval.count({ where: { projectId, purpose: 'served', at: { gte: hourAgo } } }),
    ])
  const countOf = (category: Category, ...lifecycles: string[]) =>
    states
      .filter((group) => group.category === category && lifecycles.includes(group.lifecycle))
      .reduce((sum, group) => sum + group._count, 0)
  return {
    categories: CATEGORIES.map((category) => ({
      category,
      live: countOf(category, 'quarantined', 'candidate', 'approved'),
      approved: countOf(category, 'approved'),
      withheld: Number(withheld.find((group) => group.category === category)?.n ?? 0),
      unreviewed: unreviewed.find((group) => group.category === category)?._count ?? 0,
      held: countOf(category, 'quarantined', 'candidate'),
      retired: countOf(category, 'retired'),
      lastUsedAt: used.find((group) => group.category === category)?._max.at?.toISOString() ?? null,
      recurrence: null,
    })),
    growth,
    servedLastHour,
    outcomes,
    recentRetrievals,
  }
}

/** Episodes of a project, those whose outcome nobody knows, and lessons that wait for a person. */
export async function countAttempts(
  read: Reader,
  projectId: string,
): Promise<{ episodes: number; withoutOutcome: number; waiting: number }> {
  const { episode, entry } = tables(read)
  const [episodes, withoutOutcome, waiting] = await Promise.all([
    episode.count({ where: { projectId } }),
    episode.count({ where: { projectId, outcome: null } }),
    entry.count({ where: { projectId, beside: false, lifecycle: { in: ['candidate', 'quarantined'] } } }),
  ])
  return { episodes, withoutOutcome, waiting }
}

/** Live entries by category after each episode of the stream. */
async function listGrowth(read: Reader, projectId: string): Promise<GrowthPoint[]> {
  const rows = await select<{ position: number; at: Date; category: string | null; n: number }>(
    read,
    `SELECT ep."position", MIN(ep."createdAt") AS at, e."category", COUNT(e."id") AS n
     FROM "Episode" ep LEFT JOIN "Entry" e ON e."episodeId" = ep."id" AND NOT e."beside" AND e."lifecycle" NOT IN ('retired', 'purged')
     WHERE ep."projectId" = ? GROUP BY ep."position", e."category" ORDER BY ep."position"`,
    projectId,
  )
  const counts: Record<Category, number> = { ANALYZE: 0, REPRODUCE: 0, EDIT: 0, VERIFY: 0 }
  const points: GrowthPoint[] = []
  let position = -1
  for (const row of rows) {
    if (row.category !== null) counts[categorySchema.parse(row.category)] += row.n
    const point = { episode: points.length + 1, at: row.at.toISOString(), counts: { ...counts } }
    if (row.position === position) points[points.length - 1] = { ...point, episode: points.length }
    else points.push(point)
    position = row.position
  }
  return points
}

async function listRecentRetrievals(
  store: Store,
  projectId: string,
): Promise<OverviewView['recentRetrievals']> {
  const rows = await tables(store).retrieval.findMany({
    where: { projectId },
    orderBy: { id: 'desc' },
    take: 8,
  })
  return rows.map(({ id, at, text, category, score, winnerId, verdict, by, purpose }) => ({
    ...{ id, text, score, winnerId, verdict, by },
    at: at.toISOString(),
    category: categorySchema.parse(category),
    purpose: purpose === 'served' ? 'served' : 'saved',
  }))
}
