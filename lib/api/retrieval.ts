import { z } from 'zod'
import { idSchema, signed } from '../curate/curation.ts'
import { matchingIds } from '../db/entries/entries.ts'
import { readCandidates } from '../db/entries/entry-detail.ts'
import { findInjectionRule, getProject, listScopeIds, setInjectionRule } from '../db/projects.ts'
import { type Assignment, assign, setWithheldShare } from '../db/random-withholding.ts'
import { reportOutcomes } from '../db/retrieval/outcomes.ts'
import { findSavedRetrieval, saveRetrieval } from '../db/retrieval/retrievals.ts'
import { getServedLog, setServedRetention } from '../db/retrieval/served-retention.ts'
import { maskAnswer, maskComparison, masked, maskPlayground } from '../extract/mask-texts.ts'
import { maskName } from '../extract/secret-scan.ts'
import { readChips } from '../jobs/load-sample.ts'
import { compareRequestSchema } from '../memory/compare.ts'
import { entryFilterSchema } from '../memory/filter/entry-filter.ts'
import { asItIs, command, owners, query } from '../memory/operation.ts'
import {
  explainRequestSchema,
  exploreRequestSchema,
  type RetrievalAnswer,
  type RetrieveRequest,
  retrieveRequestSchema,
  type TextLabels,
  type Verdict,
} from '../memory/retrieval.ts'
import {
  outcomeReportSchema,
  type ServedLogView,
  type ServeRequest,
  servedRetentionSchema,
  serveRequestSchema,
} from '../memory/served-log.ts'
import { LEAST_WITHHELD, MOST_WITHHELD } from '../memory/studies/withholding.ts'
import type { SavedRetrievalView } from '../memory/views/entries.ts'
import { compare } from '../retrieval/compare/compare.ts'
import { createPastAnswers } from '../retrieval/compare/past-answers.ts'
import { explainHits } from '../retrieval/explain/explain.ts'
import { explore } from '../retrieval/explain/explore.ts'
import { whatIf } from '../retrieval/explain/what-if.ts'
import { likeliestCategory, predictCategory } from '../retrieval/predict-category.ts'
import { retrieve } from '../retrieval/retrieve.ts'
import { getStrategy } from '../retrieval/strategies/all-strategies.ts'
import { labelsOfText } from '../studies/retrieval/same-file-labels.ts'
import type { Core } from './core.ts'
import { chosenHit, readingFor, readQuestion } from './questions.ts'

const nothing = z.strictObject({}).optional()

