import { expect, it } from 'vitest'
import { createVectorMemory } from './vector-memory.ts'

const vector = (value: number) => Float32Array.of(value)

/** A memory of so many, with these texts kept in their order; each text's vector is its place. */
function holding(mostKept: number, texts: string[]) {
  const memory = createVectorMemory(mostKept)
  for (const [place, text] of texts.entries()) memory.keep(text, vector(place))
  return memory
}
const known = (memory: ReturnType<typeof createVectorMemory>, texts: string[]) =>
  texts.filter((text) => memory.find(text) !== null)

it('knows nothing that nobody kept', () => {
  expect(createVectorMemory(4).find('a')).toBeNull()
})

it('gives back the vector itself, not a copy', () => {
  const memory = createVectorMemory(1)
  const kept = vector(3)
  memory.keep('a', kept)
  expect(memory.find('a')).toBe(kept)
})

it.each([
  { says: 'keeps as many as it may', most: 3, texts: ['a', 'b', 'c'], left: ['a', 'b', 'c'] },
  { says: 'forgets the oldest of one too many', most: 3, texts: ['a', 'b', 'c', 'd'], left: ['b', 'c', 'd'] },
  { says: 'counts a text that is kept twice once', most: 2, texts: ['a', 'b', 'a'], left: ['a', 'b'] },
  {
    says: 'moves a text that is kept again to the end',
    most: 2,
    texts: ['a', 'b', 'a', 'c'],
    left: ['a', 'c'],
  },
  { says: 'keeps one where it may keep one', most: 1, texts: ['a', 'b'], left: ['b'] },
  { says: 'keeps nothing where it may keep none', most: 0, texts: ['a', 'b'], left: [] },
  { says: 'takes the empty text for a text', most: 2, texts: ['', 'b'], left: ['', 'b'] },
])('$says', ({ most, texts, left }) => {
  expect(known(holding(most, texts), ['a', 'b', 'c', 'd', '']).toSorted()).toEqual(left.toSorted())
})

it('keeps longest what was asked for last, however long ago it came', () => {
  const memory = holding(2, ['a', 'b'])
  memory.find('a')
  memory.keep('c', vector(9))
  expect(known(memory, ['a', 'b', 'c'])).toEqual(['a', 'c'])
})

it('has the newest vector of a text that was kept twice', () => {
  const memory = holding(4, ['a', 'b', 'a'])
  expect(memory.find('a')).toEqual(vector(2))
})
