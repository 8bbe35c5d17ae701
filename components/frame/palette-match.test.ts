import { expect, it } from 'vitest'
import { VERBS } from './pages.ts'
import { fitOf, rankByFit } from './palette-match.ts'

const labels = (query: string, names: string[]) =>
  rankByFit(
    names.map((label) => ({ label })),
    query,
  ).map(({ label }) => label)

it('puts a name that begins with what was typed before one that only holds it', () => {
  expect(labels('map', ['Find the bitmap', 'Map'])).toEqual(['Map', 'Find the bitmap'])
})

it('finds a name by the first letters of its words', () => {
  expect(labels('sd', ['Switch between light and dark', 'Memories'])).toEqual([
    'Switch between light and dark',
  ])
})

it('takes words in any order, and all of them', () => {
  expect(fitOf('Export the log', 'log export')).toBeGreaterThan(0.5)
  expect(fitOf('Export the log', 'log import')).toBe(0)
})

it('leaves out what holds the letters only by chance', () => {
  expect(labels('tio', ['Retired into other words', 'Settings'])).not.toContain('Settings')
})

it('keeps the order of what fits equally, and everything when nothing was typed', () => {
  expect(labels('', ['b', 'a'])).toEqual(['b', 'a'])
})

it('finds by a second name', () => {
  expect(rankByFit([{ label: 'Switch light and dark', also: 'theme' }], 'theme')).toHaveLength(1)
})

it.each([
  'retire',
  'restore',
  'approve',
  'edit',
  'pin',
  'merge',
  'purge',
  'undo',
  'import',
  'connect',
  'distil',
  'pause',
])('the verb “%s” leads to the page where it is done', (verb) =>
  expect(rankByFit(VERBS, verb)).not.toEqual([]),
)
