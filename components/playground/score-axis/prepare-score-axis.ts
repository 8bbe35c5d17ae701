import { area, bin, line, max, type ScaleLinear, scaleLinear } from 'd3'
import { formatCount, formatScore } from '@/components/ui/format.ts'
import type { Category } from '@/lib/memory/category.ts'
import type { Hit, Unrelated } from '@/lib/memory/retrieval.ts'

/** Scores under this do not occur among descriptions; fixed, so that two queries can be compared by eye. */
const LOWEST = -0.2
/** The usual right end; only a score above it widens the axis to 1. */
const USUAL_HIGHEST = 0.85
/** From this many entries on a pool is drawn as a line; below, each entry is its own tick. */
const LINE_FROM = 200
const LINE_BIN = 0.03
/** Fewer unrelated questions have no shape worth drawing. */
const AREA_FROM = 40

/** Under this width, px, some words are shorter or left out. */
export const NARROW = 430

/** Sizes in px; `letter` is the mean width of a letter of the labels, from which it is known what fits. */
export type AxisLayout = { width: number; base: number; plotHeight: number; letter: number }

export type ScoreAxis = {
  x: (score: number) => number
  domain: [number, number]
  ticks: { value: number; label: string; x: number; anchor: 'start' | 'middle' | 'end' }[]
  /** Best scores of unrelated questions: filled area and its outline; both empty when there are too few, null when there are none. */
  unrelated: { area: string; outline: string /** E.g. `58 of other tasks`. */; origin: string } | null
  /** The pool of this category on the same vertical scale; null when it is small enough for ticks. */
  categoryLine: { path: string; labelX: number; labelY: number; isPartial: boolean } | null
  /** x of each pool entry that gets a tick. */
  poolTicks: number[]
  /** Every tick stands for one entry (true), or only those above the line are drawn (false). */
  isEveryEntryATick: boolean
  candidates: { entryId: string; category: Category; x: number; label: string }[]
  winner: {
    entryId: string
    score: number
    x: number
    label: string
    anchor: 'start' | 'middle' | 'end'
  } | null
  margin: {
    from: number
    to: number
    value: number
    label: string
    labelX: number
    anchor: 'start' | 'middle' | 'end'
  } | null
  /** The score that four of five unrelated questions stay under, and from where to where its words stand; null when there are too few to say. */
  threshold: { x: number; label: string; side: 'left' | 'right'; words: { from: number; to: number } } | null
  /** Where injection begins; null without a minimum score. */
  floor: { x: number; label: string; side: 'left' | 'right' } | null
}

export type AxisInput = {
  hits: Hit[]
  poolScores: number[]
  kept: number
  unrelated: Unrelated
  /** Minimum score of what may be injected; nothing below it is ringed. */
  floor?: number | null
}

/** False when there is no best, or it is below the minimum score: the ring means chosen. */
export function isChosen({ hits, floor }: AxisInput): boolean {
  return hits[0] !== undefined && (floor == null || hits[0].score >= floor)
}

/** Decides everything the score axis draws. A cold pool leaves the unrelated questions and the scale. */
export function prepareScoreAxis(input: AxisInput, layout: AxisLayout): ScoreAxis {
  const { hits, poolScores, kept, unrelated } = input
  const { width, base, plotHeight, letter } = layout
  const best = hits[0]
  const domain: [number, number] = [
    LOWEST,
    best !== undefined && best.score > USUAL_HIGHEST ? 1 : USUAL_HIGHEST,
  ]
  const x = scaleLinear(domain, [0, width]).clamp(true)
  const { highFrom } = unrelated

  // One vertical scale for both: share of the set per unit of score.
  const chance = unrelated.counts.map((count, index) => ({
    score: unrelated.binFrom + (index + 0.5) * unrelated.binWidth,
    density: unrelated.questionCount === 0 ? 0 : count / unrelated.questionCount / unrelated.binWidth,
  }))
  const pool = kept >= LINE_FROM ? density(poolScores, kept) : []
  const highest = max([...chance, ...pool], (point) => point.density) ?? 0
  const y = scaleLinear([0, highest === 0 ? 1 : highest], [base, base - plotHeight])
  const shape = (unrelated.questionCount < AREA_FROM ? [] : chance).filter(
    (point) => point.score >= domain[0] && point.score <= domain[1],
  )

  const candidates = hits.map((hit) => ({
    entryId: hit.entryId,
    category: hit.category,
    x: x(hit.score),
    label: `${hit.rank}. ${formatScore(hit.score)}, ${hit.objective}`,
  }))
  const shown = new Set(hits.map((hit) => hit.score))
  const isEveryEntryATick = kept < LINE_FROM
  const poolTicks = poolScores
    .filter(
      (score) =>
        !shown.has(score) &&
        score >= domain[0] &&
        (isEveryEntryATick || highFrom === null || score > highFrom),
    )
    .map((score) => x(score))

  const place: Place = { x, width, letter, base }
  return {
    x,
    domain,
    ticks: ticksOf(place, domain),
    unrelated: unrelatedShape(unrelated, shape, y, place),
    categoryLine: poolLine(pool, poolScores.length < kept, y, place),
    poolTicks,
    isEveryEntryATick,
    candidates,
    winner: winnerOf(best, place),
    margin: marginOf(best, hits[1], place),
    threshold: thresholdOf(highFrom, candidates.slice(0, 2), place),
    floor: floorOf(input.floor ?? null, place),
  }
}

