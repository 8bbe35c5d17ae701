import { createHash } from 'node:crypto'
import type { Store } from '../db/store.ts'
import { type MapRow, readVectors, type StoredLayout } from '../db/vectors/projections.ts'
import type { Kept } from '../memory/map.ts'
import { runLayout } from './run-layout.ts'
import { sampleOf } from './sample.ts'

/** Entries a map holds at most; of more, a seeded sample of this size is laid out, and the map says so. Ours. */
export const MOST_ENTRIES = 20_000
/** Projects whose axes stay in memory. */
const MOST_PROJECTS = 4

export type LayoutDeps = { store: Store; embedder: { id: string; dimension: number }; rootPath: string }

/** Where entries lie, and which words of theirs that stands for. */
export type Positions = Omit<StoredLayout, 'kept'>
type PcaRun = {
  positions: Promise<Positions>
  kept: Promise<Kept>
  /** The vectors are read, or cannot be: from here on only the thread is at work. */
  isRead: Promise<void>
}

/** The entries that are laid out, and their vectors one after the other; a seeded sample of those that are too many. */
export function rowsToLayOut(rows: readonly MapRow[], { store, embedder }: LayoutDeps) {
  const chosen = sampleOf(rows.length, MOST_ENTRIES).flatMap((place) => rows[place] ?? [])
  const ids = chosen.map(({ id }) => id)
  const { id, dimension } = embedder
  const { length: count } = chosen
  return {
    chosen,
    sampledFrom: count < rows.length ? rows.length : null,
    request: readVectors(store, ids, id, dimension).then((data) => ({ data, count, dimension })),
  }
}

/** Places as they are kept and sent: two digits after the point. */
export function toPositions(
  rows: readonly MapRow[],
  places: Float32Array,
  revision: number,
  sampledFrom: number | null,
): Positions {
  const at = (i: number) => Math.round((places[i] ?? 0) * 100) / 100
  return {
    ids: rows.map(({ id }) => id),
    texts: rows.map(({ text }) => text),
    x: rows.map((_, i) => at(2 * i)),
    y: rows.map((_, i) => at(2 * i + 1)),
    revision,
    sampledFrom,
  }
}

/** PCA of a project's entries, computed when first asked for and remembered while they and their words stay the same. */
export function createPca(deps: LayoutDeps) {
  const runs = new Map<string, PcaRun & { print: string }>()

  return (projectId: string, rows: readonly MapRow[], revision: number): PcaRun => {
    const print = fingerprint(rows)
    const known = runs.get(projectId)
    if (known?.print === print) return known
    const made = { print, ...startPca(rows, revision, deps) }
    runs.delete(projectId)
    runs.set(projectId, made)
    const [oldest] = runs.keys()
    if (runs.size > MOST_PROJECTS && oldest !== undefined) runs.delete(oldest)
    // A fault is told to whoever asked; the next one tries again.
    made.positions.catch(() => runs.get(projectId) === made && runs.delete(projectId))
    return made
  }
}

function startPca(rows: readonly MapRow[], revision: number, deps: LayoutDeps): PcaRun {
  const { chosen, sampledFrom, request } = rowsToLayOut(rows, deps)
  const { places, kept } = runLayout('pca', request, deps.rootPath)
  return {
    positions: places.then((found) => toPositions(chosen, found, revision, sampledFrom)),
    kept,
    isRead: request.then(nothing, nothing),
  }
}

const nothing = () => undefined

/** Names a list of entries and the words that their vectors stand for. */
export function fingerprint(rows: readonly { id: string; text: string }[]): string {
  const hash = createHash('sha1')
  for (const { id, text } of rows) hash.update(JSON.stringify([id, text]))
  return hash.digest('base64url')
}
