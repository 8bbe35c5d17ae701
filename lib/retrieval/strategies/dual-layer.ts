import { CATEGORIES } from '../../memory/category.ts'
import { descriptionText } from '../../memory/text/words.ts'
import type { Scored } from '../cosine-index.ts'
import { intentOf } from '../plan.ts'
import { plainWords } from './plain-words.ts'
import {
  bestFirst,
  type Corpus,
  type EntryStrategy,
  type EntryText,
  entryRanking,
  laterFirst,
  nearestEntries,
} from './strategy.ts'

/** How activation moves. `rivals` and `inhibition` as re-implemented from SYNAPSE, the others ours. */
export const SPREADING = { steps: 3, keep: 0.5, spread: 0.8, rivals: 7, inhibition: 0.15 }
/** Entries that the question wakes up by cosine. */
const ANCHORS = 7
/** Share of the activation in the score; the rest is the cosine. */
const WEIGHT = 0.5

/** Entries and the concepts of their keywords as one graph: what the question wakes up spreads to what shares a concept. */
export const dualLayer: EntryStrategy = {
  name: 'dual-layer',
  after: 'SYNAPSE',
  source:
    'Our reading of SYNAPSE, arXiv 2601.02744: entries and concept nodes, spreading activation with lateral inhibition. Ours: keywords as concepts, an edge between neighbours of one run, half activation and half cosine; PageRank, the sigmoid and the gate are left out.',
  unit: 'entry',
  cosineOfDescriptions: false,
  parameters: { anchors: ANCHORS, weight: WEIGHT, ...SPREADING },
  reads: 'entries',
  async prepare(corpus) {
    return async (query) => {
      const { description } = intentOf(query.text, query.category)
      const hits = await nearestEntries(CATEGORIES, description, { ...query, limit: null }, corpus)
      hits.sort(bestFirst)
      const graph = graphOf(hits, corpus)
      const start = new Map(conceptsIn(descriptionText(description), graph).map((concept) => [concept, 1]))
      for (const { id, score } of hits.slice(0, ANCHORS)) if (score > 0) start.set(id, score)
      const activation = spreadActivation(graph, start, SPREADING)
      const most = hits.reduce((best, { id }) => Math.max(best, activation.get(id) ?? 0), 0) || 1
      const lifted = hits.map((hit) => ({
        ...hit,
        score: (1 - WEIGHT) * hit.score + (WEIGHT * (activation.get(hit.id) ?? 0)) / most,
      }))
      return entryRanking(lifted.sort(bestFirst), CATEGORIES, query, corpus)
    }
  },
}

/** Neighbours by node; entries by id, concepts as `# keyword`. */
type Graph = Map<string, string[]>

function graphOf(hits: readonly Scored[], { entries }: Pick<Corpus, 'entries'>): Graph {
  const graph: Graph = new Map(hits.map(({ id }) => [id, []]))
  const join = (a: string, b: string) => {
    graph.set(a, [...(graph.get(a) ?? []), b])
    graph.set(b, [...(graph.get(b) ?? []), a])
  }
  const lastOf = new Map<string, string>()
  for (const { id, episodeId } of hits.toSorted(laterFirst).reverse()) {
    for (const concept of conceptsOf(entries.get(id))) join(id, concept)
    const last = episodeId === null ? undefined : lastOf.get(episodeId)
    if (last !== undefined) join(last, id)
    if (episodeId !== null) lastOf.set(episodeId, id)
  }
  return graph
}

function conceptsOf(entry: EntryText | undefined): string[] {
  return [...new Set((entry?.description.keywords ?? []).map((keyword) => `# ${keyword.toLowerCase()}`))]
}

/** Concepts of the graph whose every word stands in the text. */
function conceptsIn(text: string, graph: Graph): string[] {
  const words = new Set(plainWords(text))
  return [...graph.keys()].filter((node) => {
    const own = node.startsWith('# ') ? plainWords(node) : []
    return own.length > 0 && own.every((word) => words.has(word))
  })
}

/**
 * Spreading activation: at each step a node keeps a part of its own and sends the rest of the rule, shared out evenly,
 * to its neighbours; then each gives way to the strongest nodes above it. Never below 0.
 */
export function spreadActivation(
  graph: Graph,
  start: ReadonlyMap<string, number>,
  { steps, keep, spread, rivals, inhibition }: typeof SPREADING,
): Map<string, number> {
  let now = new Map(start)
  for (let step = 0; step < steps; step++) {
    const next = new Map([...now].map(([node, value]) => [node, keep * value]))
    for (const [node, value] of now) {
      const neighbours = graph.get(node) ?? []
      for (const other of neighbours)
        next.set(other, (next.get(other) ?? 0) + (spread * value) / neighbours.length)
    }
    const strongest = [...next.values()].sort((a, b) => b - a).slice(0, rivals)
    now = new Map(
      [...next].map(([node, value]) => {
        const above = strongest.reduce((sum, rival) => sum + Math.max(0, rival - value), 0)
        return [node, Math.max(0, value - inhibition * above)]
      }),
    )
  }
  return now
}
