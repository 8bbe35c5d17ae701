import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { UserError } from '../../memory/errors.ts'
import { type WorkbenchRun, workbenchRunSchema } from '../../memory/studies/ladder/workbench-file.ts'
import {
  type ComparisonTerms,
  type ExperimentRun,
  type FrozenPlan,
  planTitle,
  sideOf,
} from '../../memory/studies/outcomes/run.ts'
import { experimentRunSchema } from '../../memory/studies/outcomes/schemas.ts'
import { untilNextCommit } from '../commit-cache.ts'
import { inStatements } from '../in-turns.ts'
import type { Store, Tx } from '../store.ts'
import { tables } from '../tables.ts'
import { countRows, createStudy, listRows, type NewStudy } from './studies.ts'

/*
 * Studies whose rows come from files. A run is one of the design `outcomes`, a row an instance; a file of many store sizes is one of
 * the design `ladder`, a row a point; what is decided of a comparison before its runs come is one of the design `comparison`, without rows.
 */

type Kept<Plan> = {
  id: string
  projectId: string | null
  plan: Plan
  by: string
  createdAt: Date
  removedAt: Date | null
}
/** Where results belong: the project that they were brought in for; null = none was named. */
export type OfProject = string | null
type RunHead = Omit<ExperimentRun, 'id' | 'results'> & { contentHash: string }
type LadderHead = Omit<WorkbenchRun, 'outcomes'> & { fileName: string; contentHash: string }
type PlanHead = ComparisonTerms & Pick<FrozenPlan, 'standing' | 'hash'>

const runsOf = (of: Store | Tx, project: OfProject) => keptOf<RunHead>(of, 'outcomes', project)
/** Ids of runs that a plan is not about, whatever their names: those that came with the product. */
type Shipped = ReadonlySet<string>
const runsBut = async (shipped: Shipped, of: Store | Tx, project: OfProject) =>
  (await runsOf(of, project)).filter(({ id }) => !shipped.has(id))
const laddersOf = (of: Store | Tx, project: OfProject) => keptOf<LadderHead>(of, 'ladder', project)
const plansOf = (of: Store | Tx, project: OfProject) => keptOf<PlanHead>(of, 'comparison', project)

/** Those that were taken out too, in the order they came. */
async function keptOf<Plan>(
  of: Store | Tx,
  design: 'outcomes' | 'ladder' | 'comparison',
  projectId: OfProject,
): Promise<Kept<Plan>[]> {
  const rows = await tables(of).study.findMany({ where: { design, projectId }, orderBy: { id: 'asc' } })
  return rows.map((row) => ({ ...row, plan: JSON.parse(row.plan) }))
}

/** Every run that was brought in for a project, in the order they came; those that were taken out again where `removed` says so. */
export async function listExperimentRuns(
  store: Store,
  project: OfProject,
  { removed = false } = {},
): Promise<ExperimentRun[]> {
  return await untilNextCommit(store, `experiment runs ${project} ${removed}`, async () => {
    const runs: ExperimentRun[] = []
    for (const { id, plan, removedAt } of await runsOf(store, project)) {
      if (removedAt !== null && !removed) continue
      const results = await rowsOf(store, id, (unit, value) => ({ instanceId: unit, ...value }))
      runs.push(experimentRunSchema.parse({ ...plan, id, results }))
      // A run of thousands takes a while to check; others are served between two.
      await setImmediate()
    }
    return runs
  })
}

/** Stores what files say of a project in one revision. What it has already is named, not stored twice; what was taken out comes back. */
export async function addExperimentRuns(
  store: Store,
  {
    runs,
    ladders = [],
    projectId,
  }: { runs: readonly Omit<ExperimentRun, 'id'>[]; ladders?: readonly NewLadder[]; projectId: OfProject },
  by: string,
): Promise<Brought> {
  return await store.write({ by, verb: 'addRuns', projectId }, async (tx, revise) => {
    const known = new Map(
      [...(await runsOf(tx, projectId)), ...(await laddersOf(tx, projectId))].map(
        ({ id, plan, removedAt }) => [plan.contentHash, { id, isHere: removedAt === null }],
      ),
    )
    /** Its id, and whether it was here already. */
    const bring = async (one: Omit<NewStudy, 'by'> & { plan: RunHead | LadderHead }) => {
      const before = known.get(one.plan.contentHash)
      if (before?.isHere) return { id: before.id, isNew: false }
      const id = before?.id ?? store.nextId('x')
      const revision = await revise()
      if (before) await tables(tx).study.update({ where: { id }, data: { removedAt: null, revision } })
      else await createStudy(store, tx, { ...one, id, projectId, by, revision })
      known.set(one.plan.contentHash, { id, isHere: true })
      return { id, isNew: true }
    }
    const brought: Brought = { added: [], present: [], ladders: [] }
    for (const { results, ...head } of runs) {
      const { id, isNew } = await bring({
        ...{ design: 'outcomes', name: head.fileName },
        plan: { ...head, contentHash: hashOf({ ...head, results }) },
        rows: results.map(({ instanceId, ...value }) => ({ unit: instanceId, value })),
      })
      brought[isNew ? 'added' : 'present'].push(id)
    }
    for (const { fileName, run } of ladders) {
      const { outcomes, ...head } = run
      const { id, isNew } = await bring({
        ...{ design: 'ladder', name: fileName },
        plan: { ...head, fileName, contentHash: sha256(run) },
        rows: outcomes.map(({ resolved, steps, ...unit }) => ({ unit, value: { resolved, steps } })),
      })
      if (isNew) brought.ladders.push(id)
    }
    return brought
  })
}

