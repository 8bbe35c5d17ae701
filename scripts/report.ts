import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { usualPair } from '../components/audit/experiments/prepare-experiments.ts'
import { prepareGain } from '../components/audit/gain/prepare-gain.ts'
import { listExperiments, readExperiment } from '../lib/studies/designs/experiment.ts'
import { readDemonstration } from '../lib/studies/designs/outcomes.ts'
import { headCommit } from './reach/head-commit.ts'
import { readArguments, runScript, UsageError } from './reach/run-script.ts'
import { type ReportFiles, readInks, reportFiles } from './report/pages.ts'
import { auditRooms } from './report/rooms.ts'

const USAGE = 'usage: npm run report -- --project P --out DIR [--json]'
const rootPath = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '')

/** The whole audit as one page without anything outside of it, its figures as SVG and CSV, and a manifest. No clock: byte-equal when run again. */
await runScript(async (open) => {
  const { values } = readArguments(USAGE, {
    project: { type: 'string' },
    out: { type: 'string' },
    json: { type: 'boolean', default: false },
  })
  if (values.project === undefined || values.out === undefined)
    throw new UsageError(`--project and --out are needed.\n${USAGE}`)
  const { api } = await open()
  const figures = await api.auditFigures({ project: values.project })
  const report = await api.experiments({ project: values.project })
  const pair = usualPair(report.runs)
  const runs = readDemonstration(rootPath)
  const asked = { arm: null, against: null }
  const gain = {
    ladder: prepareGain(runs, 'measured', asked),
    stream: prepareGain(runs, 'measured', asked, 'stream'),
    recorded: readExperiment(listExperiments(rootPath)),
  }
  const rooms = auditRooms(figures, gain, {
    ...{ report, pair: pair && { ...pair, two: await api.twoRuns({ ...pair, project: values.project }) } },
  })
  const { basis, project } = figures
  const commit = headCommit(rootPath)
  const files = reportFiles(
    `The audit of ${project.name}`,
    [
      `${basis.entries} entries, ${basis.embedder}, store revision ${basis.storeRevision}, entries ${basis.entriesHash.slice(0, 12)}; ${report.runs.length} runs.`,
      'Each part names its sources: measured here, imported, written by hand, printed in the paper. An empty cell is unknown.',
    ],
    rooms,
    readInks(readFileSync(join(rootPath, 'app/globals.css'), 'utf8')),
  )
  const manifest = {
    project: project.name,
    source: project.source,
    ...basis,
    workbenchSeeds: runs.map(({ plan }) => ({
      design: plan.design,
      seed: plan.seed,
      worldHash: plan.worldHash,
    })),
    resamplingSeed: 1,
    runs: report.runs.map(({ id, arm, setting, seed, source, fileName }) => ({
      id,
      arm,
      setting,
      seed,
      source,
      fileName,
    })),
    commit,
    files: Object.fromEntries(Object.entries(files).map(([name, text]) => [name, sha256(text)])),
  }
  write(values.out, { ...files, 'manifest.json': `${JSON.stringify(manifest, null, 1)}\n` })
  if (values.json)
    console.log(
      JSON.stringify({
        out: values.out,
        manifest,
        rooms: rooms.map(({ id, verdict, sentences }) => ({ id, verdict, sentences })),
      }),
    )
  else for (const { id, verdict } of rooms) console.log(`${id.padEnd(12)} ${verdict}`)
  return 0
})

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function write(folder: string, files: ReportFiles): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}
