import type { Embedder } from '../llm/embedder.ts'
import { CATEGORIES, type Category } from '../memory/category.ts'
import { type MemoryEntry, serves } from '../memory/entry.ts'
import type { Hit, Prediction, RetrievalAnswer, RetrieveRequest, Verdict } from '../memory/retrieval.ts'
import type { Step } from '../memory/trajectory.ts'
import type { CosineIndex } from './cosine-index.ts'
import { injectedMessages, rawMessage, tokenEstimate } from './injection.ts'
import { limitsOf } from './limits.ts'
import { describe, plan } from './plan.ts'
import { likeliestCategory, predictCategory } from './predict-category.ts'
import type { Prepared } from './prepared.ts'
import { abstention, marginOf, retrieve } from './retrieve.ts'
import { type Scope, scopeFilter } from './scope.ts'
import { getStrategy } from './strategies/all-strategies.ts'
import { ITEMS_PER_EPISODE, placeOf, type Ranked, type Strategy } from './strategies/strategy.ts'
import type { Background } from './unrelated-pairs.ts'
import { judge, unjudged } from './verdict.ts'

/** What an answer is made of. Nothing here writes. */
export interface AnswerDeps {
  /** Approved entries, caught up with the store just before. */
  index: CosineIndex
  embedder: Embedder
  /** Whose memory a project sees, and the two counts only the database knows. Throws a UserError for an unknown project. */
  projectScope(project: string): Promise<{ scope: Scope; all: number; inScope: number }>
  /** Entries as they are in the database now; unknown ids are simply missing. */
  entries(ids: readonly string[]): Promise<MemoryEntry[]>
  /** A strategy that has read what is in scope, see `createPreparedCache`. */
  prepared(strategy: Strategy, scope: Scope): Promise<Prepared>
  /** Scores of unrelated pairs in scope, at the index's revision (see `createBackgroundCache`). */
  background(scope: Scope): Background
  /** The raw steps an entry came from; asked only by a strategy that injects them. Empty without a source. */
  steps(entry: MemoryEntry): Promise<Step[]>
  /** Milliseconds of a clock that only moves forward. */
  now(): number
}

/**
 * Answers what a program or a page asks: intent, both stages, verdict, and the text that would be injected. Reads only.
 * The winner is re-read from the database; rows that are gone, moved or no longer approved drop out and the next ranks.
 */
export async function answerRetrieval(request: RetrieveRequest, deps: AnswerDeps): Promise<RetrievalAnswer> {
  if (deps.index.embedderId !== deps.embedder.id)
    throw new Error(`a question of ${deps.embedder.id} was put to vectors of ${deps.index.embedderId}`)
  const startedAt = deps.now()
  const strategy = getStrategy(request.strategy)
  const { scope, all, inScope } = await deps.projectScope(request.project)
  const asked = askedIntent(request)
  const found = await ranked(strategy, asked, request, scope, deps)
  const background = deps.background(scope)
  const best = found.hits[0]
  const floor = strategy.cosineOfDescriptions ? request.floor : null
  const abstained = abstention(found.hits, floor)
  const injected = abstained === null ? await messageOf(strategy, found.injectable, deps) : null
  return {
    strategy: strategy.name,
    ...asked,
    funnel: { all, inScope, approved: found.considered, byCategory: found.byCategory },
    considered: found.considered,
    kept: found.kept,
    hits: found.hits.slice(0, request.limit),
    margin: found.margin,
    verdict: verdictOf(strategy, asked.intent.category, best, found, background, floor, deps.embedder),
    abstained,
    injected,
    injectedTokens: injected === null ? null : tokenEstimate(injected),
    embedder: deps.embedder.id,
    revision: deps.index.revision,
    tookMs: deps.now() - startedAt,
  }
}

/** What the agent gets: lessons, or for the paper's raw ablation the steps themselves. */
async function messageOf(
  strategy: Strategy,
  entries: readonly MemoryEntry[],
  deps: AnswerDeps,
): Promise<string> {
  if (strategy.injects !== 'raw') return injectedMessages(entries)
  const messages = await Promise.all(entries.map(async (entry) => rawMessage(entry, await deps.steps(entry))))
  return messages.join('\n\n')
}

