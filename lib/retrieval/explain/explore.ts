import { codeWords } from '../../llm/code-words.ts'
import type {
  ExploreRequest,
  Hit,
  PlaygroundAnswer,
  Provenance,
  RetrieveRequest,
  TextLabels,
} from '../../memory/retrieval.ts'
import { descriptionText } from '../../memory/text/words.ts'
import { type ChanceSource, unrelatedOf } from '../chance.ts'
import { limitsOf } from '../limits.ts'
import { type RetrievalDeps, readQuestion, retrieve } from '../retrieve.ts'
import { type HeldBack, rejectedFor } from './rejected.ts'
import { rankScored, scorePools } from './scored-pools.ts'
import { whatIfOf } from './what-if.ts'

export interface ExploreDeps extends RetrievalDeps, ChanceSource {
  /** Indexes of the entries that retrieval never asks, caught up with the store just before. */
  heldBack(): Promise<HeldBack>
  /** Where an entry comes from; null where it has gone. */
  provenance(entryId: string): Promise<Provenance | null>
  /** What is known to help with a text; null when nobody has said. */
  labels(asked: RetrieveRequest): Promise<TextLabels | null>
}

/** Scores of the pool that are handed to the picture. */
const MOST_POOL_SCORES = 2_000

/**
 * Everything the playground draws for one question: the answer as `retrieve` gives it, chance, the pool, the other categories,
 * what was kept out. The question is embedded once and every pool scored once: `retrieve` ranks from the same scores. Reads only.
 */
export async function explore(
  request: ExploreRequest,
  deps: ExploreDeps,
): Promise<Omit<PlaygroundAnswer, 'chosen'>> {
  const { known: _, ...read } = readQuestion(request, deps.reading)
  const asked = askedOf(request, read)
  const { scope } = await deps.projectScope(asked.project)
  const { category, description } = readQuestion(asked, deps.reading).intent
  const pools = await scorePools(description, scope, deps)
  const prepared = async () => async (query: Parameters<typeof rankScored>[2]) =>
    rankScored(pools, category, query)
  const answer = await retrieve(asked, { ...deps, prepared })
  const [winner] = answer.hits
  const chance = await deps.chance({ scope, category, pools: [category] })
  const unrelated = unrelatedOf(chance, winner?.score ?? null)
  const poolScores = pools.byCategory[category].map(({ score }) => score)
  return {
    asked,
    read,
    answer,
    unrelated,
    poolScores: poolScores.slice(0, MOST_POOL_SCORES),
    whatIf: await whatIfOf(asked, pools, { labels: await deps.labels(asked), scope }, deps),
    rivals: rivalsOf(answer.hits, unrelated.highFrom, limitsOf(deps.embedder.id).near),
    rejected: await rejectedFor(
      { pools, category, best: winner?.score ?? null, floor: asked.floor ?? null, scope },
      deps,
    ),
    provenance: winner ? await deps.provenance(winner.entryId) : null,
  }
}

/** The question that is asked: as given, unless a person chose another category or other words than those it was read as. */
function askedOf(
  { chosen, ...given }: ExploreRequest,
  { plan, intent }: PlaygroundAnswer['read'],
): RetrieveRequest {
  const asGiven = { ...given, strategy: 'subtask' }
  if (!chosen) return asGiven
  const { plan: _reader, ...unplanned } = asGiven
  if (given.mode === 'subtask' || plan === null)
    return chosen.category === intent.category ? asGiven : { ...unplanned, category: chosen.category }
  // A stage that the plan leaves out is asked what the first one was asked.
  const planned = plan.find(({ category }) => category === chosen.category) ?? intent
  const asPlanned = descriptionText(planned.description)
  const words = chosen.words?.trim() || asPlanned
  if (words === asPlanned && chosen.category === intent.category) return asGiven
  return { ...unplanned, text: words, mode: 'subtask', category: chosen.category }
}

/**
 * Ids of the hits that are as good as the winner and speak of another mechanism: at most `near` behind it, above `chance` (the
 * score up to which nothing counts as close in meaning; null = unknown), and no word of their keywords is in the winner's. An
 * entry without keywords names no mechanism, so that nobody can tell whether it is another. `near`: see `Limits`.
 */
export function rivalsOf(hits: readonly Hit[], chance: number | null, near: number): string[] {
  const [best, ...others] = hits
  if (best === undefined) return []
  const mechanism = wordsOf(best)
  const isClose = ({ score }: Hit) => best.score - score <= near && (chance === null || score > chance)
  return others
    .filter((hit) => isClose(hit) && isOther(wordsOf(hit), mechanism))
    .map(({ entryId }) => entryId)
}

function isOther(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size > 0 && b.size > 0 && ![...a].some((word) => b.has(word))
}

/** Words as they are, not their stems: keywords come in one form each, and `registration` is not `registry`. */
function wordsOf({ keywords }: Hit): Set<string> {
  return new Set(keywords.flatMap((keyword) => codeWords(keyword).map(({ word }) => word)))
}
