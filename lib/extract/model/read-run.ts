import type { Segment } from '../../memory/entry.ts'
import { localNamesOf } from '../local-names.ts'
import type { LessonsAnswer } from './answers.ts'
import { checkLesson, type Lesson } from './check-lesson.ts'
import type { LessonsPrompt } from './prompts/lessons.ts'
import { type Asked, lessonRequests, retryRequest } from './requests.ts'
import type { RunToRead } from './show-run.ts'

/** Name of this extractor; the model's own name and the prompt's version are recorded with its answers. */
export const MODEL_EXTRACTOR = 'model-v3'

/** What a model made of a whole run. */
export type RunLessons = {
  lessons: Lesson[]
  /** Lessons that stayed faulty, by their stage, from 0, and why; a stage that the run does not have counts as its first. */
  refused: { stage: number; because: string }[]
  /** The run's stages with the categories that the model corrected. */
  segments: Segment[]
}

/** The value that was answered to a request, or null while there is none. */
export type AnswerOf = (asked: Asked<unknown>) => unknown | null

/**
 * Either the next request that needs an answer, or what came of a run. Pure: whoever calls it gets the answers and calls again, so that
 * a kill, a cap or a person in between changes nothing. A faulty answer is sent back once, with its faults named; what is faulty in
 * the second is refused, and the rest kept.
 */
export function readRun(
  run: RunToRead,
  answerOf: AnswerOf,
  prompt?: LessonsPrompt,
): { need: Asked<unknown> } | { done: RunLessons } {
  const parts: RunLessons[] = []
  for (const asked of lessonRequests(run, prompt)) {
    const first = answerOf(asked)
    if (first === null) return { need: asked }
    let answer = asked.schema.parse(first)
    const { faults } = check(run, answer)
    if (faults.length > 0) {
      const again = retryRequest(asked, answer, faults)
      const second = answerOf(again)
      if (second === null) return { need: again }
      answer = asked.schema.parse(second)
    }
    parts.push(check(run, answer).read)
  }
  return { done: merged(run, parts) }
}

function check(run: RunToRead, answer: LessonsAnswer): { read: RunLessons; faults: string[] } {
  const faults: string[] = []
  const segments = [...run.segments]
  for (const { subtask, category } of answer.stages) {
    const segment = segments[subtask - 1]
    if (segment) segments[subtask - 1] = { ...segment, category }
    else faults.push(`there is no stage ${subtask} to correct; the run has ${segments.length}`)
  }
  const { own } = localNamesOf(run.trajectory)
  const read: RunLessons = { lessons: [], refused: [], segments }
  for (const [i, one] of answer.lessons.entries()) {
    const result = checkLesson(one, run, own)
    if ('lesson' in result) read.lessons.push(result.lesson)
    else {
      faults.push(...result.faults.map((fault) => `lesson ${i + 1}: ${fault}`))
      const stage = segments[one.subtask - 1] ? one.subtask - 1 : 0
      read.refused.push({ stage, because: result.faults.join('; ') })
    }
  }
  return { read, faults }
}

/** Both parts of a long run as one. Of two lessons for one stage that cite a step in common the one of more worth stays. */
function merged({ segments }: RunToRead, parts: readonly RunLessons[]): RunLessons {
  const lessons: Lesson[] = []
  for (const [part, { lessons: found }] of parts.entries())
    for (const lesson of found) {
      const twin = part === 0 ? -1 : lessons.findIndex((one) => citesTheSame(one, lesson))
      if (twin < 0) lessons.push(lesson)
      else if ((lessons[twin]?.worth ?? 0) < (lesson.worth ?? 0)) lessons[twin] = lesson
    }
  return {
    lessons: lessons.sort((a, b) => a.stage - b.stage),
    refused: parts.flatMap(({ refused }) => refused),
    segments: segments.map(
      (segment, i) =>
        parts.map((part) => part.segments[i]).findLast((one) => one?.category !== segment.category) ??
        segment,
    ),
  }
}

function citesTheSame(a: Lesson, b: Lesson): boolean {
  const steps = new Set(a.citations.map(({ span }) => span.step))
  return a.stage === b.stage && b.citations.some(({ span }) => steps.has(span.step))
}
