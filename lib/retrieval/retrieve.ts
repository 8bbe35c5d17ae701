import type { Embedder } from '../llm/embedder.ts'
import { CATEGORIES, type Category } from '../memory/category.ts'
import { type Intent, type MemoryEntry, serves } from '../memory/entry.ts'
import type { PlannedBy, QuestionReading } from '../memory/question-reading.ts'
import type { Hit, RetrievalAnswer, RetrieveRequest, Verdict } from '../memory/retrieval.ts'
import { tokenEstimate } from '../memory/text/words.ts'
import type { Step } from '../memory/trajectory.ts'
import type { CosineIndex } from './cosine-index.ts'
import { injectedMessages, itemsMessage, rawMessage } from './injection.ts'
import { intentOf, type KnownCategory, plan } from './plan.ts'
import { PREDICTOR_ID, predictCategory } from './predict-category.ts'
import { embedDescription, type Scope, scopeFilter } from './scope.ts'
import { getStrategy } from './strategies/all-strategies.ts'
import type {
  EntryQuery,
  EntryRanking,
  EpisodeQuery,
  EpisodeRanking,
  Rank,
  Strategy,
} from './strategies/strategy.ts'
import type { Background } from './unrelated-pairs.ts'
import { doubtsOf, type Judged, judge, judgedBy, type KnownFit, unjudged } from './verdict.ts'

/** What an answer is made of. Nothing here writes. */
export interface RetrievalDeps {
  /** Approved entries, caught up with the store just before. */
  index: CosineIndex
  embedder: Embedder
  /** Whose memory a project sees, and the two counts only the database knows. Throws a UserError for an unknown project. */
  projectScope(project: string): Promise<{ scope: Scope; all: number; inScope: number }>
  /** Entries as they are in the database now; unknown ids are simply missing. */
  entries(ids: readonly string[]): Promise<MemoryEntry[]>
  /** Entries of these projects that are never served while a finding of a secret is open: in no count, however far a ranking looks. */
  withheld?(projectIds: readonly string[]): Promise<string[]>
  /** A strategy that has read what is in scope, see `createPreparedCache`. */
  prepared(strategy: Strategy, scope: Scope): Promise<Rank>
  /** What lessons that were judged say of this space: a project's own where there are enough. */
  verdictFit(scope: Scope): Promise<KnownFit | null>
  /** Scores of unrelated pairs in scope, which floors are drawn over (see `createBackgroundCache`). */
  background(scope: Scope): Background
  /** Kinds of findings that stand open against an entry. */
  openFindings(entryId: string): Promise<string[]>
  /** The raw steps an entry came from; asked only by a strategy that injects them. Empty without a source. */
  steps(entry: MemoryEntry): Promise<Step[]>
  /** What a model read in the question that is asked; absent = the rules read it. */
  reading?: ReadByModel
  /** What a model wrote down of a whole run; asked only by a strategy that injects it. */
  items(episodeId: string): Promise<string[]>
  /** Milliseconds of a clock that only moves forward. */
  now(): number
}

/**
 * Answers what a program or a page asks. Reads only. What is asked becomes an intent (z, d); the strategy ranks the memory in
 * its two stages (`strategies/`); the chosen rows are read again from the database; how likely the best one helps is read from
 * lessons that were judged; and what would be injected is written out.
 */
export async function retrieve(request: RetrieveRequest, deps: RetrievalDeps): Promise<RetrievalAnswer> {
  if (deps.index.embedderId !== deps.embedder.id)
    throw new Error(`a question of ${deps.embedder.id} was put to vectors of ${deps.index.embedderId}`)
  const startedAt = deps.now()
  const strategy = getStrategy(request.strategy)
  const { scope, all, inScope } = await deps.projectScope(request.project)

  const { plan, predicted, plannedBy, intent, known } = readQuestion(request, deps.reading)
  const floor = strategy.cosineOfDescriptions ? (request.floor ?? null) : null
  const rank = await deps.prepared(strategy, scope)
  const query = { ...questionOf(request), category: known, scope, floor }
  const found = await rankAndRead(rank, query, deps)
  const { ranking, hits, winner } = found
  const verdict = await verdictOf(strategy, { scope, intent }, found, deps)
  const abstained = ranking.abstained ?? (request.onlyWhatFits && verdict.word !== 'fits' ? 'unfit' : null)
  const injected = abstained === null ? await messageOf(strategy, winner, deps) : null

  return {
    strategy: strategy.name,
    plan,
    predicted,
    plannedBy,
    intent,
    funnel: { all, inScope, approved: ranking.considered, byCategory: ranking.byCategory },
    considered: ranking.considered,
    kept: ranking.kept,
    hits,
    margin: ranking.margin,
    verdict,
    abstained,
    withheld: false,
    injected,
    injectedTokens: injected === null ? null : tokenEstimate(injected),
    embedder: deps.embedder.id,
    revision: deps.index.revision,
    tookMs: deps.now() - startedAt,
  }
}

