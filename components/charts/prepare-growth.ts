import { CATEGORIES, type Category } from '@/lib/memory/category.ts'
import type { GrowthPoint } from '@/lib/memory/views/project.ts'

/** One place on the x axis: live entries of each category after so many episodes. */
export type GrowthRow = Record<Category, number> & { episode: number; at: string | null }

export type Growth = {
  /** From episode 0 (nothing stored) to the last; empty before the first episode. */
  rows: GrowthRow[]
  /** Every how many episodes a row was kept; 1 = all of them. */
  every: number
  episodeCount: number
  /** Top of the y axis, entries; a round number. */
  yMax: number
  yTicks: number[]
  xTicks: number[]
}

/** Places drawn at most: more steps than pixels say nothing more. */
const MOST_ROWS = 120

/** Decides what the growth chart shows. Counts start at 0; the last episode is always kept. */
export function prepareGrowth(points: GrowthPoint[], mostRows = MOST_ROWS): Growth {
  const last = points.at(-1)
  if (!last) return { rows: [], every: 1, episodeCount: 0, yMax: 1, yTicks: [0, 1], xTicks: [] }
  const every = Math.max(1, Math.ceil(points.length / mostRows))
  const kept = points.filter((point, k) => (k + 1) % every === 0 || point === last)
  const rows = [
    { episode: 0, at: null, ANALYZE: 0, REPRODUCE: 0, EDIT: 0, VERIFY: 0 },
    ...kept.map(({ episode, at, counts }) => ({ episode, at, ...counts })),
  ]
  const highest = Math.max(...rows.flatMap((row) => CATEGORIES.map((category) => row[category])))
  const step = roundStep(Math.max(1, highest) / 4)
  const yMax = Math.ceil(Math.max(1, highest) / step) * step
  return {
    rows,
    every,
    episodeCount: points.length,
    yMax,
    yTicks: ticksTo(yMax, step),
    xTicks: ticksTo(last.episode, roundStep(last.episode / 5)),
  }
}

/** Heads first: the chart's numbers for its table and its CSV. */
export function growthTable({ rows }: Growth): (string | number | null)[][] {
  return [
    ['episode', 'at', ...CATEGORIES],
    ...rows.map((row) => [row.episode, row.at, ...CATEGORIES.map((category) => row[category])]),
  ]
}

/** Moves labels apart by at least `gap`, in order, as little as it can, and keeps them within 0..`end`. */
export function spreadLabels(wanted: number[], gap: number, end: number): number[] {
  const order = wanted.map((_, k) => k).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0))
  const placed = [...wanted]
  let floor = 0
  for (const k of order) {
    placed[k] = Math.max(placed[k] ?? 0, floor)
    floor = (placed[k] ?? 0) + gap
  }
  let ceiling = end
  for (const k of [...order].reverse()) {
    placed[k] = Math.min(placed[k] ?? 0, ceiling)
    ceiling = (placed[k] ?? 0) - gap
  }
  return placed
}

/** Points of a small line of one category, x and y in 0..1, y on the scale that all four share. */
export function sparkline(growth: Growth, category: Category): { x: number; y: number }[] {
  const lastEpisode = growth.rows.at(-1)?.episode ?? 0
  if (lastEpisode === 0) return []
  return growth.rows.map((row) => ({ x: row.episode / lastEpisode, y: row[category] / growth.yMax }))
}

/** 1, 2 or 5 times a power of ten, at least 1: counts have no halves. */
function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(rough, 1)))
  const step = [1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10
  return Math.max(1, step * power)
}

function ticksTo(end: number, step: number): number[] {
  return Array.from({ length: Math.floor(end / step) + 1 }, (_, k) => k * step)
}
