import { startServer, tokenOf } from './bench-api.ts'
import { fillStore } from './fill-store.ts'
import { inFolder } from './folder.ts'
import { HOSTILE_FILES, type HostileFile } from './hostile-files.ts'
import { type Bench, type Load, machine, shares } from './measure.ts'

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
  return await inFolder(async (dataPath) => {
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
  })
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
  return {
    ...{ what, agents: 1, entries: 100, perSecond: Number.NaN, ...shares(took) },
    // The longest, not a share: one that waits is one too many.
    p99Ms: Math.max(...took),
    limits: { perSecond: null, p99Ms },
  }
}
