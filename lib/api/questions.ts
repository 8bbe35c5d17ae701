import type { z } from 'zod'
import { listEpisodeTexts } from '../db/episodes/episode-texts.ts'
import { findRequestState } from '../db/models/model-requests.ts'
import { getProject } from '../db/projects.ts'
import { choiceRequest, questionRequest } from '../extract/model/question-request.ts'
import type { Asked } from '../extract/model/requests.ts'
import { askQuestion, findChoice, findKept, handQuestionOver } from '../jobs/distil/read-question.ts'
import type { WayOffer } from '../llm/answer-ways.ts'
import { jsonSchemaOf, promptText, requestHash } from '../llm/complete.ts'
import { costOf } from '../llm/openai/chat-settings.ts'
import { UserError } from '../memory/errors.ts'
import { type Caller, isAccount } from '../memory/people.ts'
import {
  MOST_TO_CHOOSE,
  type QuestionRead,
  type QuestionStanding,
  type readQuestionSchema,
} from '../memory/question-reading.ts'
import type { ChosenHit, PlaygroundAnswer, RetrieveRequest } from '../memory/retrieval.ts'
import { tokenEstimate } from '../memory/text/words.ts'
import { BY_RULES, type ReadByModel } from '../retrieval/retrieve.ts'
import { foundFor } from '../retrieval/strategies/subtask-chosen.ts'
import { momentOf } from '../studies/retrieval/ask.ts'
import type { Parts } from './parts.ts'
import { requireRole } from './rights.ts'

/** Tokens of an answer, with room to spare. Ours. */
const OUTPUT_TOKENS = { task: 300, subtask: 40, choice: 60 }
/** Asked in this order where nobody says which. */
const ASKED_FIRST = ['openai', 'command'] as const

type ReadQuestion = z.output<typeof readQuestionSchema>
type Deps = Pick<Parts, 'store' | 'models' | 'answerDeps'> & { caller?: Caller }

/** Has a model read a question or choose a lesson for it, or leaves that for whoever has one. An answer that is kept is not asked for again. */
export async function readQuestion(asked: ReadQuestion, deps: Deps): Promise<QuestionRead> {
  const { store, models, caller } = deps
  const { id: projectId } = await getProject(store, asked.project)
  const request = await requestOf(asked, deps)
  const { hash, state, priceUsd } = await standingOf(request, asked, deps)
  if (state === 'read' && asked.with !== 'recorded') return { hash, state, note: null }
  const question = { request, projectId }
  const way = asked.with ?? firstOf(models.ways.offers())?.way ?? 'handover'
  try {
    // What is handed over costs nothing.
    if (isAccount(caller)) requireRole(caller, way === 'handover' ? 'reviewer' : 'owner')
    if (way === 'handover') return await handQuestionOver(question, store)
    const ask = { store, ask: models.deps.ask, expectedUsd: priceUsd }
    return await askQuestion(question, models.ways.open(way), ask)
  } catch (fault) {
    if (!(fault instanceof UserError)) throw fault
    return { hash, state: 'failed', note: fault.message }
  }
}

/** How a question stands with models, and what asking one would take. Asks nobody. */
export async function questionStanding(asked: ReadQuestion, deps: Deps): Promise<QuestionStanding> {
  return await standingOf(await requestOf(asked, deps), asked, deps)
}

async function standingOf(
  request: Asked<unknown>,
  { mode, with: named }: ReadQuestion,
  { store, models: { kept, ways } }: Deps,
): Promise<QuestionStanding> {
  const hash = requestHash(request)
  const [found, state] = await Promise.all([findKept(request, kept), findRequestState(store, hash)])
  const answer = found && request.schema.safeParse(found.value).success ? found : null
  const offers = ways.offers()
  const offer = named ? (offers.find((one) => one.way === named) ?? null) : firstOf(offers)
  const prompt = promptText({ ...request, schema: jsonSchemaOf(request.schema) })
  const tokens = { inputTokens: tokenEstimate(prompt), outputTokens: OUTPUT_TOKENS[mode] }
  return {
    hash,
    state: answer ? 'read' : state,
    by: answer?.by ?? null,
    took: answer?.answer ?? null,
    way: {
      with: offer?.way ?? 'handover',
      what: offer?.what ?? null,
      fault: offer?.fault?.message ?? null,
    },
    ...tokens,
    priceUsd: offer ? costOf(offer.price, tokens) : null,
  }
}

/** What a model is asked. For a choice the lessons are those that `subtask` finds, as a replay of the question finds them. */
async function requestOf(
  { project, text, mode, category, instance, before, embedder }: ReadQuestion,
  { store, answerDeps }: Deps,
): Promise<Asked<unknown>> {
  if (mode !== 'choice') return questionRequest({ text, mode })
  const deps = await answerDeps(embedder)
  const { scope } = await deps.projectScope(project)
  const episodes = before ? await listEpisodeTexts(store, [...scope.projectIds]) : []
  const seen = {
    ...scope,
    ...(instance ? { withoutInstance: instance } : {}),
    before: momentOf({ id: instance ?? 'this question', before }, episodes),
  }
  const found = await foundFor({ text, category: category ?? null, scope: seen, limit: MOST_TO_CHOOSE }, deps)
  const few = found.hits.slice(0, MOST_TO_CHOOSE).map(({ id }) => id)
  if (few.length === 0)
    throw new UserError('nothing-to-choose', `No lesson of ${found.category} is in service here.`, {
      hint: 'Import runs and have their lessons written first.',
      status: 409,
      place: 'text',
    })
  const rows = new Map((await deps.entries(few)).map((entry) => [entry.id, entry]))
  const lessons = few.flatMap((id) => rows.get(id) ?? [])
  return choiceRequest({ text, category: found.category, lessons })
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

/** What a model that was asked before chose of the first hits; null when none was asked. Asks nobody. */
export async function chosenHit(
  { asked: { text }, answer: { hits, intent } }: Pick<PlaygroundAnswer, 'asked' | 'answer'>,
  { models }: Pick<Deps, 'models'>,
): Promise<ChosenHit | null> {
  const first = hits.slice(0, MOST_TO_CHOOSE)
  if (first.length === 0) return null
  const lessons = first.map(({ objective, keywords, experience }) => ({
    description: { objective, keywords },
    experience,
  }))
  const found = await findChoice({ text, category: intent.category, lessons }, models.kept)
  if (!found) return null
  const { place, why, by } = found
  const entryId = place === null ? null : (first[place]?.entryId ?? null)
  return { entryId, among: first.length, why, by: by.name }
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
