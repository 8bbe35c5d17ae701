import { expect, it } from 'vitest'
import type { Embedder } from './embedder.ts'
import { rememberVectors } from './vector-memory.ts'

function counted(): Embedder & { asked: string[][] } {
  const asked: string[][] = []
  return {
    id: 'counted',
    dimension: 1,
    asked,
    async embed(texts) {
      asked.push([...texts])
      return texts.map((text) => Float32Array.of(text.length))
    },
  }
}

it('asks for a text once, in the order of the texts, also when one stands twice', async () => {
  const inner = counted()
  const embedder = rememberVectors(inner)
  expect((await embedder.embed(['aa', 'b', 'aa'])).map(([x]) => x)).toEqual([2, 1, 2])
  expect((await embedder.embed(['b', 'ccc'])).map(([x]) => x)).toEqual([1, 3])
  expect(inner.asked).toEqual([['aa', 'b'], ['ccc']])
})

it('forgets the text longest not asked for', async () => {
  const inner = counted()
  const embedder = rememberVectors(inner, 2)
  for (const text of ['a', 'b', 'a', 'c', 'a', 'b']) await embedder.embed([text])
  expect(inner.asked.flat()).toEqual(['a', 'b', 'c', 'b'])
})

it('answers one batch larger than it keeps', async () => {
  const embedder = rememberVectors(counted(), 2)
  expect((await embedder.embed(['a', 'bb', 'ccc', 'dddd'])).map(([x]) => x)).toEqual([1, 2, 3, 4])
})
