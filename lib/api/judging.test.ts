import { describe, expect, it } from 'vitest'
import type { Core } from './core.ts'
import { run } from './run.ts'

describe('judging', () => {
  const pair = { task: null, doneCount: 0, totalCount: 0 }
  const judge = async (judgement: unknown) => {
    const asked: unknown[] = []
    const note = (way: string) => async (input: unknown) => {
      asked.push([way, input])
      return pair
    }
    const judging = { nextPair: note('nextPair'), judge: note('judge'), takeBack: note('takeBack') }
    await run('judge', { runId: 'r', by: 'Mara', judgement }, { judging } as unknown as Core)
    return asked
  }
  const next = ['nextPair', { runId: 'r', by: 'Mara' }]
  it.each([
    { says: 'only asks for the next pair where there is no grade', judgement: null, asks: [next] },
    {
      says: 'keeps a grade first, 0 too',
      judgement: { queryId: 'q', entryId: 'e', grade: 0 },
      asks: [['judge', { runId: 'r', by: 'Mara', queryId: 'q', entryId: 'e', grade: 0 }], next],
    },
    {
      says: 'takes the last grade back first',
      judgement: 'take-back',
      asks: [['takeBack', { runId: 'r', by: 'Mara' }], next],
    },
  ])('$says', async ({ judgement, asks }) => {
    expect(await judge(judgement)).toEqual(asks)
  })

  it.each([4, -1, 1.5])('knows no grade %d', async (grade) => {
    await expect(judge({ queryId: 'q', entryId: 'e', grade })).rejects.toThrow()
  })
})
