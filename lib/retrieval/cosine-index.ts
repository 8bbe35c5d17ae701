import { CATEGORIES, type Category } from '../memory/category.ts'
import type { MemoryEntry } from '../memory/entry.ts'
import { cosineOf, norm, topPositions } from '../memory/similarity.ts'
import { RowMatrix } from './row-matrix.ts'

/** What the index knows of an entry; everything else is re-read from the database before it leaves. */
export interface IndexRow {
  /** Sorts by creation (`m_` + ULID). */
  id: string
  category: Category
  projectId: string
  scope: MemoryEntry['scope']
  instanceId: string | null
  repo: string | null
  episodeId: string | null
  /** Place of its episode in the project's stream, from 0; null for an entry made by hand. */
  position: number | null
  /** Vector of d by the index's embedder; length 1 is usual, not required. */
  vector: Float32Array
}

/** One change of the store, at the revision that made it. */
export type IndexChange =
  | { kind: 'upsert'; revision: number; row: IndexRow }
  | { kind: 'remove'; revision: number; id: string }

export interface Scored {
  id: string
  instanceId: string | null
  repo: string | null
  episodeId: string | null
  category: Category
  /** Cosine, −1..1, never rounded. */
  score: number
}

/** Which rows of a category may be seen; all of them without a filter. */
export interface PoolFilter {
  /** Scope, own instance and the like. */
  admits?: (row: Omit<IndexRow, 'vector'>) => boolean
  /** Only entries created before this id (exclusive): nothing sees an entry from its own future. */
  before?: string
  /** Name of the filter: two filters of one name admit the same rows, so that the rows need not be gone through again. */
  key?: string
}

/** Named filters whose rows are kept, for each category. */
const MOST_FILTERS = 8

export interface Pool {
  /** Rows that pass the filter now: a pool is a view, it follows later changes of the index. */
  readonly size: number
  /** The `limit` nearest rows, best first; ties go to the highest id. */
  nearest(query: Float32Array, limit: number): Scored[]
  /** The rows that pass, in creation order. Their vectors are views: valid until the index changes, not to be written. */
  rows(): IndexRow[]
}

/** Dead rows are swept out once they are more than this share of a category. */
const SWEEP_ABOVE = 0.2

/**
 * Exact in-process cosine index: per category one contiguous float32 matrix in creation order.
 * A cache of the database: after any sequence of changes it equals one built anew (`rows` of each pool, in order).
 * Not safe across embedders: one index holds the vectors of one model.
 */
export class CosineIndex {
  readonly embedderId: string
  readonly dimension: number
  #revision = 0
  readonly #shelves: Record<Category, Shelf>
  readonly #categoryOf = new Map<string, Category>()
  /** How often something of a project has changed here. */
  readonly #changes = new Map<string, number>()

