import { expect, it } from 'vitest'
import { aimsAtDuplicates } from './keep-one.ts'

it.each([
  ['finding:near-duplicate', true],
  ['category:EDIT (finding:near* OR flag:leak)', true],
  ['-finding:near-duplicate', false],
  ['finding:leak near-duplicate', false],
])('%s picks entries for being duplicates: %s', (expression, aims) => {
  expect(aimsAtDuplicates({ facets: {}, expression })).toBe(aims)
})

it('so does the facet', () => {
  expect(aimsAtDuplicates({ facets: { finding: ['leak', 'near-duplicate'] } })).toBe(true)
})
