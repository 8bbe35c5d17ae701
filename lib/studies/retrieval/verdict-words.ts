import type { RetrieveRequest, Verdict } from '../../memory/retrieval.ts'
import { gradesOf, isLabelled, type Question } from '../../memory/studies/question.ts'
import { FITS_SHARE, WEAK_SHARE } from '../../retrieval/chance.ts'
import { type RetrievalDeps, retrieve } from '../../retrieval/retrieve.ts'
import type { EpisodeText } from '../../retrieval/strategies/strategy.ts'
import { momentOf } from './query-moment.ts'

type Word = Verdict['word']

/** How a word of the verdict did on labelled questions. */
export type WordRow = {
  word: Word
  /** Questions with an answer somewhere that got the word, and of those how often the first lesson was one. */
  n: number
  right: number
  /** Questions without any answer that got the word. */
  unrelated: number
  /** Largest share of unrelated questions that are claimed to get this word or a better one; null = it claims nothing. */
  claim: number | null
  /** Unrelated questions that got this word or a better one: what the claim is of. */
  upTo: number
}

export type WordReport = { rows: WordRow[]; labelledCount: number; unrelatedCount: number }

const WORDS: readonly Word[] = ['fits', 'weak', 'nothing-fits', 'cold', 'unknown']
const CLAIMS: Partial<Record<Word, number>> = { fits: FITS_SHARE, weak: WEAK_SHARE }

/**
 * What the verdict's words are worth: each question asked of `subtask` as an agent asks, without the question's own task, its
 * word held against its labels. Of questions without any answer: how many get each word, against what the word claims.
 */
export async function verdictWords(
  project: string,
  queries: readonly Question[],
  episodes: readonly EpisodeText[],
  deps: RetrievalDeps,
): Promise<WordReport> {
  const rows = new Map(WORDS.map((word) => [word, { n: 0, right: 0, unrelated: 0 }]))
  for (const query of queries) {
    const { word, isRight } = await ask(project, query, episodes, deps)
    const row = rows.get(word)
    if (!row) continue
    if (!isLabelled(query)) row.unrelated++
    else {
      row.n++
      if (isRight) row.right++
    }
  }
  const unrelatedCount = queries.filter((query) => !isLabelled(query)).length
  return {
    rows: [...rows].map(([word, row], i, all) => ({
      word,
      ...row,
      claim: CLAIMS[word] ?? null,
      upTo: all.slice(0, i + 1).reduce((sum, [, { unrelated }]) => sum + unrelated, 0),
    })),
    labelledCount: queries.length - unrelatedCount,
    unrelatedCount,
  }
}

async function ask(
  project: string,
  query: Question,
  episodes: readonly EpisodeText[],
  deps: RetrievalDeps,
): Promise<{ word: Word; isRight: boolean }> {
  const { id, text, category } = query
  const request: RetrieveRequest = {
    project,
    text: text.slice(0, 20_000),
    mode: 'task',
    strategy: 'subtask',
    limit: 1,
    ...(category ? { category } : {}),
  }
  const before = momentOf(query, episodes)
  const { verdict, hits } = await retrieve(request, {
    ...deps,
    projectScope: async (name) => {
      const found = await deps.projectScope(name)
      return { ...found, scope: { ...found.scope, withoutInstance: id, ...(before ? { before } : {}) } }
    },
  })
  const winner = hits[0]?.instanceId ?? null
  return { word: verdict.word, isRight: winner !== null && gradesOf(query).has(winner) }
}
