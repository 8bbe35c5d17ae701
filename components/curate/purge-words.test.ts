import { expect, it } from 'vitest'
import { purgedWords } from './purge-words.ts'

const clean = {
  retrievalCount: 0,
  studyCount: 0,
  otherCount: 0,
  searchedTexts: 1,
  files: [{ name: 'loupe.db', found: 0 }],
  backupsHolding: [],
}

it('a purge says what it found, which backups hold the entry, and how many rows had quoted it', () => {
  expect(purgedWords(clean)).toBe('Purged. Its texts are in no file of the store.')
  expect(purgedWords({ ...clean, retrievalCount: 2, studyCount: 1, otherCount: 4 })).toBe(
    'Purged. Its texts are in no file of the store. A marker stands for them in 2\u00a0kept retrievals, 1\u00a0study and 4\u00a0other rows (reasons, notes, samples and the like).',
  )
  expect(purgedWords({ ...clean, files: [{ name: 'loupe.db', found: 2 }], backupsHolding: ['a.db'] })).toBe(
    'Purged. Texts were still found 2\u00a0times; 1\u00a0backup still holds it.',
  )
})

it('says of texts that were not looked for no word about where they are not', () => {
  expect(purgedWords({ ...clean, searchedTexts: 0 })).toBe(
    'Purged. No text of it was left to look for in the files.',
  )
})
