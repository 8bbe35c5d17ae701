import { listJudgements } from '../../db/retrieval/judgements.ts'
import type { Store } from '../../db/store.ts'
import { pagesOfRows } from '../../db/studies/studies.ts'
import type { JudgedReport } from '../../memory/studies/judged.ts'
import type { BatchReport, BatchRow } from '../../memory/studies/retrieval.ts'
import type { Study } from '../../memory/studies/study.ts'
import { type JudgedRow, judgedReport, judgedRow, judgingPool } from './judging.ts'

/** Judging kept batches blind. `getDone` throws where a batch is not done. */
export function createBatchJudging(store: Store, getDone: (id: string) => Promise<Study>) {
  /** The batch that was judged last, read once: it does not change any more, and a judge presses a key a second. */
  let pools: { id: string; rows: Promise<JudgedRow[]> } | null = null

  async function judgedRowsOf(id: string): Promise<JudgedRow[]> {
    if (pools?.id === id) return await pools.rows
    pools = { id, rows: readJudgedRows(store, id) }
    pools.rows.catch(() => {
      pools = null
    })
    return await pools.rows
  }

  return {
    /** What judging says of a done batch; null while nobody judged anything of its project. */
    async judgedOf(id: string): Promise<JudgedReport | null> {
      const { projectId, report } = await getDone(id)
      const judgements = await listJudgements(store, projectId ?? '', {})
      if (judgements.length === 0) return null
      return judgedReport((report as BatchReport).strategies, await judgedRowsOf(id), judgements)
    },

    /** The pairs to judge of a done batch, in the order drawn for one judge. */
    async pairsOf(id: string, by: string) {
      const { projectId } = await getDone(id)
      return { projectId, pairs: judgingPool(await judgedRowsOf(id), by) }
    },
  }
}

async function readJudgedRows(store: Store, id: string): Promise<JudgedRow[]> {
  const rows: JudgedRow[] = []
  for await (const page of pagesOfRows(store, id))
    for (const { unit, value } of page) rows.push(judgedRow({ query: unit, winners: value } as BatchRow))
  return rows
}
