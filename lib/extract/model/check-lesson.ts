import type { Category } from '../../memory/category.ts'
import type { Citation, Description, Experience } from '../../memory/entry.ts'
import { EXPERIENCE_PARTS, EXPERIENCE_WORD_LIMIT, experienceWordCount } from '../../memory/experience.ts'
import type { Trajectory } from '../../memory/trajectory.ts'
import { scanLeaks } from '../leak-scan.ts'
import type { LessonAnswer } from './answers.ts'
import { findQuote } from './find-quote.ts'
import type { RunToRead } from './show-run.ts'

/** Longest texts of an answer, words; some more than the prompt asks for. Ours. */
const MAX_WORDS = { objective: 30, title: 15 } as const
const KEYWORDS = { least: 3, most: 6 } as const
const LEAST_QUOTED_WORDS = 2

/** A lesson in the store's own terms. */
export type Lesson = {
  /** Null where nobody said. */
  worth: number | null
  cure: LessonAnswer['cure'] | null
  /** Its stage, from 0. */
  stage: number
  category: Category
  description: Description
  experience: Experience
  citations: Citation[]
}

/** What an answer becomes, or what is wrong with it in sentences that a model can act on. `own`: the package under repair. */
export function checkLesson(
  answer: LessonAnswer,
  { trajectory, segments }: RunToRead,
  own: string | null,
): { lesson: Lesson } | { faults: string[] } {
  const texts = { ...answer, check: answer.check ?? '' }
  const { citations, missing } = checkCites(texts, trajectory)
  const faults = [
    ...(segments[answer.subtask - 1]
      ? []
      : [`there is no stage ${answer.subtask}; the run has ${segments.length}`]),
    ...faultsOfForm(texts),
    ...faultsOfLeaks(texts, own),
    ...missing,
  ]
  if (faults.length > 0) return { faults }
  return {
    lesson: {
      stage: answer.subtask - 1,
      category: answer.category,
      worth: answer.worth,
      cure: answer.cure,
      description: {
        objective: answer.objective.trim(),
        keywords: answer.keywords.map((word) => word.trim().toLowerCase()),
      },
      experience: {
        title: answer.title.trim(),
        kind: answer.kind,
        when: answer.when.trim(),
        do: answer.do.trim(),
        because: answer.because.trim(),
        check: texts.check.trim(),
      },
      citations,
    },
  }
}

type Texts = LessonAnswer & { check: string }

function faultsOfForm(answer: Texts): string[] {
  const faults: string[] = []
  for (const part of ['objective', 'title', 'when', 'do', 'because'] as const)
    if (answer[part].trim() === '') faults.push(`${part} is empty`)
  const all = experienceWordCount(answer)
  if (all > EXPERIENCE_WORD_LIMIT)
    faults.push(
      `title, when, do, because and check have ${all} words together; at most ${EXPERIENCE_WORD_LIMIT}`,
    )
  for (const part of ['objective', 'title'] as const)
    if (wordsIn(answer[part]) > MAX_WORDS[part])
      faults.push(`${part} has ${wordsIn(answer[part])} words; at most ${MAX_WORDS[part]}`)
  const { length } = answer.keywords.filter((word) => word.trim() !== '')
  if (length < KEYWORDS.least || length > KEYWORDS.most || length < answer.keywords.length)
    faults.push(`there are ${length} keywords; ${KEYWORDS.least} to ${KEYWORDS.most} are asked for`)
  return faults
}

function faultsOfLeaks(answer: Texts, own: string | null): string[] {
  const texts = { ...answer, keywords: answer.keywords.join(', ') }
  return (['objective', 'keywords', 'title', ...EXPERIENCE_PARTS] as const).flatMap((part) =>
    scanLeaks(texts[part], own).map(
      ({ type, text }) => `${part} holds "${text}", which looks like a ${LOCAL_NAME[type]} of this instance`,
    ),
  )
}

const LOCAL_NAME = {
  path: 'path or file name',
  line: 'line number',
  identifier: 'name from the code',
  instance: 'task id',
  secret: 'secret',
  url: 'web address',
  number: 'number',
} as const

function checkCites({ cites }: LessonAnswer, trajectory: Trajectory) {
  const citations: Citation[] = []
  const missing: string[] = []
  for (const { part, step, quote } of cites) {
    const cited = trajectory.steps.find(({ n }) => n === step)
    const span = cited && wordsIn(quote) >= LEAST_QUOTED_WORDS ? findQuote(cited, quote) : null
    if (span) citations.push({ part, span })
    else missing.push(`"${quote}" does not stand word for word in step ${step}, or is too short`)
  }
  for (const part of ['when', 'because'] as const)
    if (!citations.some((one) => one.part === part))
      missing.push(`${part} has no citation that stands in the steps`)
  return { citations, missing }
}

function wordsIn(text: string): number {
  return text.trim().split(/\s+/).length
}
