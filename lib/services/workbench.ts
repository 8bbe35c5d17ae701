import { join } from 'node:path'
import type { Parts as Core } from '../api/core.ts'
import { readKeptRuns } from '../experiments/kept-runs.ts'
import { awaitExtraction } from '../jobs/await-extraction.ts'
import { importFile } from '../jobs/import-file.ts'
import {
  findWorkbenchRun,
  listWholeRuns,
  listWorkbenchRuns,
  orderWorkbench,
  requireWorld,
} from '../jobs/run-workbench.ts'
import { UserError } from '../memory/errors.ts'
import type { WorkbenchRun } from '../memory/workbench/workbench.ts'
import type {
  AttemptPlace,
  OpenedAttempt,
  WorkbenchOrder,
  WorkbenchRunHead,
  WorkbenchRunView,
  WorldHead,
} from '../memory/workbench/workbench-views.ts'
import { headCommit } from '../workbench/head-commit.ts'
import { WORKBENCH_PROJECT } from '../workbench/names.ts'
import { openPlan } from '../workbench/run-plan.ts'
import { listWorlds, readWorld } from '../workbench/worlds/read-worlds.ts'

/** Ids of runs that came with the product begin so. */
const SHIPPED = 'shipped-'

/** Experiments of the search program: worlds, runs, and single attempts to be read. */
export function createWorkbench(core: Core) {
  const { store, rootPath, worker } = core
  const shipped = () =>
    readKeptRuns(join(rootPath, 'prisma/workbench')).runs.map((run) => ({
      id: `${SHIPPED}${run.plan.design}`,
      run,
    }))

  async function find(id: string): Promise<WorkbenchRunView | null> {
    if (!id.startsWith(SHIPPED)) return await findWorkbenchRun(id, { store, rootPath }, headCommit(rootPath))
    const run = shipped().find((one) => one.id === id)?.run
    return run ? viewOfShipped(id, run) : null
  }

  return {
    worlds: (): WorldHead[] =>
      listWorlds(rootPath).map(({ name, about, training, heldOut }) => ({
        name,
        about,
        hash: readWorld(name, rootPath).hash,
        training: training.length,
        heldOut: heldOut.length,
      })),
    /** Ordered runs, newest first, then those that came with the product. */
    list: async (): Promise<WorkbenchRunHead[]> => [
      ...(await listWorkbenchRuns(store)),
      ...shipped().map(({ id, run }) => ({ id, plan: run.plan, state: 'shipped', createdAt: null })),
    ],
    /** Runs ordered here that are whole, newest first. */
    whole: async () => (await listWholeRuns(store, rootPath)).map(({ run }) => run),
    /** A run as far as it is; null when there is none of that id. */
    find,
    async order(order: WorkbenchOrder) {
      const ordered = await orderWorkbench(order, { store, rootPath })
      worker.wake()
      return ordered
    },
    /** Makes an attempt of a run once more and imports it, and what its lessons come from, like any other trajectory. */
    async open({ runId, ...place }: AttemptPlace): Promise<OpenedAttempt> {
      const found = await find(runId)
      if (!found)
        throw new UserError('no-such-run', `There is no run ${runId}.`, {
          hint: 'Choose one from the list.',
          status: 404,
        })
      requireWorld(found.plan, rootPath)
      const plan = openPlan(found.plan, { rootPath, threads: 1 })
      const { text, resolved, instanceId, sources } = await plan.attempt(place).finally(() => plan.close())
      for (const source of sources) await bringIn(core, source.text, `${source.instanceId}.traj.json`, null)
      const name = `${instanceId}.${place.arm}-${place.size}-${place.budget}-${place.misprediction}-${place.draw}.traj.json`
      const episodeId = await bringIn(core, text, name, resolved ? 'resolved' : 'unresolved')
      return { project: WORKBENCH_PROJECT, episodeId }
    },
  }
}

/** Imports a run that was made again, and waits for its entries; gives its episode. */
async function bringIn(
  { store, worker }: Pick<Core, 'store' | 'worker'>,
  text: string,
  fileName: string,
  outcome: 'resolved' | 'unresolved' | null,
): Promise<string> {
  const [result] = await importFile(
    {
      bytes: Buffer.from(text),
      fileName,
      project: WORKBENCH_PROJECT,
      source: 'measured',
      results: outcome && { source: 'hidden tests of the workbench', outcomeOf: () => outcome },
      batchKey: WORKBENCH_PROJECT,
      by: 'workbench',
    },
    store,
  )
  worker.wake()
  if (result?.itemId) await awaitExtraction(store, worker, result, result.itemId)
  if (!result?.episodeId)
    throw new Error(`${fileName} was not imported: ${result?.error?.message ?? result?.status}`)
  return result.episodeId
}

function viewOfShipped(id: string, run: WorkbenchRun): WorkbenchRunView {
  return {
    id,
    plan: run.plan,
    state: 'shipped',
    createdAt: null,
    jobId: null,
    drawsDone: run.plan.draws,
    run,
    remainingMs: null,
    reason: null,
  }
}
