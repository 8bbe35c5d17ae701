import { expect, it } from 'vitest'
import { readTrajectories } from '../lib/ingest/ingest-file.ts'
import { attempt } from '../lib/workbench/agent.ts'
import { NO_MEMORY } from '../lib/workbench/arms.ts'
import { withStrayRejections } from '../lib/workbench/code/run-code.ts'
import { readTestWorld } from '../lib/workbench/fixtures/read-test-world.ts'
import { miniSweAgentFile, stepsOf } from '../lib/workbench/record.ts'
import { benchOf } from '../lib/workbench/world-benches.ts'

it('an attempt as a file is read by the importer like any other: its task, and each step as it was', async () => {
  const world = readTestWorld('pairs', 20, 0)
  for (const task of world.training) {
    const bench = benchOf(world, task)
    const { steps, source } = await withStrayRejections(async () => await attempt(bench, NO_MEMORY, 80))
    const { format, trajectories } = readTrajectories(
      Buffer.from(miniSweAgentFile(bench, steps, source)),
      'a.traj.json',
    )
    const [read] = trajectories
    expect([format, trajectories.length, read?.instanceId]).toEqual(['mini-swe-agent-1', 1, bench.taskId])
    expect(read?.task.text).toBe(bench.report)
    const said = (some: ReturnType<typeof stepsOf>) =>
      some.map(({ thought, actions, observations }) => [
        thought,
        actions.map(({ text }) => text),
        observations.map(({ text }) => text),
      ])
    expect(said(read?.steps ?? [])).toEqual(said(stepsOf(steps)))
  }
})
