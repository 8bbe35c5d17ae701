import { codeWords } from '../../llm/code-words.ts'
import type { Embedder } from '../../llm/embedder.ts'
import { CATEGORIES } from '../../memory/category.ts'
import type { MemoryEntry } from '../../memory/entry.ts'
import type { Explained, ExplainRequest } from '../../memory/retrieval.ts'
import { descriptionText } from '../../memory/subtask.ts'
import type { CosineIndex } from '../cosine-index.ts'
import { explainScores } from './explain.ts'

export interface ExplainDeps {
  index: CosineIndex
  embedder: Embedder
  /** Entries as they are in the database now; unknown ids are simply missing. */
  entries(ids: readonly string[]): Promise<MemoryEntry[]>
}

/** What local-v1 weighs less than this counts as no word that two texts share: stop words, single letters, numbers. */
const TELLING_FROM = 0.25

/**
 * Which words of a question earn the scores of the entries that were found for it, by entry id. An entry that is not in the
 * index any more is left out. Embeds the question once for each of its words. Reads only.
 */
export async function explainHits(
  { text, entryIds }: ExplainRequest,
  { index, embedder, entries }: ExplainDeps,
): Promise<Record<string, Explained>> {
  const asked = new Set(entryIds)
  const rows = CATEGORIES.flatMap((category) =>
    index.pool(category, { admits: ({ id }) => asked.has(id) }).rows(),
  )
  // The rows' vectors are views: they are read before anything is waited for.
  const vectors = rows.map(({ vector }) => vector.slice())
  const ids = rows.map(({ id }) => id)
  const stems = tellingStems(text)
  const texts = new Map((await entries(ids)).map(({ id, description }) => [id, descriptionText(description)]))
  const sharing = new Set(
    [...texts].flatMap(([id, own]) => ([...tellingStems(own)].some((stem) => stems.has(stem)) ? [id] : [])),
  )
  const explained = await explainScores(
    text,
    ids.map((id, i) => ({ vector: vectors[i] ?? new Float32Array(), text: texts.get(id) ?? '' })),
    embedder,
  )
  return Object.fromEntries(
    ids.map((id, i) => [
      id,
      {
        sharesWord: sharing.has(id),
        words: (explained[i]?.words ?? [])
          .filter(({ lost }) => lost > 0)
          .map(({ word, lost }) => ({ word, share: lost })),
      },
    ]),
  )
}

function tellingStems(text: string): Set<string> {
  return new Set(codeWords(text).flatMap(({ stem, weight }) => (weight >= TELLING_FROM ? [stem] : [])))
}