  constructor(embedder: { id: string; dimension: number }) {
    this.embedderId = embedder.id
    this.dimension = embedder.dimension
    this.#shelves = {
      ANALYZE: new Shelf('ANALYZE', embedder.dimension),
      REPRODUCE: new Shelf('REPRODUCE', embedder.dimension),
      EDIT: new Shelf('EDIT', embedder.dimension),
      VERIFY: new Shelf('VERIFY', embedder.dimension),
    }
  }

  /** An index of these rows, at this revision. */
  static of(
    embedder: { id: string; dimension: number },
    rows: Iterable<IndexRow>,
    revision: number,
  ): CosineIndex {
    const index = new CosineIndex(embedder)
    const sorted = [...rows].sort((a, b) => (a.id < b.id ? -1 : 1))
    index.catchUp(
      sorted.map((row) => ({ kind: 'upsert', revision, row })),
      revision,
    )
    return index
  }

  /** The store revision this index has caught up with. */
  get revision(): number {
    return this.#revision
  }

  /** Entries in the index, all categories and projects. */
  get size(): number {
    return this.#categoryOf.size
  }

  /** Takes one change; one older than the index is already in and is left alone, one of the same revision may come twice. */
  apply(change: IndexChange): void {
    this.catchUp([change], change.revision)
  }

  /**
   * Takes what changed since, and notes the revision it leads to, also when nothing in it concerned the index.
   * An id at most once a batch; the order within does not matter. Changes older than the index are already in: two
   * readers that catch up at once do no harm.
   */
  catchUp(changes: Iterable<IndexChange>, revision: number): void {
    const from = this.#revision
    for (const change of changes) {
      if (change.revision < from) continue
      if (change.kind === 'remove') this.#remove(change.id)
      else this.#upsert(change.row)
    }
    this.#revision = Math.max(from, revision)
  }

  /** A number that stays while nothing of these projects changes here, whatever happens in others. */
  changesOf(projectIds: readonly string[]): number {
    return projectIds.reduce((sum, id) => sum + (this.#changes.get(id) ?? 0), 0)
  }

  /** Stage 1: the rows of one category that the filter admits. */
  pool(category: Category, filter: PoolFilter = {}): Pool {
    return this.#shelves[category].pool(filter)
  }

  categoryOf(id: string): Category | undefined {
    return this.#categoryOf.get(id)
  }

  /** How many rows of each category the filter admits. */
  counts(filter: PoolFilter = {}): Record<Category, number> {
    const sizes = CATEGORIES.map((category) => [category, this.pool(category, filter).size] as const)
    return Object.fromEntries(sizes) as Record<Category, number>
  }

  #remove(id: string): void {
    const category = this.#categoryOf.get(id)
    if (category === undefined) return
    this.#note(this.#shelves[category].remove(id))
    this.#categoryOf.delete(id)
  }

  #note(projectId: string | null): void {
    if (projectId !== null) this.#changes.set(projectId, (this.#changes.get(projectId) ?? 0) + 1)
  }

  #upsert(row: IndexRow): void {
    if (row.vector.length !== this.dimension) {
      throw new RangeError(
        `entry ${row.id}: ${row.vector.length} dimensions, the index holds ${this.dimension}`,
      )
    }
    if (!Number.isFinite(norm(row.vector)))
      throw new RangeError(`entry ${row.id}: the vector holds NaN or infinity`)
    const category = this.#categoryOf.get(row.id)
    if (category !== undefined && category !== row.category)
      this.#note(this.#shelves[category].remove(row.id))
    this.#note(this.#shelves[row.category].put(row))
    this.#note(row.projectId)
    this.#categoryOf.set(row.id, row.category)
  }
}

type Meta = Omit<IndexRow, 'vector'> & { alive: boolean; norm: number }

/** One category's matrix. Rows stand in the order of their ids, dead ones keep their place until the sweep. */
class Shelf {
  readonly #category: Category
  readonly #dimension: number
  readonly #matrix: RowMatrix
  #rows: Meta[] = []
  #deadCount = 0
  /** Counts changes, so that a pool taken before an `await` does not read moved rows after it. */
  #version = 0
  /** Places by the name of the filter, of the current version only. */
  readonly #placesByKey = new Map<string, readonly number[]>()
  /** Lengths of the rows of a list of places: not gathered again at every question. */
  readonly #norms = new WeakMap<readonly number[], Float64Array>()

  constructor(category: Category, dimension: number) {
    this.#category = category
    this.#dimension = dimension
    this.#matrix = new RowMatrix(dimension)
  }

  /** Gives the project of the row that stood there under this id before, if any. */
  put(row: IndexRow): string | null {
    this.#changed()
    const { vector, ...meta } = row
    const place = this.#placeFrom(row.id)
    const known = this.#rows[place]
    const next: Meta = { ...meta, alive: true, norm: norm(vector) }
    if (known?.id === row.id) {
      if (!known.alive) this.#deadCount--
      this.#rows[place] = next
    } else {
      this.#makeRoomAt(place)
      this.#rows.splice(place, 0, next)
    }
    this.#matrix.set(place, vector)
    return known?.id === row.id ? known.projectId : null
  }

