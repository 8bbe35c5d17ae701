import { getEntries } from '../../db/entries/entries.ts'
import { listJudgements, saveJudgement, takeLastJudgementBack } from '../../db/retrieval/judgements.ts'
import type { Store } from '../../db/store.ts'
import { pagesOfRows } from '../../db/studies/studies.ts'
import { UserError } from '../../memory/errors.ts'
import type { JudgedReport } from '../../memory/studies/judged.ts'
import type { BatchReport, BatchRow, NextPair } from '../../memory/studies/retrieval.ts'
import type { Study } from '../../memory/studies/study.ts'
import { type JudgedRow, judgedReport, judgedRow, judgingPool, pairKey } from './judging.ts'

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

    /** What one judge has still to judge of a batch. What the same person judged of the same question in another batch is done. */
    async nextPair({ runId, by }: { runId: string; by: string }): Promise<NextPair> {
      const { projectId } = await getDone(runId)
      const pool = judgingPool(await judgedRowsOf(runId), by)
      const done = new Set((await listJudgements(store, projectId ?? '', { by })).map(pairKey))
      const open = pool.filter((pair) => !done.has(pairKey(pair)))
      const task = await firstTask(store, open)
      return { task, doneCount: pool.length - open.length, totalCount: pool.length }
    },

    async judge(input: {
      runId: string
      by: string
      queryId: string
      entryId: string
      grade: number
    }): Promise<null> {
      const { runId: labRunId, by, grade } = input
      const { projectId } = await getDone(labRunId)
      const pool = judgingPool(await judgedRowsOf(labRunId), by)
      const pair = pool.find((one) => pairKey(one) === pairKey(input))
      if (!pair)
        throw new UserError('no-such-pair', 'This pair is not one of the run’s.', {
          hint: 'Open the run again and judge from there.',
          status: 404,
        })
      await saveJudgement(store, { ...pair, projectId: projectId ?? '', labRunId, grade, by })
      return null
    },

    /** Takes the last grade back that this judge gave in this batch, whenever that was: its pair is the next one again. */
    takeBack: ({ runId, by }: { runId: string; by: string }): Promise<boolean> =>
      takeLastJudgementBack(store, { labRunId: runId, by }),
  }
}

async function readJudgedRows(store: Store, id: string): Promise<JudgedRow[]> {
  const rows: JudgedRow[] = []
  for await (const page of pagesOfRows(store, id))
    for (const { unit, value } of page) rows.push(judgedRow({ query: unit, winners: value } as BatchRow))
  return rows
}

/** The first of these pairs whose entry is still there. */
async function firstTask(store: Store, open: ReturnType<typeof judgingPool>): Promise<NextPair['task']> {
  for (const pair of open) {
    const [entry] = await getEntries(store, [pair.entryId])
    if (!entry) continue // purged since
    const { title, when, do: what, because, check } = entry.experience
    const lesson = { title, when, do: what, because, check }
    return { ...pair, objective: entry.description.objective, lesson }
  }
  return null
}
