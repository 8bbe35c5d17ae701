import { z } from 'zod'
import { categorySchema } from '../../memory/entry.ts'
import { type RetrieveRequest, retrieveRequestSchema } from '../../memory/retrieval.ts'
import type { AskedRetrieval } from '../../memory/served-again.ts'
import { outcomeSchema } from '../../memory/trajectory.ts'
import type { Store } from '../store.ts'
import { tables } from '../tables.ts'

/** A saved or served retrieval as it was then. */
export type LoggedRetrieval = AskedRetrieval & {
  winnerId: string | null
  score: number | null
  abstained: string | null
  verdict: string
  storeRevision: number
  /** What was asked; null when it can no longer be read (a purge took its text out). */
  request: RetrieveRequest | null
}

/** One page of a project's saved and served retrievals, newest first, and how many there are. */
export async function listRetrievals(
  store: Store,
  projectId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: LoggedRetrieval[]; count: number }> {
  const [rows, count] = await Promise.all([
    tables(store).retrieval.findMany({
      where: { projectId },
      orderBy: { id: 'desc' },
      skip: offset,
      take: limit,
    }),
    tables(store).retrieval.count({ where: { projectId } }),
  ])
  return {
    count,
    rows: rows.map((row) => {
      const { id, by, strategy, text, episodeId, winnerId, score, verdict, embedder } = row
      return {
        ...{ id, by, strategy, text, episodeId, winnerId, score, verdict, embedder },
        at: row.at.toISOString(),
        purpose: row.purpose === 'served' ? 'served' : 'saved',
        category: categorySchema.parse(row.category),
        outcome: outcomeSchema.parse(row.outcome),
        isWithheld: row.withheld,
        abstained: row.abstained,
        storeRevision: row.storeRevision,
        request: readRequest(row.request),
      }
    }),
  }
}

function readRequest(json: string): RetrieveRequest | null {
  // A row from before may name what is asked no more.
  const parsed = z.object(retrieveRequestSchema.shape).safeParse(JSON.parse(json))
  return parsed.success ? parsed.data : null
}
