import { readdirSync, readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { findProject } from '../../lib/db/projects.ts'
import { openStore } from '../../lib/db/store.ts'
import { orderDetection } from '../../lib/jobs/detect-project.ts'
import { orderMap } from '../../lib/jobs/project-map.ts'
import { startServer, tokenOf } from './bench-api.ts'
import { fillStore } from './fill-store.ts'
import { inFolder, openBench, root } from './folder.ts'
import { type Bench, type Load, machine, shares } from './measure.ts'

/** DESIGN's promise for whoever asks while others work. */
const LIMITS = { perSecond: null, p99Ms: 50 }
const RECORDS = 2_000
const RUNS = 83
const ENTRIES = 10_000
const LEAST_ENTRIES_OF_A_START = 3_200
/** The sentence model takes a tenth of a second and more for each. */
const RE_EMBEDDED = 500
/** How often one asks, whether the last answer has come or not, ms. */
const HEALTH_EVERY_MS = 10
const RETRIEVE_EVERY_MS = 50
const STARTED_WITHIN_MS = 3_000

type Server = { url: string; token: string }

/** How long health and retrieval take while a server works: imports, detection over near-copies, UMAP, re-embedding; and how soon it answers with work pending. */
export async function run(): Promise<Bench> {
  const loads: Load[] = []
  for (const [what, entries, work] of SCENES) loads.push(...(await scene(what, entries, work)))
  return { name: 'busy', machine: machine(), figures: [], loads }
}

type Work = (server: Server) => Promise<void>
type Order = ((dataPath: string) => Promise<void>) | null

const SCENES: [string, number, { before: Order; during: Work }][] = [
  ['nothing', 100, { before: null, during: () => new Promise((later) => setTimeout(later, 5_000)) }],
  [`import of ${RECORDS} records`, 100, { before: null, during: importRecords }],
  [`import of ${RUNS} runs`, 100, { before: null, during: importRuns }],
  ['detection', ENTRIES, { before: ordered(orderDetection), during: untilIdle }],
  ['UMAP', LEAST_ENTRIES_OF_A_START, { before: ordered(orderMap), during: untilIdle }],
  ['re-embedding by local-v2', RE_EMBEDDED, { before: orderOtherEmbedder, during: untilIdle }],
]

async function scene(what: string, entries: number, { before, during }: { before: Order; during: Work }) {
  return await inFolder(async (dataPath) => {
    await fillStore(dataPath, entries)
    const token = await tokenOf(dataPath)
    await before?.(dataPath)
    const begun = performance.now()
    const server = { ...(await startServer(dataPath, token)), token }
    const startedMs = performance.now() - begun
    try {
      await ask(server, 'GET', '/api/v1/health') // what a first answer compiles is no wait of the others
      await ask(server, 'POST', '/api/v1/retrieve', question(0))
      const times = await timesDuring(server, () => during(server))
      const load = (name: string, took: number[]) => loadOf(`${name} during ${what}`, entries, took)
      const start = loadOf(`start with ${what} pending`, entries, [startedMs])
      return [
        ...(before ? [{ ...start, limits: { perSecond: null, p99Ms: STARTED_WITHIN_MS } }] : []),
        load('health', times.health),
        load('retrieval', times.retrieval),
      ]
    } finally {
      server.stop()
    }
  })
}

function loadOf(what: string, entries: number, took: number[]): Load {
  const longest = took.length === 0 ? Number.NaN : Math.max(...took)
  const worst = `${what}, longest ${longest.toFixed(0)} ms`
  return { what: worst, agents: 1, entries, perSecond: Number.NaN, ...shares(took), limits: LIMITS }
}

/** Asks by the clock until the work has ended: a late answer does not make the next question late. */
async function timesDuring(server: Server, work: () => Promise<void>) {
  const times = { health: [] as number[], retrieval: [] as number[] }
  const waiting = new Set<Promise<void>>()
  let n = 0
  const time = (took: number[], asked: Promise<unknown>) => {
    const begun = performance.now()
    const done = asked.then(() => void took.push(performance.now() - begun))
    waiting.add(done)
    void done.finally(() => waiting.delete(done))
  }
  const beats = [
    setInterval(() => time(times.health, ask(server, 'GET', '/api/v1/health')), HEALTH_EVERY_MS),
    setInterval(() => {
      time(times.retrieval, ask(server, 'POST', '/api/v1/retrieve', question(n++)))
    }, RETRIEVE_EVERY_MS),
  ]
  await work()
  for (const beat of beats) clearInterval(beat)
  await Promise.all(waiting)
  return times
}

const question = (n: number) =>
  JSON.stringify({
    project: 'bench',
    text: `find the page cursor that is off by one, ${n}`,
    category: 'EDIT',
    mode: 'subtask',
  })

const agent = new Agent({ keepAlive: true })

function ask(
  { url, token }: Server,
  method: string,
  path: string,
  body: string | Buffer = '',
): Promise<string> {
  const type = path.includes('trajectories') ? 'application/octet-stream' : 'application/json'
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body === '' ? {} : { 'content-type': type, 'content-length': Buffer.byteLength(body) }),
  }
  return new Promise((done, fail) => {
    const sent = request(`${url}${path}`, { method, agent, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (piece) => {
        text += piece
      })
      answer.on('end', () =>
        answer.statusCode === 200
          ? done(text)
          : fail(new Error(`${path}: ${answer.statusCode} ${text.slice(0, 200)}`)),
      )
    })
    sent.on('error', fail)
    sent.end(body)
  })
}

/** Runs of the shipped sample, each under a name of its own. */
function sampleRuns(count: number): string[] {
  const folder = join(root, 'prisma/sample/episodes')
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  return Array.from({ length: count }, (_, n) => {
    const run = JSON.parse(files[n % files.length] ?? '{}')
    return JSON.stringify({ ...run, instance_id: `${run.instance_id}-${n}` })
  })
}

async function importRecords(server: Server): Promise<void> {
  const body = Buffer.from(sampleRuns(RECORDS).join('\n'))
  await ask(server, 'POST', '/api/v1/trajectories?project=many&file=many.jsonl&wait=1', body)
}

async function importRuns(server: Server): Promise<void> {
  for (const [n, run] of sampleRuns(RUNS).entries())
    await ask(
      server,
      'POST',
      `/api/v1/trajectories?project=runs&file=${n}.traj.json&wait=1&batch=one`,
      Buffer.from(run),
    )
}

function ordered(order: typeof orderMap): Order {
  return async (dataPath) => {
    const store = await openStore({ dataPath, rootPath: root, now: () => new Date() })
    const project = await findProject(store, 'bench')
    await order(store, project?.id ?? '')
    await store.close()
  }
}

/** The vectors of the other embedder: made by a thread, stored here; retrieval goes over at the end. */
async function orderOtherEmbedder(dataPath: string): Promise<void> {
  const loupe = await openBench(dataPath)
  await loupe.api.reEmbed({ to: 'local-v2', thenSwitch: true })
  await loupe.close()
}

async function untilIdle(server: Server): Promise<void> {
  for (;;) {
    const { jobs } = JSON.parse(await ask(server, 'GET', '/api/v1/jobs')) as { jobs: { state: string }[] }
    if (jobs.every(({ state }) => state !== 'waiting' && state !== 'running')) return
    await new Promise((later) => setTimeout(later, 500))
  }
}
