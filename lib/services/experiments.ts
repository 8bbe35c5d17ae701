import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Parts as Core } from '../api/parts.ts'
import { untilNextCommit } from '../db/commit-cache.ts'
import { listEpisodesOf } from '../db/episodes/episodes-of-instances.ts'
import {
  freezePlan,
  listComparisonPlans,
  restorePlan,
  withdrawPlan,
} from '../db/experiments/comparison-plans.ts'
import { addExperimentRuns, listExperimentRuns, setRunsRemoved } from '../db/experiments/experiment-runs.ts'
import type { Store } from '../db/store.ts'
import { maskKept } from '../extract/mask-kept.ts'
import { combineResultFiles } from '../ingest/outcomes/combine-result-files.ts'
import type { ResultFile } from '../ingest/outcomes/read-result-file.ts'
import { KeptSets } from '../jobs/kept-sets.ts'
import { inPartsWith, resultOf } from '../jobs/threads/work-threads.ts'
import { UserError } from '../memory/errors.ts'
import {
  guessMapping,
  type Mapping,
  type NewRun,
  type ResultTable,
  runsInSteps,
} from '../memory/experiments/columns.ts'
import { compareTwo, type TwoRuns } from '../memory/experiments/compare-two.ts'
import { episodesOfFlip } from '../memory/experiments/flip-episodes.ts'
import type { ComparisonTerms, FrozenPlan } from '../memory/experiments/plan.ts'
import type { ExperimentsReport } from '../memory/experiments/report.ts'
import { type ExperimentRun, knownOutcomes } from '../memory/experiments/run.ts'
import type { ReadResults, TablePreview } from '../memory/experiments/views.ts'
import { over } from './over.ts'

/** Sets of files that were sent and not stored yet; the oldest goes first (ours). */
const KEPT_SETS = 20

/** `mappings`: what a person says the columns of each file are; else their own names count. */
type Mapped = { setId: string; mappings?: (Mapping | null)[] | undefined }
type GivenFile = { setId: string | null; fileName: string; bytes: Uint8Array }

/** Outcomes of whole runs: read, mapped, stored, and held against each other. */
export function createExperiments(core: Pick<Core, 'store' | 'threads'>) {
  const { store, threads } = core
  const ask = over(store)
  const sets = new KeptSets<ResultFile>(KEPT_SETS)
  const reportOf = createReport(threads)
  const tablesOf = (setId: string): ResultTable[] => {
    const files = sets.files(setId)
    if (files) return combineResultFiles(files)
    throw new UserError('no-such-results', 'These files are not here (any more).', {
      hint: 'Choose them again.',
      status: 404,
    })
  }

  return {
    /** Reads a file into a set; without one a new set begins. Throws UserError when it holds no results. */
    async readFile({ setId, fileName, bytes }: GivenFile): Promise<ReadResults> {
      const { parts: rows, result } = await inPartsWith(threads.run('results', { bytes, fileName }))
      const file = { ...result, rows }
      const id = setId !== null && sets.has(setId) ? setId : randomUUID()
      sets.add(id, file, bytes.length)
      return { setId: id, kind: file.kind, rowCount: file.rows.length, warnings: file.warnings }
    },
    /** What a set would become, by its own names or by what a person says instead; faults are told, not thrown. */
    async preview({ setId, mappings = [] }: Mapped) {
      const previews: TablePreview[] = []
      for (const [i, table] of tablesOf(setId).entries())
        previews.push(await previewTable(table, mappings[i] ?? guessMapping(table)))
      return previews
    },
    /** Stores the runs of a set; nothing is stored when one of them has a fault. */
    async add({ setId, mappings = [], by }: Mapped & { by: string }) {
      const runs: Omit<ExperimentRun, 'id'>[] = []
      for (const [i, table] of tablesOf(setId).entries()) {
        const source = table.kind === 'workbench' ? ('measured' as const) : ('imported' as const)
        for (const { results, ...head } of await readRuns(table, mappings[i] ?? guessMapping(table)))
          runs.push({ ...maskKept(head), source, results: await maskedResults(results) })
      }
      const outcome = await addExperimentRuns(store, runs, by)
      sets.delete(setId)
      return outcome
    },
    /** Keeps what is decided of a comparison before its results are there; later than that it becomes a note. Throws UserError `planned-already`. */
    plan: async ({ terms, by }: { terms: ComparisonTerms; by: string }) =>
      await freezePlan(store, { terms, by }),
    /** Takes a plan back, and its undo. Null when it is not there. Throws UserError `results-lie-in`. */
    withdraw: ask(withdrawPlan),
    replan: ask(restorePlan),
    /** Plans and notes as they were written, with what is there of each. */
    plans: ask(listComparisonPlans),
    remove: ({ ids, by }: { ids: string[]; by: string }) =>
      setRunsRemoved(store, { ids, isRemoved: true, by }),
    restore: ({ ids, by }: { ids: string[]; by: string }) =>
      setRunsRemoved(store, { ids, isRemoved: false, by }),
    /** Every run that was brought in, and each arm against its twins. What came with the product is none of them. */
    report: async () => await reportOf(await listExperimentRuns(store), await listComparisonPlans(store)),
    /** Two runs side by side; null when one is not there or they share no instance. */
    two: ({ base, variant }: { base: string; variant: string }) =>
      untilNextCommit(store, `experiments ${base} ${variant}`, async () =>
        compareStored(store, await listExperimentRuns(store), { base, variant }),
      ),
  }
}

