import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { spentMs } from '../memory/fixtures/spent.ts'
import { cosine, norm } from '../memory/similarity.ts'
import { codeWords, conceptMatches, stemOf } from './code-words.ts'
import { embedOne } from './embedder.ts'
import { createLocalEmbedder, LOCAL_EMBEDDER_DIMENSION, localVector } from './local-embedder.ts'
import { CONCEPTS, GENERIC_WORDS, STOP_WORDS } from './local-v1-table.ts'

const likeness = (a: string, b: string) => cosine(localVector(a), localVector(b))

/** SHA-256 (first 16 digits) over the float32 little-endian bytes. A change here is a new model, never an edit of local-v1. */
const GOLDEN: [text: string, hash: string][] = [
  [
    'construct failing test case for off-by-one in pagination; off-by-one, pagination, boundary condition, unit test',
    '1762a2764ff88fa5',
  ],
  ['construct test case for cursor-based pagination bug', '1e2c41f424d8c67b'],
  ['Fix Login Timeout', '8ce72034f95c2a12'],
  ['Fix Login Button', 'f3cf034625b924d0'],
  ['Modify Search Bar', 'd71b7c320be5df5f'],
  ['off_by_one', '3ccdeda931002b79'],
  ['offByOne', '3ccdeda931002b79'],
  ['IndexError: list index out of range', '88807c984cdcff23'],
  ['x*Poly(x) does not multiply as a polynomial while Poly(x)*x does', 'd36bb4107c36b125'],
  ['add the reflected operators and delegate them to the forward ones', 'ae92e316e2021dbb'],
  ['run the tests again after the fix', 'ee592f40469ad0e4'],
  ['the', 'b6940678480d54a8'],
  ['', 'e5a00aa9991ac8a5'],
  ['??? !!!', 'e5a00aa9991ac8a5'],
  ['ünïcode näive Zürich 東京 привет', '39660f6a02e471c0'],
  ['HTTPServer.parseURLs(v2, utf8) → 404', '9ac3a6cb148ee850'],
  ['\ud800 lone surrogate', 'a68de1a3b8bc662f'],
  ['aaaa '.repeat(500), 'd039bdbdff8527c2'],
  ['tab\tnew\nline\r\nnul\u0000end', '1a757a610ba42efc'],
  ['race condition between two requests; lock, check then act', 'c0fc24418924dea9'],
]