/** Who read a question, and what a model came to; without a reading the rules read it. */
export type ReadByModel = { by: PlannedBy; reading: QuestionReading | null }

export const BY_RULES: PlannedBy = {
  by: 'rules',
  name: PREDICTOR_ID,
  provider: null,
  prompt: null,
  at: null,
  note: null,
}

/** Plan, prediction and the intent to run: the caller's category, else the argmax for a subtask, else the plan's first. */
export function readQuestion(
  { text, category, mode }: Pick<RetrieveRequest, 'text' | 'category' | 'mode'>,
  { by: plannedBy, reading }: ReadByModel = { by: BY_RULES, reading: null },
) {
  if (category)
    return { plan: null, predicted: null, plannedBy: null, intent: intentOf(text, category), known: category }
  if (mode === 'subtask') {
    const predicted = reading?.probabilities
      ? { predictor: plannedBy.name ?? 'a model', probabilities: reading.probabilities, cues: [] }
      : predictCategory(text)
    const known: KnownCategory = predicted.probabilities
    return { plan: null, predicted, plannedBy, intent: intentOf(text, known), known }
  }
  const first = reading?.plan?.[0]
  const known: KnownCategory = first ?? null
  return {
    plan: reading?.plan ?? plan(text),
    predicted: null,
    plannedBy,
    intent: intentOf(text, known),
    known,
  }
}

/** The question as strategies are asked; what a request leaves open is settled here. */
export function questionOf({ text, limit, seed = 1 }: RetrieveRequest) {
  return { text, limit, seed }
}

/** A ranking whose shown places were found in the database as they were ranked. */
export interface Found {
  ranking: EntryRanking | EpisodeRanking
  hits: Hit[]
  /** What goes into the message: the best entry, or the first items of the best episode. */
  winner: MemoryEntry[]
}

/**
 * Ranks, and reads the chosen rows again from the database. Where one has gone, moved to another category or is no longer
 * approved, the rest is ranked as if it had never been there, counts and all.
 */
export async function rankAndRead(
  rank: Rank,
  query: EntryQuery & EpisodeQuery & { limit: number },
  deps: Pick<RetrievalDeps, 'entries' | 'withheld'>,
): Promise<Found> {
  // Two more than shown, so that the margin is of rows that are there.
  const wanted = Math.max(query.limit, 2) + 2
  const withheld = (await deps.withheld?.(query.scope.projectIds)) ?? []
  let scope: Scope = { ...query.scope, without: [...(query.scope.without ?? []), ...withheld] }
  for (;;) {
    const ranking = await rank({ ...query, scope, limit: wanted, withItemsOnly: true })
    const places = placesOf(ranking)
    const rows = await servable(
      places.flatMap(({ entryIds }) => entryIds),
      deps,
    )
    const gone = places.flatMap(({ entryIds, category }) =>
      entryIds.filter((id) => {
        const row = rows.get(id)
        return !row || (category !== null && row.category !== category)
      }),
    )
    if (gone.length > 0) {
      scope = { ...scope, without: [...(scope.without ?? []), ...gone] }
      continue
    }
    const chosen = places.map(({ entryIds }) => entryIds.flatMap((id) => rows.get(id) ?? []))
    const shown = chosen.flatMap((entries, place) =>
      entries.map((entry) => ({ entry, score: places[place]?.score ?? 0 })),
    )
    const hits = shown.slice(0, query.limit).map(({ entry, score }, i) => hitOf(entry, score, i + 1))
    return { ranking, hits, winner: chosen[0] ?? [] }
  }
}

