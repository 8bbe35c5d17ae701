import { expect, it } from 'vitest'
import { clampStep } from './clamp-step.ts'

it('an address leads to a step that is there', () => {
  const asked = (step: string | null) => clampStep(step, 91)
  expect(asked(null)).toEqual({ step: 1, isCorrected: false })
  expect(asked('42')).toEqual({ step: 42, isCorrected: false })
  expect(asked('9999')).toEqual({ step: 91, isCorrected: true })
  for (const wrong of ['0', '-3', 'abc', ''])
    expect(asked(wrong), wrong).toEqual({ step: 1, isCorrected: true })
  expect(clampStep('1', 0)).toEqual({ step: 1, isCorrected: false })
})
