import { listOpenDetectors, readServable } from '../db/entries/entry-detail.ts'
import { countJudgements, listJudgements } from '../db/retrieval/judgements.ts'
import type { Store } from '../db/store.ts'
import type { Embedder } from '../llm/embedder.ts'
import { HELPS_FROM } from '../memory/studies/category-filter.ts'
import type { CosineIndex } from './cosine-index.ts'
import { ENOUGH_JUDGED, fitVerdict, type JudgedLesson } from './fit-verdict.ts'
import { intentOf } from './plan.ts'
import { embedDescription, type Scope, scopeFilter } from './scope.ts'
import { doubtsOf, evidenceOf, type KnownFit } from './verdict.ts'
import { VERDICT_FITS } from './verdict-fits.ts'

/** The fit on the sample's graded lessons in a space of vectors; null where none was made. */
export function shippedFit(embedderId: string): KnownFit | null {
  const fit = VERDICT_FITS[embedderId]
  return fit ? { ...fit, source: 'sample' } : null
}

/**
 * Fits for whoever asks: on a project's own judgements once there are `ENOUGH_JUDGED`, else the one that ships. Made anew when
 * something was judged since; lessons that are no longer served are left out.
 */
export function createVerdictFits(store: Store, embedder: Embedder) {
  const kept = new Map<string, { judged: string; made: Promise<KnownFit | null> }>()
  return async (index: CosineIndex, scope: Scope): Promise<KnownFit | null> => {
    const [projectId = ''] = scope.projectIds
    const judged = await countJudgements(store, projectId)
    if (judged.count < ENOUGH_JUDGED) return shippedFit(embedder.id)
    const known = kept.get(projectId)
    const key = `${judged.count} ${judged.last}`
    if (known?.judged === key) return await known.made
    const made = ownFit(store, projectId, { index, embedder, projectIds: scope.projectIds })
    kept.set(projectId, { judged: key, made })
    made.catch(() => kept.delete(projectId))
    return await made
  }
}

type Asked = { index: CosineIndex; embedder: Embedder; projectIds: readonly string[] }

async function ownFit(store: Store, projectId: string, asked: Asked): Promise<KnownFit | null> {
  const judgements = await listJudgements(store, projectId)
  const served = await readServable(
    store,
    [...new Set(judgements.map(({ entryId }) => entryId))],
    () => false,
  )
  const entries = new Map(served.map((entry) => [entry.id, entry]))
  const lessons: JudgedLesson[] = []
  for (const { entryId, queryText, category, grade, queryId } of judgements) {
    const entry = entries.get(entryId)
    if (!entry || (category !== null && entry.category !== category)) continue
    const { description } = intentOf(queryText, category ?? entry.category)
    const question = await embedDescription(description, asked.embedder)
    const pool = asked.index.pool(entry.category, scopeFilter({ projectIds: asked.projectIds }))
    const ranked = pool.nearest(question, pool.size)
    const own = ranked.find(({ id }) => id === entryId)
    if (!own) continue
    const other = ranked.find(({ id }) => id !== entryId)
    const doubts = await doubtsOf(entry, (id) => listOpenDetectors(store, id))
    const margin = other ? own.score - other.score : null
    const candidate = { entry, score: own.score, margin, doubts }
    lessons.push({
      question: queryId,
      run: entry.instanceId ?? entryId,
      evidence: await evidenceOf(question, candidate, asked.embedder),
      helps: grade >= HELPS_FROM,
    })
  }
  const fit = fitVerdict(lessons)
  return fit ? { ...fit, source: 'project' } : shippedFit(asked.embedder.id)
}
