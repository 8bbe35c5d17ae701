import { z } from 'zod'
import { countMatching } from '../../db/entries/entries.ts'
import { type TransferRow, transferRows, transferRuns } from '../../db/entries/transfer-rows.ts'
import type { Store } from '../../db/store.ts'
import type { EntryFilter } from '../../memory/filter/entry-filter.ts'
import { csvCell } from '../../memory/text/csv-cell.ts'
import { escapeRare, showControls } from '../../memory/text/shown-controls.ts'
import { toAtif } from './atif.ts'
import { toPortable } from './portable.ts'

export const EXPORT_FORMATS = ['jsonl', 'csv', 'md', 'atif'] as const
export const exportFormatSchema = z.enum(EXPORT_FORMATS)
export type ExportFormat = z.infer<typeof exportFormatSchema>

/**
 * The entries of a filter as text, piece by piece: JSON Lines round-trips, CSV and Markdown are for people. ATIF is the runs that the
 * entries come from, one JSON a line and a piece; an entry without a run is in none.
 */
export async function* exportEntries(
  input: { project: string; filter: EntryFilter; format: ExportFormat; versions: boolean },
  store: Store,
): AsyncGenerator<string> {
  const { format } = input
  if (format === 'atif') {
    for await (const run of transferRuns(store, input.filter, input)) yield `${JSON.stringify(toAtif(run))}\n`
    return
  }
  const { matchCount } = await countMatching(store, input.filter)
  yield headOf[format](input.project, matchCount, store.now())
  for await (const row of transferRows(store, input.filter, input)) yield lineOf[format](row)
}

type EntryFormat = Exclude<ExportFormat, 'atif'>

const headOf: Record<EntryFormat, (project: string, count: number, at: Date) => string> = {
  jsonl: (project, count, at) =>
    `${JSON.stringify({ loupe: 'entries', version: 1, project, exportedAt: at.toISOString(), count })}\n`,
  csv: () => `${COLUMNS.map(([name]) => name).join(',')}\r\n`,
  md: (project, count) => `# ${oneLine(project)}: ${count} memory ${count === 1 ? 'entry' : 'entries'}\n`,
}

const lineOf: Record<EntryFormat, (row: TransferRow) => string> = {
  jsonl: (row) => `${escapeRare(JSON.stringify(toPortable(row)))}\n`,
  csv: (row) => `${COLUMNS.map(([, value]) => csvCell(value(row))).join(',')}\r\n`,
  md: markdown,
}

const COLUMNS: [string, (row: TransferRow) => string | number | boolean | null][] = [
  ['id', ({ entry }) => entry.id],
  ['category', ({ entry }) => entry.category],
  ['lifecycle', ({ entry }) => entry.lifecycle],
  ['kind', ({ entry }) => entry.experience.kind],
  ['objective', ({ entry }) => entry.description.objective],
  ['keywords', ({ entry }) => entry.description.keywords.join('; ')],
  ['title', ({ entry }) => entry.experience.title],
  ['when', ({ entry }) => entry.experience.when],
  ['do', ({ entry }) => entry.experience.do],
  ['because', ({ entry }) => entry.experience.because],
  ['check', ({ entry }) => entry.experience.check],
  ['flags', ({ entry }) => entry.flags.join('; ')],
  ['pinned', ({ entry }) => entry.pinned],
  ['repo', ({ entry }) => entry.repo],
  ['instance', ({ entry }) => entry.instanceId],
  ['outcome', ({ outcome }) => outcome],
  ['file', ({ source }) => source?.fileName ?? null],
  ['fromStep', ({ entry }) => entry.fromStep],
  ['toStep', ({ entry }) => entry.toStep],
  ['extractor', ({ entry }) => entry.extractor],
  ['reason', ({ entry }) => entry.reason],
  ['reviewedBy', ({ entry }) => entry.reviewedBy ?? null],
  ['scope', ({ entry }) => entry.scope],
  ['createdAt', ({ entry }) => entry.createdAt],
  ['updatedAt', ({ entry }) => entry.updatedAt],
]

function markdown({ entry, outcome }: TransferRow): string {
  const { experience, description } = entry
  const parts = (['when', 'do', 'because', 'check'] as const).filter((part) => experience[part] !== '')
  const source = [entry.instanceId, entry.repo, outcome].filter(Boolean).join(', ')
  return [
    `\n## ${oneLine(experience.title)}\n`,
    `${entry.category} · ${experience.kind} · ${entry.lifecycle} · ${entry.id}\n`,
    `**Objective** ${oneLine(description.objective)}${description.keywords.length > 0 ? ` (${oneLine(description.keywords.join(', '))})` : ''}\n`,
    ...parts.map((part) => `- **${part}** ${oneLine(experience[part])}`),
    `\nFrom ${source === '' ? 'no source' : oneLine(source)}, by ${oneLine(entry.extractor)}.`,
    '',
  ].join('\n')
}

/** Text inside a line of Markdown: no line of its own, no mark-up, no HTML. */
function oneLine(text: string): string {
  return showControls(text.replace(/\s+/g, ' ')).replace(/[\\`*_<>[\]#|]/g, (sign) => `\\${sign}`)
}
