import { CATEGORIES, type Category } from '../../memory/category.ts'
import { estimate } from '../../memory/statistics/compare.ts'
import { mean } from '../../memory/statistics.ts'
import type { DensityBin, StreamPlace, StreamReport, StreamShare } from '../../memory/studies/stream.ts'
import type { Asked, SeedReplay, StreamPlan } from '../../memory/studies/stream-schema.ts'
import { COSINE_STRATEGIES } from '../../memory/studies/stream-strategies.ts'

/** Pool sizes at which a bin begins (ours: each about twice the last, so that small stores are seen apart). */
const BIN_STARTS = [0, 1, 3, 6, 11, 21, 41, 81, 161, 321, 641, 1_281, 2_561, 5_121]
/** Share of unrelated pairs above the floor. */
const ABOVE = 0.001
/** Ours: enough for two digits, few enough for a page. */
const RESAMPLES = 400

/** One question in one order, flat. */
type Row = Asked & { seed: number; instanceId: string; place: number; replay: SeedReplay }

/**
 * Retrieval quality against density: of the questions that met a pool of some size, how often the first found is of a relevant
 * instance, and how often it fits. Intervals draw instances anew, since a question comes back in every order. Ours.
 */
export function reportStream(plan: StreamPlan, replays: readonly SeedReplay[]): StreamReport {
  const rows = replays.flatMap((replay) =>
    replay.asked.map((one, place): Row => {
      const instanceId = replay.episodes[one.position]?.instanceId ?? ''
      return { ...one, seed: replay.seed, instanceId, place, replay }
    }),
  )
  const most = rows.reduce((largest, { pool }) => Math.max(largest, pool), 0)
  const starts = BIN_STARTS.filter((from) => from <= most)
  const bins = starts.map((from, i) =>
    binOf(plan, rows, from, Math.min(most, (starts[i + 1] ?? most + 1) - 1)),
  )
  return {
    bins: bins.filter(({ n }) => n > 0),
    all: binOf(plan, rows, 0, most),
    labelled: rows.filter(({ isReachable }) => isReachable !== null).length,
    instances: new Set(rows.map(({ instanceId }) => instanceId)).size,
    seeds: replays.map((replay) => ({
      seed: replay.seed,
      tookMs: replay.tookMs,
      floor: replay.floor,
      places: placesOf(plan, replay),
    })),
  }
}

function binOf(plan: StreamPlan, all: readonly Row[], from: number, to: number): DensityBin {
  const rows = all.filter(({ pool }) => pool >= from && pool <= to)
  const reachable = rows.flatMap(({ isReachable }) => (isReachable === null ? [] : [Number(isReachable)]))
  const chanceOf = (strategy: string) =>
    mean(
      rows.flatMap((row) => (row.replay.floor === null ? [] : [1 - (1 - ABOVE) ** choiceOf(row, strategy)])),
    )
  const share = (strategy: string, value: (row: Row) => boolean | null) =>
    shareOf(plan, rows, value, `${strategy} ${from}`)
  return {
    from,
    to,
    n: rows.length,
    reachable: mean(reachable),
    byChance: Object.fromEntries(
      plan.strategies
        .filter((name) => COSINE_STRATEGIES.includes(name))
        .map((name) => [name, chanceOf(name)]),
    ),
    relevant: Object.fromEntries(
      plan.strategies.map((name) => [name, share(name, (row) => givenOf(row, name)?.isRelevant ?? null)]),
    ),
    fits: Object.fromEntries(
      plan.strategies
        .filter((name) => COSINE_STRATEGIES.includes(name))
        .map((name) => [name, share(name, (row) => doesFit(givenOf(row, name)?.score, row.replay.floor))]),
    ),
  }
}

/** Among how many entries a way chooses: no filter among all of them, the others in one category (for a predicted one its size is taken as the given one's). */
const choiceOf = ({ pool, eligible }: Row, strategy: string) => (strategy === 'global' ? eligible : pool)

const givenOf = ({ replay, place }: Row, strategy: string) => replay.given[strategy]?.[place]

/** Whether a winner scores above 99.9 % of unrelated pairs; nothing found fits nothing; null without a floor. */
export function doesFit(score: number | null | undefined, floor: number | null): boolean | null {
  return floor === null ? null : score !== null && score !== undefined && score > floor
}

function shareOf(
  { seeds }: StreamPlan,
  rows: readonly Row[],
  value: (row: Row) => boolean | null,
  name: string,
): StreamShare {
  const known = rows.flatMap((row) => {
    const one = value(row)
    return one === null ? [] : [{ ...row, value: Number(one) }]
  })
  const values = known.map((row) => row.value)
  const clusters = known.map(({ instanceId }) => instanceId)
  const { n, mean: share, ci } = estimate(name, values, { seed: 1, resamples: RESAMPLES, clusters })
  const [low, high] = ci ?? [null, null]
  return {
    ...{ n, share, low, high },
    bySeed: seeds.map((one) => mean(known.filter((row) => row.seed === one).map((row) => row.value))),
  }
}

function placesOf({ strategies }: StreamPlan, replay: SeedReplay): StreamPlace[] {
  const places = replay.episodes.map(
    (episode): StreamPlace => ({
      ...episode,
      asked: 0,
      byCategory: Object.fromEntries(CATEGORIES.map((category) => [category, 0])) as Record<Category, number>,
      eligible: 0,
      relevant: {},
      labelled: 0,
      fits: {},
    }),
  )
  for (const [i, one] of replay.asked.entries()) {
    const place = places[one.position]
    if (!place) continue
    place.asked++
    place.byCategory[one.category]++
    place.eligible = Math.max(place.eligible, one.eligible)
    if (one.isReachable !== null) place.labelled++
    for (const name of strategies) {
      const given = replay.given[name]?.[i]
      place.relevant[name] = (place.relevant[name] ?? 0) + Number(given?.isRelevant === true)
      if (COSINE_STRATEGIES.includes(name))
        place.fits[name] = (place.fits[name] ?? 0) + Number(doesFit(given?.score, replay.floor) === true)
    }
  }
  return places
}
