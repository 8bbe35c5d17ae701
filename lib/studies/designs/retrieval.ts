import { listEpisodeTexts } from '../../db/episodes/episode-texts.ts'
import { hasRunItems } from '../../db/models/run-readings.ts'
import { getProject, listScopeIds } from '../../db/projects.ts'
import { getStoreClock } from '../../db/vectors/index-feed.ts'
import { requireNoSecret } from '../../extract/secret-scan.ts'
import { rememberVectors } from '../../llm/vector-memory.ts'
import { CHOICE_PURPOSE, READ_PURPOSES } from '../../memory/question-reading.ts'
import type { Question } from '../../memory/studies/question.ts'
import {
  type BatchReport,
  type BatchRow,
  type RetrievalPlan,
  retrievalOrderSchema,
} from '../../memory/studies/retrieval.ts'
import { CosineIndex } from '../../retrieval/cosine-index.ts'
import { createFreshIndex } from '../../retrieval/fresh-index.ts'
import { getStrategy, STRATEGIES } from '../../retrieval/strategies/all-strategies.ts'
import type { Corpus, Strategy } from '../../retrieval/strategies/strategy.ts'
import { type AskWith, createAsk, momentOf, NO_ITEMS, readCorpus, requireItems } from '../retrieval/ask.ts'
import {
  chooseTuned,
  isForTuning,
  planBatch,
  reportBatch,
  settleBatch,
  strategyOf,
  type Tried,
  tunings,
  type Weighed,
  weigh,
} from '../retrieval/batch.ts'
import { readBy, readForAll, requireRead, whatWasRead } from '../retrieval/model-read.ts'
import { readQuestions } from '../retrieval/read-questions.ts'
import { type Design, pause, type StudyDeps, type StudyRow } from '../study.ts'

type Winners = BatchRow['winners']

const NOT_READ =
  'compares questions that a model has read, and none has read any: npm run distil -- --project P --questions FILE.jsonl'

const NOT_CHOSEN =
  'compares questions for which a model has chosen a lesson: npm run distil -- --project P --questions FILE.jsonl --choose'

const orderSchema = retrievalOrderSchema.extend({
  strategies: retrievalOrderSchema.shape.strategies.meta({
    title: 'Strategies',
    options: STRATEGIES.map(({ name, after, source }) => ({
      value: name,
      label: after ? `${name}, after ${after}` : name,
      title: source,
    })),
  }),
})

