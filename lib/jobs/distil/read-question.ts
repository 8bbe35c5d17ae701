import { findAnswer, listReadQuestions, putRequest } from '../../db/models/model-requests.ts'
import type { Store } from '../../db/store.ts'
import { type QuestionText, questionReading, questionRequest } from '../../extract/model/question-request.ts'
import { type Completer, type ModelAnswer, requestHash } from '../../llm/complete.ts'
import { answerOf, type Recording } from '../../llm/recording.ts'
import { UserError } from '../../memory/errors.ts'
import {
  type PlannedBy,
  type QuestionRead,
  type QuestionReading,
  READ_PURPOSES,
} from '../../memory/question-reading.ts'
import type { AskModel } from './ask-model.ts'
import { openCallBook } from './call-book.ts'

/** How long somebody waits for a model to read a question, ms; its answer is kept whenever it comes. Ours. */
const WAIT_MS = 60_000

/** What a model read in a question, and who it was. */
export type KeptReading = { by: PlannedBy; reading: QuestionReading; answer: Omit<ModelAnswer, 'value'> }

/** What a model has read in a question before: in this store, or in the recording at hand. Null when none has. Reads only. */
export async function findReading(
  question: QuestionText,
  { store, recording }: { store: Store; recording: () => { lines: Recording } | null },
): Promise<KeptReading | null> {
  const request = questionRequest(question)
  const hash = requestHash(request)
  const line = recording()?.lines.get(hash)
  const answer = (await findAnswer(store, hash)) ?? (line ? answerOf(line) : null)
  const reading = answer && questionReading(question.mode, answer.value)
  if (!reading) return null
  const { value: _value, ...rest } = answer
  return {
    reading,
    answer: rest,
    by: {
      by: 'model',
      name: answer.model,
      provider: answer.provider,
      prompt: request.prompt,
      at: answer.at || null,
      note: null,
    },
  }
}

/** How many questions a model has read, in this store or in the recording at hand. */
export async function countReadings(
  store: Store,
  recording: () => { lines: Recording } | null,
): Promise<number> {
  const read = new Set(await listReadQuestions(store))
  for (const { hash, purpose } of recording()?.lines.values() ?? [])
    if (READ_PURPOSES.some((one) => one === purpose)) read.add(hash)
  return read.size
}

/** Leaves a question for whoever has a model. */
export async function handQuestionOver(
  question: QuestionText & { projectId: string },
  store: Store,
): Promise<QuestionRead> {
  const request = questionRequest(question)
  const asker = { projectId: question.projectId, handedOver: true }
  const hash = await store.record((tx) => putRequest(store, tx, request, asker))
  return { hash, state: 'waits', note: 'It waits for an answer by hand-over.' }
}

/**
 * Has a model read a question, under the caps of the day. A fault is told and not thrown: the rules read the question as well. Who
 * waits longer than a minute is told `late`; the answer is kept when it comes.
 */
export async function askQuestion(
  question: QuestionText & { projectId: string },
  completer: Completer,
  deps: { store: Store; ask: AskModel; expectedUsd: number | null; waitMs?: number },
): Promise<QuestionRead> {
  const { store, ask, expectedUsd, waitMs = WAIT_MS } = deps
  const request = questionRequest(question)
  const hash = requestHash(request)
  const book = openCallBook(store, { jobId: null, caps: {}, expectedUsd })
  const asker = { projectId: question.projectId, handedOver: false }
  const asked = ask(request, asker, completer, book).then(
    (): QuestionRead => ({ hash, state: 'read', note: null }),
    (fault): QuestionRead => {
      if (!(fault instanceof UserError)) throw fault
      return { hash, state: 'failed', note: fault.message }
    },
  )
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<QuestionRead>((resolve) => {
    const note = `The model has not answered within ${waitMs / 1_000} s; its answer is kept when it comes.`
    timer = setTimeout(() => resolve({ hash, state: 'late', note }), waitMs)
  })
  try {
    return await Promise.race([asked, late])
  } finally {
    clearTimeout(timer)
  }
}
