import { createLoader } from 'nuqs/server'
import { expect, it } from 'vitest'
import { entryUrlParsers } from './entry-url.ts'
import { emptyFilterWords } from './entry-words.ts'

const load = createLoader(entryUrlParsers)

it('an empty list names the filter that emptied it', () => {
  const one = load('?lifecycle=quarantined')
  expect(emptyFilterWords(one, 321, null)).toBe('Filter over 321\u00a0entries: state is quarantined.')
  expect(emptyFilterWords(load('?q=zebra'), 321, null)).toBe('Filter over 321\u00a0entries: “zebra”.')
  expect(emptyFilterWords(load('?q=category:EDIT%20finding:leak'), 321, null)).toBe(
    'Filter over 321\u00a0entries: “category:EDIT finding:leak”.',
  )
  expect(emptyFilterWords(load('?lifecycle=retired&q=zebra'), 321, null)).toBe(
    'Filter over 321\u00a0entries: state is retired, “zebra”.',
  )
  const added = { facet: 'lifecycle' as const, value: 'quarantined', before: 1_204 }
  expect(emptyFilterWords(one, 321, added)).toBe(
    'The last filter you added, state is quarantined, left nothing of 1,204.',
  )
  expect(emptyFilterWords(load('?q=zebra'), 321, added)).toContain('“zebra”')
})

it('words outside of a closed list are ignored', () => {
  expect(load('?category=FOO,EDIT&lifecycle=BAR&used=1-9')).toMatchObject({
    category: ['EDIT'],
    lifecycle: [],
    used: ['1-9'],
  })
  expect(load('?repo=anything')).toMatchObject({ repo: ['anything'] })
})
