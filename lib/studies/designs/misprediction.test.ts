import { expect, it } from 'vitest'
import { createLocalEmbedder } from '../../llm/local-embedder.ts'
import { CATEGORIES, type Category } from '../../memory/category.ts'
import { STRESS } from '../../memory/studies/misprediction.ts'
import { reciprocalRank } from '../../memory/studies/ranking-metrics.ts'
import { CosineIndex, type IndexRow } from '../../retrieval/cosine-index.ts'
import { predictCategory } from '../../retrieval/predict-category.ts'
import { globalCosine } from '../../retrieval/strategies/global.ts'
import { soft } from '../../retrieval/strategies/soft.ts'
import type { Corpus } from '../../retrieval/strategies/strategy.ts'
import { subtask } from '../../retrieval/strategies/subtask.ts'
import { instancesOf, measureMisprediction, priorOf } from './misprediction.ts'

const TEXTS = [
  'find where the page bound is computed',
  'write a failing test for the page bound',
  'change the slice bound of the page',
  'run the tests again after the fix',
  'trace the time zone through the parser',
  'replace the naive datetime',
]

async function corpusOf(): Promise<Corpus> {
  const embedder = createLocalEmbedder()
  const vectors = await embedder.embed(TEXTS)
  const rows = vectors.flatMap((vector, n) =>
    CATEGORIES.map(
      (category, c): IndexRow => ({
        id: `m_${n}${c}`,
        category,
        projectId: 'p',
        scope: 'project',
        instanceId: `i-${(n + c) % TEXTS.length}`,
        repo: null,
        episodeId: `e-${n}`,
        position: n,
        vector,
      }),
    ),
  )
  return { index: CosineIndex.of(embedder, rows, 1), embedder, episodes: [], entries: new Map() }
}

it('equals the strategies themselves: hard in each category, soft by the predictor, and no filter', async () => {
  const corpus = await corpusOf()
  const queries = TEXTS.map((text, n) => ({
    id: `q-${n}`,
    text,
    category: CATEGORIES[n % 4] as Category,
    relevant: [`i-${n}`],
  }))
  const rows = await measureMisprediction(
    [...queries, { id: 'x', text: 'no category', relevant: [] }],
    corpus,
    ['p'],
  )
  expect(rows).toHaveLength(queries.length)
  for (const [n, { id, text, category, relevant }] of queries.entries()) {
    const query = {
      text,
      scope: { projectIds: ['p'], withoutInstance: id },
      seed: 1,
      limit: null,
    }
    const rankValue = async (
      strategy: typeof subtask,
      asked: { category: Category | Record<Category, number> },
    ) =>
      reciprocalRank(
        instancesOf((await (await strategy.prepare(corpus))({ ...query, ...asked })).hits),
        new Set(relevant),
      )
    const row = rows[n]
    for (const one of CATEGORIES)
      expect(row?.byCategory?.[one]).toBe(await rankValue(subtask, { category: one }))
    expect(row?.global).toBe(await rankValue(globalCosine, { category }))
    expect(row?.soft).toBe(await rankValue(soft, { category: predictCategory(text).probabilities }))
    for (const one of CATEGORIES)
      for (const [i, wrong] of STRESS.entries())
        expect(row?.softNamed?.[one][i]).toBe(await rankValue(soft, { category: priorOf(one, wrong, rows) }))
  }
})

it('a named category is believed as far as names are right', () => {
  const mistakes = [{ label: 'EDIT' as const, predicted: 'ANALYZE' as const }]
  const sure = priorOf('EDIT', 0, mistakes)
  expect(sure.EDIT).toBeGreaterThan(0.99999)
  const doubtful = priorOf('ANALYZE', 0.5, mistakes)
  expect(doubtful.EDIT).toBeGreaterThan(doubtful.VERIFY)
  expect(CATEGORIES.reduce((sum, one) => sum + doubtful[one], 0)).toBeCloseTo(1, 12)
})

it('a question that nothing would help counts for agreement only', async () => {
  const [row] = await measureMisprediction(
    [{ id: 'q', text: 'run the tests', category: 'VERIFY', relevant: [] }],
    await corpusOf(),
    ['p'],
  )
  expect(row).toMatchObject({ label: 'VERIFY', byCategory: null, soft: null })
})
