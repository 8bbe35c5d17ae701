import { z } from 'zod'
import { categorySchema, type MemoryEntry } from '../../memory/entry.ts'
import { UserError } from '../../memory/errors.ts'
import { compareArms, type Drawing, estimate } from '../../memory/statistics/compare.ts'
import { mean } from '../../memory/statistics.ts'
import { HELPS_FROM, type LessonPair, type LessonRow } from '../../memory/studies/category-filter.ts'
import { readJsonLines } from '../../memory/text/json-lines.ts'
import type { StrategyRun } from './figures.ts'

/** What a reader who knew neither maker nor way gave one lesson for one question. A lesson is named by its run, stage and extractor. */
export const lessonGradeSchema = z.object({
  query: z.string().min(1).max(200),
  category: categorySchema.optional(),
  extractor: z.string().min(1).max(200),
  instanceId: z.string().min(1).max(300),
  /** Absent for what is kept of a whole run. */
  fromStep: z.number().int().min(1).optional(),
  toStep: z.number().int().min(1).optional(),
  /** Tells the lessons of one stage apart; absent where its extractor makes one a stage. */
  title: z.string().min(1).max(200).optional(),
  grade: z.number().int().min(0).max(3),
  misleads: z.boolean().default(false),
  reader: z.string().max(80),
})
export type LessonGrade = z.infer<typeof lessonGradeSchema>

/** The lesson that an entry is, as grades name it. */
export type LessonName = Pick<LessonGrade, 'extractor' | 'instanceId' | 'fromStep' | 'toStep' | 'title'>

/** An entry as grades name it; null of one that came from no run. */
export function lessonNameOf({
  extractor,
  instanceId,
  fromStep,
  toStep,
  experience: { title },
}: Pick<MemoryEntry, 'extractor' | 'instanceId' | 'fromStep' | 'toStep' | 'experience'>): LessonName | null {
  return instanceId === null || fromStep === null || toStep === null
    ? null
    : { extractor, instanceId, fromStep, toStep, title }
}

/** Grades by question and lesson. */
export type LessonGrades = ReadonlyMap<string, LessonGrade>

export const gradeKey = (query: string, lesson: LessonName): string => {
  const { extractor, instanceId, fromStep = null, toStep = null, title = null } = lesson
  return JSON.stringify([query, extractor, instanceId, fromStep, toStep, title])
}

/** Reads JSON Lines. Throws UserError `bad-grade` that names the line. */
export function readLessonGrades(text: string, fileName: string): LessonGrade[] {
  return readJsonLines(text, lessonGradeSchema, ({ line, message }) => {
    const place = `${fileName}:${line}`
    return new UserError('bad-grade', `${place}: ${message}.`, {
      hint: 'A line is {"query", "extractor", "instanceId", "fromStep", "toStep", "grade": 0..3, "reader"}.',
      place,
    })
  })
}

/**
 * First lessons held against graded lessons: which way tells an agent something that helps at this stage. Labels by run cannot see the
 * category wall, since a lesson of the wrong stage of the right run counts there as found.
 */
export function gradeFirstLessons(
  queries: readonly string[],
  runs: readonly (Pick<StrategyRun, 'strategy'> & { lessons: readonly (LessonName | null)[] })[],
  grades: readonly LessonGrade[],
  { seed, resamples }: Omit<Drawing, 'clusters'>,
): { rows: LessonRow[]; paired: LessonPair[] } {
  const byKey: LessonGrades = new Map(grades.map((one) => [gradeKey(one.query, one), one]))
  const graded = new Set(grades.map(({ query }) => query))
  const places = queries.flatMap((query, i) => (graded.has(query) ? [{ query, i }] : []))
  const drawing = { seed, resamples, clusters: places.map(({ query }) => query) }
  const found = runs.map(({ strategy, lessons }) => ({
    strategy,
    empty: places.filter(({ i }) => !lessons[i]).length,
    grades: places.map(({ query, i }) => {
      const lesson = lessons[i]
      if (!lesson) return null
      const { title: _title, ...stage } = lesson
      return byKey.get(gradeKey(query, lesson)) ?? byKey.get(gradeKey(query, stage)) ?? null
    }),
  }))
  const helps = (one: LessonGrade | null): number => (one !== null && one.grade >= HELPS_FROM ? 1 : 0)
  const rows = found.map(({ strategy, empty, grades: own }): LessonRow => {
    const known = own.filter((one) => one !== null)
    const { n, mean: share, ci } = estimate(`${strategy} helps`, own.map(helps), drawing)
    return {
      ...{ strategy, n, empty, ungraded: own.length - known.length - empty, helps: share, ci },
      misleads: mean(known.map((one) => (one.misleads ? 1 : 0))),
      meanGrade: mean(known.map((one) => one.grade)),
    }
  })
  const [first, ...others] = found
  const paired = first
    ? others.flatMap(({ strategy, grades: theirs }): LessonPair[] => {
        const [a, b] = [first.grades.map(helps), theirs.map(helps)]
        const drawn = compareArms(`${first.strategy} ${strategy} helps`, a, b, drawing)
        if (drawn === null) return []
        const { difference, low, high } = drawn
        return [{ a: first.strategy, b: strategy, difference, low, high }]
      })
    : []
  return { rows, paired }
}
