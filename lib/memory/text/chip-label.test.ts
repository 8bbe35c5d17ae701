import { expect, it } from 'vitest'
import { chipLabel } from './words.ts'

it('leaves the category to its mark', () => {
  expect(chipLabel({ label: 'Cursor pagination, under REPRODUCE', category: 'REPRODUCE' })).toBe(
    'Cursor pagination',
  )
  expect(chipLabel({ label: 'Cursor pagination REPRODUCE', category: 'REPRODUCE' })).toBe('Cursor pagination')
  expect(chipLabel({ label: 'Nothing here fits', category: 'EDIT' })).toBe('Nothing here fits')
  expect(chipLabel({ label: 'Stand under', category: undefined })).toBe('Stand under')
})
