import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cosine, norm } from '../memory/similarity.ts'
import { createNgramEmbedder, ngramVector } from './ngram-embedder.ts'

/** SHA-256 (first 16 digits) over the float32 little-endian bytes. A change here is a new model, never an edit of local-ngram-v1. */
const GOLDEN: [text: string, hash: string][] = [
  ['construct test case for cursor-based pagination bug', '702ce958197899ff'],
  ['Fix Login Timeout', '258dc70a7ff24364'],
  ['off_by_one offByOne', '945a3bb04ea8a278'],
  ['aaaa '.repeat(500), '2458856b6f57e274'],
  ['ünïcode näive Zürich 東京 привет', 'e0cf9772c1a700e0'],
  ['\ud800 lone surrogate', '0b374ac751e42b34'],
  ['', 'e5a00aa9991ac8a5'],
]

it.each(GOLDEN)('embeds %j to the same bits as when it was frozen', (text, hash) => {
  const bytes = new Uint8Array(ngramVector(text).buffer)
  expect(createHash('sha256').update(bytes).digest('hex').slice(0, 16)).toBe(hash)
})

it('gives vectors of length 1, and zero to a text without a letter', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const length = norm(ngramVector(text))
      expect(length === 0 || Math.abs(length - 1) < 1e-6).toBe(true)
    }),
  )
  expect(norm(ngramVector('?! ()'))).toBe(0)
})

it('knows spelling and nothing of meaning', () => {
  const likeness = (a: string, b: string) => cosine(ngramVector(a), ngramVector(b))
  expect(likeness('paginate', 'pagination')).toBeGreaterThan(0.4)
  expect(likeness('paginate', 'cursor')).toBeLessThan(0.2)
})

it('embeds many texts in their order', async () => {
  const [first, second] = await createNgramEmbedder().embed(['one mutex', 'two cursors'])
  expect([first, second]).toEqual([ngramVector('one mutex'), ngramVector('two cursors')])
})
