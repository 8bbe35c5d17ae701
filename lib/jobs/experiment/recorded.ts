import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Message } from '../../agent/run-episode.ts'
import { historyOf, type RunFile } from '../../agent/trajectory-file.ts'
import { LESSONS, type LessonsPrompt } from '../../extract/model/prompts/lessons.ts'
import { UserError } from '../../memory/errors.ts'
import { readJsonLines } from '../../memory/text/json-lines.ts'
import { type Answering, answerName, promptChanged, promptHash, putFile, sha256 } from './answer-files.ts'
import type { LessonName } from './arm-memory.ts'
import { blocksOf, readPlanFile } from './plan.ts'
import type { EpisodeResult } from './play-episode.ts'

/*
 * An experiment as it ships: plan.json as it was frozen, answers.jsonl (every answer word for word, with the SHA-256 of what was asked),
 * runs.jsonl (every episode as mini-swe-agent writes one), results.jsonl, and lessons-prompt.json, by which runs were read for lessons.
 */

const answerLineSchema = z.object({
  episode: z.string(),
  name: z.string(),
  promptSha256: z.string().length(64),
  answerSha256: z.string().length(64),
  answer: z.string(),
  model: z.string().nullable(),
  inputTokens: z.number().nullable(),
  outputTokens: z.number().nullable(),
  costUsd: z.number().nullable(),
})
type AnswerLine = z.infer<typeof answerLineSchema>

/** Writes what is done of an experiment's folder as a recording; gives how many episodes. */
export function recordExperiment(folder: string, into: string): number {
  const { plan } = readPlanFile(folder)
  const order = Array.from({ length: plan.seeds }, (_, i) => i + 1).flatMap((seed) =>
    plan.arms.flatMap((arm) => blocksOf(plan, arm, seed).flat()),
  )
  const results = order.flatMap(({ name }): EpisodeResult[] => {
    const file = join(folder, 'results', `${name}.json`)
    return existsSync(file) ? [JSON.parse(readFileSync(file, 'utf8'))] : []
  })
  const answers = results.flatMap(({ episode, calls }) =>
    calls.map((call): AnswerLine => {
      const answer = readFileSync(
        join(folder, 'hand-over', episode.name, `${answerName(call.name)}.txt`),
        'utf8',
      )
      return { episode: episode.name, ...call, answer }
    }),
  )
  mkdirSync(into, { recursive: true })
  const lines = (values: readonly unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('')
  putFile(join(into, 'plan.json'), readFileSync(join(folder, 'plan.json'), 'utf8'))
  putFile(join(into, 'lessons-prompt.json'), `${JSON.stringify(LESSONS, null, 2)}\n`)
  putFile(join(into, 'answers.jsonl'), lines(answers))
  putFile(join(into, 'results.jsonl'), lines(results.map((result) => shippedOf(result, folder))))
  const runs = results.map(({ episode }) =>
    JSON.parse(readFileSync(join(folder, 'runs', `${episode.name}.traj.json`), 'utf8')),
  )
  putFile(join(into, 'runs.jsonl'), lines(runs))
  return results.length
}

/** A result without its calls, which stand with the answers, and with what memory kept of the episode. */
function shippedOf({ calls, ...result }: EpisodeResult, folder: string) {
  const file = join(folder, 'lessons', `${result.episode.name}.json`)
  const costs = calls.map(({ costUsd }) => costUsd)
  return {
    ...result,
    lessons: existsSync(file)
      ? (JSON.parse(readFileSync(file, 'utf8')) as { kept: LessonName[] }).kept
      : null,
    costUsd: costs.includes(null) ? null : costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0),
  }
}

type RecordedResult = Omit<EpisodeResult, 'calls'>

/** A recording, its plan checked against its hash. */
export function readRecorded(folder: string) {
  const { plan, frozenAt, sha256: planSha256 } = readPlanFile(folder)
  const text = (name: string) => readFileSync(join(folder, name), 'utf8')
  const parsed = <T>(name: string) =>
    text(name)
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as T)
  const results = parsed<RecordedResult>('results.jsonl')
  const runs = parsed<RunFile>('runs.jsonl')
  const lessonsPrompt = JSON.parse(text('lessons-prompt.json')) as LessonsPrompt
  return {
    plan,
    frozenAt,
    planSha256,
    results,
    runs,
    lessonsPrompt,
    answersText: () => text('answers.jsonl'),
  }
}
export type Recorded = ReturnType<typeof readRecorded>

/** Answers of a recording: only to exactly what was asked then. Throws UserError `prompt-changed`, `answer-changed`, `not-recorded` by name. */
export function answeringAgain({ answersText }: Recorded): Answering {
  const lines = readJsonLines(
    answersText(),
    answerLineSchema,
    ({ line, field, message }) =>
      new UserError('bad-recording', `answers.jsonl, line ${line}: ${field} ${message}.`, {
        hint: 'Take the file as it was recorded.',
      }),
  )
  const kept = new Map(lines.map((line) => [`${line.episode}/${line.name}`, line]))
  return async (prompt) => {
    const where = `${prompt.episode}/${prompt.name}`
    const line = kept.get(where)
    if (!line)
      throw new UserError('not-recorded', `The recording holds no answer to ${where}.`, {
        hint: 'The run went another way than then.',
        place: where,
      })
    if (line.promptSha256 !== promptHash(prompt)) throw promptChanged(where)
    if (line.answerSha256 !== sha256(line.answer))
      throw new UserError('answer-changed', `The answer to ${where} is not the one that was recorded.`, {
        hint: 'Take the file as it was recorded.',
        place: where,
      })
    const { answer: text, model, inputTokens, outputTokens, costUsd } = line
    return { text, model, inputTokens, outputTokens, costUsd }
  }
}

/** The history of each recorded episode. */
export function historiesOf({ results, runs }: Recorded): Map<string, Message[]> {
  return new Map(
    results.flatMap(({ episode }, i) => {
      const run = runs[i]
      return run ? [[episode.name, historyOf(run)] as const] : []
    }),
  )
}

/** Names of the episodes that came out otherwise when they were played again. */
export function differing(then: readonly RecordedResult[], now: readonly EpisodeResult[]): string[] {
  const plain = ({ episode, resolved, reason, exitStatus, steps, declared, memory }: RecordedResult) =>
    JSON.stringify({
      episode,
      resolved,
      reason,
      exitStatus,
      steps,
      declared,
      memory: memory.map(({ score: _, ...one }) => one),
    })
  const played = new Map(now.map((one) => [one.episode.name, plain(one)]))
  return then.filter((one) => played.get(one.episode.name) !== plain(one)).map(({ episode }) => episode.name)
}
