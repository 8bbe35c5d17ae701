import type { Answer } from '../../agent/run-episode.ts'
import type { LessonsPrompt } from '../../extract/model/prompts/lessons.ts'
import { type RunLessons, readRun } from '../../extract/model/read-run.ts'
import type { RunToRead } from '../../extract/model/show-run.ts'
import {
  jsonSchemaOf,
  mendWords,
  promptText,
  readAnswer,
  requestHash,
  schemaWords,
} from '../../llm/complete.ts'
import type { Prompt } from './answer-files.ts'

/** Has a whole run read for lessons by whoever answers. An answer that is no document is asked for once more, then counts as none. */
export async function drawLessons(
  episode: string,
  run: RunToRead,
  ask: (prompt: Prompt) => Promise<Answer>,
  lessonsPrompt?: LessonsPrompt,
): Promise<RunLessons> {
  const answers = new Map<string, unknown>()
  let n = 0
  async function asked(request: {
    system: string
    user: string
    schema: Prompt['schema'] & object
  }): Promise<unknown> {
    const schema = request.schema
    const system = `${request.system}\n\n${schemaWords(jsonSchemaOf(schema))}`
    for (let mend = ''; ; ) {
      const name = `lesson-${`${n++}`.padStart(3, '0')}`
      const user = `${request.user}${mend}`
      const fresh = promptText({ ...request, user, schema: jsonSchemaOf(schema) })
      const { text } = await ask({ episode, name, system, user, fresh, schema })
      const read = readAnswer(text, schema)
      if ('value' in read) return read.value
      if (mend !== '') return { stages: [], lessons: [] }
      mend = `\n\n${mendWords(read.fault.words)}`
    }
  }
  for (;;) {
    const got = readRun(run, (need) => answers.get(requestHash(need)) ?? null, lessonsPrompt)
    if ('done' in got) return got.done
    answers.set(requestHash(got.need), await asked(got.need))
  }
}
