import { createLoader } from 'nuqs/server'
import { expect, it } from 'vitest'
import { entryUrlParsers } from './entry-url.ts'
import { emptyFilterWords } from './entry-words.ts'

const load = createLoader(entryUrlParsers)

it('an empty list names the filter that emptied it', () => {
  const one = load('?lifecycle=quarantined')
  expect(emptyFilterWords(one, 321, null)).toBe('The only filter, state is quarantined, left nothing of 321.')
  expect(emptyFilterWords(load('?q=zebra'), 321, null)).toBe(
    'The only filter, text has “zebra”, left nothing of 321.',
  )
  expect(emptyFilterWords(load('?q=category:EDIT%20finding:leak'), 321, null)).toBe(
    'The only filter, search is “category:EDIT finding:leak”, left nothing of 321.',
  )
  expect(emptyFilterWords(load('?lifecycle=retired&q=zebra'), 321, null)).toBe(
    'No entry has all of this at once: state is retired and text has “zebra”.',
  )
  const added = { facet: 'lifecycle' as const, value: 'quarantined', before: 1_204 }
  expect(emptyFilterWords(one, 321, added)).toBe(
    'The last filter you added, state is quarantined, left nothing of 1,204.',
  )
  expect(emptyFilterWords(load('?q=zebra'), 321, added)).toContain('text has “zebra”')
})

it('words outside of a closed list are ignored', () => {
  expect(load('?category=FOO,EDIT&lifecycle=BAR&used=1-9')).toMatchObject({
    category: ['EDIT'],
    lifecycle: [],
    used: ['1-9'],
  })
  expect(load('?repo=anything')).toMatchObject({ repo: ['anything'] })
})
