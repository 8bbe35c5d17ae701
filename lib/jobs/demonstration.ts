import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { combineResultFiles } from '../ingest/outcomes/combine-result-files.ts'
import { readResultFile } from '../ingest/outcomes/read-result-file.ts'
import { remembered } from '../memory/remembered.ts'
import type { WorkbenchRun } from '../memory/studies/ladder/workbench-file.ts'
import { guessMapping, runsOfTable } from '../memory/studies/outcomes/columns.ts'
import { type ExperimentRun, knownOutcomes } from '../memory/studies/outcomes/run.ts'
import { listExperiments, readExperiment } from '../studies/designs/experiment.ts'

/** What a run says of its instances, whatever file, format and names it came under; null where it says nothing. */
export function contentOfRun(run: Pick<ExperimentRun, 'results'>): string | null {
  return contentOf(knownOutcomes(run))
}

function contentOf(outcomes: Iterable<[instanceId: string, resolved: boolean]>): string | null {
  const sorted = [...outcomes].sort(([a], [b]) => (a < b ? -1 : 1))
  return sorted.length === 0 ? null : sha256(sorted)
}

export function contentOfLadder({ tasks, outcomes }: WorkbenchRun): string {
  return sha256([tasks, outcomes])
}

/** Results that come with the product as anybody could bring them in: the contents of their runs and of files of many store sizes. */
export type Demonstration = { runs: Set<string | null>; ladders: Set<string> }

/** The same, looked for once. */
export function rememberDemonstration(look: () => Promise<Demonstration>): () => Promise<Demonstration> {
  const kept = new Map<'found', Promise<Demonstration>>()
  return () => remembered(kept, 'found', look)
}

export function demonstrationOf(rootPath: string): Demonstration {
  const found: Demonstration = { runs: new Set(), ladders: new Set() }
  const folder = join(rootPath, 'prisma/workbench')
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
  for (const path of [
    ...names.map((name) => join(folder, name)),
    join(rootPath, 'prisma/sample/results.json'),
  ])
    for (const table of combineResultFiles([readResultFile(readFileSync(path), path)])) {
      if (table.ladder) found.ladders.add(contentOfLadder(table.ladder))
      for (const run of runsOfTable(table, guessMapping(table))) found.runs.add(contentOfRun(run))
    }
  const episodes = readExperiment(listExperiments(rootPath))?.episodes ?? []
  for (const own of Map.groupBy(episodes, ({ arm, seed }) => `${arm} ${seed}`).values())
    found.runs.add(contentOf(own.map(({ task, resolved }) => [task, resolved])))
  found.runs.delete(null)
  return found
}

function sha256(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}
