import type { Embedder } from '../../lib/llm/embedder.ts'
import { createLocalEmbedder } from '../../lib/llm/local-embedder.ts'
import { rememberVectors } from '../../lib/llm/vector-memory.ts'
import { CATEGORIES, type Category } from '../../lib/memory/category.ts'
import type { Description } from '../../lib/memory/entry.ts'
import { createRandom } from '../../lib/memory/statistics.ts'
import { descriptionText } from '../../lib/memory/text/words.ts'

const VERBS = ['find', 'change', 'confirm', 'construct', 'trace', 'replace', 'guard', 'reproduce']
const THINGS = ['page cursor', 'thread lock', 'time zone', 'cache key', 'slice bound', 'event listener']
const PLACES = ['list endpoint', 'session store', 'parser', 'scheduler', 'query builder', 'upload form']
const FAULTS = [
  'off by one',
  'called twice',
  'never released',
  'read as local',
  'lost on retry',
  'empty input',
]

export type BenchEntry = { category: Category; description: Description; vector: Float32Array }

/**
 * Made-up entries with real vectors, the same for the same count: what the server stores and its peer searches. `textOf`: what of
 * an entry is embedded; the sentence alone has few variants, which a slow embedder is asked for once.
 */
export async function benchEntries(
  count: number,
  embedder: Embedder = createLocalEmbedder(),
  textOf: (description: Description) => string = descriptionText,
): Promise<BenchEntry[]> {
  const random = createRandom(1)
  const descriptions = Array.from({ length: count }, (_, n): Description => {
    const sentence = benchSentence(random)
    return { objective: `${sentence}, case ${n}`, keywords: [pick(FAULTS, random)] }
  })
  const vectors = await rememberVectors(embedder).embed(descriptions.map(textOf))
  return descriptions.map((description, n) => ({
    category: CATEGORIES[n % 4] ?? 'EDIT',
    description,
    vector: vectors[n] ?? new Float32Array(),
  }))
}

/** What an agent is about to do, in made-up words. */
export function benchSentence(random: () => number): string {
  return `${pick(VERBS, random)} the ${pick(THINGS, random)} of the ${pick(PLACES, random)} that is ${pick(FAULTS, random)}`
}

function pick(words: readonly string[], random: () => number): string {
  return words[Math.floor(random() * words.length)] ?? ''
}
