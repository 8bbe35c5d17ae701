import { maskTexts } from '../extract/mask-texts.ts'
import type { Study } from '../memory/studies/study.ts'
import { csvCell } from '../memory/text/csv-cell.ts'
import type { Cell, Design, StudyRow } from './study.ts'

type Pages = AsyncIterable<readonly StudyRow<unknown, unknown>[]>

/** A done study as CSV, piece by piece; what looks like a secret has dots in its place. */
export async function* studyCsv(
  { csv: { header, lines } }: Design,
  plan: unknown,
  pages: Pages,
): AsyncGenerator<string> {
  yield lineOf(header)
  for await (const page of pages)
    yield maskTexts(page)
      .flatMap((row) => lines(plan, row).map(lineOf))
      .join('')
}

/** A done study whole, its rows piece by piece, as JSON; what looks like a secret has dots in its place. */
export async function* studyJson(study: Study, pages: Pages): AsyncGenerator<string> {
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
