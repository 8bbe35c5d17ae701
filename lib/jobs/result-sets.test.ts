import { expect, it } from 'vitest'
import { KeptSets } from './result-sets.ts'

const MB = 1_048_576

it('holds no more bytes than it says: the oldest goes first', () => {
  const sets = new KeptSets<string>(20, 2 * MB)
  for (const id of ['a', 'b', 'c']) sets.add(id, id, 0.9 * MB)
  expect(['a', 'b', 'c'].map((id) => sets.files(id))).toEqual([null, ['b'], ['c']])
})

it('holds no more sets than it says', () => {
  const sets = new KeptSets<string>(2, 2 * MB)
  for (const id of ['a', 'b', 'c']) sets.add(id, id, 1)
  expect(sets.has('a')).toBe(false)
  expect(sets.files('c')).toEqual(['c'])
})

it('refuses a file with which a set would be too large, and keeps those before it', () => {
  const sets = new KeptSets<string>(20, MB)
  sets.add('a', 'one', 0.9 * MB)
  expect(() => sets.add('a', 'two', 0.9 * MB)).toThrow('larger than 1 MB together')
  expect(sets.files('a')).toEqual(['one'])
})

it('counts files, not their bytes alone: many empty ones are too large as well', () => {
  const sets = new KeptSets<number>(20, MB)
  for (let i = 0; i < 1_000; i++) sets.add('a', i, 0)
  expect(() => {
    for (let i = 0; i < 1_000; i++) sets.add('a', i, 0)
  }).toThrow('larger than 1 MB')
})
