import { expect, it } from 'vitest'
import { wilsonInterval } from '../statistics/proportion.ts'
import { isTrusted, judgedShare, trustOf } from './quality.ts'

const own = (count: number, n: number) => ({ count, n, share: count / n, interval: wilsonInterval(count, n) })

it('a detector of whose findings too few were judged proposes nothing, nor one that was wrong more than once in five', () => {
  expect(judgedShare('risky', null)).toBeNull()
  expect(isTrusted('risky', null)).toBe(false)
  expect(isTrusted('contradiction', null)).toBe(false)
  // Ours: 1 of 1.
  expect(isTrusted('near-duplicate', null)).toBe(false)
  expect(isTrusted('near-duplicate', own(1, 1))).toBe(false)
  expect(isTrusted('near-duplicate', own(2, 2))).toBe(true)
  // An open one keeps its entry from being served, right or wrong.
  expect(isTrusted('secret', own(0, 9))).toBe(true)
  expect(isTrusted('risky', own(8, 10))).toBe(true)
  expect(isTrusted('risky', own(7, 10))).toBe(false)
})

it('findings judged here count with those that came with Loupe', () => {
  expect(judgedShare('vague', own(4, 4))).toMatchObject({ count: 29, n: 40 })
  expect(isTrusted('vague', own(64, 64))).toBe(true)
})

it('a rule that was judged and wrong too often is told from one that was judged too seldom', () => {
  expect([trustOf('contradiction', null), trustOf('risky', null), trustOf('secret', null)]).toEqual([
    'wrong',
    'untested',
    'trusted',
  ])
})