/** The entries that each place of a ranking stands for; null for the category of an episode's, which may be of any. */
function placesOf(
  ranking: EntryRanking | EpisodeRanking,
): { score: number; category: Category | null; entryIds: readonly string[] }[] {
  return ranking.hits.map((hit) =>
    'entryIds' in hit ? { ...hit, category: null } : { ...hit, entryIds: [hit.id] },
  )
}

/** The entries of these ids that may still be served, as the database has them now. */
async function servable(
  ids: readonly string[],
  { entries }: Pick<RetrievalDeps, 'entries'>,
): Promise<Map<string, MemoryEntry>> {
  const rows = ids.length === 0 ? [] : await entries(ids)
  return new Map(rows.filter(serves).map((row) => [row.id, row]))
}

function hitOf(entry: MemoryEntry, score: number, rank: number): Hit {
  const { id, instanceId, repo, category, description, experience, extractor } = entry
  return { rank, score, entryId: id, instanceId, repo, category, ...description, experience, extractor }
}

/** Whether the best helps; a score on another scale than the cosine of descriptions is not judged. */
export async function verdictOf(
  strategy: Strategy,
  { scope, intent }: { scope: Scope; intent: Intent },
  { ranking, hits: [hit], winner: [entry] }: Found,
  deps: Pick<RetrievalDeps, 'embedder' | 'index' | 'entries' | 'openFindings' | 'verdictFit'>,
): Promise<Verdict> {
  const { category, description } = intent
  const { kept, margin, categories } = ranking
  if (!strategy.cosineOfDescriptions) return unjudged(strategy.name, kept)
  if (!hit || !entry) return judge({ category, best: null, kept, fit: null, elsewhere: [] })
  const fit = await deps.verdictFit(scope)
  const question = () => embedDescription(description, deps.embedder)
  const judged = async (entry: MemoryEntry, score: number, margin: number | null) =>
    await judgedBy(
      fit,
      question,
      { entry, score, margin, doubts: await doubtsOf(entry, deps.openFindings) },
      deps.embedder,
    )
  // The fit has seen leads within one category; of a ranking over several its lead there counts, so that one lesson has one verdict.
  const lead =
    categories.length === 1
      ? margin
      : ((await bestOf([entry.category], { vector: await question(), scope }, deps))[0]?.margin ?? null)
  const best = await judged(entry, hit.score, lead)
  const asked = { category, best, kept, fit }
  if (judge({ ...asked, elsewhere: [] }).word !== 'nothing-fits') return judge({ ...asked, elsewhere: [] })
  const elsewhere = CATEGORIES.filter((one) => !categories.includes(one))
  const others: Judged[] = []
  for (const { entry, score, margin } of await bestOf(elsewhere, { vector: await question(), scope }, deps))
    others.push(await judged(entry, score, margin))
  return judge({ ...asked, elsewhere: others })
}

/** The best lesson of each category, and how far it is ahead; none of an empty one, or where its row has just gone. */
async function bestOf(
  categories: readonly Category[],
  { vector, scope }: { vector: Float32Array; scope: Scope },
  { index, entries }: Pick<RetrievalDeps, 'index' | 'entries'>,
): Promise<{ entry: MemoryEntry; score: number; margin: number | null }[]> {
  const filter = scopeFilter(scope)
  const tops = categories.map((category) => index.pool(category, filter).nearest(vector, 2))
  const ids = tops.flatMap(([first]) => first?.id ?? [])
  const rows = await servable(ids, { entries })
  return tops.flatMap(([first, second]) => {
    const entry = first && rows.get(first.id)
    return entry ? [{ entry, score: first.score, margin: second ? first.score - second.score : null }] : []
  })
}

/** What the agent gets: lessons; the items of a whole run; or for the paper's raw ablation the steps themselves. */
async function messageOf(
  strategy: Strategy,
  entries: readonly MemoryEntry[],
  deps: Pick<RetrievalDeps, 'steps' | 'items'>,
): Promise<string> {
  const [first] = entries
  if (strategy.injects === 'items' && first?.episodeId)
    return itemsMessage(first.episodeId, await deps.items(first.episodeId))
  if (strategy.injects !== 'raw') return injectedMessages(entries)
  const messages = await Promise.all(entries.map(async (entry) => rawMessage(entry, await deps.steps(entry))))
  return messages.join('\n\n')
}
