import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readOutcomes } from './results.ts'

const outcomesOf = (fileName: string, as = fileName) =>
  readOutcomes(readFileSync(new URL(`./fixtures/${fileName}`, import.meta.url)), as)
const outcomesIn = (value: unknown) => readOutcomes(new TextEncoder().encode(JSON.stringify(value)), 'x.json')

describe('outcomes of a results file', () => {
  it('come from report.json, one member an instance', () => {
    const { outcomes, source, warnings } = outcomesOf('report.json')
    expect([...outcomes]).toEqual([
      ['corner__shop-12', 'resolved'],
      ['corner__shop-7', 'unresolved'],
    ])
    expect(source).toBe('report.json (swebench-report)')
    expect(warnings).toEqual([])
  })

  it('come from a single report, whose instance its folder or its own name tells', () => {
    expect([...outcomesOf('corner__shop-31.report.json').outcomes]).toEqual([
      ['corner__shop-31', 'unresolved'],
    ])
    const inFolder = outcomesOf('corner__shop-31.report.json', 'logs/corner__shop-8/report.json')
    expect([...inFolder.outcomes.keys()]).toEqual(['corner__shop-8'])
    expect(inFolder.warnings).toEqual([
      'the report names no instance: "corner__shop-8" is taken from its folder',
    ])
  })

  it('come from a summary; an empty patch is unresolved, a failed evaluation and an unfinished run are unknown', () => {
    const { outcomes, warnings } = outcomesOf('summary.json')
    expect(Object.fromEntries(outcomes)).toEqual({
      'corner__shop-12': 'resolved',
      'corner__shop-7': 'unresolved',
      'corner__shop-8': 'unresolved',
    })
    expect(warnings).toEqual(['1 × instance whose evaluation failed, left unknown'])
  })

  it('come from the older summary with "resolved" and "generated" lists', () => {
    const { outcomes } = outcomesIn({
      resolved: ['a'],
      generated: ['a', 'b'],
      no_generation: ['c'],
      applied: ['a', 'b'],
    })
    expect(Object.fromEntries(outcomes)).toEqual({ a: 'resolved', b: 'unresolved', c: 'unresolved' })
  })

  it('come from rows; a row without true or false leaves its instance unknown, counted', () => {
    const { outcomes, source, warnings } = outcomesOf('results.jsonl', 'runs/results.jsonl')
    expect(outcomes.get('corner__shop-12')).toBe('resolved')
    expect(outcomes.has('corner__shop-8')).toBe(false)
    expect(source).toBe('results.jsonl (results-jsonl)')
    expect(warnings).toEqual(['1 × row without true or false under "resolved", left unknown'])
  })

  it('leave an instance unknown that is claimed both ways', () => {
    const { outcomes, warnings } = outcomesIn([
      { instance_id: 'a', resolved: true },
      { instance_id: 'a', resolved: false },
      { instance_id: 'b', resolved: true },
    ])
    expect([...outcomes.keys()]).toEqual(['b'])
    expect(warnings).toHaveLength(1)
  })

  it('are refused by name when the file holds none', () => {
    expect(() => outcomesIn({ people: [] })).toThrow('says of no instance whether it was resolved')
  })
})

