import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { TERMS } from './term.tsx'

test('each term that a page explains on hover stands in the glossary', () => {
  const glossary = readFileSync('docs/concepts.md', 'utf8')
  const words = [...glossary.matchAll(/^\| ([^|]+) \|/gm)].map(([, word]) => word ?? '')
  for (const term of Object.keys(TERMS))
    expect(
      words.some((word) => word.split(', ').includes(term)),
      term,
    ).toBe(true)
})
