import { findAnswer, listAnswered, putRequest } from '../../db/models/model-requests.ts'
import type { Store } from '../../db/store.ts'
import {
  choiceOf,
  choiceRequest,
  type QuestionText,
  questionReading,
  questionRequest,
} from '../../extract/model/question-request.ts'
import type { Asked } from '../../extract/model/requests.ts'
import { type Completer, type ModelAnswer, requestHash } from '../../llm/complete.ts'
import { answerOf, type Recording } from '../../llm/recording.ts'
import { UserError } from '../../memory/errors.ts'
import type {
  Choice,
  LessonChoice,
  PlannedBy,
  QuestionRead,
  QuestionReading,
} from '../../memory/question-reading.ts'
import type { AskModel } from './ask-model.ts'
import { openCallBook } from './call-book.ts'

/** How long somebody waits for a model to read a question, ms; its answer is kept whenever it comes. Ours. */
const WAIT_MS = 60_000

/** What a model read in a question, and who it was. */
type KeptReading = { by: PlannedBy; reading: QuestionReading; answer: Omit<ModelAnswer, 'value'> }

type Kept = { store: Store; recording: () => { lines: Recording } | null }

/** What a model has read in a question before: in this store, or in the recording at hand. Null when none has. Reads only. */
export async function findReading(question: QuestionText, kept: Kept): Promise<KeptReading | null> {
  const found = await findKept(questionRequest(question), kept)
  const reading = found && questionReading(question.mode, found.value)
  return reading ? { by: found.by, answer: found.answer, reading } : null
}

/** The lesson that a model has chosen of these, and who it was; null when none has. Reads only. */
export async function findChoice(
  asked: LessonChoice,
  kept: Kept,
): Promise<(Choice & { by: PlannedBy }) | null> {
  const found = await findKept(choiceRequest(asked), kept)
  const choice = found && choiceOf(found.value, asked.lessons.length)
  return choice ? { ...choice, by: found.by } : null
}

/** An answer that is kept, and who gave it. */
export async function findKept(request: Asked<unknown>, { store, recording }: Kept) {
  const hash = requestHash(request)
  const line = recording()?.lines.get(hash)
  const found = (await findAnswer(store, hash)) ?? (line ? answerOf(line) : null)
  if (!found) return null
  const { value, ...answer } = found
  const by: PlannedBy = {
    by: 'model',
    name: answer.model,
    provider: answer.provider,
    prompt: request.prompt,
    at: answer.at || null,
    note: null,
  }
  return { by, value, answer }
}

/** How many answers of these purposes there are, in this store or in the recording at hand. */
export async function countAnswered(
  purposes: readonly string[],
  { store, recording }: Kept,
): Promise<number> {
  const read = new Set(await listAnswered(store, purposes))
  for (const { hash, purpose } of recording()?.lines.values() ?? [])
    if (purpose !== undefined && purposes.includes(purpose)) read.add(hash)
  return read.size
}

/** What is asked of a question, and in which project. */
type QuestionAsked = { request: Asked<unknown>; projectId: string }

/** Leaves a question for whoever has a model. */
export async function handQuestionOver(
  { request, projectId }: QuestionAsked,
  store: Store,
): Promise<QuestionRead> {
  const asker = { projectId, handedOver: true }
  const hash = await store.record((tx) => putRequest(store, tx, request, asker))
  return { hash, state: 'waits', note: 'It waits for an answer by hand-over.' }
}

/**
 * Has a model read a question, under the caps of the day. A fault is told and not thrown: the rules read the question as well. Who
 * waits longer than a minute is told `late`; the answer is kept when it comes.
 */
export async function askQuestion(
  { request, projectId }: QuestionAsked,
  completer: Completer,
  deps: { store: Store; ask: AskModel; expectedUsd: number | null; waitMs?: number },
): Promise<QuestionRead> {
  const { store, ask, expectedUsd, waitMs = WAIT_MS } = deps
  const hash = requestHash(request)
  const book = openCallBook(store, { jobId: null, caps: {}, expectedUsd })
  const asker = { projectId, handedOver: false }
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
