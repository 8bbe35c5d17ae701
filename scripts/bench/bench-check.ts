import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkFile } from '../../lib/db/check-file.ts'
import { fillStore } from './fill-store.ts'
import { type Bench, type Load, machine, quantile } from './measure.ts'

const SIZES = [10_000, 100_000]
const LOOKS = 5

/** How long the look at every page of a database takes, which stands before each start. */
export async function run(): Promise<Bench> {
  const loads: Load[] = []
  for (const entries of SIZES) {
    const dataPath = mkdtempSync(join(tmpdir(), 'loupe-check-'))
    try {
      await fillStore(dataPath, entries)
      const took = Array.from({ length: LOOKS }, () => {
        const begun = performance.now()
        if (checkFile(dataPath) !== null) throw new Error('a store just made is damaged')
        return performance.now() - begun
      }).toSorted((a, b) => a - b)
      const megabytes = Math.round(statSync(join(dataPath, 'loupe.db')).size / 1e6)
      const [p50Ms, p95Ms, p99Ms] = [0.5, 0.95, 0.99].map((share) => quantile(took, share))
      const times = { p50Ms: p50Ms ?? Number.NaN, p95Ms: p95Ms ?? Number.NaN, p99Ms: p99Ms ?? Number.NaN }
      const what = `quick_check of ${megabytes} MB, ${(took[0] ?? Number.NaN).toFixed(0)} ms at least`
      loads.push({ what, agents: 1, entries, n: LOOKS, perSecond: Number.NaN, ...times, limits: null })
    } finally {
      rmSync(dataPath, { recursive: true, force: true })
    }
  }
  return { name: 'check', machine: machine(), figures: [], loads }
}