type NewLadder = { fileName: string; run: WorkbenchRun }
/** Ids in the order given; `ladders`: files of many store sizes that came with them. */
type Brought = { added: string[]; present: string[]; ladders: string[] }

/** Files of many store sizes that were brought in for a project and not taken out again, the latest first. */
export async function listLadders(store: Store, project: OfProject): Promise<(NewLadder & { id: string })[]> {
  return await untilNextCommit(store, `ladders ${project}`, async () => {
    const ladders: (NewLadder & { id: string })[] = []
    for (const { id, plan, removedAt } of (await laddersOf(store, project)).reverse()) {
      if (removedAt !== null) continue
      const outcomes = await rowsOf(store, id, (unit, value) => ({ ...(unit as object), ...value }))
      ladders.push({ id, fileName: plan.fileName, run: workbenchRunSchema.parse({ ...plan, outcomes }) })
    }
    return ladders
  })
}

/** All rows at once: a file is some thousands. */
async function rowsOf<T>(store: Store, id: string, make: (unit: unknown, value: object) => T): Promise<T[]> {
  const rows = await listRows(store, id, { from: 0, upto: await countRows(store, id) })
  return rows.map(({ unit, value }) => make(unit, value as object))
}

/** Takes runs out, or puts them back; each is the undo of the other. Gives the ids that changed. */
export async function setRunsRemoved(
  store: Store,
  { ids, isRemoved, by }: { ids: readonly string[]; isRemoved: boolean; by: string },
): Promise<string[]> {
  return await store.write({ by, verb: isRemoved ? 'removeRuns' : 'restoreRuns' }, async (tx, revise) => {
    const changed: string[] = []
    for (const some of inStatements(ids)) {
      const where = {
        ...{ id: { in: some }, design: { in: ['outcomes', 'ladder'] } },
        removedAt: isRemoved ? null : { not: null },
      }
      const rows = await tables(tx).study.findMany({ where, select: { id: true } })
      if (rows.length === 0) continue
      const data = { removedAt: isRemoved ? store.now() : null, revision: await revise() }
      await tables(tx).study.updateMany({ where, data })
      changed.push(...rows.map(({ id }) => id))
    }
    return changed
  })
}

/** Names and results, not the file: the same run under two file names is one run. */
function hashOf(run: Omit<ExperimentRun, 'id' | 'warnings'>): string {
  const { arm, backbone, scaffold, version, seed, results } = run
  const sorted = [...results].sort((a, b) => (a.instanceId < b.instanceId ? -1 : 1))
  return sha256([arm, backbone, scaffold, version, seed, sorted])
}

/** Every plan and note of a project that was not taken back, in the order they were written. */
export async function listComparisonPlans(
  store: Store,
  project: OfProject,
  shipped: Shipped = new Set(),
): Promise<FrozenPlan[]> {
  return await untilNextCommit(store, `comparison plans ${project}`, async () => {
    const runs = await runsBut(shipped, store, project)
    return (await plansOf(store, project))
      .filter(({ removedAt }) => removedAt === null)
      .map((kept) => ({
        ...viewOf(kept),
        takenOutCount: fittingSince(kept, runs).filter(({ removedAt }) => removedAt !== null).length,
      }))
  })
}

/**
 * Keeps what was decided, with instant and hash, in one revision. Where results of both sides are there already, taken out or not, it is
 * kept as a note. Throws UserError `planned-already`.
 */
export async function freezePlan(
  store: Store,
  { terms, projectId, by }: { terms: ComparisonTerms; projectId: OfProject; by: string },
  shipped: Shipped = new Set(),
): Promise<FrozenPlan> {
  const name = planTitle(terms)
  return await store.write({ by, verb: 'planComparison', reason: name, projectId }, async (tx, revise) => {
    const standing = standingOf(terms, await runsBut(shipped, tx, projectId))
    if (standing === 'plan') await requireUnplanned(tx, terms, projectId)
    const createdAt = store.now()
    const plan = { ...terms, standing, hash: hashOfTerms(terms, createdAt) }
    const revision = await revise()
    const head = { id: store.nextId('cp'), projectId, design: 'comparison', name, by, revision, createdAt }
    const id = await createStudy(store, tx, { ...head, plan, rows: [] })
    return { ...viewOf({ id, projectId, plan, by, createdAt, removedAt: null }), takenOutCount: 0 }
  })
}

