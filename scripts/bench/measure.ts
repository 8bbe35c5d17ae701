import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Loupe } from '../../lib/loupe.ts'
import { openLoupe } from '../../lib/runtime.ts'

export type Bench = {
  name: string
  machine: string
  figures: Figure[]
  loads?: Load[]
  notMeasured?: string[]
  /** What was found beside times. */
  notes?: string[]
}
/** Many callers at once: each asks again when it has its answer. */
export type Load = {
  what: string
  agents: number
  entries: number
  n: number
  perSecond: number
  p50Ms: number
  p95Ms: number
  p99Ms: number
  /** Null where nothing is promised of it. */
  limits: { perSecond: number | null; p50Ms?: number; p99Ms: number | null } | null
  /** What the others of the run are held against. */
  isPeer?: true
}
/** `ratio` = measured / compared; times are medians in ms. */
export type Figure = {
  what: string
  /** The shortest, where others on the machine may have made all of them longer. */
  minMs?: number
  medianMs: number
  p95Ms: number
  n: number
  against: string
  againstMs: number
  ratio: number
}

/** Median and 95th percentile of `rounds` timed calls, ms, after one that is not counted. */
export async function measure(
  rounds: number,
  work: (round: number) => unknown,
): Promise<{ medianMs: number; p95Ms: number; n: number }> {
  await work(-1)
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now()
    await work(round)
    times.push(performance.now() - startedAt)
  }
  const { p50Ms, p95Ms } = shares(times)
  return { medianMs: p50Ms, p95Ms, n: rounds }
}

/** Node, processor and how busy it was in the last minute, so that a figure can be read later. */
export function machine(): string {
  return `Node ${process.versions.node}, ${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown processor'}, load average ${loadavg()[0]?.toFixed(1)}`
}

/** How many times there are and what shares of them lie below; not a number where there is none. */
export function shares(times: readonly number[]): Pick<Load, 'n' | 'p50Ms' | 'p95Ms' | 'p99Ms'> {
  const sorted = times.toSorted((a, b) => a - b)
  const [p50Ms, p95Ms, p99Ms] = [quantile(sorted, 0.5), quantile(sorted, 0.95), quantile(sorted, 0.99)]
  return { n: times.length, p50Ms, p95Ms, p99Ms }
}

/** Of ascending values. */
export function quantile(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')

/** Works in an empty data folder, which is gone afterwards. */
export async function inFolder<T>(work: (dataPath: string) => Promise<T>): Promise<T> {
  const dataPath = mkdtempSync(join(tmpdir(), 'loupe-bench-'))
  try {
    return await work(dataPath)
  } finally {
    rmSync(dataPath, { recursive: true, force: true })
  }
}

/** The Loupe over a data folder, in this process. */
export async function openBench(
  dataPath: string,
  log: (line: string) => void = () => undefined,
): Promise<Loupe> {
  const loupe = await openLoupe({ rootPath: root, dataPath, now: () => new Date(), log })
  if (!loupe) throw new Error('the folder is owned by another process')
  return loupe
}
