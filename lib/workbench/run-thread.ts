/** Runs in a thread of its own, see run-plan.ts: changed code runs here, away from a server's own thread. */
import { parentPort, workerData } from 'node:worker_threads'
import type { LearnedEpisode } from './lessons.ts'
import { createPart, type PartRequest, type PartWork } from './run-part.ts'

export type Order =
  | { kind: 'learn' }
  | { kind: 'know'; episodes: readonly LearnedEpisode[] }
  | { kind: 'draw'; draw: number }
  | { kind: 'stream'; draw: number }
export type Report = { result: Awaited<ReturnType<PartWork[keyof PartWork]>> | null } | { fault: string }

// A change can drop a promise that fails later.
process.on('unhandledRejection', () => undefined)

const work = createPart(workerData as PartRequest)
let known: readonly LearnedEpisode[] = []

async function carryOut(order: Order) {
  if (order.kind === 'learn') return await work.learn()
  if (order.kind === 'draw') return await work.draw(order.draw, known)
  if (order.kind === 'stream') return await work.stream(order.draw)
  known = order.episodes
  return null
}

parentPort?.on('message', async (order: Order) => {
  const report: Report = await carryOut(order).then(
    (result) => ({ result }),
    (error) => ({ fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  )
  parentPort?.postMessage(report)
})
