import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { ExperimentRun } from '../../memory/experiments/run.ts'
import { experimentRunSchema } from '../../memory/experiments/run-schema.ts'
import { untilNextCommit } from '../commit-cache.ts'
import type { Store } from '../store.ts'
import { tables } from '../tables.ts'

/** Every run that was brought in and not taken out again, in the order they came. */
export async function listExperimentRuns(store: Store): Promise<ExperimentRun[]> {
  return await untilNextCommit(store, 'experiment runs', async () => {
    const rows = await tables(store).experimentRun.findMany({
      where: { removedAt: null },
      orderBy: { id: 'asc' },
    })
    const runs: ExperimentRun[] = []
    for (const { warnings, results, ...row } of rows) {
      runs.push(
        experimentRunSchema.parse({ ...row, warnings: JSON.parse(warnings), results: JSON.parse(results) }),
      )
      // A run of thousands takes a while to check; others are served between two.
      await setImmediate()
    }
    return runs
  })
}

/**
 * Stores runs in one revision. A run that is here already is named, not stored twice; one that was taken out comes back.
 * Returns ids in the order given.
 */
export async function addExperimentRuns(
  store: Store,
  runs: readonly Omit<ExperimentRun, 'id'>[],
  by: string,
): Promise<{ added: string[]; present: string[] }> {
  return await store.write({ by, verb: 'addRuns' }, async (tx, revise) => {
    const outcome = { added: [] as string[], present: [] as string[] }
    for (const { warnings, results, ...head } of runs) {
      const contentHash = hashOf({ ...head, results })
      const known = await tables(tx).experimentRun.findUnique({ where: { contentHash } })
      if (known && known.removedAt === null) {
        outcome.present.push(known.id)
        continue
      }
      const revision = await revise()
      const id = known?.id ?? store.nextId('x')
      if (known) await tables(tx).experimentRun.update({ where: { id }, data: { removedAt: null, revision } })
      else
        await tables(tx).experimentRun.create({
          data: {
            id,
            ...head,
            contentHash,
            warnings: JSON.stringify(warnings),
            results: JSON.stringify(results),
            revision,
            by,
            createdAt: store.now(),
          },
        })
      outcome.added.push(id)
    }
    return outcome
  })
}

/** Takes runs out, or puts them back; each is the undo of the other. Gives the ids that changed. */
export async function setRunsRemoved(
  store: Store,
  { ids, isRemoved, by }: { ids: readonly string[]; isRemoved: boolean; by: string },
): Promise<string[]> {
  return await store.write({ by, verb: isRemoved ? 'removeRuns' : 'restoreRuns' }, async (tx, revise) => {
    const where = { id: { in: [...ids] }, removedAt: isRemoved ? null : { not: null } }
    const rows = await tables(tx).experimentRun.findMany({ where, select: { id: true } })
    if (rows.length === 0) return []
    const revision = await revise()
    await tables(tx).experimentRun.updateMany({
      where,
      data: { removedAt: isRemoved ? store.now() : null, revision },
    })
    return rows.map(({ id }) => id)
  })
}

/** Names and results, not the file: the same run under two file names is one run. */
function hashOf(run: Omit<ExperimentRun, 'id' | 'warnings'>): string {
  const { arm, backbone, scaffold, version, seed, results } = run
  const sorted = [...results].sort((a, b) => (a.instanceId < b.instanceId ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([arm, backbone, scaffold, version, seed, sorted]))
    .digest('hex')
}
