import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { openTestLoupe } from '../fixtures/open-test-loupe.ts'
import { LOCAL_EMBEDDER_ID } from '../llm/local-embedder.ts'
import type { WorkbenchOrder, WorkbenchRunView } from '../memory/workbench/workbench-views.ts'
import { makePlan } from '../workbench/plan.ts'
import { runPlan } from '../workbench/run-plan.ts'
import { readWorld } from '../workbench/worlds/read-worlds.ts'

const ORDER: WorkbenchOrder = {
  world: 'scattered', // the one with the fewest training tasks
  design: 'ladder',
  seed: 5,
  arms: ['vanilla', 'instance', 'subtask'],
  sizes: [0, 20],
  budget: 40,
  draws: 4,
  tasks: 8,
}

type TestLoupe = Awaited<ReturnType<typeof openTestLoupe>>

async function viewOf(loupe: TestLoupe, id: string, isThere: (view: WorkbenchRunView) => boolean) {
  for (;;) {
    const view = await loupe.workbench.find(id)
    if (view && isThere(view)) return view
    await new Promise((later) => setTimeout(later, 50))
  }
}

async function unbroken(order = ORDER) {
  const rootPath = process.cwd()
  const plan = makePlan(readWorld(order.world, rootPath), LOCAL_EMBEDDER_ID, order)
  const { outcomes, result } = await runPlan(plan, { rootPath, threads: 1, commit: null })
  return { outcomes, result }
}

it('a run that is ordered is worked off draw by draw and comes to what the command comes to', async () => {
  const loupe = await openTestLoupe()
  const { id } = await loupe.workbench.order(ORDER)
  const partial = await viewOf(loupe, id, ({ drawsDone }) => drawsDone > 0)
  expect(partial.run?.outcomes[1]?.resolved.length).toBeGreaterThan(0)
  const done = await viewOf(loupe, id, ({ drawsDone }) => drawsDone === 4)
  expect({ outcomes: done.run?.outcomes, result: done.run?.result }).toEqual(await unbroken())
  await loupe.close()
})

it('a run that is stopped keeps its draws and goes on where it was', async () => {
  const loupe = await openTestLoupe()
  const { id } = await loupe.workbench.order({ ...ORDER, draws: 6 })
  await viewOf(loupe, id, ({ drawsDone }) => drawsDone > 0)
  await loupe.api.cancelJob({ jobId: id })
  const stopped = await viewOf(loupe, id, ({ state }) => state === 'cancelled')
  expect(stopped.drawsDone).toBeLessThan(6)
  await loupe.api.retryJob({ jobId: id })
  const done = await viewOf(loupe, id, ({ drawsDone }) => drawsDone === 6)
  expect(done.run?.outcomes).toEqual((await unbroken({ ...ORDER, draws: 6 })).outcomes)
  await loupe.close()
})

it('a run whose process is killed with -9 goes on at the next start and ends bit for bit as if it had not been', async () => {
  const first = await openTestLoupe()
  const { id } = await first.workbench.order({ ...ORDER, draws: 12 })
  await first.close()
  const child = spawn(
    process.execPath,
    [resolve('lib/jobs/fixtures/workbench-child.ts'), first.dataPath, id],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  await new Promise((drawn) => child.stdout.once('data', drawn))
  child.kill('SIGKILL')
  await new Promise((ended) => child.once('exit', ended))
  const second = await openTestLoupe(first.dataPath)
  expect((await second.workbench.find(id))?.drawsDone).toBeLessThan(12)
  const done = await viewOf(second, id, ({ drawsDone }) => drawsDone === 12)
  expect(done.run?.outcomes).toEqual((await unbroken({ ...ORDER, draws: 12 })).outcomes)
  await second.close()
})

it('an attempt of a run opens as an episode that ends as the run says, with the runs its lessons come from', async () => {
  const loupe = await openTestLoupe()
  const { id } = await loupe.workbench.order({ ...ORDER, draws: 1 })
  const { run } = await viewOf(loupe, id, ({ drawsDone }) => drawsDone === 1)
  const point = run?.outcomes.find(({ arm, size }) => arm === 'subtask' && size === 20)
  for (const [i, task] of (run?.tasks ?? []).slice(0, 3).entries()) {
    const { episodeId, project } = await loupe.workbench.open({
      runId: id,
      arm: 'subtask',
      size: 20,
      budget: 40,
      misprediction: 0,
      draw: 0,
      taskId: task.id,
    })
    const found = await loupe.memories.findEpisode(episodeId)
    expect(project).toBe('workbench')
    expect(found?.episode).toMatchObject({
      instanceId: task.id,
      outcome: point?.resolved[0]?.[i] === '1' ? 'resolved' : 'unresolved',
      stepCount: Number.parseInt(point?.steps[0]?.slice(2 * i, 2 * i + 2) ?? '', 36),
    })
  }
  await expect(
    loupe.workbench.open({
      runId: id,
      arm: 'subtask',
      size: 20,
      budget: 40,
      misprediction: 0,
      draw: 0,
      taskId: 'x',
    }),
  ).rejects.toThrow('no task')
  await loupe.close()
})

it('what cannot be run is refused in words: an unknown world, and arms with nothing to compare', async () => {
  const loupe = await openTestLoupe()
  await expect(loupe.workbench.order({ ...ORDER, world: 'nowhere' })).rejects.toThrow('no world "nowhere"')
  await expect(loupe.workbench.order({ ...ORDER, arms: ['vanilla'] })).rejects.toThrow('no two arms')
  await loupe.close()
})
