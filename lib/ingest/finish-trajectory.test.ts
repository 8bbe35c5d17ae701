import { expect, it } from 'vitest'
import { trajectorySchema } from '../memory/trajectory.ts'
import {
  finishTrajectory,
  instantOf,
  knownCost,
  type OpenStep,
  Tally,
  textOrNull,
} from './finish-trajectory.ts'
import { contentText } from './message-text.ts'
import { hasAll, hasAny, isObject, listAt } from './shape.ts'

const parts = (text: string) => ({
  format: 'test',
  instanceId: text,
  repo: null,
  task: { title: text, text, raw: text },
  agent: { name: 'a', version: null },
  backbone: text,
  outcome: null,
  outcomeSource: null,
  exitStatus: text,
  submission: text,
  costUsd: null,
  startedAt: null,
})
const step = (text: string): OpenStep => ({
  thought: text,
  actions: [{ tool: 'bash', text, callId: null }],
  observations: [{ text, exitCode: null, callId: null, truncated: false }],
  at: null,
  costUsd: null,
})

it('makes every text storable, whole pairs untouched, and counts what was not', () => {
  const bad = 'a\0b \ud800 😀'
  const run = finishTrajectory(parts(bad), [step(bad), step('fine 😀')], [], new Tally())
  expect(trajectorySchema.parse(run)).toEqual(run)
  const texts = JSON.stringify({ ...run, warnings: [] })
  expect(texts).not.toContain('\\u0000')
  expect(texts.isWellFormed()).toBe(true)
  expect(run.steps[0]?.thought).toBe('a␀b � 😀')
  expect(run.steps[1]?.thought).toBe('fine 😀')
  expect(run.warnings).toEqual([
    '10 × text with characters that cannot be stored (NUL or half of a pair), shown as ␀ or �',
  ])
})

it('numbers the steps from 1, says when there are none, and tells each kind of event once', () => {
  const tally = new Tally()
  for (const words of ['late result', 'late result', 'odd role']) tally.add(words)
  const run = finishTrajectory(parts('x'), [step('a'), step('b')], ['the file is old'], tally)
  expect(run.steps.map(({ n }) => n)).toEqual([1, 2])
  expect(run.warnings).toEqual(['the file is old', '2 × late result', '1 × odd role'])
  expect(finishTrajectory(parts('x'), [], [], new Tally()).warnings).toEqual(['the run has no steps'])
})

it.each([
  [0, null],
  [-1, null],
  [Number.NaN, null],
  [Number.POSITIVE_INFINITY, null],
  [null, null],
  [undefined, null],
  [0.25, 0.25],
])('takes a cost of %s for %s: a proxy bills 0', (cost, known) => {
  expect(knownCost(cost)).toBe(known)
})

it.each([
  [1_700_000_000, '2023-11-14T22:13:20.000Z'],
  [1_700_000_000.5, '2023-11-14T22:13:20.500Z'],
  [1_700_000_000_000, null], // milliseconds
  [0, null],
  [-5, null],
  [Number.NaN, null],
  [null, null],
])('takes %s seconds for %s', (seconds, instant) => {
  expect(instantOf(seconds)).toBe(instant)
})

it('takes a blank text for none, and keeps the blanks of any other', () => {
  expect(['', ' \n\t', null, undefined, ' x '].map(textOrNull)).toEqual([null, null, null, null, ' x '])
})

it.each<[string, Parameters<typeof contentText>[0], string]>([
  ['nothing', undefined, ''],
  ['null', null, ''],
  ['a text', 'x', 'x'],
  ['parts', [{ type: 'text', text: 'a' }, 'b', { type: 'text', text: '' }], 'a\nb\n'],
  ['a picture', [{ type: 'image_url' }, { type: null }, {}], '[image_url]\n[part]\n[part]'],
])('reads the text of a message that holds %s', (_, content, text) => {
  expect(contentText(content)).toBe(text)
})

it('asks for members of an object, never of a list, a text or what it inherits', () => {
  expect([{}, { a: 1 }].map(isObject)).toEqual([true, true])
  expect([null, [], 'a', 1, undefined].map(isObject)).toEqual([false, false, false, false, false])
  expect([
    hasAll({ a: undefined, b: 1 }, 'a', 'b'),
    hasAll({ a: 1 }, 'a', 'b'),
    hasAll(['a'], 'length'),
  ]).toEqual([true, false, false])
  expect([hasAny({ b: 1 }, 'a', 'b'), hasAny({}, 'toString'), hasAny(null, 'a')]).toEqual([
    true,
    false,
    false,
  ])
  expect([
    listAt({ a: [1] }, 'a'),
    listAt({ a: 'x' }, 'a'),
    listAt([1], 'length'),
    listAt(null, 'a'),
  ]).toEqual([[1], [], [], []])
})

it('makes the names of tools, calls and agents storable too, and what warnings quote', () => {
  const bad = 'n\0\udc00'
  const open: OpenStep = {
    ...step('x'),
    actions: [{ tool: bad, text: 'x', callId: bad }],
    observations: [{ text: 'x', exitCode: 3, callId: bad, truncated: true }],
  }
  const tally = new Tally()
  tally.add(`message of the role "${bad}"`)
  const run = finishTrajectory({ ...parts('x'), agent: { name: bad, version: bad } }, [open], [bad], tally)
  expect(run.agent).toEqual({ name: 'n␀�', version: 'n␀�' })
  expect(run.steps[0]?.actions).toEqual([{ tool: 'n␀�', text: 'x', callId: 'n␀�' }])
  expect(run.steps[0]?.observations).toEqual([{ text: 'x', exitCode: 3, callId: 'n␀�', truncated: true }])
  expect(run.warnings).toEqual([
    'n␀�',
    '1 × message of the role "n␀�"',
    '5 × text with characters that cannot be stored (NUL or half of a pair), shown as ␀ or �',
  ])
})

it('tells fifty kinds of events one by one and the rest together, however they come', () => {
  const tally = new Tally()
  for (let round = 0; round < 2; round++) for (let kind = 0; kind < 53; kind++) tally.add(`kind ${kind}`)
  const told = tally.warnings()
  expect(told).toHaveLength(51)
  expect([told[0], told[49], told[50]]).toEqual([
    '2 × kind 0',
    '2 × kind 49',
    '6 × oddity of more kinds than are told one by one',
  ])
})
