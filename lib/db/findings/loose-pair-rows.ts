import { UserError } from '../../memory/errors.ts'
import type { DetectorName, FindingDetail, FindingState } from '../../memory/findings/finding.ts'
import type { LoosePair } from '../../memory/findings/worklist.ts'
import type { Store, Tx } from '../store.ts'
import { type Reader, tables } from '../tables.ts'

// Rows of `Finding` that hold what a person decided about a pair that is no finding.

/** Loose pairs of one list; one without a score is only to be found, not to be kept anew. */
export type PairsOf = {
  projectId: string
  detector: DetectorName
  pairs: readonly (Omit<LoosePair, 'score'> & { score?: number | undefined })[]
}

export const NO_PAIRS: PairsOf = { projectId: '', detector: 'near-duplicate', pairs: [] }

/** Loose pairs that no finding speaks of and that nobody parted, with who claimed them. */
export async function standingPairs<P extends Omit<LoosePair, 'score'>>(
  client: Reader,
  { projectId, detector }: Pick<PairsOf, 'projectId' | 'detector'>,
  pairs: readonly P[],
): Promise<(P & { claimedBy: string | null })[]> {
  if (pairs.length === 0) return []
  const rows = await tables(client).finding.findMany({
    where: { projectId, detector, state: { not: 'gone' } },
    select: { entryId: true, otherId: true, state: true, claimedBy: true },
  })
  const known = new Map(rows.map((row) => [`${row.entryId} ${row.otherId}`, row]))
  return pairs.flatMap((pair) => {
    const row = known.get(`${pair.older} ${pair.newer}`)
    if (row && row.state !== 'loose') return []
    return [{ ...pair, claimedBy: row?.claimedBy ?? null }]
  })
}

/** Gives loose pairs a row to hold what is decided about them; those that a scan has made findings since are told apart. */
export async function keepPairs(
  store: Store,
  tx: Tx,
  { projectId, detector, pairs }: PairsOf,
): Promise<{ findings: string[]; loose: string[] }> {
  const kept: { findings: string[]; loose: string[] } = { findings: [], loose: [] }
  for (const { older: entryId, newer: otherId, score } of pairs) {
    const row = await tables(tx).finding.findFirst({ where: { projectId, detector, entryId, otherId } })
    if (row?.state === 'open' || row?.state === 'dismissed') kept.findings.push(row.id)
    else if (row) {
      await tables(tx).finding.update({ where: { id: row.id }, data: { state: 'loose' } })
      kept.loose.push(row.id)
    } else if (score === undefined)
      throw new UserError('no-such-finding', 'The two entries are not alike any more.', {
        hint: 'Reload the worklist. Nothing was changed.',
        status: 404,
      })
    else {
      const id = store.nextId('f')
      const detail = JSON.stringify(looseDetail(score))
      const state = 'loose' satisfies FindingState
      await tables(tx).finding.create({
        data: { id, projectId, detector, entryId, otherId, score, detail, state, foundAt: store.now() },
      })
      kept.loose.push(id)
    }
  }
  return kept
}

export function looseDetail(score: number): FindingDetail {
  const sentence = `Cosine ${score.toFixed(3)} over the whole text: below what counts as a near-duplicate.`
  return { sentence, spans: [] }
}
