import { type LoggedRetrieval, listRetrievals } from '../db/retrieval/retrieval-log.ts'
import type { Store } from '../db/store.ts'
import { UserError } from '../memory/errors.ts'
import type { RetrievalLogRow, RetrievalLogView } from '../memory/served-again.ts'
import { type RetrievalDeps, retrieve } from '../retrieval/retrieve.ts'

/** Rows of one page: each is asked again. */
const LOG_PAGE = 50

/** A page of what was saved and served, each asked again of the memory as it is now. Reads only: asking again is not logged. */
export async function servedAgain(
  projectId: string,
  offset: number,
  store: Store,
  answerDeps: (embedder?: string) => Promise<RetrievalDeps>,
): Promise<RetrievalLogView> {
  const { rows, count } = await listRetrievals(store, projectId, { offset, limit: LOG_PAGE })
  const deps = await answerDeps()
  const asked: RetrievalLogRow[] = []
  for (const row of rows) asked.push(await askAgain(row, answerDeps))
  const ids = asked.flatMap(({ before }) => before.winnerId ?? [])
  const objectives = new Map(
    (await deps.entries(ids)).map(({ id, description }) => [id, description.objective]),
  )
  return {
    rows: asked.map((row) => ({
      ...row,
      before: { ...row.before, objective: objectives.get(row.before.winnerId ?? '') ?? null },
    })),
    count,
    offset,
    changedCount: asked.filter(({ hasChanged }) => hasChanged).length,
  }
}

async function askAgain(
  row: LoggedRetrieval,
  answerDeps: (embedder?: string) => Promise<RetrievalDeps>,
): Promise<RetrievalLogRow> {
  const { winnerId, score, verdict } = row
  const { id, at, by, purpose, strategy, category, text, episodeId, outcome, embedder, isWithheld } = row
  const { floor, seed = null } = row.request ?? { floor: null }
  const settings = row.request && { floor: floor ?? null, seed }
  const asked = { id, at, by, purpose, strategy, category, text, episodeId, outcome, isWithheld }
  const kept = { ...asked, settings, embedder }
  const before = { winnerId, score, verdict, objective: null }
  if (row.request === null)
    return { ...kept, before, today: null, why: 'its text was purged', hasChanged: false }
  try {
    const answer = await retrieve(row.request, await answerDeps(row.request.embedder))
    const best = answer.abstained === null ? answer.hits[0] : undefined
    return {
      ...kept,
      before,
      today: {
        winnerId: best?.entryId ?? null,
        score: best?.score ?? null,
        verdict: answer.verdict.word,
        objective: best?.objective ?? null,
      },
      why: null,
      // What was withheld says nothing of what would have won.
      hasChanged: !isWithheld && (best?.entryId ?? null) !== winnerId,
    }
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return { ...kept, before, today: null, why: error.message, hasChanged: false }
  }
}
