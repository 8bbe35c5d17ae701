import { describe, expect, it } from 'vitest'
import {
  COLUMN_FIELDS,
  guessMapping,
  type Mapping,
  runsInSteps,
  runsOfTable,
  type TableCell,
} from './columns.ts'

/** A table of these rows; the first row's keys are its columns. */
function tableOf(rows: Record<string, TableCell>[], fileName = 'runs.csv') {
  return {
    fileName,
    kind: 'csv',
    columns: Object.keys(rows[0] ?? {}),
    rows: rows.map((cells, i) => ({ line: i + 2, cells })),
    warnings: [],
  }
}

/** The runs of rows whose columns are named as the fields are. */
function read(rows: Record<string, TableCell>[], names: Mapping['names'] = {}) {
  const table = tableOf(rows)
  const columns = Object.fromEntries(
    COLUMN_FIELDS.filter((field) => table.columns.includes(field)).map((field) => [field, field]),
  )
  return runsOfTable(table, { columns, names })
}

describe('what columns are taken for', () => {
  it.each([
    [['instance_id', 'resolved'], { instanceId: 'instance_id', resolved: 'resolved' }],
    [['Task_ID', 'PASSED'], { instanceId: 'Task_ID', resolved: 'PASSED' }],
    // The more telling of two names wins, whichever stands first.
    [['id', 'instance_id', 'success', 'solved'], { instanceId: 'instance_id', resolved: 'solved' }],
    [
      ['instance', 'model', 'agent', 'agent_version', 'trial', 'condition'],
      {
        instanceId: 'instance',
        backbone: 'model',
        scaffold: 'agent',
        version: 'agent_version',
        seed: 'trial',
        arm: 'condition',
      },
    ],
    [['id', 'store_EDIT', 'cost'], { instanceId: 'id', 'store EDIT': 'store_EDIT', costUsd: 'cost' }],
    [['what', 'ever'], {}],
  ])('%j', (columns, expected) => {
    expect(guessMapping({ columns, fileName: 'x.csv', kind: 'csv' }).columns).toEqual(expected)
  })
})

describe('what a file’s name says', () => {
  const nameOf = (fileName: string, kind = 'csv') => guessMapping({ columns: [], fileName, kind }).names
  it.each([
    [
      '20250822_mini-v1.9.1_glm-4.5.jsonl',
      { arm: null, scaffold: 'mini', version: '1.9.1', backbone: 'glm-4.5' },
    ],
    [
      'mini-1.7.0_claude-4_memory_disabled.detail.csv',
      { arm: 'vanilla', scaffold: 'mini', version: '1.7.0', backbone: 'claude-4' },
    ],
    ['agent_gpt_5_memory-on.csv', { arm: 'memory', scaffold: 'agent', backbone: 'gpt_5' }],
    ['sweagent_vanilla.json', { arm: 'vanilla', scaffold: 'sweagent', backbone: 'vanilla' }],
    // A file that says what it is is named by its folder.
    ['20250101_agent_gpt-5/preds.json', { arm: null, scaffold: 'agent', backbone: 'gpt-5' }],
    ['plain', { arm: null, scaffold: 'plain', backbone: null }],
  ])('%s', (fileName, expected) => expect(nameOf(fileName)).toEqual(expected))

  it('of a folder of runs is the folder’s', () => {
    expect(nameOf('agent_gpt-5/a.traj.json', 'mini-swe-agent runs')).toMatchObject({ backbone: 'gpt-5' })
  })
})

