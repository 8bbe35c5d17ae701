import { applyPatch } from 'diff'
import { expect, it } from 'vitest'
import { attempt } from './agent.ts'
import { NO_MEMORY } from './arms.ts'
import { withStrayRejections } from './code/run-code.ts'
import { extractLessons } from './extract-lessons.ts'
import { readTestWorld } from './fixtures/read-test-world.ts'
import { miniSweAgentFile, stepsOf } from './record.ts'
import { benchOf } from './world-benches.ts'

const world = readTestWorld('pairs', 30, 12)
const benches = [...world.training, ...world.heldOut].map((task) => benchOf(world, task))
const made = await withStrayRejections(
  async () =>
    await Promise.all(benches.map(async (bench) => ({ bench, ...(await attempt(bench, NO_MEMORY, 80)) }))),
)
const fileOf = ({ bench, steps, source }: (typeof made)[number]) => miniSweAgentFile(bench, steps, source)

it('what was handed in stands in the file as a patch that makes it of the faulty code', () => {
  let changed = 0
  for (const one of made) {
    const { submission } = JSON.parse(fileOf(one)).info
    if (one.source === one.bench.source) expect(submission).toBe('')
    else {
      changed++
      expect(applyPatch(one.bench.source, submission)).toBe(one.source)
    }
  }
  expect(changed).toBeGreaterThan(10)
})

it.each([
  ['a line more', 'a\nb\nc\n', 'a\nnew\nb\nc\n'],
  ['a line more at the beginning', 'a\nb\n', 'new\na\nb\n'],
  ['a line less', 'a\nb\nc\n', 'a\nc\n'],
  ['the first line less', 'a\nb\nc\n', 'b\nc\n'],
  ['a line among equal ones', 'a\na\na\n', 'a\na\na\na\n'],
  ['two places', 'a\nb\nc\nd\n', 'x\nb\nc\ny\n'],
])('a patch of %s can be applied', (_, before, after) => {
  const [one] = made
  if (!one) throw new Error('no attempt')
  const { submission } = JSON.parse(miniSweAgentFile({ ...one.bench, source: before }, [], after)).info
  expect(applyPatch(before, submission)).toBe(after)
})

it('what each stage was said to be about is read again word for word', () => {
  for (const { steps } of made) {
    const said = steps.flatMap(({ intent }) => (intent ? [intent] : []))
    const read = extractLessons({ steps: stepsOf(steps) }).map(({ segment, description }) => ({
      category: segment.category,
      description,
    }))
    for (const intent of said) expect(read).toContainEqual(intent)
  }
})

it('the file holds nothing that the agent did not see: no hidden test, no name of what was broken', () => {
  for (const one of made) {
    const { info, messages } = JSON.parse(fileOf(one))
    const text = JSON.stringify([info, messages])
    const library = world.libraries.get(one.bench.library)
    const seen = new Set(one.bench.tests.map(({ code }) => code))
    for (const { hidden, code, name } of library?.tests ?? [])
      if (hidden && !seen.has(code)) expect(text).not.toContain(`test ${name}: `)
    expect(text).not.toContain(one.bench.taskId)
  }
})
