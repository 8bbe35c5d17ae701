import { setImmediate } from 'node:timers/promises'
import { listEntryTexts } from '../../db/entries/entry-detail.ts'
import { listEpisodeTexts } from '../../db/episodes/episode-texts.ts'
import { listSteps } from '../../db/episodes/steps.ts'
import { listLabelledSubtasks } from '../../db/episodes/subtask-labels.ts'
import { CATEGORIES, type Category, isCategory, type Stage } from '../../memory/category.ts'
import type { Description } from '../../memory/entry.ts'
import { remembered } from '../../memory/remembered.ts'
import {
  type CategoryLabels,
  type CategoryRow,
  confusionOf,
  type LabelSource,
  type MispredictionReport,
  reportMisprediction,
  STRESS,
} from '../../memory/studies/misprediction.ts'
import { gradesOf, type Question } from '../../memory/studies/question.ts'
import { reciprocalRank } from '../../memory/studies/ranking-metrics.ts'
import { descriptionText } from '../../memory/text/words.ts'
import type { Scored } from '../../retrieval/cosine-index.ts'
import { likeliestCategory, PREDICTOR_ID, predictCategory } from '../../retrieval/predict-category.ts'
import { soft } from '../../retrieval/strategies/soft.ts'
import { type Corpus, laterFirst } from '../../retrieval/strategies/strategy.ts'
import { subtask } from '../../retrieval/strategies/subtask.ts'
import type { ReadDesign } from '../read-study.ts'
import { sharedTopics } from '../stream/topics.ts'
import { type Place, segmentPurities } from './segment-purity.ts'

type Plan = { labels: CategoryLabels; queries: Question[]; places: Place[] }
type Measured = { report: MispredictionReport; rows: CategoryRow[] }
/** The predictor against somebody's labels. */
export type MispredictionView = Measured & { labels: CategoryLabels; predictor: string }

/** The predictor against labelled questions: the sample's written ones, or the project's own subtasks by the best word there is on them. */
export const misprediction = (asked: 'written' | 'own'): ReadDesign<Plan, Measured, MispredictionView> => ({
  name: 'misprediction',
  plan: async (project, { store, writtenFor, topicsOf }) => {
    const subtasks = await listLabelledSubtasks(store, project.id)
    const topics = sharedTopics(await topicsOf(project), subtasks)
    const own = labelledSubtasks(subtasks, (instanceId) => alike(instanceId, topics))
    const written = asked === 'written' ? writtenFor(project) : null
    if (written === null) return own
    const labels: CategoryLabels = { ...own.labels, kind: 'written', others: 0, stored: null }
    return { labels, queries: written.queries, places: [] }
  },
  rows: async ({ queries, places }, { index, embedder, projectIds }, { store }) => {
    const corpus = {
      index,
      embedder,
      episodes: await listEpisodeTexts(store, projectIds),
      entries: new Map((await listEntryTexts(store, projectIds)).map((entry) => [entry.id, entry])),
    }
    const purities = await segmentPurities(places, (id) => listSteps(store, id, 0, Number.MAX_SAFE_INTEGER))
    const rows = await measureMisprediction(queries, corpus, projectIds, purities)
    return { report: reportMisprediction(rows), rows }
  },
  report: (measured, { labels }) => ({ ...measured, labels, predictor: PREDICTOR_ID }),
})

/** Other instances that share a topic with this one. */
function alike(instanceId: string, topics: ReadonlyMap<string, readonly string[]>): string[] {
  const own = topics.get(instanceId) ?? []
  return [...topics].flatMap(([other, theirs]) =>
    other !== instanceId && theirs.some((topic) => own.includes(topic)) ? [other] : [],
  )
}

/** How sure a named category is at most: even with a known error rate of 0 no category is quite excluded. */
const LEAST_P = 1e-6

type Hits = Record<Category, Scored[]>

/**
 * What each category would have given for questions with a label: the hard filter by every category, the soft prior by the predictor and
 * by a named category whose error rate is known, and no filter. Each question is ranked once a category; the other ways order the same
 * cosines anew, as the strategies `soft` and `global` do. The question's own instance is taken out before ranking.
 */
export async function measureMisprediction(
  queries: readonly Question[],
  corpus: Corpus,
  projectIds: readonly string[],
  /** Of each question that names a category, in their order; absent where they are no subtasks. */
  purities: readonly (number | null)[] = [],
): Promise<CategoryRow[]> {
  const named = queries.filter(({ category }) => category !== undefined)
  const labelled = named.flatMap((query, i) => {
    if (query.category === undefined) return []
    const purity = purities[i] ?? null
    const prediction = predictCategory(query.text)
    return [{ query, label: query.category, prediction, predicted: likeliestCategory(prediction), purity }]
  })
  const rank = await subtask.prepare({ ...corpus, embedder: rememberTexts(corpus.embedder) })
  const priors = each((named) => STRESS.map((wrong) => priorOf(named, wrong, labelled)))
  const rows: CategoryRow[] = []
  for (const { query, label, prediction, predicted, purity } of labelled) {
    const { id, text } = query
    const confidence = prediction.probabilities[predicted]
    const relevant = new Set(gradesOf(query).keys())
    const unanswerable = { byCategory: null, soft: null, global: null, softNamed: null }
    if (relevant.size === 0) {
      rows.push({ id, text, label, predicted, confidence, purity, ...unanswerable })
      continue
    }
    const scope = { projectIds, withoutInstance: id }
    const hits = { ANALYZE: [], REPRODUCE: [], EDIT: [], VERIFY: [] } as Hits
    for (const category of CATEGORIES)
      hits[category] = (await rank({ text, category, scope, seed: 1, limit: null })).hits
    const firsts = firstsOf(hits)
    rows.push({
      ...{ id, text, label, predicted, confidence, purity },
      byCategory: each((category) => reciprocalRank(instancesOf(hits[category]), relevant)),
      soft: rankBySoft(firsts, prediction.probabilities, relevant),
      global: rankBySoft(firsts, null, relevant),
      softNamed: each((named) => priors[named].map((prior) => rankBySoft(firsts, prior, relevant))),
    })
    await setImmediate()
  }
  return rows
}

