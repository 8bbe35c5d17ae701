import type { z } from 'zod'
import type { Parts as Core } from '../api/parts.ts'
import { matchingIds } from '../db/entries/entries.ts'
import { readCandidates } from '../db/entries/entry-texts.ts'
import {
  findInjectionRule,
  getProject,
  type InjectionRule,
  listScopeIds,
  type ProjectRule,
  setInjectionRule,
} from '../db/projects.ts'
import { type Assignment, assign, setWithheldShare } from '../db/random-withholding.ts'
import { reportOutcomes } from '../db/retrieval/outcomes.ts'
import { findSavedRetrieval, saveRetrieval } from '../db/retrieval/retrievals.ts'
import { getServedLog, setServedRetention } from '../db/retrieval/served-retention.ts'
import { maskAnswer } from '../extract/mask-answer.ts'
import { masked } from '../extract/mask-texts.ts'
import { maskName } from '../extract/secret-scan.ts'
import { type Chip, readChips } from '../jobs/load-sample.ts'
import { findMapJob, orderMap } from '../jobs/project-map.ts'
import { dropQuery } from '../map/drop-query.ts'
import { createMap } from '../map/map.ts'
import type { Category } from '../memory/category.ts'
import type { CompareRequest, Comparison } from '../memory/compare.ts'
import { entryFilterSchema } from '../memory/filter/entry-filter.ts'
import type { Kept, MapJob, MapMethod, MapQuery, MapView, MapWords } from '../memory/map.ts'
import type { QuestionRead } from '../memory/question-reading.ts'
import type {
  Explained,
  ExplainRequest,
  ExploreRequest,
  PlaygroundAnswer,
  RetrievalAnswer,
  RetrieveRequest,
  TextLabels,
} from '../memory/retrieval.ts'
import type {
  OutcomeReceipt,
  OutcomeReport,
  ServedLogView,
  ServeRequest,
  servedRetentionSchema,
} from '../memory/served-log.ts'
import type { SavedRetrievalView } from '../memory/views/entries.ts'
import { compare } from '../retrieval/compare/compare.ts'
import { createPastAnswers } from '../retrieval/compare/past-answers.ts'
import { explainHits } from '../retrieval/explain/explain.ts'
import { explore } from '../retrieval/explain/explore.ts'
import { whatIf } from '../retrieval/explain/what-if.ts'
import { retrieve } from '../retrieval/retrieve.ts'
import { labelsOfText } from '../studies/retrieval/text-labels.ts'

import { createQuestions } from './questions.ts'

/** Asking the memory, and where its entries lie beside each other. */
export interface Retrieval {
  /** Two-stage retrieval as an agent gets it. Reads only, but for a model's plan where one is wanted: that is asked for once and kept. */
  retrieve(request: RetrieveRequest): Promise<RetrievalAnswer>
  /** The same for a program: it counts as served and is logged behind the answer, unless the request says otherwise. */
  serve(request: ServeRequest): Promise<RetrievalAnswer>
  served: {
    /** Keeps how episodes ended and joins it to what was served in them. */
    report(report: OutcomeReport): Promise<OutcomeReceipt>
    log(): Promise<ServedLogView>
    /** What is injected in a project where a question does not say it. */
    rule(project: string): Promise<ProjectRule>
    /** Says so; the floor is a score of the current space. */
    setRule(rule: Omit<InjectionRule, 'floorEmbedder'> & { projectId: string }): Promise<void>
    /** Gives nothing to a share of episodes, drawn at random; null = off. Gives the share before. */
    withhold(input: { projectId: string; share: number | null; by: string }): Promise<{
      before: number | null
    }>
    keep(retention: z.infer<typeof servedRetentionSchema>): Promise<ServedLogView>
  }
  /** The same with all that the playground draws. */
  explore(request: ExploreRequest): Promise<PlaygroundAnswer>
  /** The same text asked of 2 to 4 ways. */
  compare(request: CompareRequest): Promise<Comparison>
  /** What earns the scores of candidates. Off the answer's path: it embeds the question once for each of its words. */
  explain(request: ExplainRequest): Promise<Record<string, Explained>>
  /** Asks, and keeps question and answer. */
  save(request: RetrieveRequest): Promise<{ id: string }>
  findSaved(id: string): Promise<SavedRetrievalView | null>
  /** Questions that show something on the sample. */
  chips(): Chip[]
  map: MapOfMemory
}