type Place = { x: ScaleLinear<number, number>; width: number; letter: number; base: number }
type Density = { score: number; density: number }

function ticksOf({ x, width }: Place, domain: [number, number]): ScoreAxis['ticks'] {
  return x.ticks(domain[1] - domain[0] > 0 && width < 260 ? 3 : 6).map((value) => ({
    value,
    label: tickLabel(value),
    x: x(value),
    anchor: value === domain[0] ? 'start' : x(value) > width - 8 ? 'end' : 'middle',
  }))
}

/** Where unrelated questions come from, said beside how many were asked. */
const ORIGINS: Record<Unrelated['source'], string> = {
  'other-projects': 'of other projects',
  'other-tasks': 'of other tasks',
  lessons: 'taken from the lessons',
}

function unrelatedShape(
  { questionCount, source }: Unrelated,
  shape: Density[],
  y: ScaleLinear<number, number>,
  { x, base }: Place,
): ScoreAxis['unrelated'] {
  if (questionCount === 0) return null
  const filled = area<Density>(
    (point) => x(point.score),
    base,
    (point) => y(point.density),
  )
  return {
    area: filled(shape) ?? '',
    outline: outlineOf(shape, x, y),
    origin: `${formatCount(questionCount)} ${ORIGINS[source]}`,
  }
}

function poolLine(
  pool: Density[],
  isPartial: boolean,
  y: ScaleLinear<number, number>,
  { x }: Place,
): ScoreAxis['categoryLine'] {
  const peak = pool.reduce<Density | null>(
    (top, point) => (top === null || point.density > top.density ? point : top),
    null,
  )
  if (peak === null) return null
  const [labelX, labelY] = [x(peak.score) + 10, y(peak.density) + 3]
  return { path: outlineOf(pool, x, y), labelX, labelY, isPartial }
}

function outlineOf(
  points: Density[],
  x: ScaleLinear<number, number>,
  y: ScaleLinear<number, number>,
): string {
  const outline = line<Density>(
    (point) => x(point.score),
    (point) => y(point.density),
  )
  return outline(points) ?? ''
}

function winnerOf(best: Hit | undefined, { x, width, letter }: Place): ScoreAxis['winner'] {
  if (best === undefined) return null
  const { entryId, score } = best
  const at = x(score)
  return { entryId, score, x: at, label: formatScore(score), anchor: anchorAt(at, width, 6 * letter) }
}

function marginOf(
  best: Hit | undefined,
  second: Hit | undefined,
  { x, width, letter }: Place,
): ScoreAxis['margin'] {
  if (best === undefined || second === undefined) return null
  const [from, to, value] = [x(second.score), x(best.score), best.score - second.score]
  const labelX = (from + to) / 2
  return { from, to, value, label: formatScore(value), labelX, anchor: anchorAt(labelX, width, 10 * letter) }
}

function thresholdOf(
  highFrom: number | null,
  marks: { x: number }[],
  { x, width, letter }: Place,
): ScoreAxis['threshold'] {
  if (highFrom === null) return null
  const at = x(highFrom)
  const crossing = marks.map((mark) => mark.x)
  const side = thresholdSide(at, crossing, width, 20 * letter)
  const wordsWidth = 10 + (width < NARROW ? 12 : 17) * letter
  const words = side === 'left' ? { from: at - wordsWidth, to: at } : { from: at, to: at + wordsWidth }
  return { x: at, label: highFrom.toFixed(3), side, words }
}

function floorOf(floor: number | null, { x, width, letter }: Place): ScoreAxis['floor'] {
  if (floor === null) return null
  const side = x(floor) + 11 * letter < width ? 'right' : 'left'
  return { x: x(floor), label: `minimum ${floor.toFixed(2)}`, side }
}

function tickLabel(value: number): string {
  return value === 0 ? '0' : value.toFixed(1).replace('-', '−')
}

/** Share per unit of score, in fixed bins; `of` counts the entries the scores were taken from. */
function density(scores: number[], of: number): { score: number; density: number }[] {
  const edges = Array.from(
    { length: Math.round((1 - LOWEST) / LINE_BIN) },
    (_, index) => LOWEST + index * LINE_BIN,
  )
  const lowestKnown = scores.length < of ? (scores.at(-1) ?? 1) : LOWEST
  return bin<number, number>()
    .domain([LOWEST, 1])
    .thresholds(edges)(scores)
    .filter((group) => (group.x0 ?? 0) >= lowestKnown - LINE_BIN && (group.x1 ?? 0) > (group.x0 ?? 0))
    .map((group) => ({
      score: ((group.x0 ?? 0) + (group.x1 ?? 0)) / 2,
      density: group.length / of / LINE_BIN,
    }))
}

function anchorAt(x: number, width: number, half: number): 'start' | 'middle' | 'end' {
  if (x < half) return 'start'
  return x > width - half ? 'end' : 'middle'
}

/** Words of the line go where no leader line crosses them, if there is such a side. */
function thresholdSide(x: number, marks: number[], width: number, words: number): 'left' | 'right' {
  const isCrossed = (from: number, to: number) => marks.some((mark) => mark > from && mark < to)
  const canGoRight = x + words < width && !isCrossed(x - 4, x + words)
  const canGoLeft = x - words > 104 && !isCrossed(x - words, x + 4)
  if (canGoRight) return 'right'
  return canGoLeft || x + words > width ? 'left' : 'right'
}
