import type { Embedder } from '../llm/embedder.ts'
import { embedOne } from '../llm/embedder.ts'
import type { PlaygroundAnswer, RetrieveRequest } from '../memory/retrieval.ts'
import { descriptionText } from '../memory/subtask.ts'
import { type AnswerDeps, answerRetrieval, whatIf } from './answer.ts'
import { explainScore } from './explain.ts'
import { injectedMessage } from './injection.ts'
import { scopeFilter } from './scope.ts'

/** Scores of the pool that are handed to the picture. */
const MOST_POOL_SCORES = 2_000
/** Candidates whose words are explained; each costs one embedding a word of the question. */
const EXPLAINED = 6

/** Everything the playground draws for one question: the answer, chance, the pool, the other three walls, the words. Reads only. */
export async function explore(request: RetrieveRequest, deps: AnswerDeps): Promise<PlaygroundAnswer> {
  const answer = await answerRetrieval(request, deps)
  const { scope } = await deps.projectScope(request.project)
  const { category, description } = answer.intent
  const text = descriptionText(description)
  const query = await embedOne(deps.embedder, text)
  const pool = deps.index.pool(category, scopeFilter(scope))
  const { columns } = await whatIf({ ...request, limit: 4 }, deps)
  return {
    answer,
    unrelated: deps.background(scope).pairs,
    poolScores: pool.nearest(query, MOST_POOL_SCORES).map(({ score }) => score),
    whatIf: columns.map(({ category: other, kept, hits, verdict }) => ({
      category: other,
      kept,
      hits,
      verdict,
      injected: hits[0] ? injectedMessage({ ...hits[0], id: hits[0].entryId }) : null,
    })),
    words: await wordsOf(text, answer.hits.slice(0, EXPLAINED), deps.embedder),
  }
}

async function wordsOf(
  text: string,
  hits: PlaygroundAnswer['answer']['hits'],
  embedder: Embedder,
): Promise<PlaygroundAnswer['words']> {
  const words: PlaygroundAnswer['words'] = {}
  for (const { entryId, objective, keywords } of hits) {
    const against = await embedOne(embedder, descriptionText({ objective, keywords }))
    const explained = await explainScore(text, against, embedder)
    words[entryId] = explained.words
      .filter(({ lost }) => lost > 0)
      .map(({ word, lost }) => ({ word, share: lost }))
  }
  return words
}
