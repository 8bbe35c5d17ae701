import { execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../boot/free-port.ts'
import { type Bench, inFolder, type Load, machine, openBench, root, shares } from './measure.ts'

const STARTS = 5
/** New questions asked before the memory is read. */
const QUESTIONS = 40
/** A warm start until its first question is answered, ms, and what the sentence model may add to the server's memory, MB. Ours. */
const ANSWERED_WITHIN_MS = 5_000
const MODEL_TAKES_MB = 350

/** A warm `npm start` over the sample until a question that nobody has asked is answered, and the server's memory after some more, in both spaces. */
export async function run(): Promise<Bench> {
  const [words, meaning] = [await inSpace('local-v1'), await inSpace('local-v2')]
  const added = meaning.memoryMb - words.memoryMb
  return {
    name: 'start',
    machine: machine(),
    figures: [],
    loads: [words.load, meaning.load],
    notes: [
      `the server's memory after ${QUESTIONS} new questions, median of ${STARTS}: ${words.memoryMb.toFixed(0)} MB in local-v1, ${meaning.memoryMb.toFixed(0)} MB in local-v2: ${added.toFixed(0)} MB more; ${added <= MODEL_TAKES_MB ? 'within' : 'MISSES'} ${MODEL_TAKES_MB} MB`,
    ],
  }
}

async function inSpace(embedder: string): Promise<{ load: Load; memoryMb: number }> {
  return await inFolder(async (dataPath) => {
    await startOnce(dataPath, embedder, 'first') // loads the sample, and builds the pages where they are not
    const times: number[] = []
    const memories: number[] = []
    for (let n = 0; n < STARTS; n++) {
      const { answeredMs, memoryMb } = await startOnce(dataPath, embedder, `${n}`)
      times.push(answeredMs)
      memories.push(memoryMb)
    }
    const load = {
      what: `npm start, warm, until the first new question is answered in ${embedder}`,
      agents: 1,
      entries: await countEntries(dataPath),
      perSecond: Number.NaN,
      ...shares(times),
      limits: { perSecond: null, p99Ms: ANSWERED_WITHIN_MS },
    }
    return { load, memoryMb: shares(memories).p50Ms }
  })
}

/** Starts, asks and stops; `name` makes its questions new. */
async function startOnce(dataPath: string, embedder: string, name: string) {
  const port = await freePort()
  const startedAt = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, PORT: `${port}`, LOUPE_DATA_DIR: dataPath, LOUPE_EMBEDDER: embedder },
    stdio: 'ignore',
  })
  const gone = new Promise<void>((done) => child.once('exit', () => done()))
  const ask = (n: number) => askOnce(dataPath, port, `what makes report ${name} lose row ${n} of its table`)
  try {
    const deadline = startedAt + 600_000 // it may have to build first
    while ((await ask(0)) !== embedder) {
      if (child.exitCode !== null || performance.now() > deadline)
        throw new Error('npm start did not come up')
      await new Promise((later) => setTimeout(later, 20))
    }
    const answeredMs = performance.now() - startedAt
    for (let n = 1; n <= QUESTIONS; n++) await ask(n)
    return { answeredMs, memoryMb: memoryBelow(child.pid ?? 0) }
  } finally {
    child.kill()
    await gone
  }
}

/** The embedder that an answer came from; null when there is none yet. */
async function askOnce(dataPath: string, port: number, text: string): Promise<string | null> {
  try {
    const token = readFileSync(join(dataPath, 'token'), 'utf8').trim()
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/retrieve`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ project: 'sample', category: 'ANALYZE', text }),
    })
    return answer.ok ? ((await answer.json()) as { embedder: string }).embedder : null
  } catch {
    return null
  }
}

/** Resident memory of the largest process below this one, MB: the server, not those that started it. */
function memoryBelow(pid: number): number {
  const rows = execFileSync('ps', ['-e', '-o', 'pid=,ppid=,rss='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  const below = new Set([pid])
  for (let size = 0; size !== below.size; ) {
    size = below.size
    for (const [own = 0, parent = 0] of rows) if (below.has(parent)) below.add(own)
  }
  return Math.max(
    ...rows.flatMap(([own = 0, , kilobytes = 0]) => (below.has(own) ? [kilobytes / 1_024] : [])),
  )
}

async function countEntries(dataPath: string): Promise<number> {
  const loupe = await openBench(dataPath)
  const { projects } = await loupe.api.shell({ project: 'sample' })
  await loupe.close()
  return projects.find(({ name }) => name === 'sample')?.entryCount ?? Number.NaN
}
