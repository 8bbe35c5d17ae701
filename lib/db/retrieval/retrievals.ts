import { categorySchema } from '../../memory/entry.ts'
import { type RetrievalAnswer, type RetrieveRequest, retrievalAnswerSchema } from '../../memory/retrieval.ts'
import type { SavedRetrievalView, WonRetrieval } from '../../memory/views/entries.ts'
import type { Store } from '../store.ts'
import { tables } from '../tables.ts'

/** Keeps a retrieval that someone asked to keep. The chosen rows are stored as they were answered. */
export async function saveRetrieval(
  store: Store,
  input: {
    projectId: string
    by: string
    purpose: 'saved' | 'served'
    request: RetrieveRequest
    answer: RetrievalAnswer
  },
): Promise<string> {
  const { request, answer } = input
  const id = store.nextId('r')
  const best = answer.hits[0]
  await store.record((tx) =>
    tables(tx).retrieval.create({
      data: {
        id,
        projectId: input.projectId,
        at: store.now(),
        by: input.by,
        purpose: input.purpose,
        request: JSON.stringify(request),
        answer: JSON.stringify(answer),
        strategy: answer.strategy,
        category: answer.intent.category,
        text: request.text,
        winnerId: answer.abstained ? null : (best?.entryId ?? null),
        score: best?.score ?? null,
        abstained: answer.abstained,
        verdict: answer.verdict.word,
        storeRevision: answer.revision,
        embedder: answer.embedder,
        eligibleCount: answer.kept,
        policyVersion: 'top1-v1',
        latencyMs: answer.tookMs,
      },
    }),
  )
  return id
}

/** A retrieval that someone saved, as it was answered then, or null. Of served ones ids and scores are kept, see the log. */
export async function findSavedRetrieval(store: Store, id: string): Promise<SavedRetrievalView | null> {
  const row = await tables(store).retrieval.findUnique({ where: { id, purpose: 'saved' } })
  if (!row) return null
  return { id, at: row.at.toISOString(), answer: retrievalAnswerSchema.parse(JSON.parse(row.answer)) }
}

export async function countServed(store: Store, entryId: string): Promise<number> {
  return await tables(store).retrieval.count({ where: { winnerId: entryId } })
}

export async function listWon(store: Store, entryId: string, limit: number): Promise<WonRetrieval[]> {
  const rows = await tables(store).retrieval.findMany({
    where: { winnerId: entryId },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    take: limit,
  })
  return rows.map(({ id, at, by, purpose, text, category, score, outcome }) => ({
    ...{ id, by, text, score, outcome },
    at: at.toISOString(),
    purpose: purpose === 'served' ? 'served' : 'saved',
    category: categorySchema.parse(category),
  }))
}
