import fc from 'fast-check'
import { expect, it } from 'vitest'
import { descriptionText } from '@/lib/memory/subtask.ts'
import { intentText } from './intent-text.ts'

it('an intent reads in the browser exactly as it is embedded on the server', () => {
  fc.assert(
    fc.property(
      fc.record({ objective: fc.string(), keywords: fc.array(fc.string(), { maxLength: 4 }) }),
      (d) => {
        expect(intentText(d)).toBe(descriptionText(d))
      },
    ),
  )
})