/** The report of some runs: a run never changes under its id, so that it is made once for a list of them. */
function createReport(threads: Core['threads']) {
  let latest: { key: string; report: Promise<ExperimentsReport> } | null = null
  return async (runs: ExperimentRun[], plans: FrozenPlan[]): Promise<ExperimentsReport> => {
    const standing = plans.map(({ id, takenOutCount }) => `${id} ${takenOutCount}`)
    const key = [...runs.map(({ id }) => id), ...standing].join(' ')
    if (latest?.key === key) return await latest.report
    const made = resultOf(threads.run('experiments', { runs, plans }))
    const kept = { key, report: made }
    latest = kept
    made.catch(() => {
      if (latest === kept) latest = null
    })
    return await made
  }
}

/** Two of these runs side by side, each flip with its episodes; null when one is not there or they share no instance. */
async function compareStored(
  store: Store,
  runs: ExperimentRun[],
  { base, variant }: { base: string; variant: string },
): Promise<TwoRuns | null> {
  const [a, b] = [base, variant].map((id) => runs.find((run) => run.id === id))
  const found = a && b ? compareTwo(a, b, runs) : null
  if (!a || !b || !found) return null
  const stored = await listEpisodesOf(
    store,
    found.flips.map(({ instanceId }) => instanceId),
  )
  const flips = found.flips.map((flip) => ({
    ...flip,
    episodes: episodesOfFlip(flip, stored, { base: a, variant: b }),
  }))
  return { ...found, flips }
}

/** The runs of a table; others are served meanwhile. */
async function readRuns(table: ResultTable, mapping: Mapping): Promise<NewRun[]> {
  const steps = runsInSteps(table, mapping)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await setImmediate()
  }
}

/** Results that are masked at a time, so that others are served meanwhile. Ours: some 5 ms. */
const RESULTS_AT_A_TIME = 500

async function maskedResults(results: ExperimentRun['results']): Promise<ExperimentRun['results']> {
  const kept: ExperimentRun['results'] = []
  for (let from = 0; from < results.length; from += RESULTS_AT_A_TIME) {
    for (const one of results.slice(from, from + RESULTS_AT_A_TIME)) kept.push(maskKept(one))
    await setImmediate()
  }
  return kept
}

async function previewTable(table: ResultTable, mapping: Mapping): Promise<TablePreview> {
  const { fileName, kind, columns, rows, warnings } = table
  const head = {
    fileName,
    kind,
    columns,
    rowCount: rows.length,
    warnings,
    mapping,
    first: rows[0]?.cells ?? {},
  }
  try {
    const runs = (await readRuns(table, mapping)).map(({ results, warnings: _, ...names }) => {
      const known = knownOutcomes({ results })
      return {
        ...names,
        instances: results.length,
        known: known.size,
        resolved: [...known.values()].filter(Boolean).length,
        hasCost: results.every(({ costUsd }) => costUsd !== null),
        hasSteps: results.every(({ steps }) => steps !== null),
      }
    })
    return { ...head, runs, fault: null }
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return { ...head, runs: [], fault: { message: error.message, hint: error.hint, place: error.place } }
  }
}
