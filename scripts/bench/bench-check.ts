import { statSync } from 'node:fs'
import { join } from 'node:path'
import { checkFile } from '../../lib/db/check-file.ts'
import { fillStore } from './fill-store.ts'
import { inFolder } from './folder.ts'
import { type Bench, type Load, machine, shares } from './measure.ts'

const SIZES = [10_000, 100_000]
const LOOKS = 5

/** How long the look at every page of a database takes, which stands before each start. */
export async function run(): Promise<Bench> {
  const loads: Load[] = []
  for (const entries of SIZES)
    await inFolder(async (dataPath) => {
      await fillStore(dataPath, entries)
      const took = Array.from({ length: LOOKS }, () => {
        const begun = performance.now()
        if (checkFile(dataPath) !== null) throw new Error('a store just made is damaged')
        return performance.now() - begun
      })
      const megabytes = Math.round(statSync(join(dataPath, 'loupe.db')).size / 1e6)
      const what = `quick_check of ${megabytes} MB, ${Math.min(...took).toFixed(0)} ms at least`
      loads.push({ what, agents: 1, entries, perSecond: Number.NaN, ...shares(took), limits: null })
    })
  return { name: 'check', machine: machine(), figures: [], loads }
}
