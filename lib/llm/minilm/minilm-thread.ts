/** Runs in a thread of its own, see sentence-model.ts: the model computes without a pause, and a server must go on answering. */
import { parentPort } from 'node:worker_threads'
import { openNativeEngine, openPortableEngine } from './minilm-engines.ts'

export type ThreadRequest = { n: number; text: string }
export type ThreadMessage =
  | { kind: 'ready' }
  /** The model cannot be used on this machine. */
  | { kind: 'unavailable'; reason: string }
  | { kind: 'vector'; n: number; vector: Float32Array<ArrayBuffer> }

const post = (message: ThreadMessage, handedOver: ArrayBuffer[] = []) =>
  parentPort?.postMessage(message, handedOver)

try {
  const embed = await openNativeEngine().catch(openPortableEngine)
  parentPort?.on('message', async ({ n, text }: ThreadRequest) => {
    // A fault ends the thread, and the next one is clean.
    const vector = await embed(text)
    post({ kind: 'vector', n, vector }, [vector.buffer])
  })
  post({ kind: 'ready' })
} catch (fault) {
  const reason = fault instanceof Error ? fault.message : String(fault)
  post({ kind: 'unavailable', reason: reason.replace(/ imported from .*/s, '') })
}
