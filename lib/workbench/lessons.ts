import type { Category } from '../memory/category.ts'
import { isCategory } from '../memory/category.ts'
import type { Description, Experience } from '../memory/entry.ts'
import { injectedMessage, rawMessage } from '../retrieval/injection.ts'
import type { Attempt } from './agent.ts'
import type { Bench } from './bench.ts'
import { extractLessons } from './extract-lessons.ts'
import { WORKBENCH_EXTRACTOR } from './names.ts'
import { trajectoryOf } from './record.ts'

/** A lesson as a store of the workbench holds it: the entry's triple, what an agent would be told, and where it comes from. */
export interface Lesson {
  /** Sorts by creation. */
  id: string
  category: Category
  description: Description
  experience: Experience
  /** The message with e, and the one with the raw steps. */
  message: string
  rawMessage: string
  episodeId: string
  instanceId: string
  repo: string
  /** Place of its episode in the training order or the stream, from 0. */
  position: number
}

/** An attempt that was learned from. */
export interface LearnedEpisode {
  episodeId: string
  instanceId: string
  repo: string
  position: number
  /** The report: what instance memory is keyed by. */
  text: string
  lessons: readonly Lesson[]
}

/** Lessons that one attempt leaves behind. */
export function learnFrom(bench: Bench, { steps }: Pick<Attempt, 'steps'>, position: number): LearnedEpisode {
  const trajectory = trajectoryOf(bench, steps)
  const episodeId = `ep_${String(position).padStart(6, '0')}`
  const source = { episodeId, instanceId: bench.taskId, repo: bench.library, position }
  const lessons = extractLessons(trajectory).flatMap(({ segment, description, experience }, i): Lesson[] => {
    const { category, fromStep, toStep } = segment
    if (experience === null || !isCategory(category)) return []
    const id = `m_${String(position).padStart(6, '0')}${String(i).padStart(3, '0')}`
    const entry = {
      id,
      category,
      experience,
      instanceId: bench.taskId,
      extractor: WORKBENCH_EXTRACTOR,
    }
    const own = trajectory.steps.filter(({ n }) => n >= fromStep && n <= toStep)
    return [
      {
        ...source,
        id,
        category,
        description,
        experience,
        message: injectedMessage(entry),
        rawMessage: rawMessage(entry, own),
      },
    ]
  })
  return { ...source, text: bench.report, lessons }
}
