import { expect, it } from 'vitest'
import { attempt } from './agent.ts'
import type { AgentMemory } from './agent-run.ts'
import { NO_MEMORY } from './arms.ts'
import { withStrayRejections } from './code/run-code.ts'
import { extractLessons } from './extract-lessons.ts'
import { readTestWorld } from './fixtures/read-test-world.ts'
import { learnFrom } from './lessons.ts'
import { readPrior } from './prior.ts'
import { stepsOf } from './record.ts'
import { benchOf } from './world-benches.ts'

const world = readTestWorld('recurring', 30, 10)
const benches = world.training.map((task) => benchOf(world, task))

it('never spends more than its budget, and the same task is attempted step for step alike', async () => {
  await withStrayRejections(async () => {
    for (const bench of benches.slice(0, 10))
      for (const budget of [0, 1, 7, 40]) {
        const first = await attempt(bench, NO_MEMORY, budget)
        expect(first.spent).toBeLessThanOrEqual(budget)
        expect(await attempt(bench, NO_MEMORY, budget)).toEqual(first)
      }
  })
})

it('hands in code that passes every visible test when it says that all pass, and it is repaired with room enough', async () => {
  await withStrayRejections(async () => {
    let repaired = 0
    for (const bench of benches) {
      const { source } = await attempt(bench, NO_MEMORY, 400)
      const runs = await Promise.all(bench.tests.map((test) => bench.run(source, test)))
      if (runs.every(({ passed }) => passed)) repaired++
    }
    expect(repaired).toBeGreaterThan(benches.length / 2)
  })
})

it('a lesson that names what helps makes the repair no later, one that forbids it no sooner', async () => {
  await withStrayRejections(async () => {
    const spent = { pattern: 0, none: 0, avoid: 0 }
    for (const [i, bench] of benches.entries()) {
      const text = `Try ${world.training[i]?.mechanisms[0]} first.`
      const told = (kind: 'pattern' | 'avoid'): AgentMemory => ({
        asks: 'stage',
        cost: 0,
        writes: false,
        recall: async ({ intent }) => (intent.category === 'EDIT' ? [{ text, kind }] : []),
      })
      spent.pattern += (await attempt(bench, told('pattern'), 200)).spent
      spent.none += (await attempt(bench, NO_MEMORY, 200)).spent
      spent.avoid += (await attempt(bench, told('avoid'), 200)).spent
    }
    expect(spent.pattern).toBeLessThan(spent.none)
    expect(spent.none).toBeLessThan(spent.avoid)
  })
})

it('a lesson moves only the choices that it names; raw steps also move lines that share a name with a change', () => {
  const lesson = readPrior([{ text: 'Try boundary first.', kind: 'pattern' }])
  expect([lesson.of('boundary'), lesson.of('logic'), lesson.ofCode('const total = 1')]).toEqual([4, 1, 1])
  expect(readPrior([{ text: 'Do not begin with logic.', kind: 'avoid' }]).of('logic')).toBe(0.25)
  const raw = readPrior([{ text: '$ edit line 5: "total" -> "count"; test f 1: f()', kind: 'undetermined' }])
  expect([raw.ofCode('const total = 1'), raw.ofCode('return rows')]).toEqual([4, 1])
})

it('lessons name no function, no file and no line of the code they were learned from', async () => {
  await withStrayRejections(async () => {
    const names = [...world.libraries.values()].flatMap(({ functions }) => functions.map(({ name }) => name))
    for (const bench of benches.slice(0, 15)) {
      const { lessons } = learnFrom(bench, await attempt(bench, NO_MEMORY, 40), 0)
      expect(lessons.length).toBeGreaterThan(0)
      for (const { experience } of lessons) {
        const words = Object.values(experience).join(' ').match(/\w+/g) ?? []
        expect(words.filter((word) => names.includes(word) && /[A-Z]/.test(word))).toEqual([])
      }
    }
  })
})

it('stages are declared in the thoughts: consecutive, without gaps, and a lesson for a repair that stood', async () => {
  await withStrayRejections(async () => {
    for (const bench of benches.slice(0, 10)) {
      const { steps } = await attempt(bench, NO_MEMORY, 400)
      const subtasks = extractLessons({ steps: stepsOf(steps) })
      expect(subtasks.map(({ segment }) => segment.fromStep)).toEqual([
        1,
        ...subtasks.slice(0, -1).map(({ segment }) => segment.toStep + 1),
      ])
      expect(subtasks.at(-1)?.segment.toStep).toBe(steps.length)
      const edit = subtasks.find(({ segment, experience }) => segment.category === 'EDIT' && experience)
      expect(edit?.experience?.do).toMatch(/^(?:Try|Do not begin with) [a-z, -]+(?: first)?\.$/)
    }
  })
})
