import type { z } from 'zod'
import { findRequestState } from '../db/models/model-requests.ts'
import { getProject } from '../db/projects.ts'
import { questionRequest } from '../extract/model/question-request.ts'
import { askQuestion, handQuestionOver } from '../jobs/distil/read-question.ts'
import type { WayOffer } from '../llm/answer-ways.ts'
import { jsonSchemaOf, requestHash } from '../llm/complete.ts'
import { costOf } from '../llm/openai/chat-settings.ts'
import { promptText } from '../llm/read-answer.ts'
import { UserError } from '../memory/errors.ts'
import type { QuestionRead, QuestionStanding, readQuestionSchema } from '../memory/question-reading.ts'
import type { RetrieveRequest } from '../memory/retrieval.ts'
import { tokenEstimate } from '../memory/text/token-estimate.ts'
import { BY_RULES, type ReadByModel } from '../retrieval/retrieve.ts'
import type { Parts } from './parts.ts'

/** Tokens of an answer, with room to spare. Ours. */
const OUTPUT_TOKENS = { task: 300, subtask: 40 }
/** Asked in this order where nobody says which. */
const ASKED_FIRST = ['openai', 'command'] as const

type ReadQuestion = z.output<typeof readQuestionSchema>
type Deps = Pick<Parts, 'store' | 'models'>

/** Has a model read a question, or leaves it for whoever has one. An answer that is kept is not asked for again. */
export async function readQuestion(asked: ReadQuestion, deps: Deps): Promise<QuestionRead> {
  const { project, text, mode, with: named } = asked
  const { store, models } = deps
  const { id: projectId } = await getProject(store, project)
  const question = { text, mode, projectId }
  const { hash, priceUsd } = await questionStanding(asked, deps)
  if ((await models.readings(question)) && named !== 'recorded') return { hash, state: 'read', note: null }
  const way = named ?? firstOf(models.ways.offers())?.way ?? 'handover'
  if (way === 'handover') return await handQuestionOver(question, store)
  try {
    const ask = { store, ask: models.deps.ask, expectedUsd: priceUsd }
    return await askQuestion(question, models.ways.open(way), ask)
  } catch (fault) {
    if (!(fault instanceof UserError)) throw fault
    return { hash, state: 'failed', note: fault.message }
  }
}

/** How a question stands with models, and what asking one would take. Asks nobody. */
export async function questionStanding(
  { text, mode, with: named }: ReadQuestion,
  { store, models: { readings, ways } }: Deps,
): Promise<QuestionStanding> {
  const request = questionRequest({ text, mode })
  const hash = requestHash(request)
  const [reading, state] = await Promise.all([readings({ text, mode }), findRequestState(store, hash)])
  const offers = ways.offers()
  const offer = named ? (offers.find((one) => one.way === named) ?? null) : firstOf(offers)
  const prompt = promptText({ ...request, schema: jsonSchemaOf(request.schema) })
  const tokens = { inputTokens: tokenEstimate(prompt), outputTokens: OUTPUT_TOKENS[mode] }
  return {
    hash,
    state: reading ? 'read' : state,
    by: reading?.by ?? null,
    took: reading?.answer ?? null,
    way: {
      with: offer?.way ?? 'handover',
      what: offer?.what ?? null,
      fault: offer?.fault?.message ?? null,
    },
    ...tokens,
    priceUsd: offer ? costOf(offer.price, tokens) : null,
  }
}

/** What a model came to, where one is wanted and has read the question; else a note of why the rules answer. */
export async function readingFor(
  request: RetrieveRequest,
  failed: QuestionRead | null,
  { store, models }: Deps,
): Promise<ReadByModel | undefined> {
  if (request.plan !== 'model' || request.category) return undefined
  const found = await models.readings(request)
  if (found) return found
  const state = failed ? null : await findRequestState(store, requestHash(questionRequest(request)))
  const note = failed?.note ?? NOTES[state ?? 'none']
  return { by: { ...BY_RULES, note: `${note} The rules read the question.` }, reading: null }
}

const NOTES: Record<Exclude<QuestionStanding['state'], 'read'>, string> = {
  none: 'No model has read this question yet.',
  waits: 'The question waits for a model’s answer by hand-over.',
  refused: 'A model’s answer could not be used.',
}

/** The way that is taken where none is named. */
function firstOf(offers: readonly WayOffer[]): WayOffer | null {
  return ASKED_FIRST.map((way) => offers.find((one) => one.way === way)).find((one) => one?.what) ?? null
}
