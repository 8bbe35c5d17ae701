import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { idSchema, idsSchema, signed } from '../curate/curation.ts'
import { untilNextCommit } from '../db/commit-cache.ts'
import { listEpisodesOf } from '../db/episodes/episode-list.ts'
import { getProject } from '../db/projects.ts'
import {
  addExperimentRuns,
  freezePlan,
  listComparisonPlans,
  listExperimentRuns,
  listLadders,
  type OfProject,
  projectOfPlan,
  restorePlan,
  setRunsRemoved,
  withdrawPlan,
} from '../db/studies/outcomes.ts'
import { maskKept } from '../extract/mask-texts.ts'
import { combineResultFiles } from '../ingest/outcomes/combine-result-files.ts'
import { contentOfLadder, contentOfRun } from '../jobs/demonstration.ts'
import { inPartsWith } from '../jobs/threads/work-threads.ts'
import { UserError } from '../memory/errors.ts'
import { asItIs, command, query } from '../memory/operation.ts'
import { projectsOf } from '../memory/people.ts'
import {
  COLUMN_FIELDS,
  guessMapping,
  type Mapping,
  type NewRun,
  type ReadResults,
  type ResultTable,
  runsInSteps,
  type TablePreview,
} from '../memory/studies/outcomes/columns.ts'
import { compareTwo, episodesOfFlip, type TwoRuns } from '../memory/studies/outcomes/compare-two.ts'
import { type ExperimentsReport, type RunRow, runRow } from '../memory/studies/outcomes/report.ts'
import {
  DEMONSTRATION,
  type ExperimentRun,
  isDemonstration,
  knownOutcomes,
  RUN_NAMES,
  settingOf,
  VANILLA,
  WORKBENCH_SCAFFOLD,
} from '../memory/studies/outcomes/run.ts'
import { comparisonTermsSchema } from '../memory/studies/outcomes/schemas.ts'
import type { Core } from './core.ts'
import type { Parts } from './parts.ts'

/** Whose results: a project's own; without a name those that were brought in for none. */
const whose = { project: z.string().min(1).max(200).nullable().default(null) }
const ofOne = z.strictObject(whose).default({ project: null })
/** What a person says the columns of each file are; else their own names count. */
const mappingSchema = z.strictObject({
  columns: z.partialRecord(z.enum(COLUMN_FIELDS), z.string().max(200).nullable()),
  names: z.partialRecord(z.enum(RUN_NAMES), z.string().max(120).nullable()),
})
const setSchema = z.strictObject({
  setId: z.string().min(1).max(60),
  mappings: z.array(mappingSchema.nullable()).max(1_000).nullish(),
})
const runsSchema = z.strictObject({ ids: idsSchema, ...signed })
const planSchema = z.strictObject({ id: idSchema, ...signed })
// Figures and names of instances; an id that is masked could not be chosen.
const shown = { leave: asItIs }

