import { expect, it } from 'vitest'
import { expressionFault } from '@/components/entries/expression-fault.ts'
import { ENTRY_FACETS } from '@/lib/memory/filter/entry-fields.ts'
import type { EntryList } from '@/lib/memory/views/entries.ts'
import { completeFilter } from './complete-filter.ts'

const facets = {
  ...(Object.fromEntries(ENTRY_FACETS.map((facet) => [facet, []])) as unknown as EntryList['facets']),
  flag: [
    { value: 'leak: path', count: 4 },
    { value: 'vague', count: 2 },
  ],
}
const labels = (text: string, caret = text.length) =>
  completeFilter(text, caret, facets).completions.map(({ insert }) => insert)

it('a field is completed from its beginning, also after a minus', () => {
  expect(labels('cat')).toEqual(['category:'])
  expect(completeFilter('served>0 -fl', 12, facets)).toMatchObject({
    from: 10,
    completions: [{ insert: 'flag:' }],
  })
})

it('a value is completed from the closed list or from what the project has, quoted where it must be', () => {
  expect(labels('category:e')).toEqual(['EDIT'])
  expect(labels('flag:')).toEqual(['"leak: path"', 'vague'])
  expect(labels('category:EDIT,ver')).toEqual(['VERIFY'])
})

it('a search that cannot be read names the character', () => {
  expect(expressionFault('served>0 colour:red')).toMatchObject({ at: 10 })
  expect(expressionFault('category:EDIT words')).toBeNull()
})
