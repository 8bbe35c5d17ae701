import { describe, expect, it } from 'vitest'
import type { ImportResult } from '@/lib/memory/views/jobs.ts'
import {
  type ImportItem,
  importRows,
  importSentence,
  kindOf,
  looksLikeResults,
  summariseImport,
  unreadReasons,
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
      '1\u00a0run in, 3\u00a0entries made, 1 known already, 3 not read.',
    )
  })

  it('says nothing of entries where none was made', () => {
    expect(importSentence(summariseImport([item('a', 'done', [result('imported', 0)])], 1))).toBe(
      '1\u00a0run in.',
    )
  })

  it('gathers what was not read by its reason, and leaves no row without a kind', () => {
    const cut = (file: string, line: number): ImportResult => ({
      ...{ ...result('failed'), file },
      error: {
        code: 'truncated-json',
        message: `line ${line} ends early`,
        place: file,
        hint: 'Export again',
      },
    })
    const rows = importRows([
      item('a', 'done', [result('imported', 3), cut('a#2', 4)]),
      item('b', 'done', [cut('b', 9)]),
      item('c', 'done', [{ ...result('not-a-trajectory'), file: 'c', format: 'licence' }]),
      item('d', 'done', [result('present'), result('recognised')]),
      item('e', 'done'),
      item('f', 'waiting'),
      {
        ...item('g', 'refused'),
        fault: { code: 'no-answer', message: 'no answer', place: null, hint: 'see', reference: null },
      },
    ])
    expect(rows.map(kindOf)).toEqual([
      ...['in', 'unread', 'unread', 'unread', 'known', 'open', 'unread', 'open', 'unread'],
    ])
    expect(unreadReasons(rows)).toEqual([
      { why: 'line 4 ends early', hint: 'Export again', files: ['a#2', 'b'] },
      { why: 'not a trajectory', hint: null, files: ['c'] },
      { why: 'it holds no record', hint: null, files: ['e.json'] },
      { why: 'no answer', hint: 'see', files: ['g.json'] },
    ])
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