type OneMap = { projectId: string; method: MapMethod }

export interface MapOfMemory {
  view(asked: OneMap): Promise<MapView>
  /** What the entries on the map are called; null when there is no map. */
  words(asked: OneMap): Promise<MapWords | null>
  /** How much neighbourhood the map kept; null when there is no map. */
  kept(asked: OneMap): Promise<Kept | null>
  /** Ids of the entries inside a polygon of the map. Throws UserError `bad-area`, `no-map`. */
  idsInside(asked: OneMap & { area: string }): Promise<string[]>
  /** The newest UMAP job of a project and how far it is. */
  job(projectId: string): Promise<MapJob | null>
  /** Orders a UMAP map; it is computed in the background. */
  order(projectId: string): Promise<null>
  /** What a query would meet: neighbours of its category, and what stands behind the wall. */
  query(asked: { project: string; text: string; category: Category | null }): Promise<MapQuery>
}

/** Nothing is left to chance. */
const SERVED: Assignment = { isWithheld: false, propensity: 1 }

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

/** Asks with what a model has read in the question, where one is wanted. */
function createAsking(core: Core, ruled: (request: RetrieveRequest) => RetrieveRequest) {
  const questions = createQuestions(core)
  const depsOf = async (request: RetrieveRequest, failed: QuestionRead | null = null) => {
    const [deps, reading] = await Promise.all([
      core.answerDeps(request.embedder),
      questions.forAnswer(request, failed),
    ])
    return reading ? { ...deps, reading } : deps
  }
  return {
    explorer: (request: RetrieveRequest) => depsOf(request),
    ask: async (request: RetrieveRequest) => await retrieve(ruled(request), await depsOf(request)),
    /** A program that wants a model's reading has it made, once for each text. */
    async askForProgram(request: RetrieveRequest) {
      const { project, text, mode, category, plan } = request
      const read = plan === 'model' && !category ? await questions.read({ project, text, mode }) : null
      const deps = await depsOf(request, read?.state === 'read' ? null : read)
      return { answer: await retrieve(ruled(request), deps), deps }
    },
  }
}

function createServed({ store, spaces, servedLog }: Core): Retrieval['served'] {
  const viewLog = async () => ({ ...(await getServedLog(store)), droppedCount: servedLog.droppedCount() })
  return {
    async report({ project, agent = 'agent', outcomes }) {
      const { id: projectId } = await getProject(store, project)
      await servedLog.flush()
      return await reportOutcomes(store, { projectId, by: agent, outcomes })
    },
    log: viewLog,
    rule: async (project) => findInjectionRule(store, project),
    async setRule({ floor, ...rule }) {
      const floorEmbedder = floor === null ? null : spaces.current().id
      await setInjectionRule(store, { floor, floorEmbedder, ...rule })
    },
    withhold: (input) => setWithheldShare(store, input),
    async keep(retention) {
      await servedLog.flush()
      await setServedRetention(store, retention)
      return await viewLog()
    },
  }
}

