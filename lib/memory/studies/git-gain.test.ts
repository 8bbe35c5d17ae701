import { expect, it } from 'vitest'
import { type FatedUse, gitGain } from './git-gain.ts'

const use = (episodeId: string, more: Partial<FatedUse> = {}): FatedUse => ({
  ...{ episodeId, withheld: false, propensity: 0.9, density: 20, git: null },
  ...more,
})
const many = (count: number, name: string, more: (i: number) => Partial<FatedUse>) =>
  Array.from({ length: count }, (_, i) => use(`${name}${i}`, more(i)))
const held = { withheld: true, propensity: 0.1 }

it('counts an episode once, at the density of its first answer, and leaves the unknown out of every share', () => {
  const uses = [
    ...[use('a', { git: 'kept', density: 0 }), use('a', { git: 'kept', density: 50 })],
    ...[use('b', { density: null }), use('c', { git: 'reverted' }), use('d')],
    use('e', { episodeId: null, git: 'kept' }),
  ]
  const report = gitGain(uses)
  expect(report.served).toEqual({ episodes: 4, known: 2, kept: 1 })
  expect(report.rungs.map(({ from, upto, served }) => [from, upto, served])).toEqual([
    [0, 1, { episodes: 1, known: 1, kept: 1 }],
    [10, 100, { episodes: 2, known: 1, kept: 0 }],
  ])
})

it('tells a gain only where episodes were withheld at random, each rung by its own', () => {
  const alone = gitGain(many(40, 's', () => ({ git: 'kept', propensity: 1 })))
  expect(alone.effect).toBeNull()
  const report = gitGain([
    ...many(40, 's', (i) => ({ git: i < 30 ? 'kept' : 'reverted' })),
    ...many(20, 'w', (i) => ({ git: i < 5 ? 'kept' : 'reverted', ...held })),
    ...many(12, 'few', () => ({ git: 'kept', density: 5 })),
  ])
  expect(report.rungs.map(({ from, effect }) => [from, effect?.difference?.pp ?? null])).toEqual([
    [1, null],
    [10, 50],
  ])
  expect(report.withheld).toEqual({ episodes: 20, known: 20, kept: 5 })
})
