import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { taskWords } from './code-words.ts'
import { createLocalEmbedder } from './local-embedder.ts'
import { rememberVectors } from './vector-memory.ts'

/** SHA-256 (first 16 digits) over features, then weights, little-endian. A change here is a new reader, never an edit of local-task-v2. */
const GOLDEN: [text: string, hash: string][] = [
  ['The list leaves out invoices when a page is full', 'c7142891b8933e94'],
  ['Fix Login Timeout', '60643ffaf8e63fe9'],
  ['off_by_one offByOne', 'e3b0c44298fc1c14'],
  ['word '.repeat(40_000), '7844ca68b57cf6d9'],
  ['ünïcode näive Zürich 東京 привет', '37dd83f93fce760f'],
]

it.each(GOLDEN)('reads %.50j to the same bits as when it was frozen', (text, hash) => {
  const { features, weights } = taskWords(text)
  const digest = createHash('sha256')
    .update(new Uint8Array(features.buffer))
    .update(new Uint8Array(weights.buffer))
  expect(digest.digest('hex').slice(0, 16)).toBe(hash)
})

it('counts every word with a meaning of its own the same, and leaves out stop words, letters and numbers', () => {
  // `value` weighs 0.3 in local-v1 and `cursor` 1.5: here they are two words of two, and their pair counts 0.7.
  expect([...taskWords('the value of 42 x').weights]).toEqual([1])
  expect([...taskWords('cursor; value').weights]).toEqual([1, 1])
  expect([...taskWords('cursor value').weights].sort()).toEqual([0.7, 1, 1])
  expect(taskWords('cursors').features).toEqual(taskWords('cursor').features)
  expect(taskWords('it was not the 3 x').features).toHaveLength(0)
})

it('is what the built-in embedder of words reads whole tasks with, also when vectors are remembered', async () => {
  const { tasks } = rememberVectors(createLocalEmbedder())
  const [text] = (await tasks?.read(['cursor value'])) ?? []
  expect(text).toEqual({ words: taskWords('cursor value'), meaning: new Float32Array(0) })
})
