import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { workbenchRunSchema } from '../memory/studies/ladder/workbench-file.ts'
import type { PointOutcomes } from './designs/points.ts'
import { summarise } from './designs/summarise.ts'
import { FLOORS } from './floors.ts'
import { openPlan } from './run-plan.ts'
import { readWorld } from './worlds/read-worlds.ts'

const rootPath = process.cwd()
const runs = readdirSync('prisma/workbench').map((name) =>
  workbenchRunSchema.parse(JSON.parse(readFileSync(`prisma/workbench/${name}`, 'utf8'))),
)

it('the shipped runs are of the frozen worlds, name their seed and commit, and their figures follow from their attempts', () => {
  expect(runs.map(({ plan }) => plan.design).sort()).toEqual([
    'budget',
    'by-stage',
    'by-stage',
    'ladder',
    'misprediction',
    'stream',
  ])
  for (const { plan, commit, result, tasks, outcomes } of runs) {
    expect(plan.worldHash).toBe(readWorld(plan.world, rootPath).hash)
    expect(commit).toMatch(/^[0-9a-f]{40}$/)
    expect(summarise(plan, tasks, outcomes)).toEqual(result)
  }
})

it('the ladder by stage and its control were run as their plan was frozen, with the floors of that plan', () => {
  const { sha256, ...frozen } = JSON.parse(readFileSync('lib/workbench/worlds/frozen-plans.json', 'utf8'))
  expect(createHash('sha256').update(JSON.stringify(frozen)).digest('hex')).toBe(sha256)
  expect(frozen.floors).toEqual(FLOORS)
  const run = runs.filter(({ plan }) => plan.design === 'by-stage').map(({ plan }) => plan)
  expect(run.toSorted((a, b) => b.tasks - a.tasks)).toEqual(frozen.plans)
})

it('the first draw of the shipped ladder comes out again, bit for bit', async () => {
  const ladder = runs.find(({ plan }) => plan.design === 'ladder')
  if (!ladder) throw new Error('no ladder is shipped')
  const plan = openPlan(ladder.plan, { rootPath, threads: 2 })
  const drawn = (await plan.draw(0)) as PointOutcomes[]
  await plan.close()
  expect(drawn.map(({ resolved, steps }) => [resolved, steps])).toEqual(
    ladder.outcomes.map(({ resolved, steps }) => [resolved.slice(0, 1), steps.slice(0, 1)]),
  )
})

it('the figures of the four worlds are of the worlds as they are frozen', () => {
  const worlds = JSON.parse(readFileSync('lib/workbench/fixtures/worlds.json', 'utf8')) as {
    world: 'recurring'
    worldHash: string
  }[]
  expect(worlds.map(({ world }) => world)).toEqual(['recurring', 'pairs', 'decoys', 'scattered'])
  for (const { world, worldHash } of worlds) expect(worldHash).toBe(readWorld(world, rootPath).hash)
})
