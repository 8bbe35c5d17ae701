import { expect, it } from 'vitest'
import { createBench } from './bench.ts'
import { compile, withStrayRejections } from './code/run-code.ts'
import { readTestWorld } from './fixtures/read-test-world.ts'
import { verifyFault } from './fixtures/verify-fault.ts'
import { applyEdits } from './mechanisms/mechanism.ts'
import { benchOf } from './world-benches.ts'

const world = readTestWorld('recurring', 160, 120)
const tasks = [...world.training, ...world.heldOut]
const benches = tasks.map((task) => ({
  task,
  bench: benchOf(world, task),
  library: world.libraries.get(task.library),
}))
const some = benches.filter((_, i) => i % 20 === 0)

it('shows an agent the visible tests of the function the report is about and of those it calls, and no hidden one', () => {
  for (const { task, bench, library } of benches) {
    const helpers = library?.functions.find(({ name }) => name === task.named)?.helpers ?? []
    expect(bench.tests.filter(({ hidden }) => hidden)).toEqual([])
    expect([...new Set(bench.tests.map(({ of }) => of))]).toEqual([task.named, ...helpers])
    expect(bench.functions(bench.source).map(({ name }) => name)).toEqual([task.named, ...helpers])
  }
})

it('says of a task what somebody who uses the function sees, never what is broken or where', () => {
  for (const { task, bench } of benches) {
    for (const mechanism of task.mechanisms) expect(bench.report).not.toContain(mechanism)
    const [at] = task.faulty
    if (at && at !== task.named) expect(bench.report).not.toMatch(new RegExp(`\\b${at}\\b`))
  }
})

it('the sound code passes, the faulty code does not, and a fix that only visible tests like does not', async () => {
  await withStrayRejections(async () => {
    for (const { bench, library } of some) {
      expect(await bench.passesHidden(library?.source ?? '')).toBe(true)
      expect(await bench.passesHidden(bench.source)).toBe(false)
    }
    const tempting = benches.find(({ task }) => task.tempting)
    if (!tempting) throw new Error('no task is tempting')
    const { bench, task } = tempting
    const verdicts = []
    for (const { after } of bench.candidates(bench.source, task.faulty[0] ?? '')) {
      const runs = await Promise.all(bench.tests.map((test) => bench.run(after, test)))
      if (runs.every(({ passed }) => passed)) verdicts.push(await bench.passesHidden(after))
    }
    expect(new Set(verdicts)).toEqual(new Set([true, false]))
  })
})

it('proposes each change once, none that changes nothing, among them the one that takes the fault back', () => {
  for (const { task, bench, library } of some) {
    const proposed = bench.candidates(bench.source, task.faulty[0] ?? '')
    const afters = proposed.map(({ after }) => after)
    expect(new Set(afters).size).toBe(afters.length)
    expect(afters).not.toContain(bench.source)
    expect(afters).toContain(library?.source)
    for (const change of proposed) {
      expect(applyEdits(bench.source, [change])).toBe(change.after)
      expect(bench.source.slice(change.start, change.end)).toBe(change.before)
    }
    expect(bench.candidates(bench.source, 'noSuchFunction')).toEqual([])
  }
})

it('the order among changes is by lot: the same each time for one task, another for another, and not by mechanism', () => {
  const [first] = some
  const library = first?.library
  if (!first || !library) throw new Error('no task')
  const orderOf = (id: string) => {
    const bench = createBench({ ...first.task, id }, library)
    return bench.candidates(bench.source, first.task.faulty[0] ?? '').map(({ after }) => after)
  }
  expect(orderOf('a')).toEqual(orderOf('a'))
  expect(orderOf('b')).not.toEqual(orderOf('a'))
  expect(orderOf('b').toSorted()).toEqual(orderOf('a').toSorted())
})

it('a test on a source is run once, and shows what it shows alone', async () => {
  await withStrayRejections(async () => {
    for (const { bench } of some)
      for (const test of bench.tests) {
        const run = await bench.run(bench.source, test)
        expect(bench.run(bench.source, test)).toBe(run)
        expect(await compile(bench.source)?.run(test)).toEqual({ passed: run.passed, shown: run.shown })
      }
    const [broken] = some
    const [test] = broken?.bench.tests ?? []
    if (!broken || !test) throw new Error('no test')
    expect(await broken.bench.run('export function (', test)).toEqual({
      passed: false,
      shown: 'throws SyntaxError',
      lines: new Set(),
    })
    expect(await broken.bench.passesHidden('export function (')).toBe(false)
  })
})

it('every frozen fault is fit by the rule that chose it, and its report tells a symptom that its tests show', async () => {
  await withStrayRejections(async () => {
    for (const { task, library } of benches.filter((_, i) => i % 5 === 0)) {
      const faulty = library?.functions.find(({ name }) => name === task.faulty[0])
      const [edit] = task.edits
      if (!library || !faulty || !edit) throw new Error(task.id)
      const line = library.source.slice(0, edit.start).split('\n').length - 1
      const found = await verifyFault(library, faulty, { ...edit, line, mechanism: task.mechanisms[0] ?? '' })
      const seen = found?.seenIn.find(({ named }) => named === task.named)
      expect([task.id, task.title.endsWith(`: ${seen?.symptom}`)]).toEqual([task.id, true])
    }
  })
})