/** Outcomes of whole runs: read, mapped, stored, and held against each other. */
export const experimentsApi = {
  /** Reads a file into a set; without one a new set begins. Nothing is stored. Throws UserError when it holds no results. */
  readResults: query(
    z.strictObject({
      setId: z.string().max(60).nullable(),
      fileName: z.string().max(1_000),
      bytes: z.custom<Uint8Array>((given) => given instanceof Uint8Array, 'is not bytes'),
    }),
    async ({ setId, fileName, bytes }, { threads, resultFiles }: Core): Promise<ReadResults> => {
      const { parts: rows, result } = await inPartsWith(threads.run('results', { bytes, fileName }))
      const id = setId !== null && resultFiles.has(setId) ? setId : randomUUID()
      resultFiles.add(id, { ...result, rows }, bytes.length)
      return { setId: id, kind: result.kind, rowCount: rows.length, warnings: result.warnings }
    },
    // A set is held until it is added, under a name that nobody guesses.
    { ...shown, scopes: ['ingest'], role: 'reviewer', of: 'any' },
  ),
  /** What a set would become; faults are part of the answer, not thrown. */
  previewRuns: query(
    setSchema,
    async ({ setId, mappings }, core: Core) => {
      const previews: TablePreview[] = []
      for (const [i, table] of tablesOf(setId, core).entries())
        previews.push(await previewTable(table, mappings?.[i] ?? guessMapping(table)))
      return previews
    },
    { role: 'reviewer', of: 'any' },
  ),
  /** Stores the runs of a set; nothing is stored when one of them has a fault. */
  addRuns: command(
    setSchema.extend({ ...whose, ...signed }),
    async ({ setId, mappings, project, by }, core: Core) => {
      const projectId = await idOf(project, core)
      const runs: Omit<ExperimentRun, 'id'>[] = []
      const tables = tablesOf(setId, core)
      const ladders = tables.flatMap(({ fileName, ladder }) => (ladder ? [{ fileName, run: ladder }] : []))
      for (const [i, table] of tables.entries()) {
        const source = table.kind === 'workbench' ? ('measured' as const) : ('imported' as const)
        for (const { results, ...head } of await readRuns(table, mappings?.[i] ?? guessMapping(table)))
          runs.push({ ...maskKept(head), source, results: await maskedResults(results) })
      }
      const outcome = await addExperimentRuns(core.store, { runs, ladders: maskKept(ladders), projectId }, by)
      core.resultFiles.delete(setId)
      return outcome
    },
  ),
  /** Files of many store sizes, the latest first. */
  ladders: query(
    ofOne,
    async ({ project }, core: Core) => await laddersOf(await idOf(project, core), core),
    shown,
  ),
  removeRuns: command(runsSchema, (input, { store }: Core) =>
    setRunsRemoved(store, { ...input, isRemoved: true }),
  ),
  /** Undo of `removeRuns`. */
  restoreRuns: command(runsSchema, (input, { store }: Core) =>
    setRunsRemoved(store, { ...input, isRemoved: false }),
  ),
  /** Keeps what is decided of a comparison before its results are there; later than that it becomes a note. Throws UserError `planned-already`. */
  planComparison: command(
    comparisonTermsSchema.extend({ ...whose, ...signed }),
    async ({ by, project, ...terms }, core: Core) => {
      const projectId = await idOf(project, core)
      return await freezePlan(core.store, { terms, projectId, by }, await shippedOf(projectId, core))
    },
  ),
  /** Undo of `planComparison`, until results come in. Null when it is not there. Throws UserError `results-lie-in`. */
  withdrawPlan: command(planSchema, async (input, core: Core) =>
    withdrawPlan(core.store, input, await shippedOfPlan(input.id, core)),
  ),
  /** Undo of `withdrawPlan`. */
  restorePlan: command(planSchema, async (input, core: Core) =>
    restorePlan(core.store, input, await shippedOfPlan(input.id, core)),
  ),
  /** Plans and notes as they were written, with what is there of each. */
  comparisonPlans: query(
    ofOne,
    async ({ project }, core: Core) => await plansOf(await idOf(project, core), core),
  ),
  /**
   * Every run that was brought in for a project, and each arm against its twins; `unassigned`: those of no project, which answer for
   * none. What came with the product is none of them.
   */
  experiments: query(
    ofOne,
    async ({ project }, core: Core): Promise<ExperimentsReport & { unassigned: RunRow[] }> => {
      const isAll = project !== null && projectsOf(core.caller) === null
      const unassigned = isAll ? (await runsOf(null, core)).map(runRow) : []
      return { ...(await reportExperiments(await idOf(project, core), core)), unassigned }
    },
    shown,
  ),
  /** Two runs beside each other; null when one is not there or they share no instance. */
  twoRuns: query(
    z.strictObject({ base: z.string(), variant: z.string(), ...whose }),
    async ({ project, ...pair }, core: Core) => {
      const projectId = await idOf(project, core)
      const shownTo = projectsOf(core.caller)?.join() ?? 'all'
      const key = `experiments ${projectId} ${pair.base} ${pair.variant} ${shownTo}`
      return await untilNextCommit(core.store, key, () => compareTwoOf(core, pair, projectId))
    },
    shown,
  ),
}

