import { expect, it } from 'vitest'
import { rootOf, undoQuestion } from './undo-question.ts'

const row = { revision: 7, entryCount: 638, reason: null, undoes: null }
const asked = (verb: string, more = {}) => undoQuestion({ ...row, ...more }, { verb, stands: true })

it('asks before a whole import and a change of extractor are taken back, and before nothing else', () => {
  expect(asked('import-entries')?.act).toMatch(/^Retire 638\sentries$/)
  expect(asked('serve')?.act).toMatch(/^Change 638\sentries back$/)
  expect(asked('serve', { entryCount: 0 })).toBeNull()
  expect(asked('retire')).toBeNull()
})

it('asks before an undo of either is undone, with what that does, however long the chain is', async () => {
  const chain = (verb: string) =>
    new Map([
      [7, { ...row, verb }],
      [8, { ...row, verb: 'undo', revision: 8, undoes: 7 }],
      [9, { ...row, verb: 'undo', revision: 9, undoes: 8 }],
    ])
  const actOf = async (verb: string, revision: number) => {
    const rows = chain(verb)
    const change = rows.get(revision) ?? { ...row, verb }
    const question = undoQuestion(change, await rootOf(change, async (one) => rows.get(one) ?? null))
    return question?.act.replace(/\s/g, ' ')
  }
  expect(await actOf('import-entries', 7)).toBe('Retire 638 entries')
  expect(await actOf('import-entries', 8)).toBe('Bring 638 entries back')
  expect(await actOf('import-entries', 9)).toBe('Retire 638 entries')
  expect(await actOf('serve', 8)).toBe('Change 638 entries back')
  expect(await actOf('retire', 8)).toBeUndefined()
})
