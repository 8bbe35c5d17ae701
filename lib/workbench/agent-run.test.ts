import { expect, it } from 'vitest'
import { attempt } from './agent.ts'
import { type AgentMemory, AgentRun, withinBudget } from './agent-run.ts'
import { NO_MEMORY } from './arms.ts'
import { withStrayRejections } from './code/run-code.ts'
import { readTestWorld } from './fixtures/read-test-world.ts'
import { intents } from './intents.ts'
import { benchOf } from './world-benches.ts'

const world = readTestWorld('recurring', 12, 0)
const benches = world.training.map((task) => benchOf(world, task))
const [bench] = benches
if (!bench) throw new Error('no task')
const begins = intents.REPRODUCE('a title')
const memory = (more: Partial<AgentMemory>): AgentMemory => ({
  asks: 'stage',
  cost: 1,
  writes: false,
  recall: async () => [{ text: 'Try logic first.', kind: 'pattern' }],
  ...more,
})

it.each<[string, Partial<AgentMemory>, number, string[]]>([
  ['asks at every stage', {}, 2, ['recall REPRODUCE', 'recall REPRODUCE']],
  ['asks once a task', { asks: 'task' }, 1, ['recall REPRODUCE']],
  ['asks for nothing', { cost: 0 }, 0, ['recall REPRODUCE', 'recall REPRODUCE']],
  [
    'writes',
    { writes: true },
    4,
    ['recall REPRODUCE', 'reserve REPRODUCE', 'recall REPRODUCE', 'reserve REPRODUCE'],
  ],
  ['has none', { asks: null, cost: 0 }, 0, []],
])('beginning two stages with a memory that %s', async (_, more, spent, commands) => {
  const run = new AgentRun(bench, memory(more), 10)
  const priors = [await run.begin(begins), await run.begin(begins)]
  expect([run.spent, run.steps.map(({ command }) => command)]).toEqual([spent, commands])
  expect(priors.map((prior) => prior.of('logic'))).toEqual(more.asks === null ? [1, 1] : [4, 4])
})

it('says what a stage is about once, with the first step of it', async () => {
  const run = new AgentRun(bench, NO_MEMORY, 10)
  await run.begin(begins)
  await run.step('REPRODUCE', 'a', 'ls', () => 'out')
  await run.step('REPRODUCE', 'b', 'ls', () => 'out')
  expect(run.steps.map(({ intent, thought, output }) => [intent, thought, output])).toEqual([
    [begins, 'a', 'out'],
    [null, 'b', 'out'],
  ])
})

it('ends where the budget ends, before the step that it cannot pay; a fault of its own is none of that', async () => {
  const run = new AgentRun(bench, NO_MEMORY, 2)
  await withinBudget(async () => {
    for (;;) await run.step('EDIT', 'a', 'ls', () => 'out')
  })
  expect([run.spent, run.steps.length]).toEqual([2, 2])
  await expect(withinBudget(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
})

it('shows what a failing test expected and got, and nothing of one that passes', async () => {
  const run = new AgentRun(bench, NO_MEMORY, 100)
  await withStrayRejections(async () => {
    for (const test of bench.tests) {
      const { passed, shown } = await run.test('VERIFY', 't', bench.source, test, 'undo; ')
      expect(run.steps.at(-1)).toMatchObject({
        command: `undo; test ${test.name}: ${test.code}`,
        output: passed ? 'passes' : `fails: expected ${test.expected}, got ${shown}`,
      })
    }
  })
})

it('lessons change nothing but the order of choices: told nothing, an uncharged memory works as none does', async () => {
  await withStrayRejections(async () => {
    for (const one of benches) {
      const silent = memory({ cost: 0, recall: async () => [] })
      const [told, vanilla] = [await attempt(one, silent, 60), await attempt(one, NO_MEMORY, 60)]
      expect([told.source, told.spent]).toEqual([vanilla.source, vanilla.spent])
      const work = told.steps.filter(({ command }) => !command.startsWith('recall '))
      expect(work.map(({ command }) => command)).toEqual(vanilla.steps.map(({ command }) => command))
    }
  })
})

it('what a question costs is missing at the end, and nothing else: a larger budget by as much ends the same', async () => {
  await withStrayRejections(async () => {
    for (const one of benches) {
      const asked = await attempt(one, memory({ asks: 'task', recall: async () => [] }), 31)
      const vanilla = await attempt(one, NO_MEMORY, 30)
      expect([asked.source, asked.spent]).toEqual([vanilla.source, vanilla.spent + 1])
    }
  })
})
