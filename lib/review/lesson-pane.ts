import { EXPERIENCE_PARTS, type ExperiencePart } from '../memory/experience.ts'
import type { Pane } from '../memory/review.ts'

/** A lesson to be judged by what it says alone: no id, maker, category or score. */
export function lessonPane(lesson: {
  objective: string
  keywords: string[]
  title: string
  parts: Record<ExperiencePart, string>
}): Pane {
  const { objective, keywords, title, parts } = lesson
  const said = EXPERIENCE_PARTS.filter((name) => parts[name] !== '')
  return {
    ...{ title: 'Lesson', head: objective, keywords },
    parts: [{ name: 'title', text: title }, ...said.map((name) => ({ name, text: parts[name] }))],
  }
}
