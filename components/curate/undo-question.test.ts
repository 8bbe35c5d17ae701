import { expect, it } from 'vitest'
import { undoQuestion } from './undo-question.ts'

it('asks before a whole import and a change of extractor are taken back, and before nothing else', () => {
  const row = { revision: 7, entryCount: 638, reason: null }
  expect(undoQuestion({ ...row, verb: 'import-entries' })?.act).toMatch(/^Retire 638\sentries$/)
  expect(undoQuestion({ ...row, verb: 'serve' })?.act).toMatch(/^Change 638\sentries back$/)
  expect(undoQuestion({ ...row, verb: 'serve', entryCount: 0 })).toBeNull()
  expect(undoQuestion({ ...row, verb: 'retire' })).toBeNull()
})
