import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { guessMapping, runsOfTable } from '../../memory/studies/outcomes/columns.ts'
import { knownOutcomes, resolvedShare } from '../../memory/studies/outcomes/run.ts'
import { combineResultFiles } from './combine-result-files.ts'
import { readResultFile } from './read-result-file.ts'

const file = (fileName: string, content: string | object) =>
  readResultFile(Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)), fileName)
const runs = (...files: ReturnType<typeof file>[]) =>
  combineResultFiles(files).flatMap((table) => runsOfTable(table, guessMapping(table)))

it('reads JSON Lines with arm, seed, position, cost and store sizes; what is not said is null', () => {
  const text = [
    '{"instance_id":"a__a-1","resolved":true,"arm":"vanilla","seed":1,"cost_usd":0.5,"steps":4}',
    '{"instance_id":"a__a-1","resolved":false,"arm":"subtask","seed":1,"position":0,"store_edit":3}',
  ].join('\n')
  const found = runs(file('mini-v1.9.1_glm-4.5.jsonl', text))
  expect(
    found.map(({ arm, seed, scaffold, version, backbone }) => [arm, seed, scaffold, version, backbone]),
  ).toEqual([
    ['vanilla', '1', 'mini', '1.9.1', 'glm-4.5'],
    ['subtask', '1', 'mini', '1.9.1', 'glm-4.5'],
  ])
  expect(found[0]?.results).toEqual([
    {
      instanceId: 'a__a-1',
      resolved: true,
      position: null,
      steps: 4,
      tokens: null,
      costUsd: 0.5,
      storeSizes: null,
    },
  ])
  expect(found[1]?.results[0]).toMatchObject({
    resolved: false,
    position: 0,
    storeSizes: { EDIT: 3 },
    costUsd: null,
  })
})

it('reads CSV with quotes and empty cells', () => {
  const [run] = runs(
    file(
      'runs.csv',
      'instance_id,resolved,model,note\n"a__a-1",1,"big, new",x\na__a-2,,"big, new","two\nlines"\n',
    ),
  )
  expect(run).toMatchObject({ backbone: 'big, new' })
  expect(run?.results.map(({ resolved }) => resolved)).toEqual([true, null])
})

it.each([
  ['runs.csv', 'instance_id,resolved\na,1,2\n', 'line 2: 3 cells where the head has 2.'],
  [
    'runs.csv',
    'instance_id,resolved\na,maybe\n',
    'line 2: "resolved" is "maybe", neither resolved nor unresolved.',
  ],
  ['runs.csv', 'instance_id,resolved\na,1\nb,0\na,1\n', 'line 4: "a" stood in line 2 already.'],
  ['runs.csv', 'instance_id,resolved,cost\na,1,cheap\n', 'line 2: "cost" is "cheap", not a number from 0.'],
  ['runs.csv', 'instance_id,resolved\n"a,1\n', 'line 2: a quote is never closed.'],
  ['runs.jsonl', '{"instance_id":"a","resolved":true}\n[]\n', 'line 2: not a row.'],
  ['runs.csv', 'name,resolved\na,1\n', 'runs.csv has no column that names the instance.'],
  ['x.json', '{"hello": 1}', 'x.json is no results file that Loupe knows.'],
])('a bad %s says the line and what to do', (name, text, message) => {
  try {
    runs(file(name, text))
    expect.unreachable()
  } catch (error) {
    expect(error).toMatchObject({ message, name: 'UserError' })
    expect((error as { hint: string }).hint.length).toBeGreaterThan(10)
  }
})

it("joins patches and trajectories of a folder with SWE-bench's report; without one they stay unknown", () => {
  const traj = (id: string) =>
    file(`runs/one/${id}/${id}.traj.json`, {
      instance_id: id,
      info: {
        model_stats: { api_calls: 9, instance_cost: 0.2 },
        config: { model: { model_name: 'm-1' } },
        mini_version: '2.1',
      },
      messages: [],
    })
  const preds = file('runs/one/preds.json', {
    'a__a-1': { model_name_or_path: 'm-1', instance_id: 'a__a-1', model_patch: 'diff' },
    'a__a-2': { model_name_or_path: 'm-1', instance_id: 'a__a-2', model_patch: '' },
  })
  const report = file('report/m-1.json', { resolved_ids: ['a__a-1'], unresolved_ids: ['a__a-2', 'a__a-3'] })
  expect(runs(preds)[0]?.results.map(({ resolved }) => resolved)).toEqual([null, false])
  expect(runs(traj('a__a-1'), traj('a__a-2'))[0]).toMatchObject({
    backbone: 'm-1',
    version: '2.1',
    results: [{ resolved: null, steps: 9, costUsd: 0.2 }, { resolved: null }],
  })
  const joined = runs(traj('a__a-1'), traj('a__a-2'), report)
  expect(joined).toHaveLength(1)
  expect(joined[0]?.results.map(({ resolved }) => resolved)).toEqual([true, false])
  expect(joined[0]?.warnings.join()).toContain('names 1 more')
})

