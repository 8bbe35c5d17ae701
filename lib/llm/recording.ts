import { z } from 'zod'
import { UserError } from '../memory/errors.ts'
import { readJsonLines } from '../memory/text/json-lines.ts'
import { type Completer, checkValue, type ModelAnswer, requestHash } from './complete.ts'
import { noAnswer } from './retry.ts'

const amount = z.number().min(0).nullable().default(null)

/** One kept answer, a line of a recording. A line with `hash` and `answer` alone is one too. */
const recordedLineSchema = z.object({
  hash: z.string().regex(/^[0-9a-f]{64}$/, 'must be the 64 hex digits of a request'),
  answer: z.unknown().refine((value) => value !== undefined, 'is missing'),
  purpose: z.string().max(60).optional(),
  prompt: z.string().max(120).optional(),
  provider: z.string().max(60).default('recorded'),
  model: z.string().max(200).nullable().default(null),
  inputTokens: amount,
  outputTokens: amount,
  costUsd: amount,
  latencyMs: amount,
  at: z.iso.datetime().nullable().default(null),
})
export type RecordedLine = z.infer<typeof recordedLineSchema>

/** Answers by the hash of what was asked. */
export type Recording = ReadonlyMap<string, RecordedLine>

/** Reads JSON Lines. Throws UserError `bad-recording` that names the line; of two lines with one hash the later counts. */
export function readRecording(text: string, fileName: string): Recording {
  const lines = readJsonLines(text, recordedLineSchema, ({ line, field, message }) => {
    const where = field || 'the line'
    return new UserError('bad-recording', `${fileName}, line ${line}: ${where} ${message}.`, {
      hint: 'A line is {"hash": "...", "answer": {...}}, as requests and exports name them.',
      place: `${fileName}:${line}`,
    })
  })
  return new Map(lines.map((line) => [line.hash, line]))
}

/** A line as it is written; keys in one order, so that an export again is the same bytes. */
export function recordedLine(line: RecordedLine): string {
  const { hash, purpose, prompt, provider, model, answer, ...told } = line
  const { inputTokens, outputTokens, costUsd, latencyMs, at } = told
  return JSON.stringify({
    ...{ hash, purpose, prompt, provider, model },
    ...{ inputTokens, outputTokens, costUsd, latencyMs, at, answer },
  })
}

/** A recorded answer as one that was kept; `at` is empty where nobody wrote it down. */
export function answerOf(line: RecordedLine): ModelAnswer {
  const { hash, answer, model, inputTokens, outputTokens, costUsd, latencyMs, at } = line
  return {
    ...{ hash, value: answer, provider: 'recorded', model, inputTokens, outputTokens, costUsd, latencyMs },
    at: at ?? '',
  }
}

/** Answers from a recording, none of them new. What is not in it throws UserError `not-recorded`. */
export function createRecordedCompleter(recording: Recording, now: () => Date): Completer {
  return {
    id: 'recorded',
    async complete(request): Promise<ModelAnswer> {
      const hash = requestHash(request)
      const line = recording.get(hash)
      if (!line)
        throw noAnswer(
          'not-recorded',
          'The recording holds no answer to this request.',
          'Another run, prompt or version was recorded.',
        )
      const read = checkValue(line.answer, request.schema)
      if ('fault' in read)
        throw noAnswer(read.fault.code, `Recorded: ${read.fault.words}.`, 'Record it again.')
      return { ...answerOf(line), value: read.value, at: line.at ?? now().toISOString() }
    },
  }
}
