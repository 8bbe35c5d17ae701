import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { threadEnv } from '../env.ts'
import type { Kept, MapMethod } from '../memory/map.ts'
import type { LayoutMessage, LayoutRequest } from './layout-thread.ts'

/** A layout under way. `kept` comes after `places`; both fail when the thread fails or is stopped. */
type RunningLayout = { places: Promise<Float32Array>; kept: Promise<Kept>; stop(): Promise<void> }

export type LayoutProgress = Extract<LayoutMessage, { kind: 'progress' }>

/** Lays rows out in a thread of its own, which starts while they are still read. They are handed over: their array is empty afterwards. */
export function runLayout(
  method: MapMethod,
  rows: Promise<LayoutRequest>,
  rootPath: string,
  onProgress: (progress: LayoutProgress) => void = () => {},
): RunningLayout {
  // Not an import: a bundler would make a file of its own of the thread, which runs as it is.
  const { Worker } = process.getBuiltinModule('node:worker_threads')
  const file = pathToFileURL(join(rootPath, 'lib/map/layout-thread.ts'))
  const thread = new Worker(file, { workerData: method, execArgv: [], env: threadEnv() })
  const places = Promise.withResolvers<Float32Array>()
  const kept = Promise.withResolvers<Kept>()
  const fail = (error: Error) => {
    places.reject(error)
    kept.reject(error)
  }
  thread.on('message', (message: LayoutMessage) => {
    if (message.kind === 'progress') onProgress(message)
    else if (message.kind === 'places') places.resolve(message.places)
    else kept.resolve(message.kept)
  })
  thread.on('error', fail)
  rows
    .then((request) => thread.postMessage(request, [request.data.buffer]))
    .catch((error) => {
      fail(error)
      void thread.terminate()
    })
  thread.on('exit', () => fail(new Error('the layout was stopped before it was done')))
  // Whoever waits for one of the two hears the fault; nobody need wait for both.
  places.promise.catch(() => undefined)
  kept.promise.catch(() => undefined)
  return {
    places: places.promise,
    kept: kept.promise,
    async stop() {
      await thread.terminate()
    },
  }
}