/** Many questions through several strategies, labelled or not: one row a question. */
export const retrieval: Design<typeof orderSchema, RetrievalPlan, Question, Winners, BatchReport> = {
  name: 'retrieval',
  words: {
    title: 'Retrieval',
    question: 'Which way of retrieving should I trust, over many questions?',
    slug: 'retrieval',
    units: 'questions',
  },
  button: 'Run and keep',
  inThreads: false,
  isPartial: false,
  order: orderSchema,

  async basis(project, { store, answerCount, exampleQuestions }) {
    const read = await answerCount(READ_PURPOSES)
    const chosen = await answerCount([CHOICE_PURPOSE])
    const hasItems = await hasRunItems(store, await listScopeIds(store, project.id))
    const refused = STRATEGIES.flatMap(({ name, needs }) => {
      if (needs === 'model') return [[name, 'needs a language model']]
      if (needs === 'choices' && chosen === 0) return [[name, NOT_CHOSEN]]
      if (needs === 'items' && !hasItems) return [[name, NO_ITEMS]]
      return needs === 'readings' && read === 0 ? [[name, NOT_READ]] : []
    })
    return {
      words: `A question’s own instance is taken out before ranking. Nothing is logged as served.${read > 0 ? ` A model has read ${read} questions here.` : ''}`,
      canOrder: true,
      without: Object.fromEntries(refused),
      example: exampleQuestions(project),
    }
  },

  async freeze({ project, name, by, questions, ...asked }, deps) {
    const plan = settleBatch(asked)
    const given = readQuestions(questions)
    const { id: projectId } = await getProject(deps.store, project)
    const strategies = plan.strategies.map(getStrategy)
    const projectIds = await listScopeIds(deps.store, projectId)
    const ask = strategies.some(({ needs }) => needs === 'choices')
      ? createAsk(await corpusOfRevision(deps, projectIds), { projectIds, now: deps.clock })
      : null
    const queries = plan.onlyRead
      ? await whatWasRead(given, readForAll(strategies, deps.readings, ask))
      : given
    for (const [i, { text }] of queries.entries()) requireNoSecret(text, `query ${i + 1}`)
    const episodes = await listEpisodeTexts(deps.store, projectIds)
    for (const query of queries) momentOf(query, episodes)
    for (const strategy of strategies) requireItems(strategy, episodes)
    await requireAskable(strategies, queries, ask, deps)
    const words = `${queries.length} ${queries.length === 1 ? 'question' : 'questions'}, ${plan.strategies.join(', ')}`
    const pieces = planBatch(plan, queries)
    return { projectId, name: name || words.slice(0, 120), by, plan, units: queries, pieces }
  },

  async open({ projectId, plan }, deps) {
    const projectIds = await listScopeIds(deps.store, projectId ?? '')
    const corpus = await corpusOfRevision(deps, projectIds)
    const ask = createAsk(corpus, { projectIds, seed: plan.seed, now: deps.clock })
    return {
      memory: { storeRevision: corpus.index.revision, embedder: corpus.embedder.id },
      prepare: ({ what = '' }, queries) => tryValues(what, queries.filter(isForTuning), ask),
      async measure(_, queries, { left, tell }) {
        const tuned = chooseTuned(plan, await left<Tried>('prepare'))
        const strategies = plan.strategies.map((name) => ({ name, strategy: strategyOf(name, tuned) }))
        const found: Winners[] = []
        for (const query of queries) {
          const winners: Winners = {}
          for (const { name, strategy } of strategies) winners[name] = await ask(query, strategy)
          found.push(winners)
          tell(1)
        }
        return found
      },
    }
  },

  weigh: async (piece, plan, rows) => await weigh(piece, plan, batchRows(rows), pause),

  async report(plan, rows, left) {
    const tuned = chooseTuned(plan, await left<Tried>('prepare'))
    return reportBatch(plan, batchRows(rows), await left<Weighed>('weigh'), tuned)
  },

  csv: {
    header: 'id,text,category,strategy,winner,instance,score,hit_at_1,rr,ndcg_at_10'.split(','),
    lines: ({ strategies }, { unit: { id, text, category }, value }) =>
      strategies.map((strategy) => {
        const { entryIds, instanceId, score, values } = value[strategy] ?? {}
        const found = [entryIds?.[0], instanceId, score, values?.hitAt1, values?.mrr, values?.ndcgAt10]
        return [id, text, category, strategy, ...found]
      }),
  },
}

/** Rows of a study of retrieval as batches are reported. */
export function batchRows(rows: readonly StudyRow<Question, Winners>[]): BatchRow[] {
  return rows.map(({ unit, value }) => ({ query: unit, winners: value }))
}

/** Throws where a strategy could not answer: it needs a model, or questions that one has read. */
async function requireAskable(
  strategies: readonly Strategy[],
  queries: readonly Question[],
  ask: AskWith | null,
  deps: StudyDeps,
) {
  const { embedder } = deps.space()
  const nothing = { index: new CosineIndex(embedder), embedder, episodes: [], entries: new Map() }
  for (const strategy of strategies)
    if (strategy.needs === 'readings') await requireRead(queries, readBy(deps.readings))
    else if (strategy.needs === 'choices') await requireRead(queries, readForAll([strategy], undefined, ask))
    else if (strategy.needs === 'model') await strategy.prepare(nothing)
}

async function tryValues(name: string, half: readonly Question[], ask: AskWith): Promise<Tried> {
  const tried: Tried = { strategy: name, mrr: [] }
  for (const { value, strategy } of tunings(name)) {
    const each: number[] = []
    for (const query of half) {
      const { values } = await ask(query, strategy)
      if (values) each.push(values.mrr)
    }
    tried.mrr.push({ value, each })
  }
  return tried
}

/** The memory at one revision: read again when something was written between the reads. */
async function corpusOfRevision(deps: StudyDeps, projectIds: string[]): Promise<Corpus> {
  const embedder = rememberVectors(deps.space().embedder)
  for (;;) {
    const index = await createFreshIndex(deps.store, embedder)() // its own, and never asked to catch up
    const corpus = await readCorpus(deps, projectIds, { index, embedder })
    if ((await getStoreClock(deps.store)).revision === index.revision) return corpus
  }
}
