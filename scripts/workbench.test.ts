import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../lib/db/fixtures/test-store.ts'
import { readTrajectories } from '../lib/ingest/ingest-file.ts'
import { workbenchRunSchema } from '../lib/memory/studies/ladder/workbench-file.ts'
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

/** The command, over a data folder. */
function workbench(dataPath: string, ...args: string[]) {
  const env = { ...process.env, LOUPE_DATA_DIR: dataPath }
  return spawnSync(process.execPath, [resolve('scripts/workbench.ts'), ...args], { encoding: 'utf8', env })
}

it('an attempt of a kept run is written as a trajectory, with those that its lessons are from', () => {
  const out = temporaryFolder()
  const { tasks } = workbenchRunSchema.parse(JSON.parse(readFileSync('prisma/workbench/ladder.json', 'utf8')))
  const place = `subtask,250,0,${tasks[0]?.id}`
  const said = workbench(out, '--again', 'prisma/workbench/ladder.json', '--attempt', place, '--out', out)
  expect([said.status, said.stdout]).toEqual([0, expect.stringMatching(/resolved, with \d+ attempts/)])
  const files = readdirSync(out)
  expect(files).toContain(`${tasks[0]?.id}.traj.json`)
  for (const name of files)
    expect(readTrajectories(readFileSync(join(out, name)), name).trajectories).toHaveLength(1)
})
