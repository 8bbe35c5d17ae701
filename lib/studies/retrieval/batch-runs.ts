import { getEntries } from '../../db/entries/entries.ts'
import {
  getLabRun,
  type LabRun,
  listLabRuns,
  listQuestions,
  pagesOfQuestions,
} from '../../db/retrieval/lab-runs.ts'
import type { Store } from '../../db/store.ts'
import { maskTexts } from '../../extract/mask-texts.ts'
import { UserError } from '../../memory/errors.ts'
import type { BatchRow, BatchRows, BatchRunView, Shown } from '../../memory/studies/retrieval.ts'
import { isShown } from './batch.ts'
import { batchCsv } from './batch-csv.ts'
import { createBatchJudging, type DoneRun } from './batch-judging.ts'

/** Questions of one page of a batch. */
const ROWS = 25
/** Runs listed. */
const MOST_RUNS = 50

/** Kept batches: what they found, and judging it blind. Only judging writes. What leaves as a file holds no secret. */
export function createBatchRuns(store: Store) {
  const getDone = (id: string) => getDoneRun(store, id)
  const { judgedOf, ...judging } = createBatchJudging(store, getDone)
  return {
    ...judging,
    list: (projectId: string) => listLabRuns(store, projectId, MOST_RUNS),

    /** A batch and how it did; without a report while it is being made. */
    async get(id: string): Promise<BatchRunView> {
      const run = await getLabRun(store, id)
      return { ...run, judged: isDone(run) ? await judgedOf(run) : null }
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
        return { ...all, rows, objectives: await objectivesOf(store, rows) }
      }
      const found: BatchRow[] = []
      for await (const some of pagesOfQuestions(store, id))
        found.push(...some.filter((row) => isShown(row, shown, request)))
      const matching = page(found.length)
      const rows = found.slice(matching.offset, matching.offset + ROWS)
      return { ...matching, rows, objectives: await objectivesOf(store, rows) }
    },

    /** A done batch whole, its questions piece by piece, as JSON. */
    async json(id: string): Promise<AsyncGenerator<string>> {
      return jsonPieces(maskTexts(await getDone(id)), maskedPages(store, id))
    },

    /** A done batch as CSV, piece by piece: one line a question and strategy. */
    async csv(id: string): Promise<AsyncGenerator<string>> {
      const { report } = await getDone(id)
      return batchCsv(report.strategies, maskedPages(store, id))
    },
  }
}

async function getDoneRun(store: Store, id: string): Promise<DoneRun> {
  const run = await getLabRun(store, id)
  if (isDone(run)) return run
  throw new UserError('batch-not-done', `The batch ${id.slice(0, 40)} is not done yet.`, {
    hint: 'Its page shows how far it is.',
    status: 409,
  })
}

function isDone(run: LabRun): run is DoneRun {
  return run.report !== null
}

async function* maskedPages(store: Store, id: string) {
  for await (const page of pagesOfQuestions(store, id)) yield maskTexts(page)
}

async function objectivesOf(store: Store, rows: readonly BatchRow[]): Promise<BatchRows['objectives']> {
  const ids = new Set(
    rows.flatMap(({ winners }) => Object.values(winners).flatMap((one) => one.entryIds[0] ?? [])),
  )
  const entries = await getEntries(store, [...ids])
  return Object.fromEntries(
    entries.map(({ id, description, category }) => [id, { objective: description.objective, category }]),
  )
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