/** Takes a plan back, while no run that it is about has come in since. Gives it as it was; null when it is not there. Throws UserError `results-lie-in`. */
export async function withdrawPlan(
  store: Store,
  { id, by }: { id: string; by: string },
  shipped: Shipped = new Set(),
): Promise<{ id: string } | null> {
  return await store.write({ by, verb: 'withdrawPlan' }, async (tx, revise) => {
    const kept = await findPlan(tx, id)
    if (!kept || kept.removedAt !== null) return null
    const runs = await runsBut(shipped, tx, kept.projectId)
    if (kept.plan.standing === 'plan' && fittingSince(kept, runs).length > 0)
      throw new UserError('results-lie-in', 'Results have come in since this plan was frozen.', {
        hint: 'It stays: a plan that could be taken back after a look at the results would be none.',
        status: 409,
      })
    await tables(tx).study.update({
      where: { id },
      data: { removedAt: store.now(), revision: await revise() },
    })
    return { id }
  })
}

/** Undo of `withdrawPlan`: it stands again from the instant at which it was frozen. Throws UserError `results-lie-in`, `planned-already`. */
export async function restorePlan(
  store: Store,
  { id, by }: { id: string; by: string },
  shipped: Shipped = new Set(),
): Promise<{ id: string } | null> {
  return await store.write({ by, verb: 'restorePlan' }, async (tx, revise) => {
    const kept = await findPlan(tx, id)
    if (!kept || kept.removedAt === null) return null
    const runs = await runsBut(shipped, tx, kept.projectId)
    if (kept.plan.standing === 'plan' && standingOf(kept.plan, runs) === 'note')
      throw new UserError('results-lie-in', 'Results of both sides are there by now.', {
        hint: 'Write it anew: it is then kept as a note.',
        status: 409,
      })
    if (kept.plan.standing === 'plan') await requireUnplanned(tx, kept.plan, kept.projectId)
    await tables(tx).study.update({ where: { id }, data: { removedAt: null, revision: await revise() } })
    return { id }
  })
}

/** The project of a plan; null where none was named, or it is not there. */
export async function projectOfPlan(store: Store, id: string): Promise<OfProject> {
  return (await findPlan(store, id))?.projectId ?? null
}

async function findPlan(tx: Store | Tx, id: string): Promise<Kept<PlanHead> | null> {
  const row = await tables(tx).study.findUnique({ where: { id, design: 'comparison' } })
  return row && { ...row, plan: JSON.parse(row.plan) }
}

/** Runs of both sides, those that were taken out too: somebody may have looked at them. */
function standingOf(terms: ComparisonTerms, runs: readonly Kept<RunHead>[]): 'plan' | 'note' {
  const there = new Set(runs.map(({ plan }) => sideOf(terms, plan)))
  return there.has('arm') && there.has('base') ? 'note' : 'plan'
}

async function requireUnplanned(tx: Tx, terms: ComparisonTerms, project: OfProject): Promise<void> {
  const isSame = ({ plan, removedAt }: Kept<PlanHead>) =>
    removedAt === null &&
    plan.standing === 'plan' &&
    plan.base === terms.base &&
    sideOf(terms, plan) === 'arm'
  if ((await plansOf(tx, project)).some(isSame))
    throw new UserError('planned-already', 'There is a plan for this comparison.', {
      hint: 'Take it back first; once results have come in it stays.',
      status: 409,
    })
}

/** Runs of either side that came in since a plan was frozen. */
function fittingSince({ plan, createdAt }: Kept<PlanHead>, runs: readonly Kept<RunHead>[]): Kept<RunHead>[] {
  return runs.filter((run) => sideOf(plan, run.plan) !== null && run.createdAt >= createdAt)
}

function viewOf({ id, plan, by, createdAt }: Kept<PlanHead>): Omit<FrozenPlan, 'takenOutCount'> {
  const isUnchanged = hashOfTerms(plan, createdAt) === plan.hash
  return { ...plan, id, by, frozenAt: createdAt.toISOString(), isUnchanged }
}

function hashOfTerms(terms: ComparisonTerms, frozenAt: Date): string {
  const { arm, base, backbone, scaffold, version, metric, instances, runs, alpha, stopRule } = terms
  const said = [arm, base, backbone, scaffold, version, metric, instances, runs, alpha, stopRule]
  return sha256([...said, frozenAt.toISOString()])
}

function sha256(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}