export const retrieval = {
  /** Two-stage retrieval as an agent gets it. Keeps nothing, but a model's plan where one is wanted: that is asked for once. */
  retrieve: query(
    retrieveRequestSchema,
    async (request, core: Core) => (await askForProgram(request, core)).answer,
    { leave: maskAnswer },
  ),
  /** The same for a program: it counts as served and is logged behind the answer, unless the request says otherwise. */
  serve: command(serveRequestSchema, async (request, core: Core) => (await serve(request, core)).answer, {
    // What is kept of a question is masked: the answer must not fail because of it.
    arrive: asItIs,
    leave: maskAnswer,
    // What is not kept is only read.
    scopes: (asked) => ((asked as { log?: unknown } | null)?.log === false ? ['read', 'log'] : ['log']),
  }),
  /** Keeps how episodes ended and joins it to what was served in them. */
  reportOutcomes: command(
    outcomeReportSchema,
    async ({ project, agent = 'agent', outcomes }, { store, servedLog }: Core) => {
      const { id: projectId } = await getProject(store, project)
      await servedLog.flush()
      return await reportOutcomes(store, { projectId, by: agent, outcomes })
    },
    { scopes: ['log'] },
  ),
  servedLog: query(nothing, (_, core: Core) => viewLog(core), { role: 'owner' }),
  /** How long the log of what was served is kept. */
  keepServed: command(
    servedRetentionSchema,
    async (retention, core: Core) => {
      await core.servedLog.flush()
      await setServedRetention(core.store, retention)
      return await viewLog(core)
    },
    owners,
  ),

  /** The same with all that the playground draws. */
  explore: query(
    exploreRequestSchema,
    async (request, core: Core) => {
      const shown = await explore(await ruled(request, core), {
        ...(await depsOf({ ...request, strategy: 'subtask' }, core)),
        labels: labelsIn(core),
      })
      return { ...shown, chosen: await chosenHit(shown, core) }
    },
    { leave: maskPlayground },
  ),
  /** The same text asked of 2 to 4 ways, over the memory as it is now, or was at an instant. */
  compare: query(compareRequestSchema, (request, core: Core) => compare(request, comparing(core)), {
    leave: maskComparison,
  }),
  /** What earns the scores of candidates. Off the answer's path: it embeds the question once for each of its words. */
  explain: query(
    explainRequestSchema,
    async (request, { store, spaces }: Core) => {
      const { embedder, approved } = request.embedder ? await spaces.of(request.embedder) : spaces.current()
      const entries = (ids: string[]) => readCandidates(store, ids)
      return await explainHits(request, { index: await approved(), embedder, entries })
    },
    // Words of the question, told back as they were asked.
    { leave: asItIs },
  ),
  /** Asks, and keeps question and answer. */
  saveRetrieval: command(
    retrieveRequestSchema,
    async (asked, core: Core) => {
      // Asked as it is kept: the answer quotes the question in pieces, and half a secret looks like none.
      const request = await ruled({ ...asked, text: masked(asked.text) }, core)
      const { id: projectId } = await getProject(core.store, request.project)
      // Kept as it left: what is stored twice must be purged twice.
      const answer = maskAnswer(await retrieve(request, await depsOf(request, core)))
      const kept = { projectId, by: core.by, purpose: 'saved', request, answer } as const
      return { id: await saveRetrieval(core.store, kept) }
    },
    // Its question is masked before it is kept.
    { arrive: asItIs },
  ),
  findSavedRetrieval: query(
    z.strictObject({ id: z.string() }),
    ({ id }, { store }: Core) => findSavedRetrieval(store, id),
    {
      leave: (saved: SavedRetrievalView | null) => saved && { ...saved, answer: maskAnswer(saved.answer) },
    },
  ),
  /** Questions that show something on the sample. */
  chips: query(nothing, (_, { rootPath }: Core) => readChips(rootPath), { of: 'any' }),

  /** What is injected in a project where a question does not say it. */
  injectionRule: query(z.strictObject({ project: z.string() }), ({ project }, { store }: Core) =>
    findInjectionRule(store, project),
  ),
  /** Says so: a minimum score of the current space, and whether only what fits. Both off is as in the paper. */
  setInjectionRule: command(
    z.strictObject({
      projectId: idSchema,
      floor: z.number().min(-1).max(1).nullable(),
      onlyWhatFits: z.boolean(),
    }),
    async ({ floor, ...rule }, { store, spaces }: Core): Promise<null> => {
      const floorEmbedder = floor === null ? null : spaces.current().id
      await setInjectionRule(store, { floor, floorEmbedder, ...rule })
      return null
    },
    owners,
  ),
  /** Gives nothing to a share of episodes, drawn at random, so that what memory does can be told; null = off. Gives the share before. */
  withholdAtRandom: command(
    z.strictObject({
      projectId: idSchema,
      share: z.number().min(LEAST_WITHHELD).max(MOST_WITHHELD).nullable(),
      ...signed,
    }),
    (input, { store }: Core) => setWithheldShare(store, input),
    owners,
  ),
}

/** The question with what its project says where it does not say it itself: kept so, it can be asked again. */
async function ruled<Asked extends Omit<RetrieveRequest, 'strategy'>>(
  request: Asked,
  { store, spaces }: Core,
): Promise<Asked> {
  const rule = await findInjectionRule(store, request.project)
  const isOfSpace = rule.floorEmbedder === (request.embedder ?? spaces.current().id)
  return {
    ...request,
    floor: request.floor === undefined ? (isOfSpace ? rule.floor : null) : request.floor,
    onlyWhatFits: request.onlyWhatFits ?? rule.onlyWhatFits,
  }
}

/** What retrieval needs, with what a model has read in the question, where one is wanted. */
async function depsOf(request: RetrieveRequest, core: Core, failed: Parameters<typeof readingFor>[1] = null) {
  const [deps, reading] = await Promise.all([
    core.answerDeps(request.embedder),
    readingFor(request, failed, core),
  ])
  return reading ? { ...deps, reading } : deps
}

/** A program that wants a model's reading, or its choice, has it made, once for each text. */
async function askForProgram(request: RetrieveRequest, core: Core) {
  const { project, text, mode, category, plan } = request
  const read = plan === 'model' && !category ? await readQuestion({ project, text, mode }, core) : null
  if (getStrategy(request.strategy).needs === 'choices') {
    const stage = category ?? (mode === 'subtask' ? likeliestCategory(predictCategory(text)) : undefined)
    await readQuestion({ project, text, mode: 'choice', category: stage, embedder: request.embedder }, core)
  }
  const deps = await depsOf(request, core, read?.state === 'read' ? null : read)
  return { answer: await retrieve(await ruled(request, core), deps), deps }
}

