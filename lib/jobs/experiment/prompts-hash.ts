import { NO_CAPS } from '../../agent/caps.ts'
import { formatError, MEMORY_ADVICE, systemPrompt } from '../../agent/prompts.ts'
import { LESSONS, type LessonsPrompt } from '../../extract/model/prompts/lessons.ts'
import { sha256 } from './answer-files.ts'

/** SHA-256 over everything of ours that a model is told, so that a plan names its prompts; lessons by the shipped prompt or a recorded one. */
export function promptsHash(lessons: LessonsPrompt = LESSONS): string {
  const limits = { turns: 2, characters: 1, seconds: 1, caps: NO_CAPS }
  const said = [true, false].flatMap((isStaged) => [
    systemPrompt(limits, isStaged, [MEMORY_ADVICE]),
    formatError('', isStaged),
  ])
  return sha256([...said, lessons.id, lessons.system].join('\n'))
}