/** Of each instance its first place in every category. */
type Firsts = Map<string, Scored[]>

function firstsOf(hits: Hits): Firsts {
  const firsts: Firsts = new Map()
  for (const category of CATEGORIES) {
    const seen = new Set<string>()
    for (const hit of hits[category]) {
      if (hit.instanceId === null || seen.has(hit.instanceId)) continue
      seen.add(hit.instanceId)
      const own = firsts.get(hit.instanceId)
      if (own) own.push(hit)
      else firsts.set(hit.instanceId, [hit])
    }
  }
  return firsts
}

type Weighed = { hit: Scored; score: number }

/**
 * 1 / rank of the first relevant instance by log P(z) + cos / τ, as `soft`; by cosine alone, as `global`, without a prior. A prior
 * adds the same to a whole category, so that an instance's first place there stays its best: nothing need be sorted again.
 */
function rankBySoft(
  firsts: Firsts,
  prior: Record<Category, number> | null,
  relevant: ReadonlySet<string>,
): number {
  const tau = Number(soft.parameters.tau)
  const bests: Weighed[] = []
  let found: Weighed | null = null
  for (const [instanceId, hits] of firsts) {
    let best: Weighed | null = null
    for (const hit of hits) {
      const p = prior === null ? 1 : prior[hit.category]
      if (p <= 0) continue
      const one = { hit, score: prior === null ? hit.score : Math.log(p) + hit.score / tau }
      if (best === null || softFirst(one, best) < 0) best = one
    }
    if (best === null) continue
    bests.push(best)
    if (relevant.has(instanceId) && (found === null || softFirst(best, found) < 0)) found = best
  }
  if (found === null) return 0
  let place = 1
  for (const one of bests) if (one !== found && softFirst(one, found) < 0) place++
  return 1 / place
}

function softFirst(a: Weighed, b: Weighed): number {
  return b.score - a.score || b.hit.score - a.hit.score || laterFirst(a.hit, b.hit)
}

/** P(z) for a named category when a known share of names is wrong: Bayes over equally common categories. Sums to 1. */
export function priorOf(
  named: Category,
  wrong: number,
  mistakes: readonly { label: Category; predicted: Category }[],
): Record<Category, number> {
  const likelihoods = each((truth) =>
    Math.max(LEAST_P, truth === named ? 1 - wrong : wrong * confusionOf(truth, mistakes)[named]),
  )
  const total = CATEGORIES.reduce((sum, truth) => sum + likelihoods[truth], 0)
  return each((truth) => likelihoods[truth] / total)
}

function each<T>(value: (category: Category) => T): Record<Category, T> {
  return Object.fromEntries(CATEGORIES.map((category) => [category, value(category)])) as Record<Category, T>
}

/** Instances in order of their first occurrence. */
export function instancesOf(ranked: readonly Scored[]): string[] {
  return [...new Set(ranked.flatMap(({ instanceId }) => instanceId ?? []))]
}

/** The same text is embedded once: each question is asked in four categories. */
function rememberTexts(embedder: Corpus['embedder']): Corpus['embedder'] {
  const known = new Map<string, Promise<Float32Array[]>>()
  return {
    ...embedder,
    embed: (texts) => remembered(known, JSON.stringify(texts), () => embedder.embed(texts)),
  }
}

type Labelled = Place & {
  instanceId: string
  atStart: Description
  person: Stage | null
  declared: Stage | null
  stored: Stage
}

/** Subtasks as questions whose category somebody labelled: persons before what agents declared; rules only where neither spoke. */
export function labelledSubtasks(
  subtasks: readonly Labelled[],
  relevantTo: (instanceId: string) => readonly string[],
): { labels: CategoryLabels; queries: Question[]; places: Place[] } {
  const kind = kindOf(subtasks)
  const labelled = subtasks.flatMap((one) => {
    const label = kind === 'rules' ? one.stored : (one.person ?? one.declared)
    return label === null ? [] : [{ ...one, label }]
  })
  const asked = labelled.filter(({ label }) => isCategory(label))
  const queries = asked.flatMap(({ label, instanceId, atStart }): Question[] => {
    if (!isCategory(label)) return []
    // What rules said is no truth, so that nothing is lost by another category.
    const relevant = kind === 'rules' ? [] : [...relevantTo(instanceId)]
    return [{ id: instanceId, text: descriptionText(atStart), category: label, relevant }]
  })
  const spoken = subtasks.filter(({ person, declared }) => (person ?? declared) !== null)
  const agreeing = spoken.filter(({ person, declared, stored }) => (person ?? declared) === stored)
  return {
    labels: {
      kind,
      byPersons: subtasks.filter(({ person }) => person !== null).length,
      others: labelled.length - queries.length,
      stored: kind === 'persons' ? { n: spoken.length, agreeing: agreeing.length } : null,
    },
    queries,
    places: asked.map(({ episodeId, fromStep, toStep }) => ({ episodeId, fromStep, toStep })),
  }
}

function kindOf(subtasks: readonly Labelled[]): Exclude<LabelSource, 'written'> {
  if (subtasks.some(({ person }) => person !== null)) return 'persons'
  return subtasks.some(({ declared }) => declared !== null) ? 'declared' : 'rules'
}
