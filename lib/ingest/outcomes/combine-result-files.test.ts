import { describe, expect, it } from 'vitest'
import { combineResultFiles } from './combine-result-files.ts'
import { readResultFile } from './read-result-file.ts'

const file = (fileName: string, content: string | object) =>
  readResultFile(Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)), fileName)
const preds = (fileName: string, ...ids: string[]) =>
  file(
    fileName,
    Object.fromEntries(
      ids.map((id) => [id, { model_name_or_path: 'm', instance_id: id, model_patch: 'diff' }]),
    ),
  )
const traj = (fileName: string, instance_id: string) =>
  file(fileName, { instance_id, info: {}, messages: [] })
/** Of each table its file and what it says of each instance. */
const told = (...files: ReturnType<typeof file>[]) =>
  combineResultFiles(files).map(({ fileName, rows }) => [
    fileName,
    Object.fromEntries(
      rows.map(({ cells }) => [cells.instance_id ?? cells.instance ?? cells.id, cells.resolved]),
    ),
  ])
const warningsOf = (...files: ReturnType<typeof file>[]) =>
  combineResultFiles(files).flatMap(({ warnings }) => warnings)

describe('verdicts beside patches', () => {
  it.each([
    [
      'a list of rows',
      'r.json',
      [
        { instance_id: 'a', resolved: true },
        { instance_id: 'b', resolved: false },
      ],
    ],
    [
      'rows that call it an instance',
      'r.json',
      [
        { instance: 'a', resolved: true },
        { instance: 'b', resolved: false },
      ],
    ],
    [
      'rows that call it a task',
      'r.json',
      [
        { task_id: 'a', resolved: true },
        { task_id: 'b', resolved: false },
      ],
    ],
    ['a table of words', 'r.csv', 'ID,Solved\na,yes\nb,no\n'],
    ['a table of numbers', 'r.csv', 'instance_id,resolved\na,1\nb,0\n'],
    ['a report', 'r.json', { a: { resolved: true }, b: { resolved: false } }],
    ['a summary', 'r.json', { resolved_ids: ['a'], unresolved_ids: ['b'] }],
  ])('are joined from %s', (_, name, content) => {
    const files = [preds('run/preds.json', 'a', 'b'), file(name, content)]
    expect(told(...files)).toEqual([['run/preds.json', { a: true, b: false }]])
    expect(told(...files.toReversed())).toEqual([['run/preds.json', { a: true, b: false }]])
  })

  it('are left alone where the table has no column that names the instance', () => {
    const nameless = file('r.csv', 'case,resolved\na,1\n')
    expect(told(preds('run/preds.json', 'a'), nameless).map(([name]) => name)).toEqual([
      'run/preds.json',
      'r.csv',
    ])
  })

  it('of two reports that tell of different instances are put together, an unknown one overrules nothing', () => {
    const one = file('one.jsonl', '{"instance_id":"a","resolved":true}\n{"instance_id":"b","resolved":null}')
    const two = file('two.jsonl', '{"instance_id":"a","resolved":null}\n{"instance_id":"b","resolved":false}')
    for (const both of [
      [one, two],
      [two, one],
    ])
      expect(told(preds('p/preds.json', 'a', 'b'), ...both)).toEqual([
        ['p/preds.json', { a: true, b: false }],
      ])
  })

  it('leave an empty patch unresolved where the report does not name it', () => {
    const empty = file('p/preds.json', {
      a: { model_patch: ' ', instance_id: 'a' },
      b: { model_patch: 'x', instance_id: 'b' },
    })
    expect(told(empty, file('r.json', { resolved_ids: ['b'] }))).toEqual([
      ['p/preds.json', { a: false, b: true }],
    ])
  })

  it('take back the warning that there are none, and say where they come from', () => {
    expect(warningsOf(preds('p/preds.json', 'a'))).toEqual([
      'patches without a verdict: unknown unless a report comes with them; an empty patch is unresolved',
    ])
    expect(warningsOf(preds('p/preds.json', 'a'), file('r.json', { resolved_ids: ['a'] }))).toEqual([
      'verdicts from r.json',
    ])
    expect(warningsOf(preds('p/preds.json', 'a'), file('r.json', { resolved_ids: ['x', 'y'] }))).toEqual([
      'verdicts from r.json, which names 2 more that are not in this run',
    ])
  })
})

describe('several runs', () => {
  const report = (name: string, id: string) => file(name, { resolved_ids: [id] })

  it('take only reports of their own folder, which a longer name beside it is not', () => {
    const files = [preds('one/preds.json', 'a'), preds('one-more/preds.json', 'a'), report('one/r.json', 'a')]
    expect(told(...files)).toEqual([
      ['one/preds.json', { a: true }],
      ['one-more/preds.json', { a: null }],
    ])
  })

  it('share a report that belongs to none of them with none, and keep it as a table of its own', () => {
    const files = [preds('one/preds.json', 'a'), preds('two/preds.json', 'a'), report('three/r.json', 'a')]
    expect(told(...files)).toEqual([
      ['one/preds.json', { a: null }],
      ['two/preds.json', { a: null }],
      ['three/r.json', { a: true }],
    ])
  })

  it('that lie in no folder take every report', () => {
    const files = [preds('preds.json', 'a'), preds('two/preds.json', 'a'), report('two/r.json', 'a')]
    expect(told(...files)).toEqual([
      ['preds.json', { a: true }],
      ['two/preds.json', { a: true }],
    ])
  })
})

describe('trajectories of one folder', () => {
  it('are one run, whether each has a folder of its own or not', () => {
    expect(told(traj('run/a/a.traj.json', 'a'), traj('run/b/b.traj.json', 'b'))).toEqual([
      ['run/*', { a: undefined, b: undefined }],
    ])
    expect(told(traj('run/a.traj.json', 'a'), traj('run/b.traj.json', 'b'))).toHaveLength(1)
    expect(told(traj('a.traj.json', 'a'), traj('b.traj.json', 'b'))[0]?.[0]).toBe('./*')
  })

  it('are two runs in two folders, and one alone keeps its name', () => {
    expect(told(traj('one/a.traj.json', 'a'), traj('two/a.traj.json', 'a')).map(([name]) => name)).toEqual([
      'one/a.traj.json',
      'two/a.traj.json',
    ])
  })

  it('stand for the patches that lie beside them, not for those of another folder', () => {
    const files = [traj('run/a/a.traj.json', 'a'), preds('run/preds.json', 'a'), preds('old/preds.json', 'a')]
    expect(told(...files).map(([name]) => name)).toEqual(['run/a/a.traj.json', 'old/preds.json'])
  })

  it('say each warning once', () => {
    const one = (id: string) => file(`logs/${id}.report.json`, { resolved: true })
    expect(warningsOf(one('a__b-1'), one('a__b-2'))).toHaveLength(2)
    const same = (id: string) => file(`logs/${id}/report.json`, { [id]: { resolved: true }, x: {} })
    expect(warningsOf(same('a'), same('b'))).toEqual([
      '1 × row without true or false under "resolved", left unknown',
    ])
  })
})

it('gives nothing of nothing, and tables with verdicts as they are', () => {
  expect(combineResultFiles([])).toEqual([])
  const table = file('r.csv', 'instance_id,resolved\na,1\n')
  expect(combineResultFiles([table, table])).toHaveLength(2)
  expect(Object.keys(combineResultFiles([table])[0] ?? {}).sort()).toEqual([
    'columns',
    'fileName',
    'kind',
    'rows',
    'warnings',
  ])
})
