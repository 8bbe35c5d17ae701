import { expect, it } from 'vitest'
import type { TransferReport } from '@/lib/memory/views/curation.ts'
import { transferRows, transferSentence, writtenCount } from './prepare-transfer.ts'

const report: TransferReport = {
  dryRun: true,
  policy: 'skip',
  new: 3,
  same: 2,
  conflicting: 1,
  suppressed: 4,
  added: [],
  sames: [],
  conflicts: [{ line: 5, entryId: 'm_1', title: 'Copy first' }],
  keptOut: [],
  revision: null,
}

it('announces the conflicting ones only where the policy writes them', () => {
  expect(writtenCount(report, 'skip')).toBe(3)
  expect(writtenCount(report, 'replace')).toBe(4)
  expect(writtenCount(report, 'keep-both')).toBe(4)
})

it('says what becomes of every line of the file', () => {
  const all = transferRows(report).reduce((sum, { count }) => sum + count, 0)
  expect(all).toBe(10)
  expect(transferSentence({ ...report, policy: 'replace' }).replaceAll('\u00a0', ' ')).toBe(
    '3 new entries, 1 replaced, 2 here already and 4 kept out.',
  )
})

it('leaves out what there is none of', () => {
  expect(transferSentence({ ...report, same: 0, conflicting: 0, suppressed: 0 })).not.toContain('0')
})
