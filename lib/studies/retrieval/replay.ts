import { z } from 'zod'
import { getEntries } from '../../db/entries/entries.ts'
import { getProject, listScopeIds } from '../../db/projects.ts'
import type { Store } from '../../db/store.ts'
import type { Embedder } from '../../llm/embedder.ts'
import { CATEGORIES } from '../../memory/category.ts'
import { withHolm } from '../../memory/statistics/compare.ts'
import { INTERVAL_DRAWS } from '../../memory/statistics.ts'
import type { LessonPair, LessonRow } from '../../memory/studies/category-filter.ts'
import { isLabelled, type Question, questionSchema } from '../../memory/studies/question.ts'
import type { BatchRow, MetricsRow, PairRow } from '../../memory/studies/retrieval.ts'
import type { BatchMetric } from '../../memory/studies/retrieval-terms.ts'
import { descriptionText } from '../../memory/text/words.ts'
import { CosineIndex } from '../../retrieval/cosine-index.ts'
import { getStrategy } from '../../retrieval/strategies/all-strategies.ts'
import type { Corpus, Strategy } from '../../retrieval/strategies/strategy.ts'
import { pause, type StudyDeps } from '../study.ts'
import { createAsk, momentOf, prepareAsk, readCorpus } from './ask.ts'
import { figuresOf, unitsOf } from './batch.ts'
import { gradeFirstLessons, type LessonName, lessonGradeSchema, lessonNameOf } from './lesson-grades.ts'
import { readForAll, whatWasRead } from './model-read.ts'

/** What is taken for one replay. */
export const replayRequestSchema = z.strictObject({
  project: z.string().min(1).max(200),
  queries: z.array(questionSchema).min(1).max(20_000),
  /** Names, or `name;embedder=ID` for the same entries embedded anew with another embedder. */
  strategies: z.array(z.string().min(1).max(240)).min(1).max(20),
  seed: z.number().int().min(0).max(0xffff_ffff).default(1),
  /** Bootstrap draws. */
  resamples: z.number().int().min(100).max(100_000).default(INTERVAL_DRAWS),
  /** The declared primary pair; null = the first two strategies. */
  primary: z.tuple([z.string(), z.string()]).nullable().default(null),
  /** Graded lessons, by question id. */
  grades: z.array(lessonGradeSchema).max(100_000).default([]),
  /** Only the questions that a language model has read; the others are left out. */
  onlyRead: z.boolean().default(false),
})
export type ReplayRequest = z.infer<typeof replayRequestSchema>

export interface ReplayReport {
  strategies: MetricsRow[]
  paired: PairRow[]
  /** Lines read. */
  queries: number
  /** Lines with nothing relevant: run and counted in coverage, left out of every other metric. */
  oneOffs: number
  seed: number
  resamples: number
  /** First lessons held against graded ones; null when none were given. */
  lessons: { rows: LessonRow[]; paired: LessonPair[] } | null
}

/** What of a replay a caller may leave out: intervals of `drawn` metrics alone where somebody says which. */
type ReplayOptions = Pick<ReplayRequest, 'seed' | 'resamples' | 'primary' | 'grades'> & {
  projectIds: readonly string[]
  drawn?: readonly BatchMetric[] | undefined
  /** What names entries as grades do, by id. */
  namesOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, LessonName>>
  /** Milliseconds of a clock that only moves forward. */
  now: () => number
}

/** Labelled questions through strategies over a project as it is. */
export async function measuredReplay(
  { project, queries: given, strategies, onlyRead, ...options }: ReplayRequest,
  { store, space, openEmbedder, readings, choices, clock }: StudyDeps,
  drawn?: ReplayOptions['drawn'],
) {
  const { id } = await getProject(store, project)
  const projectIds = await listScopeIds(store, id)
  const { approved, embedder } = space()
  const corpus = await readCorpus({ store, readings, choices }, projectIds, {
    ...{ index: await approved(), embedder },
  })
  const named = await Promise.all([...new Set(strategies)].map((name) => namedStrategy(name, openEmbedder)))
  const ask = createAsk(corpus, { projectIds, now: clock })
  const queries = onlyRead ? await whatWasRead(given, readForAll(named, readings, ask)) : given
  const report = await replay(queries, named, corpus, {
    ...{ ...options, projectIds, drawn, now: clock },
    namesOf: (ids) => nameLessons(store, ids),
  })
  return { report, queries, episodes: corpus.episodes }
}

/** Entries as grades name them: by run, stage and extractor. */
async function nameLessons(store: Store, ids: readonly string[]): Promise<Map<string, LessonName>> {
  const entries = await getEntries(store, [...ids])
  return new Map(
    entries.flatMap((entry) => {
      const name = lessonNameOf(entry)
      return name === null ? [] : [[entry.id, name]]
    }),
  )
}

