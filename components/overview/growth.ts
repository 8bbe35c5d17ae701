import type { Curves } from '@/components/figures/figure.ts'
import type { Origin } from '@/components/figures/origin.ts'
import { formatCount, plural } from '@/components/ui/format.ts'
import { CATEGORIES, type Category } from '@/lib/memory/category.ts'
import type { GrowthPoint, ProjectView } from '@/lib/memory/views/project.ts'

/** Places drawn at most: more steps than pixels say nothing more. */
const MOST_PLACES = 120

/** Live entries of each category after each episode, from 0 before the first; the last episode is always kept. */
export function growthFigure(
  points: readonly GrowthPoint[],
  project: string,
  mostPlaces = MOST_PLACES,
): Curves {
  const every = Math.max(1, Math.ceil(points.length / mostPlaces))
  const kept = points.filter((_, k) => (k + 1) % every === 0 || k === points.length - 1)
  const none = { episode: 0, at: null, counts: { ANALYZE: 0, REPRODUCE: 0, EDIT: 0, VERIFY: 0 } }
  const thinned = every > 1 ? `, every ${formatCount(every)}th drawn` : ''
  return {
    kind: 'curves',
    name: `growth-${project}`,
    title: 'Live entries by category after each episode',
    subtitle: `episodes in import order, n ${formatCount(points.length)}${thinned}`,
    x: { name: 'episode', unit: 'count' },
    y: { name: 'live entries', unit: 'count' },
    series: CATEGORIES.map((category) => ({
      ...{ name: category, role: 'main', category, line: 'step', dots: false },
      points: [none, ...kept].map(({ episode, at, counts }) => ({
        x: episode,
        y: counts[category],
        cells: { at },
      })),
    })),
  }
}

/** What its file says it rests on: counts of the store, with nothing drawn at random and no interval. */
export function growthOrigin(
  { name, source, liveCount, episodeCount }: ProjectView,
  revision: number,
): Origin {
  const live = plural(liveCount, 'live entry', 'live entries')
  return {
    sources: [source],
    basis: [`project ${name}: ${live}, ${plural(episodeCount, 'episode')}, as of revision ${revision}`],
  }
}

/** Points of a small line of one category, x and y in 0..1, y on the scale that all four share. */
export function sparkline({ series }: Curves, category: Category): { x: number; y: number }[] {
  const points = series.find((one) => one.category === category)?.points ?? []
  const last = points.at(-1)?.x ?? 0
  const most = Math.max(1, ...series.flatMap((one) => one.points.map(({ y }) => y ?? 0)))
  return last === 0 ? [] : points.map(({ x, y }) => ({ x: x / last, y: (y ?? 0) / most }))
}