  /** Gives the project of the row that went, if any. */
  remove(id: string): string | null {
    const row = this.#rows[this.#placeFrom(id)]
    if (row?.id !== id || !row.alive) return null
    this.#changed()
    row.alive = false
    this.#deadCount++
    if (this.#deadCount > this.#rows.length * SWEEP_ABOVE) this.#sweep()
    return row.projectId
  }

  pool(filter: PoolFilter): Pool {
    let version = this.#version
    let places = this.#placesOf(filter)
    const current = () => {
      if (version !== this.#version) {
        places = this.#placesOf(filter)
        version = this.#version
      }
      return places
    }
    return {
      get size() {
        return current().length
      },
      nearest: (query, limit) => this.#nearest(current(), query, limit),
      rows: () => current().map((place) => this.#rowAt(place)),
    }
  }

  #changed(): void {
    this.#version++
    this.#placesByKey.clear()
  }

  #placesOf(filter: PoolFilter): readonly number[] {
    const { key } = filter
    const known = key === undefined ? undefined : this.#placesByKey.get(key)
    if (known) return known
    const places = this.#goneThrough(filter)
    if (key === undefined) return places
    const [oldest] = this.#placesByKey.keys()
    if (this.#placesByKey.size >= MOST_FILTERS && oldest !== undefined) this.#placesByKey.delete(oldest)
    this.#placesByKey.set(key, places)
    return places
  }

  #goneThrough({ admits, before }: PoolFilter): number[] {
    const end = before === undefined ? this.#rows.length : this.#placeFrom(before)
    const places: number[] = []
    for (let place = 0; place < end; place++) {
      const row = this.#rows[place]
      if (row?.alive && (admits?.(row) ?? true)) places.push(place)
    }
    return places
  }

  #nearest(places: readonly number[], query: Float32Array, limit: number): Scored[] {
    if (query.length !== this.#dimension) {
      throw new RangeError(`query of ${query.length} dimensions, the index holds ${this.#dimension}`)
    }
    const queryNorm = norm(query)
    const some = this.#matrix.candidates(query, places, limit)?.map((position) => places[position] ?? 0)
    const looked = some ?? places
    const norms = some ? this.#gatherNorms(some) : this.#normsOf(places)
    const scores = this.#matrix.products(query, looked)
    for (let i = 0; i < looked.length; i++)
      scores[i] = cosineOf(scores[i] as number, queryNorm, norms[i] as number)
    return topPositions(scores, limit).map((position) => {
      const { id, instanceId, repo, episodeId } = this.#rowAt(looked[position] ?? 0)
      return { id, instanceId, repo, episodeId, category: this.#category, score: scores[position] ?? 0 }
    })
  }

  /** Kept with the list of places itself: both are made anew once the shelf has changed. */
  #normsOf(places: readonly number[]): Float64Array {
    const known = this.#norms.get(places)
    if (known) return known
    const norms = this.#gatherNorms(places)
    this.#norms.set(places, norms)
    return norms
  }

  #gatherNorms(places: readonly number[]): Float64Array {
    return Float64Array.from(places, (place) => this.#rows[place]?.norm ?? 0)
  }

  #rowAt(place: number): IndexRow {
    const row = this.#rows[place]
    if (!row) throw new RangeError(`no row ${place} in ${this.#category}`)
    const { alive: _alive, norm: _norm, ...meta } = row
    return { ...meta, vector: this.#matrix.row(place) }
  }

  /** First place whose id is not below `id`. */
  #placeFrom(id: string): number {
    let low = 0
    let high = this.#rows.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#rows[middle]?.id ?? '') < id) low = middle + 1
      else high = middle
    }
    return low
  }

  #makeRoomAt(place: number): void {
    this.#matrix.reserve(this.#rows.length + 1)
    this.#matrix.move(place + 1, place, this.#rows.length)
  }

  #sweep(): void {
    let kept = 0
    for (let place = 0; place < this.#rows.length; place++) {
      const row = this.#rows[place]
      if (!row?.alive) continue
      if (kept !== place) {
        this.#rows[kept] = row
        this.#matrix.move(kept, place, place + 1)
      }
      kept++
    }
    this.#rows.length = kept
    this.#deadCount = 0
  }
}
