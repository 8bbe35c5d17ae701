import { expect, it } from 'vitest'
import type { LessonGrade } from '../retrieval/lesson-grades.ts'
import type { ReplayReport } from '../retrieval/replay.ts'
import { measureFilter } from './category-filter.ts'

it('asks the questions that have grades, in the labelled category, and only those', async () => {
  const grade = (query: string): LessonGrade => ({
    query,
    extractor: 'x',
    instanceId: 'i',
    grade: 3,
    misleads: false,
    reader: 'r',
  })
  const question = (id: string, category?: 'EDIT') => ({
    id,
    text: id,
    relevant: ['i'],
    ...(category ? { category } : {}),
  })
  let asked: string[] = []
  const report = await measureFilter(
    [question('graded', 'EDIT'), question('not graded', 'EDIT'), question('no category')],
    [grade('graded'), grade('no category')],
    async ({ queries, strategies }) => {
      asked = queries.map(({ id }) => id)
      return {
        strategies: strategies.map((strategy) => ({ strategy, n: 7, mrr: 0.5, ci: { mrr: [0.4, 0.6] } })),
        paired: [],
        lessons: { rows: strategies.map((strategy) => ({ strategy, n: 9 })), paired: [] },
      } as unknown as ReplayReport
    },
  )
  expect(asked).toEqual(['graded'])
  expect(report).toMatchObject({ gradeCount: 2, readers: ['r'] })
  // Graded are 9 of these, a run answers 7: each figure stands with its own.
  expect(report?.rows.map(({ n, answerable }) => [n, answerable])).toEqual([
    [9, 7],
    [9, 7],
    [9, 7],
  ])
  expect(
    await measureFilter([question('a', 'EDIT')], [], async () => {
      throw new Error('not asked')
    }),
  ).toBeNull()
})
