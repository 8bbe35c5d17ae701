import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { jsonOf } from '../../memory/text/json-lines.ts'
import { SENTENCE_DIMENSION, type SentenceModel } from './sentence-model.ts'

/** Of SHA-256 of a text; enough to tell some thousand texts apart. */
const DIGEST_BYTES = 16

/** Vectors of texts known beforehand, in one file: a line of JSON, then records of a text's digest and its numbers (float32, little endian). */
type Head = { model: string; dimension: number; count: number }

/** The model that the file's vectors are of: another package or another rule for long texts is another model. */
const MODEL = 'all-MiniLM-L6-v2, @lat.md/embed 0.2.0, windows of 256 pieces'

/** The vectors that come with the product, of the sample's texts and questions. */
export const KEPT_PATH = 'prisma/sample/sentence-vectors.bin'

/**
 * A model that looks a text up in a file of kept vectors before it computes; the file is read when the first text comes. One
 * that is missing, of another model or cut short keeps nothing. Those of a text are the model's to 1e-6.
 */
export function withKeptVectors(model: SentenceModel, path: string): SentenceModel {
  let kept: ReadonlyMap<string, Float32Array> | null = null
  return {
    ...model,
    async embed(texts, urgency) {
      kept ??= readKept(path)
      const found = texts.map((text) => kept?.get(digestOf(text).toString('hex')))
      const unknown = texts.filter((_, i) => !found[i])
      const made = unknown.length === 0 ? [] : await model.embed(unknown, urgency)
      let next = 0
      return found.map((vector) => vector ?? (made[next++] as Float32Array))
    },
  }
}

/** The file's bytes; the same vectors give the same bytes. */
export function bytesOfVectors(vectors: ReadonlyMap<string, Float32Array>): Buffer {
  const records = [...vectors]
    .map(([text, vector]) => Buffer.concat([digestOf(text), littleEndian(vector)]))
    .sort(Buffer.compare)
  const head: Head = { model: MODEL, dimension: SENTENCE_DIMENSION, count: records.length }
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...records])
}

function readKept(path: string): Map<string, Float32Array> {
  const kept = new Map<string, Float32Array>()
  if (!existsSync(path)) return kept
  const bytes = readFileSync(path)
  const start = bytes.indexOf('\n') + 1
  const { model, dimension, count } = headIn(bytes.toString('utf8', 0, start))
  const size = DIGEST_BYTES + 4 * dimension
  if (model !== MODEL || dimension !== SENTENCE_DIMENSION || bytes.length !== start + count * size)
    return kept
  for (let at = start; at < bytes.length; at += size) {
    const vector = new Float32Array(dimension)
    for (let i = 0; i < dimension; i++) vector[i] = bytes.readFloatLE(at + DIGEST_BYTES + 4 * i)
    kept.set(bytes.toString('hex', at, at + DIGEST_BYTES), vector)
  }
  return kept
}

/** A line that is cut, or none of ours, is the head of no vectors. */
function headIn(line: string): Head {
  return { model: '', dimension: 0, count: 0, ...(jsonOf(line) as Partial<Head> | undefined) }
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest().subarray(0, DIGEST_BYTES)
}

function littleEndian(vector: Float32Array): Buffer {
  const bytes = Buffer.alloc(4 * vector.length)
  for (const [i, value] of vector.entries()) bytes.writeFloatLE(value, 4 * i)
  return bytes
}
