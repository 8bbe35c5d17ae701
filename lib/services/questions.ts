import type { Parts as Core } from '../api/parts.ts'
import { findRequestState } from '../db/models/model-requests.ts'
import { getProject } from '../db/projects.ts'
import { questionRequest } from '../extract/model/question-request.ts'
import { askQuestion, handQuestionOver } from '../jobs/distil/read-question.ts'
import type { WayOffer } from '../llm/answer-ways.ts'
import { jsonSchemaOf, requestHash } from '../llm/complete.ts'
import { costOf } from '../llm/openai/chat-settings.ts'
import { promptText } from '../llm/read-answer.ts'
import { UserError } from '../memory/errors.ts'
import {
  type QuestionRead,
  type QuestionStanding,
  type ReadQuestion,
  readQuestionSchema,
} from '../memory/question-reading.ts'
import type { RetrieveRequest } from '../memory/retrieval.ts'
import { tokenEstimate } from '../memory/text/token-estimate.ts'
import { BY_RULES, type ReadByModel } from '../retrieval/retrieve.ts'

/** Tokens of an answer, with room to spare. Ours. */
const OUTPUT_TOKENS = { task: 300, subtask: 40 }
/** Asked in this order where nobody says which. */
const ASKED_FIRST = ['openai', 'command'] as const

/** Questions that a model reads: plans of whole tasks, and categories of what an agent is about to do. */
export function createQuestions({ store, models }: Pick<Core, 'store' | 'models'>) {
  const { deps, readings: kept, ways } = models

  const firstOffer = () => firstOf(ways.offers())

  async function read(asked: ReadQuestion): Promise<QuestionRead> {
    const { project, text, mode, with: named } = readQuestionSchema.parse(asked)
    const { id: projectId } = await getProject(store, project)
    const question = { text, mode, projectId }
    const { hash, priceUsd } = await standing(asked)
    if ((await kept(question)) && named !== 'recorded') return { hash, state: 'read', note: null }
    const way = named ?? firstOffer()?.way ?? 'handover'
    if (way === 'handover') return await handQuestionOver(question, store)
    try {
      return await askQuestion(question, ways.open(way), { store, ask: deps.ask, expectedUsd: priceUsd })
    } catch (fault) {
      if (!(fault instanceof UserError)) throw fault
      return { hash, state: 'failed', note: fault.message }
    }
  }

  async function standing(asked: ReadQuestion): Promise<QuestionStanding> {
    const { text, mode, with: named } = readQuestionSchema.parse(asked)
    const request = questionRequest({ text, mode })
    const hash = requestHash(request)
    const [reading, state] = await Promise.all([kept({ text, mode }), findRequestState(store, hash)])
    const offer = named ? (ways.offers().find((one) => one.way === named) ?? null) : firstOffer()
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

  return {
    read,
    standing,
    /** What a model came to, where one is wanted and has read the question; else a note of why the rules answer. */
    async forAnswer(
      request: RetrieveRequest,
      failed: QuestionRead | null = null,
    ): Promise<ReadByModel | undefined> {
      if (request.plan !== 'model' || request.category) return undefined
      const found = await kept(request)
      if (found) return found
      const state = failed ? null : await findRequestState(store, requestHash(questionRequest(request)))
      const note = failed?.note ?? NOTES[state ?? 'none']
      return { by: { ...BY_RULES, note: `${note} The rules read the question.` }, reading: null }
    },
  }
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
