import { expect, it } from 'vitest'
import { experienceWordCount } from './experience.ts'
import { rewritten, speaks } from './rule.ts'
import { calledBy, purgePhrase, purgeRunPhrase, signedPp } from './text/words.ts'

it('speaks when any pattern does', () => {
  const rules = [/lock/, /key/].map((pattern) => ({ pattern, says: [], not: [] }))
  expect([speaks(rules, 'no key'), speaks(rules, 'nothing'), speaks([], 'a lock')]).toEqual([
    true,
    false,
    false,
  ])
})

it('texts are written anew by each rewrite in turn, the later over what the earlier made', () => {
  const rewrite = (pattern: RegExp, becomes: string) => ({ pattern, becomes, says: [], not: [] })
  expect(rewritten([rewrite(/one/, 'two'), rewrite(/two/, 'three')], 'one two')).toBe('three two')
  expect(rewritten([rewrite(/(\w+)ed\b/, '$1')], 'fixed it')).toBe('fix it')
  expect(rewritten([], 'as it is')).toBe('as it is')
})

it.each([
  [3.14, undefined, '+3.1'],
  [-0.44, undefined, '−0.4'],
  [0.04, undefined, '0.0'],
  [-0.04, undefined, '0.0'],
  [-0.05, 2, '−0.05'],
  [0, undefined, '0.0'],
  [100, 0, '+100'],
])('a difference of %d with %s digits is written %s', (value, digits, words) => {
  expect(signedPp(value, digits)).toBe(words)
})

it('an experience is counted in words over all its parts, blanks in any number between them', () => {
  const part = { title: 'Two words', when: ' one  two\nthree ', do: '', because: '  ', check: 'x' }
  expect(experienceWordCount(part)).toBe(6)
})

it('what must be typed to purge says how many, or which run on one line of a hundred letters at most', () => {
  expect([purgePhrase(1), purgePhrase(0), purgePhrase(12)]).toEqual([
    'purge 1 entry',
    'purge 0 entries',
    'purge 12 entries',
  ])
  expect(purgeRunPhrase(' org__shop-1\n two ')).toBe('purge org__shop-1 two')
  expect(purgeRunPhrase('x'.repeat(300))).toHaveLength('purge '.length + 100)
})

it('what nobody is known to have made is called an experience, not an excerpt', () =>
  expect(calledBy(null)).toBe('experience'))

it('a phrase for a run can be typed: no blank at its end, no half of a pair', () => {
  expect(purgeRunPhrase(`${'x'.repeat(99)} tail`)).toBe(`purge ${'x'.repeat(99)}`)
  const phrase = purgeRunPhrase('🏪'.repeat(120))
  expect(phrase.isWellFormed()).toBe(true)
  expect([...phrase]).toHaveLength('purge '.length + 100)
  for (const id of [' ', 'a', `${'y'.repeat(100)} `, '\u00a0b\u2003'])
    expect(purgeRunPhrase(id).trim()).toBe(purgeRunPhrase(id))
})
