import { expect, it } from 'vitest'
import { boundaryAgreement, cohenKappa } from './agreement.ts'

it('computes the kappa of a worked example', () => {
  // 20 of 50 both yes, 15 both no, 5 + 10 apart: observed 0.7, by chance 0.5
  const a = [...Array(25).fill('y'), ...Array(25).fill('n')]
  const b = [...Array(20).fill('y'), ...Array(5).fill('n'), ...Array(10).fill('y'), ...Array(15).fill('n')]
  expect(cohenKappa(a, b)).toBeCloseTo(0.4, 12)
})

it('has no kappa where chance alone agrees', () => {
  expect(cohenKappa(['y', 'y'], ['y', 'y'])).toBeNull()
  expect(cohenKappa([], [])).toBeNull()
})

it('matches each boundary once, within the tolerance', () => {
  expect(boundaryAgreement([3, 8], [4, 8, 9], 0)).toMatchObject({ matched: 1, f1: 0.4 })
  expect(boundaryAgreement([3, 8], [4, 8, 9], 1)).toMatchObject({ matched: 2, f1: 0.8 })
})
