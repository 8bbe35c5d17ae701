import { guessMapping, type ResultTable, runsOfTable } from '../../memory/studies/outcomes/columns.ts'
import type { ResultFile } from './read-result-file.ts'

/**
 * Files that were given together, as tables of whole runs: trajectories of one folder are one run, a report beside them (or the
 * only one given) says which were resolved, and reports of single instances are one report.
 */
export function combineResultFiles(files: readonly ResultFile[]): ResultTable[] {
  const tables = [...gathered(files.filter(({ isPart }) => isPart)), ...files.filter(({ isPart }) => !isPart)]
  const mute = tables.filter(({ hasVerdicts }) => !hasVerdicts)
  if (mute.length === 0) return tables.map(asTable)
  const used = new Set<ResultFile>()
  const joined = mute.map((table) => {
    const near = tables.filter(
      (one) => namesInstances(one) && (mute.length === 1 || isBelow(one.root, table.root)),
    )
    for (const one of near) used.add(one)
    return near.length === 0 ? table : withVerdicts(table, near)
  })
  // Patches and trajectories of one run tell of the same attempts.
  const runs = joined.filter((table) => !isRepeated(table, joined))
  return [...runs, ...tables.filter((one) => one.hasVerdicts && !used.has(one))].map(asTable)
}

function asTable({ fileName, kind, columns, rows, warnings, ladder }: ResultFile): ResultTable {
  return { fileName, kind, columns, rows, warnings, ...(ladder ? { ladder } : {}) }
}

function gathered(parts: readonly ResultFile[]): ResultFile[] {
  const groups = Map.groupBy(parts, ({ root, kind }) => JSON.stringify([root, kind]))
  return [...groups.values()].map((group) => {
    const [first] = group as [ResultFile, ...ResultFile[]]
    return {
      ...first,
      fileName: group.length === 1 ? first.fileName : `${first.root || '.'}/*`,
      isPart: group.length === 1,
      columns: [...new Set(group.flatMap(({ columns }) => columns))],
      rows: group.flatMap(({ rows }) => rows),
      warnings: [...new Set(group.flatMap(({ warnings }) => warnings))],
    }
  })
}

function withVerdicts(table: ResultFile, reports: readonly ResultFile[]): ResultFile {
  const verdicts = new Map<string, boolean | null>()
  const contradicted = new Set<string>()
  for (const { instanceId: id, resolved } of reports.flatMap(resultsOf)) {
    const before = verdicts.get(id) ?? null
    if (before !== null && resolved !== null && before !== resolved) contradicted.add(id)
    verdicts.set(id, resolved ?? before)
  }
  const ids = new Set(table.rows.map(({ cells }) => String(cells.instance_id)))
  const strangers = [...verdicts.keys()].filter((id) => !ids.has(id)).length
  const names = reports.map(({ fileName }) => fileName).join(', ')
  return {
    ...table,
    columns: [...new Set([...table.columns, 'resolved'])],
    rows: table.rows.map(({ line, cells }) => {
      const id = String(cells.instance_id)
      const verdict = contradicted.has(id) ? null : (verdicts.get(id) ?? cells.resolved ?? null)
      return { line, cells: { ...cells, resolved: verdict } }
    }),
    warnings: [
      ...table.warnings.filter((warning) => !warning.startsWith('patches without a verdict')),
      `verdicts from ${names}${strangers > 0 ? `, which names ${strangers} more that are not in this run` : ''}`,
      ...(contradicted.size > 0
        ? [`${contradicted.size} × instance that is resolved in one report and not in another, left unknown`]
        : []),
    ],
    hasVerdicts: true,
  }
}

/** What a report says of each instance, its columns taken for what their names say. */
function resultsOf(report: ResultFile) {
  return runsOfTable(report, guessMapping(report)).flatMap(({ results }) => results)
}

/** A report that can be joined: its verdicts stand beside the names of instances. */
function namesInstances(file: ResultFile): boolean {
  return file.hasVerdicts && guessMapping(file).columns.instanceId !== undefined
}

/** A table of patches in the folder of trajectories, which say more. */
function isRepeated(table: ResultFile, all: readonly ResultFile[]): boolean {
  return (
    table.kind === 'preds' && all.some((one) => one.kind === 'mini-swe-agent runs' && one.root === table.root)
  )
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`) || folder === ''
}