describe('the runs of a table', () => {
  it('are one for each combination of names, in the order they come, each with its own rows', () => {
    const runs = read([
      { instanceId: 'a', arm: 'vanilla', seed: 1 },
      { instanceId: 'a', arm: 'vanilla', seed: 2 },
      { instanceId: 'b', arm: 'vanilla', seed: 1 },
      { instanceId: 'a', arm: 'subtask', seed: 1 },
    ])
    expect(runs.map(({ arm, seed, results }) => [arm, seed, results.map((one) => one.instanceId)])).toEqual([
      ['vanilla', '1', ['a', 'b']],
      ['vanilla', '2', ['a']],
      ['subtask', '1', ['a']],
    ])
  })

  it('take a name from its column where a cell says one, else from what holds for all, else leave it unknown', () => {
    const rows = [
      { instanceId: 'a', arm: 'instance', backbone: ' glm ' },
      { instanceId: 'b', arm: '', backbone: null },
      { instanceId: 'c', arm: '  ', backbone: '\t' },
    ]
    const runs = read(rows, { arm: 'subtask', scaffold: ' mini ' })
    expect(runs.map(({ arm, backbone, scaffold, version }) => [arm, backbone, scaffold, version])).toEqual([
      ['instance', 'glm', 'mini', null],
      ['subtask', null, 'mini', null],
    ])
    expect(runs[1]?.results.map(({ instanceId }) => instanceId)).toEqual(['b', 'c'])
    expect(read([{ instanceId: 'a' }])[0]?.arm).toBe('not named')
    expect(read([{ instanceId: 'a' }], { arm: 'x'.repeat(200) })[0]?.arm).toHaveLength(120)
  })

  it('an empty cell is unknown and no 0, also one of blanks', () => {
    for (const cell of ['', '   ', '\t', null]) {
      const [run] = read([
        { instanceId: 'a', resolved: cell, steps: cell, costUsd: cell, position: cell, 'store EDIT': cell },
      ])
      expect(run?.results).toEqual([
        {
          ...{ instanceId: 'a', resolved: null, steps: null, costUsd: null, position: null, tokens: null },
          storeSizes: null,
        },
      ])
    }
  })

  it('0 is 0, and known', () => {
    const [run] = read([
      { instanceId: 'a', steps: '0', costUsd: 0, position: 0, 'store EDIT': 0, resolved: 0 },
    ])
    expect(run?.results[0]).toMatchObject({
      ...{ steps: 0, costUsd: 0, position: 0, resolved: false },
      storeSizes: { EDIT: 0 },
    })
  })

  it.each([
    [true, true],
    ['True', true],
    [' yes ', true],
    [1, true],
    ['passed', true],
    [false, false],
    ['UNRESOLVED', false],
    ['0', false],
    ['no', false],
    ['n/a', null],
    ['None', null],
    ['-', null],
  ])('resolved %j is %j', (cell, expected) => {
    expect(read([{ instanceId: 'a', resolved: cell }])[0]?.results[0]?.resolved).toBe(expected)
  })

  it.each([
    [{ resolved: 'maybe' }, 'neither resolved nor unresolved'],
    [{ resolved: 2 }, 'neither resolved nor unresolved'],
    [{ steps: 'many' }, 'not a number from 0'],
    [{ steps: -1 }, 'not a number from 0'],
    [{ costUsd: 'Infinity' }, 'not a number from 0'],
    [{ tokens: true }, 'not a number from 0'],
    [{ position: 1.5 }, 'not a whole number from 0'],
    [{ 'store EDIT': 0.5 }, 'not a whole number from 0'],
  ])('%j is refused with its line: %s', (cells, message) => {
    const empty = Object.fromEntries(Object.keys(cells).map((name) => [name, null]))
    expect(() =>
      read([
        { instanceId: 'a', ...empty },
        { instanceId: 'b', ...cells },
      ]),
    ).toThrow(
      expect.objectContaining({
        code: 'bad-row',
        place: 'runs.csv:3',
        message: expect.stringMatching(new RegExp(`^line 3: .*${message}`)),
      }),
    )
  })

  it('refuse a row without an instance, and an instance that stands twice in one run', () => {
    expect(() => read([{ instanceId: 'a' }, { instanceId: ' ' }])).toThrow(
      'line 3: no instance in "instanceId"',
    )
    expect(() => read([{ instanceId: 'x'.repeat(301) }])).toThrow('no instance')
    expect(read([{ instanceId: 'x'.repeat(300) }])).toHaveLength(1)
    expect(() => read([{ instanceId: 'a' }, { instanceId: 'b' }, { instanceId: ' a' }])).toThrow(
      'line 4: "a" stood in line 2 already',
    )
  })

  it('cannot be read without a column that names the instance, and say which columns there are', () => {
    const table = tableOf([{ what: 'a', ever: 'b' }])
    for (const instanceId of [undefined, null, 'instance_id'])
      expect(() => runsOfTable(table, { columns: { instanceId }, names: {} })).toThrow(
        expect.objectContaining({ code: 'no-instance-column', hint: expect.stringContaining('what, ever') }),
      )
  })
})

it('reads a large table in steps, and the same runs as in one go', () => {
  const rows = Array.from({ length: 5_500 }, (_, i) => ({
    line: i + 2,
    cells: { instance_id: `shop-${i}`, seed: i % 2, resolved: i % 3 === 0 },
  }))
  const table = {
    fileName: 'all.csv',
    kind: 'csv',
    columns: ['instance_id', 'seed', 'resolved'],
    rows,
    warnings: [],
  }
  const steps = runsInSteps(table, guessMapping(table))
  let count = 0
  let step = steps.next()
  for (; !step.done; step = steps.next()) count++
  expect(count).toBe(5)
  expect(step.value).toEqual(runsOfTable(table, guessMapping(table)))
  expect(step.value.map(({ results }) => results.length)).toEqual([2_750, 2_750])
})
