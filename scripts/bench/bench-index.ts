import { createLocalEmbedder } from '../../lib/llm/local-embedder.ts'
import { CATEGORIES } from '../../lib/memory/category.ts'
import { createRandom } from '../../lib/memory/statistics.ts'
import { CosineIndex, type IndexRow } from '../../lib/retrieval/cosine-index.ts'
import { type Bench, type Figure, machine, measure, shares } from './measure.ts'

const ROWS = 10_000
const ROUNDS = 200
/** Rows of one category, and their dimension: a quarter of 100,000 and of a million. */
const LARGE = [
  [25_000, 1_536],
  [250_000, 384],
] as const

/**
 * Stage 1 + 2 over 10,000 random unit vectors, against reading the same bytes once and against a naive loop over objects; then large
 * categories of clustered vectors, against reading their float32 bytes.
 */
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

  const readLimit = await measure(ROUNDS, readOf((ROWS / 4) * dimension))

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
      'reading the same float32 once',
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
  for (const [count, length] of LARGE) figures.push(await large(count, length))
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

/** Exact top-10 in one category, its rounds in turn with those of reading the same float32. */
async function large(count: number, dimension: number): Promise<Figure> {
  const random = createRandom(2)
  const clusters = Array.from({ length: 200 }, () =>
    Float32Array.from({ length: dimension }, () => random() - 0.5),
  )
  const vector = () => {
    const near = clusters[Math.floor(random() ** 2 * clusters.length)]
    return unit(Float32Array.from({ length: dimension }, (_, i) => (near?.[i] ?? 0) + (random() - 0.5) * 2))
  }
  const row = (n: number): IndexRow => ({
    ...{ id: `m_${String(n).padStart(8, '0')}`, category: 'EDIT', projectId: 'p', scope: 'project' },
    ...{ instanceId: null, repo: null, episodeId: null, position: n, vector: vector() },
  })
  const index = new CosineIndex({ id: 'large', dimension })
  for (let from = 0; from < count; from += 1_000)
    index.catchUp(
      Array.from({ length: 1_000 }, (_, i) => ({ kind: 'upsert', revision: 1, row: row(from + i) })),
      1,
    )
  const queries = Array.from({ length: 40 }, vector)
  const read = readOf(count * dimension)
  const pool = index.pool('EDIT')
  const [reads, searches]: [number[], number[]] = [[], []]
  const timed = (into: number[], work: () => unknown) => {
    const startedAt = performance.now()
    work()
    into.push(performance.now() - startedAt)
  }
  pool.nearest(vector(), 10) // makes the codes
  for (const query of queries) {
    timed(reads, read)
    timed(searches, () => pool.nearest(query, 10))
  }
  const { p50Ms, p95Ms } = shares(searches)
  const measured = { medianMs: p50Ms, p95Ms, n: queries.length }
  return figure(
    `top-10 in a category of ${count} × ${dimension}`,
    measured,
    'reading the same float32 once',
    shares(reads).p50Ms,
  )
}

/** Reads so many float32 once, as fast as one core does: a search for a byte that is not there, in native code. */
function readOf(numbers: number): () => void {
  const bytes = Buffer.alloc(numbers * 4, 1)
  return () => {
    if (bytes.includes(2)) throw new Error('unreachable: there are only ones')
  }
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
