import { describe, expect, it } from 'vitest'
import type { ImportResult } from '@/lib/memory/views/jobs.ts'
import {
  type ImportItem,
  importSentence,
  looksLikeResults,
  summariseImport,
  whyNoEntries,
} from './prepare-import.ts'

const result = (status: ImportResult['status'], entries: number | null = null): ImportResult => ({
  file: 'a.traj.json',
  format: 'mini-swe-agent-1',
  instanceId: 'x__y-1',
  steps: 10,
  outcome: null,
  outcomeSource: null,
  subtasks: entries === null ? null : 4,
  entries,
  status,
  warnings: [],
})
const item = (id: string, state: ImportItem['state'], results: ImportResult[] = []): ImportItem => ({
  id,
  path: `${id}.json`,
  size: 1,
  state,
  results,
  fault: null,
})

describe('an import', () => {
  it('mentions every file exactly once', () => {
    const items = [
      item('a', 'done', [result('imported', 3)]),
      item('b', 'refused'),
      item('c', 'cancelled'),
      item('d', 'waiting'),
      item('e', 'sending'),
    ]
    const { total, done, refused, cancelled, remaining } = summariseImport(items, 1_000)
    expect(done + refused + cancelled + remaining).toBe(total)
  })

  it('gives rate and remaining time from what was finished', () => {
    const items = [item('a', 'done'), item('b', 'done'), item('c', 'waiting'), item('d', 'waiting')]
    expect(summariseImport(items, 4_000)).toMatchObject({ ratePerSecond: 0.5, remainingMs: 4_000 })
  })

  it('does not promise a time before the first file is done', () => {
    expect(summariseImport([item('a', 'sending')], 4_000)).toMatchObject({
      ratePerSecond: null,
      remainingMs: null,
    })
  })

  it('ends in a sentence that names what was left out', () => {
    const items = [
      item('a', 'done', [result('imported', 3)]),
      item('b', 'done', [result('present')]),
      item('c', 'done', [result('unsupported')]),
      item('d', 'done', [result('not-a-trajectory')]),
      item('e', 'done', [result('failed')]),
    ]
    expect(importSentence(summariseImport(items, 1))).toBe(
      '1\u00a0episode in, 3\u00a0entries made, 1 already present, 1 not supported yet, 1 not a trajectory, 1 failed.',
    )
  })

  it('says why a run left no entry', () => {
    const none = result('imported', 0)
    expect(importSentence(summariseImport([item('a', 'done', [none])], 1))).toBe(
      '1\u00a0episode in, 0\u00a0entries made (no sentence of it said what to do).',
    )
    expect(whyNoEntries([{ ...none, warnings: ['cut off', 'no entry: the run has no command.'] }])).toBe(
      'no entry: the run has no command',
    )
  })

  it('does not count as made what was here already', () => {
    const { counts } = summariseImport(
      [item('a', 'done', [result('imported', 3)]), item('b', 'done', [result('present', 9)])],
      1,
    )
    expect(counts).toMatchObject({ entries: 3, subtasks: 4, imported: 1, present: 1 })
  })

  it('knows a results file by its name', () => {
    expect(looksLikeResults('run/report.json')).toBe(true)
    expect(looksLikeResults('pr_53856.report.json')).toBe(true)
    expect(looksLikeResults('results.jsonl')).toBe(true)
    expect(looksLikeResults('reporting-run.traj.json')).toBe(false)
  })
})
