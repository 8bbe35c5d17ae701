import { expect, it } from 'vitest'
import { type WallReport, wallSentence } from '../../memory/audit/wall-audit.ts'
import type { LessonGrade } from '../../studies/retrieval/lesson-grades.ts'
import type { ReplayReport } from '../../studies/retrieval/replay.ts'
import { measureWall } from './measure-wall.ts'

const row = (strategy: string, helps: number, ungraded = 0) => ({
  strategy,
  n: 100,
  helps,
  empty: 0,
  ungraded,
  ci: null,
  misleads: 0,
  meanGrade: null,
  mrr: 0.4,
  answerable: 80,
  mrrCi: null,
})
const pair = (difference: number, low: number, high: number) => ({
  a: 'subtask',
  b: 'global',
  difference,
  low,
  high,
})
const wall = (change: Partial<WallReport>): WallReport => ({
  rows: [row('subtask', 0.5), row('global', 0.3)],
  paired: [pair(0.2, 0.1, 0.3)],
  pairedMrr: [pair(0.01, -0.05, 0.07)],
  gradeCount: 10,
  readers: ['reader-1'],
  ...change,
})

it('says what the wall is worth, and that labels by run cannot see it', () => {
  expect(wallSentence(wall({}))).toBe(
    'With the true category, as labelled, the wall pays: the first lesson helps in 50 % of 100 questions behind it, in 30 % without (+0.20, +0.10 to +0.30); mean reciprocal rank over runs, 80 answerable questions, cannot see it (+0.01, −0.05 to +0.07).',
  )
  expect(wallSentence(wall({ paired: [pair(0.1, -0.1, 0.3)] }))).toMatch(
    /^Cannot tell what the wall is worth with the true category:/,
  )
  expect(wallSentence(wall({ paired: [pair(-0.2, -0.3, -0.1)] }))).toMatch(
    /^Even with the true category, as labelled, the wall costs:/,
  )
})

it('says nothing where too many first lessons were never graded', () => {
  expect(wallSentence(wall({ rows: [row('subtask', 0.5, 5), row('global', 0.3, 40)] }))).toMatch(
    /^Cannot tell: nobody graded 5 of 100 first lessons of subtask and 40 of 100/,
  )
  expect(wallSentence(wall({ rows: [] }))).toMatch(/^Cannot tell/)
})

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
  const report = await measureWall(
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
    await measureWall([question('a', 'EDIT')], [], async () => {
      throw new Error('not asked')
    }),
  ).toBeNull()
})
