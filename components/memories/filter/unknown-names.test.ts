import { expect, it } from 'vitest'
import { DETECTOR_NAMES } from '@/lib/memory/findings/finding.ts'
import { unknownNames } from './unknown-names.ts'

const known = {
  flag: [
    { value: 'empty-check', count: 9 },
    { value: 'leak: path', count: 4 },
    { value: 'leak: url', count: 2 },
  ],
  finding: [{ value: 'vague', count: 34 }],
}

it('names a flag that no entry has, with the flags there are and the detector of that name', () => {
  expect(unknownNames('category:EDIT -flag:vague', known)).toBe(
    'No flag of the extractor is named “vague”; here are empty-check and leak. A detector is: finding:vague, 34\u00a0entries.',
  )
  expect(unknownNames('flag:lea', known)).toBe(
    'No flag of the extractor is named “lea”; here are empty-check and leak.',
  )
  expect(unknownNames('flag:vague', { flag: [], finding: [] })).toBe(
    'No flag of the extractor is named “vague”; no entry here has one. A detector is: finding:vague, 0\u00a0entries.',
  )
})

it('names a detector that does not exist', () => {
  const words = unknownNames('(finding:leaks OR a)', known)
  expect(words).toContain('There is no detector “leaks”')
  for (const name of DETECTOR_NAMES) expect(words).toContain(name)
})

it('says nothing of what is known, of patterns, and of a search that cannot be read', () => {
  for (const text of [
    '',
    'words',
    'flag:LEAK',
    'flag:"leak: path"',
    'flag:va*',
    'finding:leak',
    'flag:',
    'x:y flag:no',
  ])
    expect(unknownNames(text, known)).toBeNull()
})
