import { createLocalEmbedder } from '../../lib/llm/local-embedder.ts'
import { CATEGORIES } from '../../lib/memory/category.ts'
import { createRandom } from '../../lib/memory/statistics.ts'
import { CosineIndex, type IndexRow } from '../../lib/retrieval/cosine-index.ts'
import { type Bench, type Figure, machine, measure } from './measure.ts'

const ROWS = 10_000
const ROUNDS = 200

/** Stage 1 + 2 over 10,000 random unit vectors, against reading the same bytes once and against a naive loop over objects. */
export async function run(): Promise<Bench> {
  const { id, dimension } = createLocalEmbedder()
  const random = createRandom(1)
  const vector = () => unit(Float32Array.from({ length: dimension }, () => random() - 0.5))
  const rows = Array.from(
    { length: ROWS },
    (_, i): IndexRow => ({
      id: `m_${String(i).padStart(8, '0')}`,
      category: CATEGORIES[i % 4] ?? 'EDIT',
      projectId: 'p',
      scope: 'project',
      instanceId: `i${i % 500}`,
      repo: null,
      episodeId: null,
      position: i,
      vector: vector(),
    }),
  )
  const queries = Array.from({ length: ROUNDS }, vector)
  const queryOf = (round: number) => queries[Math.max(round, 0)] ?? vector()
  const categoryOf = (round: number) => CATEGORIES[Math.max(round, 0) % 4] ?? 'EDIT'

  const index = CosineIndex.of({ id, dimension }, rows, 1)
  const top1 = await measure(ROUNDS, (round) => index.pool(categoryOf(round)).nearest(queryOf(round), 1))

  const flat = new Float32Array((ROWS / 4) * dimension).fill(0.5)
  const readLimit = await measure(ROUNDS, () => sum(flat))

  const naive = await measure(20, (round) => {
    const query = queryOf(round)
    return rows
      .filter((row) => row.category === categoryOf(round))
      .map((row) => ({ row, score: naiveCosine(query, row.vector) }))
      .sort((a, b) => b.score - a.score)[0]
  })
  const build = await measure(3, () => CosineIndex.of({ id, dimension }, rows, 1))
  let revision = 1
  const change = await measure(ROUNDS, (round) => {
    const row = rows[Math.max(round, 0)]
    if (row) index.apply({ kind: 'upsert', revision: ++revision, row })
  })
  const embedder = createLocalEmbedder()
  const embed = await measure(ROUNDS, (round) =>
    embedder.embed([`construct a failing test for the page boundary ${round}`]),
  )

  const figures: Figure[] = [
    figure(
      `top-1 in a category of ${ROWS / 4} × ${dimension}`,
      top1,
      'summing the same float32 once, plain JS',
      readLimit.medianMs,
    ),
    figure(
      `top-1 in a category of ${ROWS / 4} × ${dimension}`,
      top1,
      'naive: objects, norms, sort',
      naive.medianMs,
    ),
    figure('one changed entry', change, `building ${ROWS} anew`, build.medianMs),
    figure('embedding one question', embed, 'the search it is for', top1.medianMs),
  ]
  return { name: 'index', machine: machine(), figures }
}

function figure(
  what: string,
  measured: { medianMs: number; p95Ms: number; n: number },
  against: string,
  againstMs: number,
): Figure {
  return { what, ...measured, against, againstMs, ratio: measured.medianMs / againstMs }
}

function sum(values: Float32Array): number {
  let total = 0
  for (let i = 0; i < values.length; i++) total += values[i] ?? 0
  return total
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0))
  return vector.map((value) => value / length)
}

function naiveCosine(a: Float32Array, b: Float32Array): number {
  let [product, normA, normB] = [0, 0, 0]
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [a[i] ?? 0, b[i] ?? 0]
    product += x * y
    normA += x * x
    normB += y * y
  }
  return product / Math.sqrt(normA * normB)
}
