import { spawn } from 'node:child_process'
import { expect, it, onTestFinished } from 'vitest'
import { openTestStore, temporaryFolder } from '../../db/fixtures/test-store.ts'
import { findJob } from '../../db/jobs/job-views.ts'
import { sumCalls } from '../../db/models/model-requests.ts'
import { openStore, type Store } from '../../db/store.ts'
import { tables } from '../../db/tables.ts'
import { startFakeOpenAi } from '../../llm/fixtures/fake-openai.ts'
import { completerAt, distilBench, importRounds, whatIsKept } from '../fixtures/distil-bench.ts'
import { scriptedReply } from '../fixtures/scripted-extractor.ts'

const RUNS = 130
const KILLS = 20

it('killed with SIGKILL twenty times during one job ends as one that nobody killed, and asks nothing that it had kept', async () => {
  const unkilled = await openTestStore()
  await importRounds(unkilled, 1, RUNS)
  const calm = await startFakeOpenAi({ reply: scriptedReply })
  onTestFinished(() => calm.close())
  const bench = distilBench(unkilled, () => completerAt(calm.url, 5_000))
  expect(await bench.work((await bench.order()).jobId)).toMatchObject({ state: 'done', doneCount: RUNS })

  const dataPath = temporaryFolder()
  const fake = await startFakeOpenAi({ reply: scriptedReply, thinkMs: 30 })
  onTestFinished(() => fake.close())
  const jobId = await over(dataPath, async (store) => {
    await importRounds(store, 1, RUNS)
    return (await distilBench(store, () => completerAt(fake.url, 5_000)).order()).jobId
  })
  const keptAt: { asked: number; hashes: Set<string> }[] = []
  for (let kill = 0; kill < KILLS; kill++) {
    const child = run(dataPath, fake.url, jobId)
    const from = fake.chats.length
    while (fake.chats.length < from + 5 && child.isAlive()) await pause(2)
    await pause(((kill * 7) % 20) * 4) // at another moment of a call each time
    child.kill()
    await child.end
    expect(child.signal()).toBe('SIGKILL')
    const hashes = await over(dataPath, answeredHashes)
    await pause(50) // what was under way has reached the server by now
    keptAt.push({ asked: fake.chats.length, hashes })
  }
  const last = run(dataPath, fake.url, jobId)
  await last.end
  expect(last.code()).toBe(0)

  await over(dataPath, async (store) => {
    expect(await findJob(store, jobId)).toMatchObject({ state: 'done', doneCount: RUNS, failedCount: 0 })
    expect(await whatIsKept(store)).toEqual(await whatIsKept(unkilled))
    const { callCount, cutCount } = await sumCalls(store, { jobId })
    // Every call was counted before it was made; only those that a kill cut off are without an end.
    expect(callCount).toBeGreaterThanOrEqual(fake.chats.length)
    expect(cutCount).toBeLessThanOrEqual(KILLS * 4)
    expect(callCount - cutCount).toBe(RUNS)
  })
  for (const { asked, hashes } of keptAt)
    expect(fake.chats.slice(asked).filter(({ key }) => hashes.has(key?.split('-')[0] ?? ''))).toEqual([])
  expect(keptAt.at(-1)?.hashes.size).toBeGreaterThan(KILLS)
}, 400_000)

async function over<T>(dataPath: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore({ dataPath, rootPath: process.cwd(), now: () => new Date() })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

async function answeredHashes(store: Store): Promise<Set<string>> {
  const rows = await tables(store).modelRequest.findMany({
    where: { state: 'answered' },
    select: { hash: true },
  })
  return new Set(rows.map(({ hash }) => hash))
}

function run(...args: string[]) {
  const child = spawn(process.execPath, ['lib/jobs/fixtures/distil-child.ts', ...args], { stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGKILL'))
  return {
    end: new Promise<void>((resolve) => child.once('close', () => resolve())),
    isAlive: () => child.exitCode === null && child.signalCode === null,
    kill: () => child.kill('SIGKILL'),
    code: () => child.exitCode,
    signal: () => child.signalCode,
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((later) => setTimeout(later, ms))
}
