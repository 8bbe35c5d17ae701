import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Candidate, SeenRun } from './bench.ts'
import { doubtOf, orderCandidates, orderFunctions, orderTests, suspicionOf } from './choices.ts'
import { readTestWorld } from './fixtures/read-test-world.ts'
import { NO_PRIOR, type Prior, readPrior, TRUST } from './prior.ts'
import { benchOf } from './world-benches.ts'

const told = (text: string, kind: 'pattern' | 'avoid' = 'pattern') => readPrior([{ text, kind }])

it('tests of a kind that a lesson names come first, those it warns of last, the others as they stand', () => {
  const tests = ['f(1)', 'f([])', 'f(2)', 'f(0)'].map((code) => ({
    name: code,
    of: 'f',
    code,
    expected: '',
    hidden: false,
  }))
  const order = (prior: Prior) => orderTests(tests, prior).map(({ code }) => code)
  expect(order(NO_PRIOR)).toEqual(['f(1)', 'f([])', 'f(2)', 'f(0)'])
  expect(order(told('Run zero-input first.'))).toEqual(['f(0)', 'f(1)', 'f([])', 'f(2)'])
  expect(order(told('Run plain-input first.', 'avoid'))).toEqual(['f([])', 'f(0)', 'f(1)', 'f(2)'])
})

it('suspicion is that of Ochiai, line by line, whatever the tests ran through', () => {
  const runs = fc.array(
    fc.record({ passed: fc.boolean(), at: fc.uniqueArray(fc.integer({ min: 0, max: 6 })) }),
    { maxLength: 8 },
  )
  fc.assert(
    fc.property(runs, (made) => {
      const seen: SeenRun[] = made.map(({ passed, at }) => ({ passed, shown: '', lines: new Set(at) }))
      const found = suspicionOf(seen)
      const all = made.filter(({ passed }) => !passed).length
      for (let line = 0; line <= 6; line++) {
        const ran = made.filter(({ at }) => at.includes(line))
        const failed = ran.filter(({ passed }) => !passed).length
        if (failed === 0) expect(found.has(line)).toBe(false)
        else expect(found.get(line)).toBeCloseTo(failed / Math.sqrt(all * ran.length), 12)
      }
    }),
    { seed: 11 },
  )
})

it('a line that every failing and no passing test ran is suspected for certain', () => {
  const run = (passed: boolean, ...lines: number[]): SeenRun => ({ passed, shown: '', lines: new Set(lines) })
  expect([...suspicionOf([run(false, 1, 2), run(true, 1), run(false, 1, 2)])]).toEqual([
    [1, 2 / Math.sqrt(6)],
    [2, 1],
  ])
})

const world = readTestWorld('recurring', 40, 0)
const task = world.training.find(({ named, faulty }) => faulty[0] !== named)
if (!task) throw new Error('no fault lies in a called function')
const bench = benchOf(world, task)
const [named, called] = bench.functions(bench.source)
if (!named || !called) throw new Error('nothing is called')
const all = new Map([...Array(bench.source.split('\n').length).keys()].map((line) => [line, 0.5]))

it('doubt is suspicion times what lessons say of the kind of line and of the function it stands in', () => {
  const [inNamed, inCalled] = [named.fromLine, called.fromLine]
  const doubts = (prior: Prior) => [inNamed, inCalled].map(doubtOf(bench, bench.source, all, prior))
  expect(doubts(NO_PRIOR)).toEqual([0.5, 0.5])
  expect(doubts(told('Look at a function-head of the called-function first.'))).toEqual([
    0.5 * TRUST,
    0.5 * TRUST ** 2,
  ])
  expect(doubts(told('Do not begin at a function-head.', 'avoid'))).toEqual([0.5 / TRUST, 0.5 / TRUST])
  expect(doubtOf(bench, bench.source, new Map(), NO_PRIOR)(inNamed)).toBe(0)
})

it('functions come by their most doubtful line; what no failing test ran is not opened', () => {
  const names = (doubt: (line: number) => number) =>
    orderFunctions([named, called], doubt).map(({ name }) => name)
  expect(names(() => 1)).toEqual([named.name, called.name])
  expect(names((line) => (line === called.toLine ? 2 : 1))).toEqual([called.name, named.name])
  expect(names((line) => (line === called.toLine ? 2 : 0))).toEqual([called.name])
  expect(names(() => 0)).toEqual([])
})

it('changes of a mechanism share what is to be said for it: many of one kind do not crowd out a single other', () => {
  const change = (mechanism: string, line: number): Candidate => ({
    mechanism,
    line,
    start: 0,
    end: 0,
    text: '',
    after: '',
    before: '',
  })
  const changes = [change('logic', 1), change('logic', 2), change('logic', 9), change('boundary', 1)]
  const order = (prior: Prior) =>
    orderCandidates(changes, (line) => (line === 9 ? 0 : line === 2 ? 0.9 : 0.5), prior).map(
      ({ mechanism, line }) => `${mechanism} ${line}`,
    )
  expect(order(NO_PRIOR)).toEqual(['boundary 1', 'logic 2', 'logic 1'])
  expect(order(told('Try logic first.'))).toEqual(['logic 2', 'logic 1', 'boundary 1'])
})

it.each<[string, string, 'pattern' | 'avoid', number]>([
  ['a word of its own', 'Try off-by-one first.', 'pattern', TRUST],
  ['part of a longer word', 'Try off-by-one-more first.', 'pattern', 1],
  ['a word within capitals', 'The OFF-BY-ONE.', 'pattern', 1],
  ['a word that is warned of', 'Do not begin with off-by-one.', 'avoid', 1 / TRUST],
  ['nothing', '', 'pattern', 1],
])('a lesson with %s makes the choice as much likelier as it should', (_, text, kind, factor) => {
  expect(told(text, kind).of('off-by-one')).toBe(factor)
})

it('two priors of one key are the same, whatever the order in which they were told', () => {
  const [a, b] = [
    { text: 'Try logic and negation first.', kind: 'pattern' as const },
    { text: '$ boundary: "total" -> "count"\n"x" -> "const y"', kind: 'undetermined' as const },
  ]
  expect(readPrior([a, b]).key).toBe(readPrior([b, a]).key)
  expect(readPrior([a]).key).not.toBe(readPrior([a, b]).key)
  expect(readPrior([]).key).toBe(NO_PRIOR.key)
  // Names of two letters and words of the language are names of nothing.
  expect([readPrior([a, b]).ofCode('const y = xs'), readPrior([a, b]).ofCode('return count')]).toEqual([
    1,
    TRUST,
  ])
})
