import type { Embedder } from '../../llm/embedder.ts'
import { CATEGORIES } from '../../memory/category.ts'
import { descriptionText } from '../../memory/text/description-text.ts'
import { CosineIndex } from '../../retrieval/cosine-index.ts'
import { getStrategy } from '../../retrieval/strategies/all-strategies.ts'
import type { Corpus, Strategy } from '../../retrieval/strategies/strategy.ts'

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
