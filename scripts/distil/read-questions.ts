import type { AnswerWay } from '../../lib/memory/distil/distil-words.ts'
import { readQuestions } from '../../lib/studies/retrieval/read-questions.ts'
import type { ReachedLoupe } from '../reach/remote-loupe.ts'
import { readGiven } from '../reach/run-script.ts'
import { type HandedOver, handOver } from './hand-over-files.ts'

type Which = {
  project: string
  with: AnswerWay
  limit: number | null
  /** To choose among the first three lessons of each, not to read it. */
  choose: boolean
  /** Hand-over by files. */
  handed: { folder: string; model: string | null } | null
}

type Read = {
  questions: number
  /** How many have a model's answer now. */
  answered: number
  waiting: number
  failed: { text: string; reason: string }[]
  files: HandedOver | null
}

/** Has a model read every question of a file, one after the other: those that were read before are not asked again. */
export async function haveQuestionsRead(
  file: string,
  { project, with: way, limit, choose, handed }: Which,
  api: ReachedLoupe['api'],
): Promise<Read> {
  const all = readQuestions(readGiven(file).toString(), file)
  const questions = all.slice(0, limit ?? all.length)
  const ask = async () => {
    const states = new Map<string, { state: string; note: string | null; text: string }>()
    for (const { id, text, category, before } of questions) {
      const asked = choose
        ? { mode: 'choice' as const, instance: id, before, ...(category ? { category } : {}) }
        : { mode: category ? ('subtask' as const) : ('task' as const) }
      const question = { project, text, with: way, ...asked }
      let read = await api.readQuestion(question)
      while (read.state === 'late') read = await api.readQuestion(question)
      states.set(read.hash, { ...read, text })
    }
    return states
  }
  let states = await ask()
  const files = handed
    ? await handOver(handed.folder, handed.model, project, api, async () => undefined, new Set(states.keys()))
    : null
  if (files && files.read > 0) states = await ask()
  const of = (state: string) => [...states.values()].filter((one) => one.state === state)
  return {
    questions: states.size,
    answered: of('read').length,
    waiting: of('waits').length,
    failed: of('failed').map(({ text, note }) => ({ text: text.slice(0, 80), reason: note ?? '' })),
    files,
  }
}

/** What became of them, a line a thing. */
export function questionWords({ questions, answered, waiting, failed, files }: Read): string {
  return [
    `${answered} of ${questions} questions were read by a model, ${waiting} wait for an answer`,
    ...failed.slice(0, 5).map(({ text, reason }) => `  ✗ ${text}: ${reason}`),
    ...(files ? [`${files.read} answers taken, ${files.written} requests lie in ${files.folder}`] : []),
    ...(files?.refused ?? []).map(({ file, reason }) => `  ✗ ${file}: ${reason}`),
  ].join('\n')
}