/**
 * Replays labelled questions through strategies; without a declared primary pair the first two are it.
 * Before ranking, the question's own instance and everything from its future are taken out; after ranking, entries are
 * collapsed to instances (first occurrence). Without a category a question runs as `retrieve` does. Same input and seed,
 * same numbers, times apart.
 */
export async function replay(
  queries: readonly Question[],
  strategies: readonly Strategy[],
  corpus: Corpus,
  options: ReplayOptions,
): Promise<ReplayReport> {
  const { seed, resamples, drawn } = options
  const names = strategies.map(({ name }) => name)
  const [a, b] = names
  const primary = options.primary ?? (a !== undefined && b !== undefined ? [a, b] : null)
  const rows = await askAll(queries, strategies, corpus, options)
  const figures = await figuresOf(unitsOf(names), { seed, resamples, drawn, primary }, rows, pause)
  return {
    strategies: figures.metrics,
    paired: withHolm(figures.paired),
    seed,
    resamples,
    queries: queries.length,
    oneOffs: queries.filter((query) => !isLabelled(query)).length,
    lessons: await gradeLessons(rows, strategies, options),
  }
}

/** Every question through every strategy, one strategy after the other. */
async function askAll(
  queries: readonly Question[],
  strategies: readonly Strategy[],
  corpus: Corpus,
  options: ReplayOptions,
): Promise<BatchRow[]> {
  for (const query of queries) momentOf(query, corpus.episodes) // at fault before any work is done
  const rows = queries.map((query): BatchRow => ({ query, winners: {} }))
  for (const strategy of strategies) {
    const ask = await prepareAsk(strategy, corpus, options)
    for (const { query, winners } of rows) winners[strategy.name] = await ask(query)
  }
  return rows
}

/** Who wrote what is kept of whole runs, as grades name it. */
const WHOLE_RUN = 'instance@1'

/** Ways that rank whole runs inject what is kept of the run; the others their first entry. */
async function gradeLessons(
  rows: readonly BatchRow[],
  strategies: readonly Strategy[],
  { grades, namesOf, seed, resamples }: ReplayOptions,
): Promise<ReplayReport['lessons']> {
  if (grades.length === 0) return null
  const firsts = rows.flatMap(({ winners }) =>
    Object.values(winners).flatMap(({ entryIds }) => entryIds.slice(0, 1)),
  )
  const entries = await namesOf([...new Set(firsts)])
  const named = strategies.map(({ name: strategy, unit }) => ({
    strategy,
    lessons: rows.map(({ winners }): LessonName | null => {
      const { entryIds: [first = ''] = [], instanceId = null } = winners[strategy] ?? {}
      if (unit !== 'episode') return entries.get(first) ?? null
      return instanceId === null ? null : { extractor: WHOLE_RUN, instanceId }
    }),
  }))
  const ids = rows.map(({ query }) => query.id)
  return gradeFirstLessons(ids, named, grades, { seed, resamples })
}

/** A strategy as a request names it: `subtask`, or `subtask;embedder=local-v1` for the same memory embedded anew with another embedder. */
export async function namedStrategy(
  name: string,
  open: (embedderId: string) => Promise<Embedder>,
): Promise<Strategy> {
  const [plain = '', embedderId] = name.split(';embedder=')
  const strategy = getStrategy(plain)
  return embedderId === undefined ? strategy : inEmbedder(strategy, name, await open(embedderId))
}

/** The strategy over the same entries, with vectors made for the occasion and stored nowhere. */
function inEmbedder(strategy: Strategy, name: string, embedder: Embedder): Strategy {
  const anew = async (corpus: Corpus) => ({
    ...corpus,
    embedder,
    index: await embeddedAnew(corpus, embedder),
  })
  return strategy.unit === 'entry'
    ? { ...strategy, name, prepare: async (corpus) => await strategy.prepare(await anew(corpus)) }
    : { ...strategy, name, prepare: async (corpus) => await strategy.prepare(await anew(corpus)) }
}

async function embeddedAnew({ index, entries }: Corpus, embedder: Embedder): Promise<CosineIndex> {
  const rows = CATEGORIES.flatMap((category) => index.pool(category).rows())
  const known = rows.flatMap((row) => {
    const description = entries.get(row.id)?.description
    return description ? [{ row, text: descriptionText(description) }] : []
  })
  const vectors = await embedder.embed(known.map(({ text }) => text))
  return CosineIndex.of(
    embedder,
    known.map(({ row }, i) => ({ ...row, vector: vectors[i] ?? new Float32Array(embedder.dimension) })),
    index.revision,
  )
}
