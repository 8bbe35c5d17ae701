import { createHash } from 'node:crypto'
import { UserError } from '../../memory/errors.ts'
import { type ComparisonTerms, type FrozenPlan, planTitle } from '../../memory/experiments/plan.ts'
import { untilNextCommit } from '../commit-cache.ts'
import type { ComparisonPlan } from '../generated/client.ts'
import type { Store, Tx } from '../store.ts'
import { tables } from '../tables.ts'

/** Every plan and note that was not taken back, in the order they were written. */
export async function listComparisonPlans(store: Store): Promise<FrozenPlan[]> {
  return await untilNextCommit(store, 'comparison plans', async () => {
    const rows = await tables(store).comparisonPlan.findMany({
      where: { withdrawnAt: null },
      orderBy: { id: 'asc' },
    })
    return await Promise.all(
      rows.map(async (row) => ({
        ...viewOf(row),
        takenOutCount: await tables(store).experimentRun.count({
          where: { ...fitting(row), removedAt: { not: null }, createdAt: { gte: row.frozenAt } },
        }),
      })),
    )
  })
}

/**
 * Keeps what was decided, with instant and hash, in one revision. Where results of both sides are there already, taken out or not, it is
 * kept as a note. Throws UserError `planned-already`.
 */
export async function freezePlan(
  store: Store,
  { terms, by }: { terms: ComparisonTerms; by: string },
): Promise<FrozenPlan> {
  return await store.write({ by, verb: 'planComparison', reason: planTitle(terms) }, async (tx, revise) => {
    const standing = await standingOf(tx, terms)
    if (standing === 'plan') await requireUnplanned(tx, terms)
    const frozenAt = store.now()
    const { arm, base, backbone, scaffold, version, metric, instances, runs, alpha, stopRule } = terms
    const row = await tables(tx).comparisonPlan.create({
      data: {
        ...{ arm, base, backbone, scaffold, version, metric, instances, runs, alpha, stopRule },
        id: store.nextId('cp'),
        standing,
        hash: hashOf(terms, frozenAt),
        by,
        revision: await revise(),
        frozenAt,
      },
    })
    return { ...viewOf(row), takenOutCount: 0 }
  })
}

/** Takes a plan back, while no run that it is about has come in since. Gives it as it was; null when it is not there. Throws UserError `results-lie-in`. */
export async function withdrawPlan(
  store: Store,
  { id, by }: { id: string; by: string },
): Promise<{ id: string } | null> {
  return await store.write({ by, verb: 'withdrawPlan' }, async (tx, revise) => {
    const row = await tables(tx).comparisonPlan.findUnique({ where: { id, withdrawnAt: null } })
    if (!row) return null
    const since = await tables(tx).experimentRun.count({
      where: { ...fitting(row), createdAt: { gte: row.frozenAt } },
    })
    if (row.standing === 'plan' && since > 0)
      throw new UserError('results-lie-in', 'Results have come in since this plan was frozen.', {
        hint: 'It stays: a plan that could be taken back after a look at the results would be none.',
        status: 409,
      })
    await tables(tx).comparisonPlan.update({
      where: { id },
      data: { withdrawnAt: store.now(), revision: await revise() },
    })
    return { id }
  })
}

/** Undo of `withdrawPlan`: it stands again from the instant at which it was frozen. Throws UserError `results-lie-in`, `planned-already`. */
export async function restorePlan(
  store: Store,
  { id, by }: { id: string; by: string },
): Promise<{ id: string } | null> {
  return await store.write({ by, verb: 'restorePlan' }, async (tx, revise) => {
    const row = await tables(tx).comparisonPlan.findUnique({ where: { id, withdrawnAt: { not: null } } })
    if (!row) return null
    const terms = viewOf(row)
    if (row.standing === 'plan' && (await standingOf(tx, terms)) === 'note')
      throw new UserError('results-lie-in', 'Results of both sides are there by now.', {
        hint: 'Write it anew: it is then kept as a note.',
        status: 409,
      })
    if (row.standing === 'plan') await requireUnplanned(tx, terms)
    await tables(tx).comparisonPlan.update({
      where: { id },
      data: { withdrawnAt: null, revision: await revise() },
    })
    return { id }
  })
}

/** Runs of both sides, those that were taken out too: somebody may have looked at them. */
async function standingOf(tx: Tx, terms: ComparisonTerms): Promise<'plan' | 'note'> {
  const rows = await tables(tx).experimentRun.findMany({
    where: fitting(terms),
    select: { arm: true },
    distinct: ['arm'],
  })
  const there = new Set(rows.map(({ arm }) => arm))
  return there.has(terms.arm) && there.has(terms.base) ? 'note' : 'plan'
}

async function requireUnplanned(tx: Tx, { arm, base, backbone, scaffold, version }: ComparisonTerms) {
  const other = await tables(tx).comparisonPlan.findFirst({
    where: { arm, base, backbone, scaffold, version, standing: 'plan', withdrawnAt: null },
  })
  if (other)
    throw new UserError('planned-already', 'There is a plan for this comparison.', {
      hint: 'Take it back first; once results have come in it stays.',
      status: 409,
    })
}

function fitting({ arm, base, backbone, scaffold, version }: Omit<ComparisonTerms, 'metric'>) {
  return { arm: { in: [arm, base] }, backbone, scaffold, version }
}

function viewOf({ revision: _, withdrawnAt, ...row }: ComparisonPlan): Omit<FrozenPlan, 'takenOutCount'> {
  const terms = { ...row, metric: 'resolved' as const }
  return {
    ...terms,
    standing: row.standing === 'plan' ? 'plan' : 'note',
    frozenAt: row.frozenAt.toISOString(),
    isUnchanged: hashOf(terms, row.frozenAt) === row.hash,
  }
}

function hashOf(terms: ComparisonTerms, frozenAt: Date): string {
  const { arm, base, backbone, scaffold, version, metric, instances, runs, alpha, stopRule } = terms
  const said = [arm, base, backbone, scaffold, version, metric, instances, runs, alpha, stopRule]
  return createHash('sha256')
    .update(JSON.stringify([...said, frozenAt.toISOString()]))
    .digest('hex')
}