/** What is known of a text that somebody labelled. */
function labelsIn({ store, sampleQueries }: Core) {
  return async ({ project, text }: Pick<RetrieveRequest, 'project' | 'text'>): Promise<TextLabels | null> =>
    await labelsOfText(store, await getProject(store, project), text.trim(), sampleQueries)
}

function comparing(core: Core): Parameters<typeof compare>[1] {
  const { store, answerDeps } = core
  const idOf = async (project: string) => (await getProject(store, project)).id
  /** In another space, which must hold the whole memory of today. */
  async function pastIn(embedder: string, project: string) {
    const present = await answerDeps(embedder)
    await present.projectScope(project)
    return createPastAnswers(store, present.embedder, present)
  }
  return {
    present: answerDeps,
    past: async (project, asOf, embedder) => {
      const answers = embedder ? await pastIn(embedder, project) : core.pastAnswers()
      return await answers(await listScopeIds(store, await idOf(project)), asOf)
    },
    matching: async (project, expression) =>
      await matchingIds(store, entryFilterSchema.parse({ projectId: await idOf(project), expression })),
    whatIf: async (asked) =>
      await whatIf(asked, await labelsIn(core)(asked), await answerDeps(asked.embedder)),
  }
}

/** Nothing is left to chance. */
const SERVED: Assignment = { isWithheld: false, propensity: 1 }

/** A stage of an agent's episode: who named it, what the episode was sent before, and the most that it is sent. */
type ServedStage = { declaredBy: 'observed' | 'agent'; given: readonly string[]; mostTokens: number }

/** Answers a program, and keeps the answer in the served log. `id`: of its row; null where none is kept. */
export async function serve(
  { log, episode, agent, ...asked }: ServeRequest,
  core: Core,
  stage: ServedStage | null = null,
): Promise<{ answer: RetrievalAnswer; id: string | null }> {
  const { store, servedLog } = core
  const request = await ruled(asked, core)
  const { withheldShare: share } = await findInjectionRule(store, asked.project)
  const { answer: found, deps } = await askForProgram(request, core)
  const answer = stage === null ? found : withinStage(found, stage)
  if (!log && share === null) return { answer, id: null }
  const [projectId] = (await deps.projectScope(request.project)).scope.projectIds
  if (projectId === undefined) return { answer, id: null }
  const isDrawn = share !== null && episode !== undefined
  const assignment = isDrawn ? assign(store, { projectId, episode, share }) : SERVED
  const served = {
    projectId,
    by: maskName(agent ?? 'agent'),
    episodeId: episode === undefined ? null : maskName(episode),
    request,
    answer,
    declaredBy: stage?.declaredBy ?? null,
    ...assignment,
  }
  const id = log === 'durable' ? await servedLog.addDurably(served) : log ? servedLog.add(served) : null
  await servedLog.keepUp()
  return { answer: assignment.isWithheld ? withheld(answer) : answer, id }
}

/** Where nothing was judged in a space of vectors, nothing says that the best does not fit. */
const SENT: readonly Verdict['word'][] = ['fits', 'unknown']

/** An episode is sent no entry twice, none that is too long, and none that is known not to fit: nobody asked for it in person. */
function withinStage(answer: RetrievalAnswer, { given, mostTokens }: ServedStage): RetrievalAnswer {
  const best = answer.hits[0]
  if (answer.abstained !== null || !best) return answer
  const abstained = given.includes(best.entryId)
    ? 'given'
    : !SENT.includes(answer.verdict.word)
      ? 'unfit'
      : (answer.injectedTokens ?? 0) > mostTokens
        ? 'long'
        : null
  return abstained === null ? answer : { ...answer, abstained, injected: null, injectedTokens: null }
}

/** The answer as an episode gets it that was drawn to be given nothing. */
function withheld(answer: RetrievalAnswer): RetrievalAnswer {
  return {
    ...answer,
    hits: [],
    margin: null,
    abstained: 'withheld',
    withheld: true,
    injected: null,
    injectedTokens: null,
  }
}

async function viewLog({ store, servedLog }: Core): Promise<ServedLogView> {
  return { ...(await getServedLog(store)), droppedCount: servedLog.droppedCount() }
}