export function createRetrieval(core: Core): Retrieval {
  const { store, rootPath, sampleQueries, spaces, servedLog } = core
  /** The question with what its project says where it does not say it itself: kept so, it can be asked again. */
  const ruled = <Asked extends Omit<RetrieveRequest, 'strategy'>>(request: Asked): Asked => {
    const rule = findInjectionRule(store, request.project)
    const isOfSpace = rule.floorEmbedder === (request.embedder ?? spaces.current().id)
    return {
      ...request,
      floor: request.floor === undefined ? (isOfSpace ? rule.floor : null) : request.floor,
      onlyWhatFits: request.onlyWhatFits ?? rule.onlyWhatFits,
    }
  }
  const { ask, askForProgram, explorer } = createAsking(core, ruled)
  const labelsOf: LabelsOf = async ({ project, text }) =>
    await labelsOfText(store, await getProject(store, project), text.trim(), sampleQueries)
  return {
    retrieve: async (request) => (await askForProgram(request)).answer,
    async serve({ log, episode, agent, ...asked }) {
      const request = ruled(asked)
      const { withheldShare: share } = findInjectionRule(store, asked.project)
      const { answer, deps } = await askForProgram(request)
      if (!log && share === null) return answer
      const [projectId] = (await deps.projectScope(request.project)).scope.projectIds
      if (projectId === undefined) return answer
      const isDrawn = share !== null && episode !== undefined
      const assignment = isDrawn ? assign(store, { projectId, episode, share }) : SERVED
      if (log)
        servedLog.add({
          projectId,
          by: maskName(agent ?? 'agent'),
          episodeId: episode === undefined ? null : maskName(episode),
          request,
          answer,
          ...assignment,
        })
      return assignment.isWithheld ? withheld(answer) : answer
    },
    served: createServed(core),
    explore: async (request) =>
      await explore(ruled(request), {
        ...(await explorer({ ...request, strategy: 'subtask' })),
        labels: labelsOf,
      }),
    compare: createComparing(core, labelsOf),
    async explain(request) {
      const { embedder, approved } = request.embedder ? await spaces.of(request.embedder) : spaces.current()
      const entries = (ids: string[]) => readCandidates(store, ids)
      return await explainHits(request, { index: await approved(), embedder, entries })
    },
    async save(asked) {
      // Asked as it is kept: the answer quotes the question in pieces, and half a secret looks like none.
      const request = ruled({ ...asked, text: masked(asked.text) })
      const [{ id: projectId }, found] = await Promise.all([getProject(store, request.project), ask(request)])
      // Kept as it left: what is stored twice must be purged twice.
      const answer = maskAnswer(found)
      return {
        id: await saveRetrieval(store, { projectId, by: 'person', purpose: 'saved', request, answer }),
      }
    },
    findSaved: (id) => findSavedRetrieval(store, id),
    chips: () => readChips(rootPath),
    map: createMapOfMemory(core),
  }
}

type LabelsOf = (asked: Pick<RetrieveRequest, 'project' | 'text'>) => Promise<TextLabels | null>

/** Asks 2 to 4 ways over the memory as it is now, or was at an instant. */
function createComparing({ store, answerDeps, inSpace }: Core, labelsOf: LabelsOf): Retrieval['compare'] {
  const own = { now: () => performance.now() }
  const pastHere = inSpace(({ questions }) =>
    createPastAnswers(store, questions, {
      ...own,
      steps: async (entry) => await (await answerDeps()).steps(entry),
      items: async (episodeId) => await (await answerDeps()).items(episodeId),
    }),
  )
  /** In another space, which must hold the whole memory of today. */
  async function pastIn(embedder: string, project: string) {
    const present = await answerDeps(embedder)
    await present.projectScope(project)
    return createPastAnswers(store, present.embedder, present)
  }
  const idOf = async (project: string) => (await getProject(store, project)).id
  return (request) =>
    compare(request, {
      present: answerDeps,
      past: async (project, asOf, embedder) => {
        const answers = embedder ? await pastIn(embedder, project) : pastHere()
        return await answers(await listScopeIds(store, await idOf(project)), asOf)
      },
      matching: async (project, expression) =>
        await matchingIds(store, entryFilterSchema.parse({ projectId: await idOf(project), expression })),
      whatIf: async (asked) => await whatIf(asked, await labelsOf(asked), await answerDeps(asked.embedder)),
    })
}

function createMapOfMemory({ store, rootPath, worker, mapProgress, answerDeps, inSpace }: Core): MapOfMemory {
  // Masked inside: its texts are cut, and a secret that is cut through looks like none.
  const map = inSpace((space) => createMap({ store, embedder: space, rootPath, mask: masked }))
  return {
    view: (asked) => map().view(asked),
    words: (asked) => map().words(asked),
    kept: (asked) => map().kept(asked),
    idsInside: (asked) => map().idsInside(asked),
    job: (projectId) => findMapJob(store, projectId, mapProgress),
    async order(projectId) {
      await orderMap(store, projectId)
      worker.wake()
      return null
    },
    async query({ project, ...asked }) {
      const { projectScope, index, embedder } = await answerDeps()
      const { scope } = await projectScope(project)
      return await dropQuery(asked, { index, embedder, scope })
    },
  }
}
