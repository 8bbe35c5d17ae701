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
