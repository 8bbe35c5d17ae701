import { describe, expect, it } from 'vitest'
import { meanOutcomes } from '../../statistics/compare.ts'
import { runOf } from './fixtures/run.ts'
import {
  knownOutcomes,
  meanCosts,
  repositoriesOf,
  resolvedShare,
  runWords,
  settingOf,
  settingWords,
} from './run.ts'

describe('runs', () => {
  it('are means over those that know an instance; what nobody knows is missing', () => {
    const runs = [
      runOf({}, { a: true, b: null, c: false }, { cost: 1 }),
      runOf({}, { a: false, b: null, c: false, d: true }, { cost: 2 }),
      runOf({}, { a: true }),
    ]
    expect([...meanOutcomes(runs.map(knownOutcomes))]).toEqual([
      ['a', 2 / 3],
      ['c', 0],
      ['d', 1],
    ])
    expect([...meanCosts(runs)]).toEqual([
      ['a', 1.5],
      ['b', 1.5],
      ['c', 1.5],
      ['d', 2],
    ])
    expect(runs.map(resolvedShare)).toEqual([1 / 2, 1 / 3, 1])
    expect(resolvedShare(runOf({}, { a: null }))).toBeNull()
  })

  it('stand in one setting where nothing but arm and seed differs', () => {
    const names = { backbone: 'GPT-5', scaffold: 'mini', version: '1.7.0', seed: '3', arm: 'subtask' }
    expect(runWords(names)).toBe('subtask · GPT-5 · mini 1.7.0 · seed 3')
    expect(settingWords({ backbone: null, scaffold: null, version: null })).toBe('setting not reported')
    expect(settingWords({ backbone: '', scaffold: null, version: '2' })).toBe('2')
    expect(settingOf({ ...names, version: null })).not.toBe(settingOf({ ...names, version: 'null' }))
  })

  it.each([
    ['mini', 'django__django-11099', 'django__django'],
    [null, 'plain', 'plain'],
    ['workbench recurring', 'queues-assignSeats-wrong-key-1', 'queues'],
  ])('of %s, %s is of %s', (scaffold, id, repository) => {
    expect(repositoriesOf({ backbone: null, scaffold, version: null })(id)).toBe(repository)
  })
})