async function idOf(project: string | null, { store }: Parts): Promise<OfProject> {
  return project === null ? null : (await getProject(store, project)).id
}

export async function reportExperiments(project: OfProject, parts: Parts): Promise<ExperimentsReport> {
  const declared = (await laddersOf(project, parts)).map(({ run: { plan }, isDemonstration: isShipped }) => ({
    ...{ backbone: plan.agent, scaffold: `${WORKBENCH_SCAFFOLD}${plan.world}` },
    ...{ version: isShipped ? DEMONSTRATION : null, arm: plan.primary.a, base: plan.primary.b },
  }))
  const [runs, plans] = [await runsOf(project, parts), await plansOf(project, parts)]
  return await parts.reportRuns({ runs, plans, declared })
}

/** The runs that are here, those of the demonstration in a setting of their own: but its run without memory stays a person's base where he or she has no other. */
async function runsOf(
  project: OfProject,
  { store, demonstration }: Parts,
  { removed = false } = {},
): Promise<ExperimentRun[]> {
  return await untilNextCommit(store, `runs and demonstration ${project} ${removed}`, async () => {
    const runs = await listExperimentRuns(store, project, { removed })
    const known = runs.length === 0 ? new Set() : (await demonstration()).runs
    const shipped = new Set(runs.filter((run) => known.has(contentOfRun(run))))
    const own = Map.groupBy(
      runs.filter((run) => !shipped.has(run)),
      settingOf,
    )
    const isBase = (run: ExperimentRun) =>
      run.arm === VANILLA && own.get(settingOf(run))?.every(({ arm }) => arm !== VANILLA)
    return runs.map((run) => (shipped.has(run) && !isBase(run) ? { ...run, version: DEMONSTRATION } : run))
  })
}

const plansOf = async (project: OfProject, parts: Parts) =>
  await listComparisonPlans(parts.store, project, await shippedOf(project, parts))

const shippedOfPlan = async (id: string, parts: Parts) =>
  await shippedOf(await projectOfPlan(parts.store, id), parts)

/** Ids of the demonstration's runs, those that were taken out too: no plan is about them. */
async function shippedOf(project: OfProject, parts: Parts): Promise<ReadonlySet<string>> {
  const runs = await runsOf(project, parts, { removed: true })
  return new Set(runs.filter(isDemonstration).map(({ id }) => id))
}

async function laddersOf(project: OfProject, { store, demonstration }: Parts) {
  return await untilNextCommit(store, `ladders and demonstration ${project}`, async () => {
    const ladders = await listLadders(store, project)
    const known = ladders.length === 0 ? new Set() : (await demonstration()).ladders
    return ladders.map((kept) => ({ ...kept, isDemonstration: known.has(contentOfLadder(kept.run)) }))
  })
}

function tablesOf(setId: string, { resultFiles }: Parts): ResultTable[] {
  const files = resultFiles.files(setId)
  if (files) return combineResultFiles(files)
  throw new UserError('no-such-results', 'These files are not here (any more).', {
    hint: 'Choose them again.',
    status: 404,
  })
}

/** Two of the stored runs, each flip with its episodes. */
async function compareTwoOf(
  core: Core,
  { base, variant }: { base: string; variant: string },
  project: OfProject,
): Promise<TwoRuns | null> {
  const runs = await runsOf(project, core)
  const [a, b] = [base, variant].map((id) => runs.find((run) => run.id === id))
  const found = a && b ? compareTwo(a, b, runs) : null
  if (!a || !b || !found) return null
  const stored = await listEpisodesOf(
    core.store,
    found.flips.map(({ instanceId }) => instanceId),
    projectsOf(core.caller),
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
