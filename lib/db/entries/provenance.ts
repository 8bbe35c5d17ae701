import type { Provenance } from '../../memory/retrieval.ts'
import { outcomeSchema } from '../../memory/trajectory.ts'
import { countServed } from '../retrieval/retrievals.ts'
import type { Store } from '../store.ts'
import { tables } from '../tables.ts'
import { wordsOf } from '../text-columns.ts'
import { listOpenDetectors } from './entry-texts.ts'

/** Where an entry comes from and what became of it; null when it is not stored. */
export async function findProvenance(store: Store, id: string): Promise<Provenance | null> {
  const [row, edits, servedCount] = await Promise.all([
    tables(store).entry.findUnique({ where: { id }, include: { episode: { select: { outcome: true } } } }),
    tables(store).change.findMany({
      where: { entity: 'entry', entityId: id, revision: { verb: 'edit' } },
      orderBy: { id: 'desc' },
      select: { revision: { select: { by: true } } },
    }),
    countServed(store, id),
  ])
  if (!row) return null
  const { episodeId, instanceId, fromStep, toStep, extractor } = row
  return {
    ...{ episodeId, instanceId, fromStep, toStep, extractor, servedCount },
    outcome: outcomeSchema.parse(row.episode?.outcome ?? null),
    createdAt: row.createdAt.toISOString(),
    editCount: edits.length,
    lastEditedBy: edits[0]?.revision.by ?? null,
    flags: wordsOf(row.flags),
    openFindings: listOpenDetectors(store, id),
  }
}
