import { expect, test } from 'vitest'
import { presentedBody } from './use-present-scale.ts'

test('presenting, the type takes the same share of every screen: 32 px of 1920', () => {
  expect(presentedBody(1920, 1080)).toBeCloseTo(32)
  expect(presentedBody(1280, 720) / 1280).toBeCloseTo(32 / 1920)
  expect(presentedBody(3840, 2160)).toBeCloseTo(64)
})

test('a flat or a small window keeps the type readable', () => {
  expect(presentedBody(1920, 600)).toBeCloseTo(20)
  expect(presentedBody(390, 844)).toBe(20)
})
