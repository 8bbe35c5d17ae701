import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { gradeFirstLessons, gradeKey, type LessonGrade, readLessonGrades } from './lesson-grades.ts'

const lesson = (instanceId: string) => ({ extractor: 'model-v1', instanceId, fromStep: 1, toStep: 2 })
const grade = (query: string, instanceId: string, value: number, misleads = false): LessonGrade => ({
  query,
  ...lesson(instanceId),
  grade: value,
  misleads,
  reader: 'r',
})
const GRADES = [grade('q1', 'a', 3), grade('q1', 'b', 1), grade('q2', 'a', 2), grade('q2', 'b', 0, true)]
const ask = (first: (string | null)[], second: (string | null)[]) =>
  gradeFirstLessons(
    ['q1', 'q2', 'q3'],
    [
      { strategy: 'one', lessons: first.map((id) => id && lesson(id)) as never },
      { strategy: 'two', lessons: second.map((id) => id && lesson(id)) as never },
    ],
    GRADES,
    { seed: 1, resamples: 500 },
  )

it('counts a first lesson as help from grade 2 on, over the questions that have grades', () => {
  const { rows, paired } = ask(['a', 'a', 'a'], ['b', 'b', 'b'])
  expect(rows.map(({ n, helps, misleads, meanGrade }) => [n, helps, misleads, meanGrade])).toEqual([
    [2, 1, 0, 2.5],
    [2, 0, 0.5, 0.5],
  ])
  expect(paired).toEqual([
    { a: 'one', b: 'two', difference: 1, low: expect.closeTo(2 * Math.sqrt(0.025) - 1, 12), high: 1 },
  ])
})

it('says how many first lessons nobody graded, and for how many nothing was found, and takes neither for help', () => {
  const { rows } = ask(['a', 'c', null], ['b', null, null])
  expect(rows.map(({ ungraded, empty, helps }) => [ungraded, empty, helps])).toEqual([
    [1, 0, 0.5],
    [0, 1, 0],
  ])
})

it('takes what nobody read for neither harmless nor worthless: misleads and mean grade are of the graded', () => {
  const { rows } = ask([null, 'b', null], ['c', 'b', null])
  expect(rows.map(({ misleads, meanGrade }) => [misleads, meanGrade])).toEqual([
    [1, 0],
    [1, 0],
  ])
})

it('names the line of a file that is no grade', () => {
  expect(() => readLessonGrades('{"query":"q"}', 'g.jsonl')).toThrow(/g\.jsonl:1/)
})

it('reads grades with empty lines, and with the line ends and the mark of byte order of another system', () => {
  const line = JSON.stringify({ query: 'q', extractor: 'e', instanceId: 'i', grade: 3, reader: 'r' })
  const grades = readLessonGrades(`\ufeff${line}\r\n\r\n${line}\r\n`, 'g.jsonl')
  expect(grades).toEqual([grades[0], grades[0]])
  expect(grades[0]).toMatchObject({ grade: 3, misleads: false })
})

it.each([
  ['a grade of 4', { grade: 4 }],
  ['a grade between two', { grade: 1.5 }],
  ['step 0', { fromStep: 0 }],
  ['no extractor', { extractor: '' }],
  ['a category that is none', { category: 'OTHER' }],
])('reads no line with %s', (_, change) => {
  const line = { query: 'q', extractor: 'e', instanceId: 'i', grade: 3, reader: 'r' }
  const text = [line, { ...line, ...change }].map((one) => JSON.stringify(one)).join('\n')
  expect(() => readLessonGrades(text, 'g.jsonl')).toThrow(
    expect.objectContaining({ code: 'bad-grade', place: 'g.jsonl:2' }),
  )
})

it('tells lessons of one run apart by their extractor and their steps, whole runs by having none', () => {
  const lesson = { extractor: 'e', instanceId: 'i', fromStep: 2, toStep: 5 }
  const { fromStep: _from, toStep: _to, ...whole } = lesson
  const keys = [
    lesson,
    { ...lesson, extractor: 'f' },
    { ...lesson, toStep: 6 },
    { ...lesson, instanceId: 'j' },
    whole,
  ].map((one) => gradeKey('q', one))
  expect(new Set([...keys, gradeKey('r', lesson)]).size).toBe(6)
  expect(gradeKey('q', { ...lesson })).toBe(keys[0])
})

it('tells two lessons of one stage apart by their titles, where the grade names one', () => {
  const graded = (title: string, value: number) => ({ ...grade('q1', 'a', value), title })
  const { rows } = gradeFirstLessons(
    ['q1'],
    ['one', 'two', 'three'].map((title) => ({ strategy: title, lessons: [{ ...lesson('a'), title }] })),
    [graded('one', 3), graded('two', 0)],
    { seed: 1, resamples: 100 },
  )
  expect(rows.map(({ helps, ungraded }) => [helps, ungraded])).toEqual([
    [1, 0],
    [0, 0],
    [0, 1],
  ])
})

it('reads the grades that the sample ships: at least 120 questions, every grade of one reader', () => {
  const grades = readLessonGrades(
    readFileSync('prisma/sample/lesson-grades.jsonl', 'utf8'),
    'lesson-grades.jsonl',
  )
  expect(new Set(grades.map(({ query }) => query)).size).toBeGreaterThanOrEqual(120)
  expect(grades).toHaveLength(1242)
})
