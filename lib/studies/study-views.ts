import { untilNextCommit } from '../db/commit-cache.ts'
import { getEntries } from '../db/entries/entries.ts'
import { countRows, getStudy, listRows, pagesOfRows } from '../db/studies/studies.ts'
import { maskTexts } from '../extract/mask-texts.ts'
import { UserError } from '../memory/errors.ts'
import type { Question } from '../memory/studies/question.ts'
import type { BatchRow, BatchRows, JudgedReport, RetrievalPlan, Shown } from '../memory/studies/retrieval.ts'
import type { Study, StudyView } from '../memory/studies/study.ts'
import { csvCell } from '../memory/text/csv-cell.ts'
import { showControls } from '../memory/text/shown-controls.ts'
import { getDesign } from './designs/all-designs.ts'
import { batchRows } from './designs/retrieval.ts'
import { isShown } from './retrieval/batch.ts'
import { findStudyProgress, type StudyBoard } from './run-study.ts'
import type { Cell, Design, StudyDeps, StudyRow } from './study.ts'

/** Questions of one page of a study of retrieval. */
const ROWS = 25

type Deps = Pick<StudyDeps, 'store' | 'clock'>

/** A study as far as it is. Throws UserError `no-such-study`. */
export async function findStudy(
  deps: Deps,
  id: string,
  board: StudyBoard,
  judgedOf: (id: string) => Promise<JudgedReport | null> = async () => null,
): Promise<StudyView> {
  const study = await getStudy(deps.store, id)
  const { words } = getDesign(study.design)
  const progress = await findStudyProgress(deps, id, board)
  const judged = study.design === 'retrieval' && study.report !== null ? await judgedOf(id) : null
  return { ...study, report: await reportOf(deps, study), progress, words, judged }
}

/** Its report, or that of what was measured so far where a part says something. */
async function reportOf({ store }: Deps, { id, design: name, plan, report }: Study): Promise<unknown> {
  const design = getDesign(name)
  if (report !== null || !design.isPartial) return report
  return await untilNextCommit(store, `study report ${id}`, async () => {
    const rows: StudyRow<unknown, unknown>[] = []
    for await (const page of pagesOfRows(store, id)) rows.push(...page)
    return rows.length === 0 ? null : await design.report(plan, rows, async () => [])
  })
}

/** A study that has its figures. Throws UserError `study-not-done` before that. */
export async function getDoneStudy(deps: Deps, id: string): Promise<Study> {
  const study = await getStudy(deps.store, id)
  const report = await reportOf(deps, study)
  if (report !== null) return { ...study, report }
  throw new UserError('study-not-done', `The study ${id.slice(0, 40)} is not done yet.`, {
    hint: 'Its page shows how far it is.',
    status: 409,
  })
}

/** A done study as a file, piece by piece. */
export async function studyFile(
  deps: Deps,
  id: string,
  format: 'json' | 'csv',
): Promise<AsyncGenerator<string>> {
  const study = await getDoneStudy(deps, id)
  const pages = pagesOfRows(deps.store, id)
  if (format === 'json') return studyJson(study, pages)
  const about = originOf(study, await countRows(deps.store, id))
  return studyCsv(getDesign(study.design), study.plan, pages, about)
}

/** Where its rows are from, as the files of its figures say it. */
function originOf({ id, design, name, plan, storeRevision, embedder }: Study, rowCount: number): string[] {
  const { seed, seeds } = plan as { seed?: number; seeds?: number[] }
  return [
    name,
    storeRevision === null
      ? 'source: imported'
      : `source: measured, memory at revision ${storeRevision}, ${embedder}`,
    `n = ${rowCount} ${getDesign(design).words.units}; rows have no interval, those of the figures are on the page`,
    `seed: ${seed ?? seeds?.join(', ') ?? 'none, nothing was drawn'}`,
    `commit: ${process.env.LOUPE_COMMIT || 'unknown'}`,
    `address: /api/v1/studies/${id}/csv`,
  ]
}

/** One page of the questions of a study of retrieval: all, or those that a figure is made of. */
export async function questionsOf(deps: Deps, id: string, shown: Shown, from: number): Promise<BatchRows> {
  const { store } = deps
  const plan = (await getDoneStudy(deps, id)).plan as RetrievalPlan
  const page = (matchCount: number) => {
    const offset = from < matchCount ? from : 0
    return { shown, matchCount, limit: ROWS, offset }
  }
  if (shown.show === 'all' && shown.kind === null) {
    const all = page(await countRows(store, id))
    const rows = toBatch(await listRows(store, id, { from: all.offset, upto: all.offset + ROWS }))
    return { ...all, rows, objectives: await objectivesOf(deps, rows) }
  }
  const found: BatchRow[] = []
  for await (const some of pagesOfRows(store, id))
    found.push(...toBatch(some).filter((row) => isShown(row, shown, plan)))
  const matching = page(found.length)
  const rows = found.slice(matching.offset, matching.offset + ROWS)
  return { ...matching, rows, objectives: await objectivesOf(deps, rows) }
}

const toBatch = (rows: readonly StudyRow<unknown, unknown>[]) =>
  batchRows(rows as StudyRow<Question, BatchRow['winners']>[])

async function objectivesOf({ store }: Deps, rows: readonly BatchRow[]): Promise<BatchRows['objectives']> {
  const ids = new Set(
    rows.flatMap(({ winners }) => Object.values(winners).flatMap((one) => one.entryIds[0] ?? [])),
  )
  const entries = await getEntries(store, [...ids])
  return Object.fromEntries(
    entries.map(({ id, description, category }) => [id, { objective: description.objective, category }]),
  )
}

type Pages = AsyncIterable<readonly StudyRow<unknown, unknown>[]>

/** A done study as CSV, piece by piece; what looks like a secret has dots in its place. */
export async function* studyCsv(
  { csv: { header, lines } }: Design,
  plan: unknown,
  pages: Pages,
  about: readonly string[] = [],
): AsyncGenerator<string> {
  for (const line of about) yield `# ${showControls(maskTexts(line).replace(/\s+/g, ' '))}\r\n`
  yield lineOf(header)
  for await (const page of pages)
    yield maskTexts(page)
      .flatMap((row) => lines(plan, row).map(lineOf))
      .join('')
}

/** A done study whole, its rows piece by piece, as JSON; what looks like a secret has dots in its place. */
async function* studyJson(study: Study, pages: Pages): AsyncGenerator<string> {
  yield `${JSON.stringify(maskTexts(study)).slice(0, -1)},"rows":[`
  let isFirst = true
  for await (const page of pages)
    for (const row of maskTexts(page)) {
      yield `${isFirst ? '' : ','}\n${JSON.stringify(row)}`
      isFirst = false
    }
  yield '\n]}\n'
}

function lineOf(cells: readonly Cell[]): string {
  return `${cells.map((cell) => csvCell(cell)).join(',')}\r\n`
}
