import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { extractSubtasks } from '../extract/extract.ts'
import { maskSecrets } from '../extract/secret-scan.ts'
import { readTrajectories } from '../ingest/ingest-file.ts'
import type { Trajectory } from '../memory/trajectory.ts'
import { EARLIER_RULES, readEarlierRules } from './earlier-rules.ts'

const folder = join(process.cwd(), 'prisma', 'sample')
const earlier = readEarlierRules(process.cwd())
const runs = (JSON.parse(readFileSync(join(folder, 'stream.json'), 'utf8')) as string[]).flatMap((name) =>
  readTrajectories(
    readFileSync(join(folder, 'episodes', `${name}.traj.json`)),
    `${name}.traj.json`,
  ).trajectories.map((run): Trajectory => maskSecrets(run).trajectory),
)

it('keeps what rules-v1 made of every run of the sample, over the same stages as today', () => {
  expect(runs.length).toBe(69)
  for (const run of runs) {
    const then = earlier(run)
    expect(then?.id, run.instanceId).toBe(EARLIER_RULES)
    expect(then?.extract(run).map(({ segment }) => segment)).toEqual(
      extractSubtasks(run).map(({ segment }) => segment),
    )
  }
})

it('knows no other run', () => {
  const [run] = runs
  expect(run && earlier({ ...run, instanceId: 'acme__shop-12' })).toBeNull()
})
