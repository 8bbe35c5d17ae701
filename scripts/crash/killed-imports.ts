import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { digestRuns } from '../../lib/db/episodes/digest-runs.ts'
import { createRandom } from '../../lib/memory/statistics.ts'
import type { ImportResult } from '../../lib/memory/views/jobs.ts'
import { inFolder, openBench } from '../bench/measure.ts'

const importer = fileURLToPath(new URL('../import.ts', import.meta.url))

export type KilledImports = {
  kills: number
  /** Imports that were brought to their end, each killed as often as it took. */
  imports: number
  runs: number
  acknowledged: number
  /** Acknowledged, and imported anew by a later start. */
  lost: number
  /** Imports that left something else than one that nobody killed. */
  different: number
}

/** What was at work five times when the process ended is given up, by design: an import is killed less often. */
const MOST_KILLS = 4

/**
 * Imports files into an empty folder, killed and begun again until it is through, until there were so many kills; each is compared with
 * an import that nobody killed. `planted`: takes every run for acknowledged when the import begins.
 */
export async function killImports(
  kills: number,
  { seed, path, planted }: { seed: number; path: string; planted: boolean },
): Promise<KilledImports> {
  const random = createRandom(seed)
  const begun = performance.now()
  const whole = await inFolder(async (dataPath) => {
    const { told } = await importOnce(dataPath, path, null)
    await finishWork(dataPath)
    return { told, ...digestRuns(dataPath) }
  })
  const wholeMs = performance.now() - begun
  const result = { kills: 0, imports: 0, runs: whole.runs, acknowledged: 0, lost: 0, different: 0 }
  while (result.kills < kills)
    await inFolder(async (dataPath) => {
      const acknowledged = new Set(planted ? whole.told.map(nameOf) : [])
      let life = 0
      for (let isThrough = false; !isThrough; life++) {
        const isKilled = life < MOST_KILLS && result.kills < kills
        const lifeMs = planted ? 0 : random() * wholeMs
        const { told, wasKilled } = await importOnce(dataPath, path, isKilled ? lifeMs : null)
        for (const one of told) if (one.status === 'imported' && acknowledged.has(nameOf(one))) result.lost++
        for (const one of told) if (one.status === 'imported') acknowledged.add(nameOf(one))
        if (wasKilled) result.kills++
        isThrough = !wasKilled
      }
      await finishWork(dataPath)
      result.imports++
      result.acknowledged += acknowledged.size
      if (digestRuns(dataPath).digest !== whole.digest) result.different++
    })
  return result
}

type Told = Pick<ImportResult, 'file' | 'status'>
const nameOf = ({ file }: Told) => file

/** One life of an import: what it told, and whether it was killed before its end. */
function importOnce(
  dataPath: string,
  path: string,
  lifeMs: number | null,
): Promise<{ told: Told[]; wasKilled: boolean }> {
  const child = spawn(process.execPath, [importer, '--json', path], {
    env: { ...process.env, LOUPE_DATA_DIR: dataPath },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const timer = lifeMs === null ? undefined : setTimeout(() => child.kill('SIGKILL'), lifeMs)
  const told: Told[] = []
  createInterface({ input: child.stdout }).on('line', (line) => {
    // The last line may be cut off by the kill: what was not wholly said was not acknowledged.
    if (line.endsWith('}')) told.push(JSON.parse(line))
  })
  return new Promise((done, fail) => {
    child.on('error', fail)
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      if (code !== null && code > 1) fail(new Error(`the import ended with ${code}`))
      else done({ told, wasKilled: signal === 'SIGKILL' })
    })
  })
}

/** What a killed life left waiting goes on at the next start, which a command that ends does not wait for. */
async function finishWork(dataPath: string): Promise<void> {
  const loupe = await openBench(dataPath)
  await loupe.start()
  while (
    (await loupe.api.listJobs({ limit: 200 })).some(({ state }) => state === 'waiting' || state === 'running')
  )
    await new Promise((later) => setTimeout(later, 50))
  await loupe.close()
}