/** Plan, prediction and the intent to run: the caller's category, else the argmax for a subtask, else the plan's first. */
function askedIntent({
  text,
  category,
  mode,
}: RetrieveRequest): Pick<RetrievalAnswer, 'plan' | 'predicted' | 'intent'> {
  if (category) return { plan: null, predicted: null, intent: { category, description: describe(text) } }
  if (mode === 'subtask') {
    const predicted = predictCategory(text)
    return {
      plan: null,
      predicted,
      intent: { category: likeliestCategory(predicted), description: describe(text) },
    }
  }
  const intents = plan(text)
  return { plan: intents, predicted: null, intent: intents[0] }
}

interface Found {
  considered: number
  kept: number
  byCategory: Record<Category, number>
  hits: Hit[]
  margin: number | null
  /** What goes into the message: the winner, or the first items of the winning episode. */
  injectable: MemoryEntry[]
}

function ranked(
  strategy: Strategy,
  asked: Pick<RetrievalAnswer, 'plan' | 'predicted' | 'intent'>,
  request: RetrieveRequest,
  scope: Scope,
  deps: AnswerDeps,
): Promise<Found> {
  if (strategy.unit === 'episode') return rankedEpisodes(strategy, request, scope, deps)
  return rankedEntries(strategy, asked, request, scope, deps)
}

/** The strategy's own ranking, and how many entries its stage 1 let through. */
async function rankedEntries(
  strategy: Strategy,
  { plan, predicted, intent }: Pick<RetrievalAnswer, 'plan' | 'predicted' | 'intent'>,
  { text, limit, repo = null, seed = 1 }: RetrieveRequest,
  scope: Scope,
  deps: AnswerDeps,
): Promise<Found> {
  const { index } = deps
  const { rank } = await deps.prepared(strategy, scope)
  const category = plan === null ? intent.category : null
  const query = { text, category, prior: predicted?.probabilities ?? null, repo, scope, seed }
  return await stillThere(limit, deps, async (wanted) => {
    const asked = { ...query, limit: wanted }
    const places = await rank(asked)
    const byCategory = index.counts(scopeFilter(scope))
    const pools = strategy.stage1?.(asked) ?? [intent.category]
    return { places, byCategory, kept: pools.reduce((kept, z) => kept + byCategory[z], 0) }
  })
}

/** The places whose entry is still approved and of its category in the database; the rest drop out, counts included. */
async function stillThere(
  limit: number,
  deps: AnswerDeps,
  rank: (wanted: number) => Promise<{ places: Ranked[] } & Pick<Found, 'kept' | 'byCategory'>>,
): Promise<Found> {
  // Two more than shown, so that a row that has gone does not cost a place or the margin.
  for (let wanted = Math.max(limit, 2) + 2; ; wanted *= 2) {
    const { places, kept, byCategory } = await rank(wanted)
    const entries = await servable(
      places.flatMap(({ entryId }) => entryId ?? []),
      deps,
    )
    const counts = { ...byCategory }
    const alive: { entry: MemoryEntry; score: number }[] = []
    for (const { entryId, category, score } of places) {
      const entry = entries.get(entryId ?? '')
      if (entry?.category === category) alive.push({ entry, score })
      else if (category !== null) counts[category]--
    }
    if (alive.length < Math.max(limit, 2) && places.length === wanted) continue
    return {
      considered: sum(counts),
      kept: kept - (places.length - alive.length),
      byCategory: counts,
      hits: alive.slice(0, limit).map(({ entry, score }, i) => hitOf(entry, score, i + 1)),
      margin: marginOf(alive),
      injectable: alive.slice(0, 1).map(({ entry }) => entry),
    }
  }
}

