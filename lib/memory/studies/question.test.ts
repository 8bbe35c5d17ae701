import { describe, expect, it } from 'vitest'
import { gradesOf, isLabelled } from './question.ts'

describe('what would help with a question', () => {
  it.each([
    ['what is named counts 1', { relevant: ['a', 'b'] }, { a: 1, b: 1 }],
    [
      'a grade goes before that, and names by itself',
      { relevant: ['a'], grades: { a: 3, b: 2 } },
      { a: 3, b: 2 },
    ],
    ['a grade of 0 takes out what is named', { relevant: ['a', 'b'], grades: { a: 0 } }, { b: 1 }],
    ['the question’s own instance never helps', { relevant: ['q', 'a'], grades: { q: 4 } }, { a: 1 }],
    ['a name that every object has is a name', { relevant: ['constructor'] }, { constructor: 1 }],
    ['one named twice counts once', { relevant: ['a', 'a'] }, { a: 1 }],
    ['nothing', { relevant: [] }, {}],
  ] as const)('%s', (_, labels, expected) => {
    const grades = 'grades' in labels ? { grades: labels.grades as Record<string, number> } : {}
    const query = { id: 'q', relevant: [...labels.relevant], ...grades }
    expect([...gradesOf(query)]).toEqual(Object.entries(expected))
    expect(isLabelled(query)).toBe(Object.keys(expected).length > 0)
  })
})
