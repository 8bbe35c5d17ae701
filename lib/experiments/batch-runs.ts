import { getEntries } from '../db/entries/entries.ts'
import { listJudgements, saveJudgement, takeLastJudgementBack } from '../db/retrieval/judgements.ts'
import {
  findLabRun,
  type LabRun,
  listLabRuns,
  listQuestions,
  pagesOfQuestions,
} from '../db/retrieval/lab-runs.ts'
import type { Store } from '../db/store.ts'
import { maskTexts } from '../extract/mask-texts.ts'
import { UserError } from '../memory/errors.ts'
import type { BatchReport, BatchRow, BatchRows, BatchRunView, NextPair, Shown } from '../memory/lab/batch.ts'
import { isShown } from './batch.ts'
import { batchCsv } from './batch-csv.ts'
import { type JudgedRow, judgedReport, judgedRow, judgingPool } from './judging.ts'

/** Questions of one page of a batch. */
const ROWS = 25
/** Runs listed. */
const MOST_RUNS = 50

type DoneRun = LabRun & { report: BatchReport }

/** Kept batches: what they found, and judging it blind. Only `judge` writes. What leaves as a file holds no secret. */
export function createBatchRuns(store: Store) {
  /** The batch that was judged last, read once: it does not change any more, and a judge presses a key a second. */
  let pools: { id: string; rows: Promise<JudgedRow[]> } | null = null

  async function getRun(id: string): Promise<LabRun> {
    const run = await findLabRun(store, id)
    if (run) return run
    throw new UserError('no-such-run', `There is no batch ${id.slice(0, 40)}.`, {
      hint: 'It may have gone with its project; look at the list of batches.',
      status: 404,
    })
  }

  async function getDone(id: string): Promise<DoneRun> {
    const run = await getRun(id)
    if (run.report) return { ...run, report: run.report }
    throw new UserError('batch-not-done', `The batch ${id.slice(0, 40)} is not done yet.`, {
      hint: 'Its page shows how far it is.',
      status: 409,
    })
  }

  async function judgedRowsOf(id: string): Promise<JudgedRow[]> {
    if (pools?.id === id) return await pools.rows
    const read = async () => {
      const rows: JudgedRow[] = []
      for await (const page of pagesOfQuestions(store, id)) rows.push(...page.map(judgedRow))
      return rows
    }
    pools = { id, rows: read() }
    pools.rows.catch(() => {
      pools = null
    })
    return await pools.rows
  }

  async function* maskedPages(id: string) {
    for await (const page of pagesOfQuestions(store, id)) yield maskTexts(page)
  }

  async function objectivesOf(rows: readonly BatchRow[]): Promise<BatchRows['objectives']> {
    const ids = new Set(
      rows.flatMap(({ winners }) => Object.values(winners).flatMap((one) => one.entryIds[0] ?? [])),
    )
    const entries = await getEntries(store, [...ids])
    return Object.fromEntries(
      entries.map(({ id, description, category }) => [id, { objective: description.objective, category }]),
    )
  }

  async function judgedPairs(projectId: string, by: string): Promise<Set<string>> {
    const judged = await listJudgements(store, projectId, { by })
    return new Set(judged.map(pairName))
  }

  return {
    list: (projectId: string) => listLabRuns(store, projectId, MOST_RUNS),

    /** A batch and how it did; without a report while it is being made. */
    async get(id: string): Promise<BatchRunView> {
      const run = await getRun(id)
      if (!run.report) return { ...run, judged: null }
      const judgements = await listJudgements(store, run.projectId, {})
      const judged =
        judgements.length === 0
          ? null
          : judgedReport(run.report.strategies, await judgedRowsOf(id), judgements)
      return { ...run, judged }
    },

    /** One page of a batch's questions: all, or those that a figure is made of. */
    async rows(id: string, shown: Shown, from: number): Promise<BatchRows> {
      const { request, report } = await getDone(id)
      const page = (matchCount: number) => ({
        shown,
        matchCount,
        limit: ROWS,
        offset: from < matchCount ? from : 0,
      })
      if (shown.show === 'all') {
        const all = page(report.queryCount)
        const rows = await listQuestions(store, id, all)
        return { ...all, rows, objectives: await objectivesOf(rows) }
      }
      const found: BatchRow[] = []
      for await (const some of pagesOfQuestions(store, id))
        found.push(...some.filter((row) => isShown(row, shown, request)))
      const matching = page(found.length)
      const rows = found.slice(matching.offset, matching.offset + ROWS)
      return { ...matching, rows, objectives: await objectivesOf(rows) }
    },

    /** A done batch whole, its questions piece by piece, as JSON. */
    async json(id: string): Promise<AsyncGenerator<string>> {
      const run = await getDone(id)
      return jsonPieces(maskTexts(run), maskedPages(id))
    },

    /** A done batch as CSV, piece by piece: one line a question and strategy. */
    async csv(id: string): Promise<AsyncGenerator<string>> {
      const { report } = await getDone(id)
      return batchCsv(report.strategies, maskedPages(id))
    },

    /** What one judge has still to judge of a batch. What the same person judged of the same question in another batch is done. */
    async nextPair({ runId, by }: { runId: string; by: string }): Promise<NextPair> {
      const { projectId } = await getDone(runId)
      const pool = judgingPool(await judgedRowsOf(runId), by)
      const done = await judgedPairs(projectId, by)
      const open = pool.filter((pair) => !done.has(pairName(pair)))
      const [totalCount, doneCount] = [pool.length, pool.length - open.length]
      for (const pair of open) {
        const [entry] = await getEntries(store, [pair.entryId])
        if (!entry) continue // purged since
        const { title, when, do: what, because, check } = entry.experience
        const lesson = { title, when, do: what, because, check }
        const task = { ...pair, objective: entry.description.objective, lesson }
        return { task, doneCount, totalCount }
      }
      return { task: null, doneCount, totalCount }
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
      const pair = pool.find((one) => pairName(one) === pairName(input))
      if (!pair)
        throw new UserError('no-such-pair', 'This pair is not one of the run’s.', {
          hint: 'Open the run again and judge from there.',
          status: 404,
        })
      await saveJudgement(store, { ...pair, projectId, labRunId, grade, by })
      return null
    },

    /** Takes the last grade back that this judge gave in this batch, whenever that was: its pair is the next one again. */
    takeBack: ({ runId, by }: { runId: string; by: string }): Promise<boolean> =>
      takeLastJudgementBack(store, { labRunId: runId, by }),
  }
}

function pairName({ queryId, entryId }: { queryId: string; entryId: string }): string {
  return `${entryId} ${queryId}`
}

async function* jsonPieces(run: DoneRun, pages: AsyncIterable<BatchRow[]>): AsyncGenerator<string> {
  yield `${JSON.stringify(run).slice(0, -1)},"rows":[`
  let isFirst = true
  for await (const page of pages)
    for (const row of page) {
      yield `${isFirst ? '' : ','}\n${JSON.stringify(row)}`
      isFirst = false
    }
  yield '\n]}\n'
}