/** Every episode's first items, with the episode's score: they come together, whatever stage they are of. */
async function rankedEpisodes(
  strategy: Strategy,
  { text, limit, category, repo = null, seed = 1 }: RetrieveRequest,
  scope: Scope,
  deps: AnswerDeps,
): Promise<Found> {
  const { index } = deps
  const { rank, episodes } = await deps.prepared(strategy, scope)
  const order = await rank({ text, category: category ?? null, repo, scope, seed, limit: null })
  const without = new Set(scope.without)
  const itemsOf = new Map(
    episodes.map(({ episodeId, entryIds }) => [
      episodeId,
      entryIds.filter((id) => !without.has(id)).slice(0, ITEMS_PER_EPISODE),
    ]),
  )
  const withItems = order.filter(({ episodeId }) => (itemsOf.get(episodeId ?? '')?.length ?? 0) > 0)
  const shown = withItems.slice(0, limit)
  const items = shown.map((one) => ({ one, ids: itemsOf.get(one.episodeId ?? '') ?? [] }))
  const entries = await servable(
    items.flatMap(({ ids }) => ids),
    deps,
  )
  const alive = items
    .map(({ one, ids }) => ({ one, entries: ids.flatMap((id) => entries.get(id) ?? []) }))
    .filter((episode) => episode.entries.length > 0)
  const byCategory = index.counts(scopeFilter(scope))
  return {
    considered: sum(byCategory),
    kept: withItems.length,
    byCategory,
    hits: itemHits(alive).slice(0, limit),
    margin: marginOf(alive.map(({ one }) => one)),
    injectable: alive[0]?.entries ?? [],
  }
}

function itemHits(episodes: readonly { one: Ranked; entries: MemoryEntry[] }[]): Hit[] {
  return episodes
    .flatMap(({ one, entries }) => entries.map((entry) => ({ entry, score: one.score })))
    .map(({ entry, score }, i) => hitOf(entry, score, i + 1))
}

/** The entries of these ids that may still be served, as the database has them now. */
async function servable(
  ids: readonly string[],
  { entries }: Pick<AnswerDeps, 'entries'>,
): Promise<Map<string, MemoryEntry>> {
  const rows = ids.length === 0 ? [] : await entries(ids)
  return new Map(rows.filter(serves).map((row) => [row.id, row]))
}

function hitOf(entry: MemoryEntry, score: number, rank: number): Hit {
  const { id, instanceId, repo, category, description, experience, extractor } = entry
  return { rank, score, entryId: id, instanceId, repo, category, ...description, experience, extractor }
}

function verdictOf(
  strategy: Strategy,
  category: Category,
  best: Hit | undefined,
  { margin, kept }: Pick<Found, 'margin' | 'kept'>,
  background: Background,
  floor: number | null,
  { id }: Embedder,
): Verdict {
  if (!strategy.cosineOfDescriptions) return unjudged(strategy.name, kept)
  const winner = best ? { score: best.score, title: best.experience.title } : null
  return judge({ category, best: winner, margin, kept, background, floor, tossUp: limitsOf(id).tossUp })
}

function sum(counts: Record<Category, number>): number {
  return counts.ANALYZE + counts.REPRODUCE + counts.EDIT + counts.VERIFY
}

/** One column of the strip "had the category been …". */
export interface WhatIf {
  category: Category
  kept: number
  /** Best first. */
  hits: Hit[]
  margin: number | null
  verdict: Verdict
}

/** The same description under each of the four categories, in their fixed order: what a wrong turn would have injected. */
export async function whatIf(
  request: RetrieveRequest,
  deps: AnswerDeps,
): Promise<{ predicted: Prediction | null; columns: WhatIf[] }> {
  const { scope } = await deps.projectScope(request.project)
  const { intent, predicted } = askedIntent(request)
  const background = deps.background(scope)
  const strategy = getStrategy('subtask')
  const columns: WhatIf[] = []
  for (const category of CATEGORIES) {
    const { hits, kept, margin } = await stillThere(request.limit, deps, async (limit) => {
      const found = await retrieve({ ...intent, category }, deps, { scope, limit })
      return { ...found, places: found.hits.map(placeOf) }
    })
    const verdict = verdictOf(
      strategy,
      category,
      hits[0],
      { margin, kept },
      background,
      request.floor,
      deps.embedder,
    )
    columns.push({ category, kept, hits, margin, verdict })
  }
  return { predicted, columns }
}
