import { expect, test } from 'vitest'
import { matchesOf } from './matches-of.ts'

test('matches are those of matchAll, an empty one and one asked for in between among them', () => {
  const pattern = /(?<word>\w*)-?/g
  const text = 'a-b c--d'
  expect(matchesOf(text, pattern)).toEqual([...text.matchAll(pattern)])
  const inside = matchesOf(text, pattern).map(() => matchesOf('x-', pattern).length)
  expect(inside).toEqual([...text.matchAll(pattern)].map(() => 2))
})