it('reads a table that tabs separate as it reads one of commas', () => {
  const [run] = runs(file('runs.tsv', 'instance_id\tresolved\tmodel\na__a-1\t1\tbig, new\n'))
  expect(run).toMatchObject({ backbone: 'big, new', results: [{ instanceId: 'a__a-1', resolved: true }] })
})

it('leaves an instance unknown that one report resolves and another does not, and says so', () => {
  const patch = (id: string) => ({ model_name_or_path: 'm', instance_id: id, model_patch: 'diff' })
  const preds = file('run/preds.json', { a: patch('a'), b: patch('b'), c: patch('c') })
  const reports = [
    file('one.json', { resolved_ids: ['a', 'b'], unresolved_ids: [] }),
    file('two.json', { resolved_ids: ['a'], unresolved_ids: ['b', 'c'] }),
  ]
  for (const both of [reports, reports.toReversed()]) {
    const [run, ...more] = runs(preds, ...both)
    expect(more).toEqual([])
    expect(run?.results.map(({ resolved }) => resolved)).toEqual([true, null, false])
    expect(run?.warnings.join()).toContain('1 × instance that is resolved in one report and not in another')
  }
})

it('gives each of two runs the report of its own folder', () => {
  const preds = (run: string) =>
    file(`${run}/preds.json`, { a: { model_name_or_path: run, instance_id: 'a', model_patch: 'diff' } })
  const report = (run: string, ids: string[]) =>
    file(`${run}/report/x.json`, { resolved_ids: ids, unresolved_ids: ids.length > 0 ? [] : ['a'] })
  const found = runs(preds('one'), preds('two'), report('one', ['a']), report('two', []))
  expect(found.map(({ backbone, results }) => [backbone, results[0]?.resolved])).toEqual([
    ['one', true],
    ['two', false],
  ])
})

it('gathers reports of single instances, and reads a kept run of the workbench draw by draw', () => {
  const one = (id: string, resolved: boolean) => file(`logs/${id}/report.json`, { [id]: { resolved } })
  const [run, ...more] = runs(one('a__a-1', true), one('a__a-2', false))
  expect(more).toEqual([])
  expect(run && knownOutcomes(run)).toEqual(
    new Map([
      ['a__a-1', true],
      ['a__a-2', false],
    ]),
  )
  const ladder = runs(readResultFile(readFileSync('prisma/workbench/ladder.json'), 'ladder.json'))
  const kept = JSON.parse(readFileSync('prisma/workbench/ladder.json', 'utf8'))
  expect(ladder).toHaveLength((kept.plan.arms.length - 1) * kept.plan.draws + 1) // without memory there is nothing to draw
  const cell = kept.result.cells.find(
    (c: { arm: string; size: number }) => c.arm === 'subtask' && c.size === kept.plan.primary.size,
  )
  const shares = ladder.filter(({ arm }) => arm === 'subtask').map((r) => resolvedShare(r) ?? 0)
  expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeCloseTo(cell.resolvedShare, 10)
})

const corpus = process.env.LOUPE_CORPUS_DIR
it.skipIf(!corpus)('reads every public results file, as many resolved as its rows say', () => {
  const folder = join(corpus ?? '', 'swe-bench-results')
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.jsonl'),
  )
  expect(paths.length).toBeGreaterThan(70)
  for (const path of paths) {
    const text = readFileSync(join(folder, path), 'utf8')
    const rows = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const found = runs(readResultFile(Buffer.from(text), path))
    expect(found, path).toHaveLength(1)
    expect(found[0]?.results.length, path).toBe(rows.length)
    expect([...knownOutcomes(found[0] ?? { results: [] }).values()].filter(Boolean).length, path).toBe(
      rows.filter(({ resolved }) => resolved === true).length,
    )
  }
})

it('refuses a table of more columns than anybody reads before it looks at their names', () => {
  const head = Array.from({ length: 1_001 }, (_, i) => `c${i % 1_000}`).join(',')
  expect(() => file('runs.csv', head)).toThrow('1001 columns')
})

it('names a column that stands twice by its number: a fault quotes nothing of a file', () => {
  expect(() => file('runs.csv', 'instance_id,opensesame,opensesame\n')).toThrow(
    'column 3 has the name of one before it',
  )
})
