import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer, tokenOf } from './bench-api.ts'
import { fillStore } from './fill-store.ts'
import { HOSTILE_FILES, type HostileFile } from './hostile-files.ts'
import { type Bench, type Load, machine, quantile } from './measure.ts'

const ANSWERED_WITHIN_MS = 5_000
const STARTED_WITHIN_MS = 3_000
const HEALTH_WITHIN_MS = 1_000
const HEALTH_EVERY_MS = 20

/** Files made to hang a reader, sent to a server: how soon each is answered, how long others waited, and how soon a server starts over what is left. */
export async function run(): Promise<Bench> {
  const loads: Load[] = []
  for (const file of HOSTILE_FILES) loads.push(...(await scene(file)))
  return { name: 'hostile', machine: machine(), figures: [], loads }
}

async function scene({ what, name, make, isDryRun }: HostileFile): Promise<Load[]> {
  const dataPath = mkdtempSync(join(tmpdir(), 'loupe-hostile-'))
  try {
    await fillStore(dataPath, 100)
    const token = await tokenOf(dataPath)
    const first = await startServer(dataPath, token)
    const waits: number[] = []
    const health = async () => {
      const begun = performance.now()
      await fetch(`${first.url}/api/v1/health`)
      waits.push(performance.now() - begun)
    }
    await health()
    waits.length = 0
    const beat = setInterval(() => void health(), HEALTH_EVERY_MS)
    const begun = performance.now()
    const query = `project=hostile&file=${name}${isDryRun ? '&dry-run=1' : ''}`
    const answer = await fetch(`${first.url}/api/v1/trajectories?${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      body: new Uint8Array(make(1)),
    })
    const said = await answer.text()
    const answeredMs = performance.now() - begun
    await new Promise((later) => setTimeout(later, 2_000)) // while what was stored is extracted
    clearInterval(beat)
    first.stop()
    const again = performance.now()
    const second = await startServer(dataPath, token)
    const startedMs = performance.now() - again
    second.stop()
    return [
      once(`${what}: answered ${answer.status}, ${wordsOf(said)}`, [answeredMs], ANSWERED_WITHIN_MS),
      once(`${what}: health meanwhile`, waits, HEALTH_WITHIN_MS),
      once(`${what}: start after it`, [startedMs], STARTED_WITHIN_MS),
    ]
  } finally {
    rmSync(dataPath, { recursive: true, force: true })
  }
}

/** What an answer says in few words: how many records became what. */
function wordsOf(text: string): string {
  const { results = [], error } = JSON.parse(text) as {
    results?: { status: string; error?: { code: string } }[]
    error?: { code: string }
  }
  if (error) return error.code
  const counts = new Map<string, number>()
  for (const { status, error: fault } of results) {
    const word = fault ? `${status} (${fault.code})` : status
    counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return [...counts].map(([word, count]) => `${count} ${word}`).join(', ')
}

function once(what: string, took: number[], p99Ms: number): Load {
  const sorted = took.toSorted((a, b) => a - b)
  const [p50Ms, p95Ms, worst] = [0.5, 0.95, 1].map((share) => quantile(sorted, share))
  return {
    what,
    agents: 1,
    entries: 100,
    n: sorted.length,
    perSecond: Number.NaN,
    p50Ms: p50Ms ?? Number.NaN,
    p95Ms: p95Ms ?? Number.NaN,
    // The longest, not a share: one that waits is one too many.
    p99Ms: worst ?? Number.NaN,
    limits: { perSecond: null, p99Ms },
  }
}
