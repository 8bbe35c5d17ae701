import { createContext, useContext } from 'react'
import type { Source } from '../../lib/memory/source.ts'

/** What the figures and tables of a page rest on; their files say it. */
export interface Origin {
  sources: readonly Source[]
  /** n, intervals and what else. */
  basis: readonly string[]
  /** Of what was drawn at random; null where nothing was. */
  seed?: number | string | null
}

const NOTHING: Origin = { sources: [], basis: [] }
export const OriginContext = createContext<Origin>(NOTHING)
export const useOrigin = () => useContext(OriginContext)

/** Commit that the pages were built from, set by next.config.mjs; empty where that is no git clone. */
const COMMIT = process.env.LOUPE_COMMIT ?? ''

/**
 * Lines that a saved file carries: what it shows, source, n and intervals, seed, commit and the address it was saved from (this machine's).
 * `shown`: its title and subtitle.
 */
export function originLines(
  shown: readonly string[],
  { sources, basis, seed }: Origin,
  address: string,
  commit = COMMIT,
): string[] {
  return [
    ...shown.filter(Boolean),
    ...(sources.length > 0 ? [`source: ${sources.join(', ')}`] : []),
    ...basis,
    `seed: ${seed ?? 'none, nothing was drawn'}`,
    `commit: ${commit || 'unknown'}`,
    `address: ${address}`,
  ].map((line) => line.replace(/\s+/g, ' '))
}
