import { MAP_SIDE, type MapCluster } from '../memory/map.ts'

/** Cells a side of the grid on which entries are counted, and the spread of the smoothing in cells. Ours. */
const CELLS = 48
const SPREAD = 1.6
/** Labels shown at most; a place with fewer entries than either bound gets none. */
const MOST_CLUSTERS = 14
const LEAST_COUNT = 4
const LEAST_SHARE = 0.012
/** A keyword names a place when at least this many of its entries, and this share of them, have it. */
const WORD_COUNT = 2
const WORD_SHARE = 0.12
const WORDS = 2
/** Letters of a part of a keyword that may name a place. */
const LEAST_PART = 4
/** A word about as common elsewhere names nothing. */
const LEAST_LIFT = 1.2
/** Share of a place's entries that its radius takes in. */
const MOST_OF = 0.8

/**
 * Where entries crowd on the map, and what about: entries are counted on a grid, the counts smoothed, and each entry goes
 * uphill to a peak. A place is called by keywords that are more common there than elsewhere and that hold for the most of it
 * together; `named` says for how many. Largest first.
 */
export function findClusters(
  entries: readonly { x: number; y: number; keywords: readonly string[] }[],
): MapCluster[] {
  const points = entries.map((entry) => ({ ...entry, keywords: withParts(entry.keywords) }))
  const cellOf = (value: number) => Math.max(0, Math.min(CELLS - 1, Math.floor((value / MAP_SIDE) * CELLS)))
  const cells = points.map(({ x, y }) => cellOf(y) * CELLS + cellOf(x))
  const counts = new Float64Array(CELLS * CELLS)
  for (const cell of cells) counts[cell] = (counts[cell] ?? 0) + 1
  const heights = smoothed(counts)
  const members = Map.groupBy(cells.keys(), (point) => uphill(heights, cells[point] as number))
  const least = Math.max(LEAST_COUNT, points.length * LEAST_SHARE)
  const all = wordCounts(points.map(({ keywords }) => keywords))
  return [...members.values()]
    .filter((places) => places.length >= least)
    .sort((a, b) => b.length - a.length || (a[0] ?? 0) - (b[0] ?? 0))
    .slice(0, MOST_CLUSTERS)
    .map((places) => {
      const own = places.flatMap((place) => points[place] ?? [])
      const [x, y] = [
        quantile(
          own.map((one) => one.x),
          0.5,
        ),
        quantile(
          own.map((one) => one.y),
          0.5,
        ),
      ]
      return {
        x,
        y,
        radius: quantile(
          own.map((one) => Math.hypot(one.x - x, one.y - y)),
          MOST_OF,
        ),
        count: own.length,
        ...telling(
          own.map(({ keywords }) => keywords),
          all,
          points.length,
        ),
      }
    })
}

/** The word that holds for most, then the one that adds most to it. */
function telling(
  own: readonly (readonly string[])[],
  all: Map<string, number>,
  total: number,
): Pick<MapCluster, 'keywords' | 'named'> {
  const candidates = [...wordCounts(own)]
    .filter(([, count]) => count >= WORD_COUNT && count >= own.length * WORD_SHARE)
    .map(([word, count]) => ({ word, count, lift: count / own.length / ((all.get(word) ?? count) / total) }))
    .filter(({ lift }) => lift >= LEAST_LIFT)
  const keywords: MapCluster['keywords'] = []
  let unnamed = own
  while (keywords.length < WORDS) {
    const adds = (word: string) => unnamed.filter((words) => words.includes(word)).length
    const [best] = candidates
      .map((one) => ({ one, adds: adds(one.word) }))
      .filter((next) => next.adds > 0)
      .sort((a, b) => b.adds - a.adds || b.one.lift - a.one.lift || (a.one.word < b.one.word ? -1 : 1))
    if (!best) break
    keywords.push(best.one)
    unnamed = unnamed.filter((words) => !words.includes(best.one.word))
  }
  return { keywords, named: own.length - unnamed.length }
}

/** A keyword, and the words that it is made of: `page walk` and `page order` have a page in common. */
function withParts(keywords: readonly string[]): string[] {
  const parts = keywords.flatMap((keyword) =>
    keyword.split(/\s+/).filter((part) => part.length >= LEAST_PART),
  )
  return [...new Set([...keywords, ...parts])]
}

/** Of texts that say no word twice. */
function wordCounts(texts: readonly (readonly string[])[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const words of texts) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** Both directions one after the other, with a bell of `SPREAD` cells. */
function smoothed(counts: Float64Array): Float64Array {
  const reach = Math.ceil(SPREAD * 3)
  const bell = Array.from({ length: 2 * reach + 1 }, (_, i) =>
    Math.exp(-((i - reach) ** 2) / (2 * SPREAD ** 2)),
  )
  const pass = (from: Float64Array, step: number, across: number) => {
    const into = new Float64Array(from.length)
    for (let line = 0; line < CELLS; line++)
      for (let at = 0; at < CELLS; at++)
        for (let k = -reach; k <= reach; k++) {
          const other = at + k
          if (other < 0 || other >= CELLS) continue
          const cell = line * across + at * step
          into[cell] = (into[cell] ?? 0) + (from[line * across + other * step] ?? 0) * (bell[k + reach] ?? 0)
        }
    return into
  }
  return pass(pass(counts, 1, CELLS), CELLS, 1)
}

/** From cell to the highest of its neighbours until none is higher. */
function uphill(heights: Float64Array, from: number): number {
  for (let cell = from; ; ) {
    let best = cell
    for (let dy = -1; dy <= 1; dy++)
      for (let dx = -1; dx <= 1; dx++) {
        const x = (cell % CELLS) + dx
        const y = Math.floor(cell / CELLS) + dy
        if (x < 0 || y < 0 || x >= CELLS || y >= CELLS) continue
        if ((heights[y * CELLS + x] ?? 0) > (heights[best] ?? 0)) best = y * CELLS + x
      }
    if (best === cell) return cell
    cell = best
  }
}

function quantile(values: number[], share: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