describe('local-v1', () => {
  it.each(GOLDEN.map(([text, hash]) => ({ name: text.slice(0, 60), text, hash })))(
    'embeds $name to the same bits as when it was frozen',
    ({ text, hash }) => {
      const bytes = new Uint8Array(localVector(text).buffer)
      expect(createHash('sha256').update(bytes).digest('hex').slice(0, 16)).toBe(hash)
    },
  )

  it('gives vectors of length 1, also for rubbish', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const vector = localVector(text)
        expect(vector.length).toBe(LOCAL_EMBEDDER_DIMENSION)
        const length = norm(vector)
        expect(length === 0 ? codeWords(text).length : Math.abs(length - 1) < 1e-6).toSatisfy(
          (value) => value === 0 || value === true,
        )
        if (length > 0) expect(cosine(vector, vector)).toBeCloseTo(1, 12)
      }),
      { numRuns: 500 },
    )
  })

  it('gives the zero vector to a text without a word, so that its likeness to everything is 0', () => {
    for (const text of ['', '   ', '??? !!!', '()[]{}']) {
      expect(norm(localVector(text))).toBe(0)
      expect(likeness(text, 'off-by-one in pagination')).toBe(0)
    }
  })

  it('takes the ways to write one name as one: off_by_one, offByOne, off-by-one, OffByOne', () => {
    for (const other of ['offByOne', 'off-by-one', 'off by one', 'OffByOne', 'OFF_BY_ONE']) {
      expect(likeness('off_by_one', other)).toBeGreaterThan(0.8)
    }
    expect(likeness('IndexError', 'index error')).toBeGreaterThan(0.8)
    expect(likeness('correct offByOne inside the loop', 'fix off_by_one in a loop')).toBeGreaterThan(0.8)
  })

  it('brings names of one mechanism closer than names of two', () => {
    expect(likeness('fencepost mistake', 'off-by-one at the boundary')).toBeGreaterThan(0.3)
    expect(likeness('paginate results', 'cursor for the next page')).toBeGreaterThan(0.3)
    expect(likeness('session expiry', 'request timeout')).toBeGreaterThan(0.3)
    expect(likeness('__rmul__ is missing', 'reflected operator not implemented')).toBeGreaterThan(0.3)
    expect(likeness('attach an event listener', 'click handler never called')).toBeGreaterThan(0.2)
  })

  it('puts unrelated mechanisms near 0', () => {
    const mechanisms = [
      'parse the yaml config',
      'sort rows by date with ties',
      'decode utf-8 bytes',
      'memory leak in the cache',
      'plot legend is cut off',
      'deadlock between threads',
      'rounding of cents',
      'symlink path traversal',
    ]
    const scores = mechanisms.flatMap((a, i) => mechanisms.slice(i + 1).map((b) => likeness(a, b)))
    expect(Math.max(...scores)).toBeLessThan(0.25)
    expect(Math.abs(scores.reduce((sum, score) => sum + score, 0) / scores.length)).toBeLessThan(0.05)
  })

  it('sees the order of operands in an operation written both ways round, and in no other', () => {
    const lesson = localVector('look for a missing reflected operator on the right-hand type')
    const both = cosine(lesson, localVector('`m * v` works and `v * m` raises'))
    expect(both).toBeGreaterThan(cosine(lesson, localVector('`m * v` works and `w * n` raises')) + 0.1)
  })

  it('is hardly moved by the everyday words of the trade', () => {
    expect(
      likeness('fix the bug in the code', 'fix the bug in the code of the pagination cursor'),
    ).toBeLessThan(0.4)
    expect(likeness('pagination cursor', 'fix the bug in the code of the pagination cursor')).toBeGreaterThan(
      0.7,
    )
  })

  it('reads a megabyte in well under a second', () => {
    const startedAt = spentMs()
    expect(norm(localVector('a_b '.repeat(250_000)))).toBeCloseTo(1, 6)
    expect(norm(localVector('x'.repeat(1_000_000)))).toBeCloseTo(1, 6)
    expect(spentMs() - startedAt).toBeLessThan(2_000)
  })

  it('embeds many texts in their order', async () => {
    const embedder = createLocalEmbedder()
    const [first, second] = await embedder.embed(['one mutex', 'two cursors'])
    expect(first).toEqual(await embedOne(embedder, 'one mutex'))
    expect(second).toEqual(localVector('two cursors'))
  })
})

describe('codeWords', () => {
  const words = (text: string) => codeWords(text).map((word) => word.word)

  it('splits names as people read them', () => {
    expect(words('offByOne off_by_one off-by-one')).toEqual([
      'off',
      'by',
      'one',
      'off',
      'by',
      'one',
      'off',
      'by',
      'one',
    ])
    expect(words('HTTPServer parseURLs utf8 __rmul__ IDs')).toEqual([
      'http',
      'server',
      'parse',
      'urls',
      'utf',
      '8',
      'rmul',
      'ids',
    ])
  })

  it('tells where each word stands', () => {
    const text = 'the IndexError'
    for (const { word, start, end } of codeWords(text))
      expect(text.slice(start, end).toLowerCase()).toBe(word)
  })

  it('meets the forms of a word in one stem', () => {
    for (const family of [
      ['paginate', 'pagination', 'paginator', 'paginated'],
      ['validate', 'validation', 'validator', 'validates'],
      ['index', 'indices', 'indexing', 'indexes'],
      ['cache', 'caching', 'cached', 'caches'],
      ['boundary', 'boundaries'],
      ['expire', 'expiry', 'expiration', 'expired'],
      ['listen', 'listener', 'listeners'],
    ]) {
      expect(new Set(family.map(stemOf)).size, family.join(' ')).toBe(1)
    }
  })

  it('finds concepts as phrases, longest first', () => {
    const matches = conceptMatches(codeWords('an off_by_one on the next page'))
    expect(matches.map(({ concept, from, to }) => [concept, from, to])).toEqual([
      ['boundary', 1, 4],
      ['pagination', 6, 8],
    ])
  })
})

describe('the frozen table', () => {
  it('names no concept by a word that shares its stem with an everyday word', () => {
    const everyday = new Set(
      `${GENERIC_WORDS} ${STOP_WORDS}`
        .split(/\s+/)
        .filter((word) => word !== '' && word !== 'https')
        .map(stemOf),
    )
    const members = Object.values(CONCEPTS).flatMap((line) =>
      line.split(',').map((member) => codeWords(member.replace(/0\.\d+/, ''))),
    )
    const mixed = members.filter((words) => words.length === 1 && everyday.has(words[0]?.stem ?? ''))
    expect(mixed.map((words) => words[0]?.word)).toEqual([])
  })
})
