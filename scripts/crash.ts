import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createRandom } from '../lib/memory/statistics.ts'
import { type KilledImports, killImports } from './crash/killed-imports.ts'
import type { Line } from './crash/writer.ts'
import { readArguments, report, UsageError } from './reach/run-script.ts'

const USAGE = 'usage: npm run crash -- [--kills N] [--seed N] [--import PATH] [--planted] [--json]'
/** A process writes for so long at most before it is killed, ms. Ours. */
const LONGEST_LIFE_MS = 300
const writer = fileURLToPath(new URL('crash/writer.ts', import.meta.url))

try {
  const { values } = readArguments(USAGE, {
    kills: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    import: { type: 'string' },
    planted: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  })
  const [kills, seed] = [Number(values.kills), Number(values.seed)]
  if (!Number.isInteger(kills) || kills < 1 || kills > 10_000 || !Number.isInteger(seed))
    throw new UsageError(`--kills is 1 to 10000, --seed a whole number.\n${USAGE}`)
  const { planted, import: path } = values
  if (path === undefined) {
    const result = await killOften(kills, { seed, planted })
    console.log(values.json ? JSON.stringify(result) : inWords(result))
    process.exitCode = result.lost + result.twice + result.notFound > 0 ? 1 : 0
  } else {
    const result = await killImports(kills, { seed, planted, path })
    console.log(values.json ? JSON.stringify(result) : importsInWords(result))
    process.exitCode = result.lost + result.different > 0 ? 1 : 0
  }
} catch (error) {
  process.exitCode = report(error)
}

type Result = {
  kills: number
  acknowledged: number
  /** Acknowledged and not there after a later start. */
  lost: number
  /** There more than once. */
  twice: number
  /** There, not acknowledged: the answer was under way when the process was killed. */
  unanswered: number
  asked: number
  notFound: number
  /** From the start of a process until it had looked, ms. */
  startP50Ms: number
  startMaxMs: number
}

/** Kills a writing process again and again, and asks each next one for everything that was acknowledged. */
async function killOften(
  kills: number,
  { seed, planted }: { seed: number; planted: boolean },
): Promise<Result> {
  const dataPath = mkdtempSync(join(tmpdir(), 'loupe-crash-'))
  const random = createRandom(seed)
  const acknowledged = new Set<string>()
  const lost = new Set<string>()
  const starts: number[] = []
  const result = { kills, twice: 0, unanswered: 0, asked: 0, notFound: 0 }
  try {
    for (let life = 0; life <= kills; life++) {
      const isLast = life === kills // it is only asked
      const told = new Set(acknowledged)
      const lived = await live([dataPath, String(life), planted ? 'planted' : ''], {
        heard: (name) => acknowledged.add(name),
        lifeMs: isLast ? 0 : random() * LONGEST_LIFE_MS,
      })
      const there = new Set(lived.held)
      for (const name of told) if (!there.has(name)) lost.add(name)
      result.twice += lived.held.length - there.size
      result.unanswered = [...there].filter((name) => !told.has(name)).length
      result.asked += lived.asked
      result.notFound += lived.notFound
      starts.push(lived.startMs)
    }
  } finally {
    rmSync(dataPath, { recursive: true, force: true })
  }
  starts.sort((a, b) => a - b)
  const [startP50Ms, startMaxMs] = [starts[Math.floor(starts.length / 2)] ?? 0, starts.at(-1) ?? 0]
  return { ...result, acknowledged: acknowledged.size, lost: lost.size, startP50Ms, startMaxMs }
}

type Lived = Extract<Line, { held: string[] }> & { startMs: number }

/** One life: until it has looked, then so long as it may write. */
function live(
  args: string[],
  { heard, lifeMs }: { heard: (name: string) => void; lifeMs: number },
): Promise<Lived> {
  const begun = performance.now()
  const child = spawn(process.execPath, [writer, ...args], {
    env: { ...process.env, LOUPE_EMBEDDER: 'local-v1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((done, fail) => {
    let lived: Lived | null = null
    createInterface({ input: child.stdout }).on('line', (text) => {
      // The last line may be cut off by the kill: what was not wholly said was not acknowledged.
      if (!text.endsWith('}')) return
      const line = JSON.parse(text) as Line
      if ('acknowledged' in line) return heard(line.acknowledged)
      lived = { ...line, startMs: performance.now() - begun }
      setTimeout(() => child.kill('SIGKILL'), lifeMs)
    })
    child.on('error', fail)
    child.on('close', (code) =>
      lived
        ? done(lived)
        : fail(new Error(`a process ended (${code}) before it had looked; its words stand above`)),
    )
  })
}

function inWords(result: Result): string {
  return [
    `${result.kills} kills, ${result.acknowledged} acknowledged writes: ${result.lost} lost, ${result.twice} there twice`,
    `${result.unanswered} there whose answer was under way when the process was killed`,
    `the index found ${result.asked - result.notFound} of ${result.asked} asked for`,
    `start until looked: p50 ${result.startP50Ms.toFixed(0)} ms, longest ${result.startMaxMs.toFixed(0)} ms`,
  ].join('\n')
}

function importsInWords({ kills, imports, runs, acknowledged, lost, different }: KilledImports): string {
  return [
    `${kills} kills of ${imports} imports of ${runs} runs: ${lost} of ${acknowledged} acknowledged were lost`,
    `${different} of them left something else than an import that nobody killed`,
  ].join('\n')
}
