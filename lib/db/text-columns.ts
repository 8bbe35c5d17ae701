import { z } from 'zod'
import type { Description } from '../memory/subtask.ts'

const strings = z.array(z.string())

/** The list of words in a JSON column. Throws when it holds anything else. */
export function wordsOf(json: string): string[] {
  return strings.parse(JSON.parse(json))
}

/** What was known when a subtask began. */
export function descriptionAtStart(row: { objectiveAtStart: string; keywordsAtStart: string }): Description {
  return { objective: row.objectiveAtStart, keywords: wordsOf(row.keywordsAtStart) }
}
