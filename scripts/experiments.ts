import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '../lib/memory/errors.ts'
import { isSignificant } from '../lib/memory/statistics/compare.ts'
import { reportVerdict } from '../lib/memory/studies/outcomes/words.ts'
import { pWords, signedPp } from '../lib/memory/text/words.ts'
import { readArguments, readable, runScript, UsageError } from './reach/run-script.ts'

const USAGE =
  'usage: npm run experiments -- [--project P] [--arm A] [--backbone B] [--scaffold S] [--version V] [--seed N] [--dry-run] [--json] [FILE | FOLDER ...]'

/** Results of whole runs in; then every arm against its twins. Without a file it only reports. */
await runScript(async (open) => {
  const { values, positionals } = readArguments(USAGE, {
    project: { type: 'string' },
    arm: { type: 'string' },
    backbone: { type: 'string' },
    scaffold: { type: 'string' },
    version: { type: 'string' },
    seed: { type: 'string' },
    'dry-run': { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  })
  const { json, 'dry-run': isDry, project = null, ...names } = values
  const paths = positionals.flatMap(filesBelow)
  if (isDry && paths.length === 0) throw new UsageError(`--dry-run needs files.\n${USAGE}`)
  const { api } = await open({ begins: paths.length > 0 })
  let setId: string | null = null
  for (const path of paths)
    setId = (
      await api.readResults({ setId, fileName: path.replaceAll('\\', '/'), bytes: readFileSync(path) })
    ).setId
  if (setId !== null) {
    const given = Object.fromEntries(Object.entries(names).filter(([, value]) => value !== undefined))
    const tables = await api.previewRuns({ setId })
    const mappings = tables.map(({ mapping }) => ({
      // What is said on the command line holds for all, whatever a column says.
      columns: { ...mapping.columns, ...Object.fromEntries(Object.keys(given).map((name) => [name, null])) },
      names: { ...mapping.names, ...given },
    }))
    const previews = await api.previewRuns({ setId, mappings })
    for (const { fileName, kind, warnings, runs, fault } of previews) {
      for (const warning of warnings) console.error(`${fileName}: ${warning}`)
      if (fault)
        throw new UserError('bad-results', fault.message, {
          hint: fault.hint,
          place: fault.place ?? fileName,
        })
      for (const run of runs)
        console.error(
          `${fileName} (${kind}): ${[run.arm, run.backbone, run.scaffold, run.version, run.seed].filter(Boolean).join(' · ')}: ${run.resolved} of ${run.known} resolved${run.instances > run.known ? `, ${run.instances - run.known} unknown` : ''}`,
        )
    }
    if (isDry) {
      if (json) console.log(JSON.stringify(previews))
      return 0
    }
    const { added, present } = await api.addRuns({ setId, mappings, project, by: 'command' })
    const whose = project ?? 'no project (--project P makes them answer for one)'
    console.error(`${added.length} added to ${whose}, ${present.length} here already`)
  }
  const report = await api.experiments({ project })
  if (json) {
    console.log(JSON.stringify(report))
    return 0
  }
  console.log(reportVerdict(report))
  for (const row of report.twins)
    console.log(
      `  ${row.arm} (${row.setting}): ${signedPp(row.gainPp)} pp (${signedPp(row.low)} to ${signedPp(row.high)}), n ${row.n}, ${row.runs} against ${row.vanillaRuns} runs, Holm ${pWords(row.adjustedP)}${isSignificant(row) ? '' : ': cannot tell'}`,
    )
  for (const { arm, setting, runs } of report.withoutTwin)
    console.log(`  ${arm} (${setting}): ${runs} without a twin that has no memory`)
  return 0
})

/** Results below a folder: JSON, JSON Lines and CSV. */
function filesBelow(path: string): string[] {
  if (!readable(path, () => statSync(path).isDirectory())) return [path]
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(jsonl?|csv)$/i.test(name))
    .sort()
    .map((name) => join(path, name))
}