const outcomesOfLines = (...lines: unknown[]) =>
  readOutcomes(Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n')), 'logs/a__b-1/report.json')

describe('a file of several lines', () => {
  it('is read to its last line where each line is a report by instance', () => {
    const { outcomes } = outcomesOfLines(
      { a: { resolved: true } },
      { b: { resolved: false }, c: { resolved: null } },
    )
    expect(Object.fromEntries(outcomes)).toEqual({ a: 'resolved', b: 'unresolved' })
  })

  it('says the same instance twice only where both lines agree', () => {
    const { outcomes, warnings } = outcomesOfLines({ a: { resolved: true } }, { a: { resolved: false } })
    expect([outcomes.size, warnings[0]]).toEqual([
      0,
      '1 × instance that is both resolved and unresolved here, left unknown',
    ])
  })

  it('is no single report and no summary: nothing of it is taken for the whole', () => {
    const none = 'says of no instance whether it was resolved'
    expect(() => outcomesOfLines({ resolved: true }, { resolved: false })).toThrow(none)
    expect(() => outcomesOfLines({ resolved_ids: ['a'] }, { resolved_ids: ['b'] })).toThrow(none)
  })

  it('tells the line that was cut off while it was written', () => {
    const text = '{"instance_id":"a","resolved":true}\n{"instance_id":"b","reso'
    const { outcomes, warnings } = readOutcomes(Buffer.from(text), 'run.jsonl')
    expect([...outcomes.keys()]).toEqual(['a'])
    expect(warnings).toEqual(['line 2 is cut off, left out'])
  })
})

describe('a summary', () => {
  it.each<[string, object, Record<string, string>, number]>([
    ['without unresolved', { resolved_ids: ['a'] }, { a: 'resolved' }, 0],
    ['without resolved', { unresolved_ids: ['a'] }, { a: 'unresolved' }, 0],
    ['of nothing', { resolved_ids: [] }, {}, 0],
    [
      'with a completed one that is in no other list',
      { resolved_ids: ['a'], completed_ids: ['a', 'b'] },
      { a: 'resolved', b: 'unresolved' },
      0,
    ],
    ['with an evaluation that failed', { resolved_ids: [], completed_ids: ['a'], error_ids: ['a'] }, {}, 1],
    [
      'with a failed evaluation of what another list resolves',
      { resolved_ids: ['a'], error_ids: ['a'] },
      { a: 'resolved' },
      1,
    ],
    ['that contradicts itself', { resolved_ids: ['a', 'b'], unresolved_ids: ['a'] }, { b: 'resolved' }, 1],
    ['of the older kind that does', { resolved: ['a'], unresolved: ['a'] }, {}, 1],
    [
      'with ids that are no text',
      { resolved_ids: ['a', 7, null], unresolved_ids: 'b' },
      { a: 'resolved' },
      0,
    ],
    ['with a patch that is empty', { resolved_ids: [], empty_patch_ids: ['a'] }, { a: 'unresolved' }, 0],
    [
      'that names one twice',
      { resolved_ids: ['a', 'a'], unresolved_ids: ['b', 'b'] },
      { a: 'resolved', b: 'unresolved' },
      0,
    ],
  ])('%s', (_, summary, outcomes, warned) => {
    const read = outcomesIn(summary)
    expect(Object.fromEntries(read.outcomes)).toEqual(outcomes)
    expect(read.warnings).toHaveLength(warned)
    expect(read.source).toBe('x.json (swebench-summary)')
  })
})

it.each<[string, unknown]>([
  ['rows without a verdict', [{ instance_id: 'a' }]],
  ['rows whose verdict is a word', [{ instance_id: 'a', resolved: 'true' }]],
  ['rows without an instance', [{ resolved: true }]],
  ['reports without a verdict', { a: { resolved: 'yes' } }],
  ['an empty list', []],
  ['an empty object', {}],
  ['a text', 'resolved'],
])('knows no outcome of %s', (_, value) => {
  expect(() => outcomesIn(value)).toThrow(expect.objectContaining({ code: 'no-outcomes', place: 'x.json' }))
})

it.each([
  ['logs/a__b-1/report.json', 'a__b-1', 'folder'],
  ['logs\\a__b-1\\REPORT.json', 'a__b-1', 'folder'],
  ['report.json', 'report', 'file name'],
  ['logs/a__b-1.report.json', 'a__b-1', 'file name'],
])('takes the instance of a single report in %s for %s, by its %s', (fileName, id, by) => {
  const { outcomes, warnings } = readOutcomes(Buffer.from('{"resolved": false}'), fileName)
  expect(Object.fromEntries(outcomes)).toEqual({ [id]: 'unresolved' })
  expect(warnings).toEqual([`the report names no instance: "${id}" is taken from its ${by}`])
})
