import { describe, expect, it } from 'vitest'
import { changesOf, mappingOf, readMemory, writeMemory } from './all-memories.ts'

const READING = {
  project: 'p',
  categoryOf: () => 'EDIT' as const,
  secretsIn: (text: string) => (text.includes('hunter2') ? ['password'] : []),
  keyOf: () => '0'.repeat(32),
  now: new Date('2026-01-02T00:00:00Z'),
  mapping: null,
}
const lines = (...values: unknown[]) => `${values.map((value) => JSON.stringify(value)).join('\n')}\n`

/** What is exported after the first memory was edited and the second retired. */
function edited(export_: string): string {
  const [head, first, second, ...rest] = export_.split('\n')
  const change = (line: string | undefined, how: (one: { entry: Record<string, unknown> }) => void) => {
    const one = JSON.parse(line ?? '')
    how(one)
    return JSON.stringify(one)
  }
  return [
    head,
    change(first, ({ entry }) => {
      entry.experience = { ...(entry.experience as object), do: 'Run the linter first' }
    }),
    change(second, ({ entry }) => {
      entry.lifecycle = 'retired'
    }),
    ...rest,
  ].join('\n')
}

const ITEM = (n: number, content: string) =>
  `# Memory Item ${n}\n## Title Title ${n}\n## Description About ${n}\n## Content ${content}`

const CASES: Record<string, { text: string; ids: string[]; after: string }> = {
  'mem0-export': {
    text: JSON.stringify({
      results: [
        {
          id: 'a',
          memory: 'Run the linter',
          hash: 'x',
          metadata: null,
          created_at: '2025-05-01T10:00:00Z',
          user_id: 'u',
        },
        { id: 'b', memory: 'Never push to main', user_id: 'u' },
        { id: 'c', memory: 'Prices are cents', user_id: 'u' },
      ],
      relations: [],
    }),
    ids: ['a', 'b', 'c'],
    after: JSON.stringify({
      results: [
        {
          id: 'a',
          memory: 'Run the linter first',
          hash: 'x',
          metadata: null,
          created_at: '2025-05-01T10:00:00Z',
          user_id: 'u',
        },
        { id: 'c', memory: 'Prices are cents', user_id: 'u' },
      ],
      relations: [],
    }),
  },
  'mcp-memory-graph': {
    text: lines(
      { type: 'entity', name: 'shop', entityType: 'repo', observations: ['Lint', 'Old', 'Kept'] },
      { type: 'relation', from: 'shop', to: 'ada', relationType: 'owned by' },
    ),
    ids: ['shop#1', 'shop#2', 'shop#3'],
    after: lines(
      { type: 'entity', name: 'shop', entityType: 'repo', observations: ['Run the linter first', 'Kept'] },
      { type: 'relation', from: 'shop', to: 'ada', relationType: 'owned by' },
    ),
  },
  'reasoning-bank': {
    text: lines(
      {
        task_id: 't1',
        query: 'q',
        think_list: ['x'],
        action_list: [],
        status: 'success',
        memory_items: [ITEM(1, 'Lint'), ITEM(2, 'Old')],
      },
      {
        task_id: 't2',
        query: 'q',
        think_list: [],
        action_list: [],
        status: 'fail',
        memory_items: ITEM(1, 'Kept'),
      },
    ),
    ids: ['t1/1', 't1/2', 't2/1'],
    after: lines(
      {
        task_id: 't1',
        query: 'q',
        think_list: ['x'],
        action_list: [],
        status: 'success',
        memory_items: [ITEM(1, 'Run the linter first')],
      },
      {
        task_id: 't2',
        query: 'q',
        think_list: [],
        action_list: [],
        status: 'fail',
        memory_items: ITEM(1, 'Kept'),
      },
    ),
  },
  'claude-mem-export': {
    text: JSON.stringify({
      query: 'x',
      observations: [
        {
          id: 1,
          memory_session_id: 's',
          project: 'shop',
          type: 'bugfix',
          title: 'T',
          narrative: 'Lint',
          facts: '["f"]',
          created_at_epoch: 1746093600000,
        },
        {
          id: 2,
          memory_session_id: 's',
          project: 'shop',
          type: 'bugfix',
          title: 'U',
          narrative: '',
          facts: '["Old"]',
        },
      ],
      summaries: [{ id: 7, memory_session_id: 's', request: 'r', learned: 'Kept' }],
      prompts: [],
    }),
    ids: ['1', '2', 'summary 7 learned'],
    after: JSON.stringify({
      query: 'x',
      observations: [
        {
          id: 1,
          memory_session_id: 's',
          project: 'shop',
          type: 'bugfix',
          title: 'T',
          narrative: 'Run the linter first',
          facts: '["f"]',
          created_at_epoch: 1746093600000,
        },
      ],
      summaries: [{ id: 7, memory_session_id: 's', request: 'r', learned: 'Kept' }],
      prompts: [],
    }),
  },
  'hindsight-export': {
    text: JSON.stringify({
      id: 'doc',
      facts: [
        { text: 'Lint', fact_type: 'world', source_id: 'f1' },
        { text: 'Old', fact_type: 'world', source_id: 'f2' },
        {
          text: 'Kept',
          fact_type: 'experience',
          source_id: 'f3',
          causal_relations: [
            { relation_type: 'caused_by', target_fact_index: 1 },
            { relation_type: 'caused_by', target_fact_index: 2 },
          ],
        },
      ],
    }),
    ids: ['f1', 'f2', 'f3'],
    after: JSON.stringify({
      id: 'doc',
      facts: [
        { text: 'Run the linter first', fact_type: 'world', source_id: 'f1' },
        {
          text: 'Kept',
          fact_type: 'experience',
          source_id: 'f3',
          causal_relations: [{ relation_type: 'caused_by', target_fact_index: 1 }],
        },
      ],
    }),
  },
  'playbook-json': {
    text: JSON.stringify(
      {
        bullets: [
          { id: 'b-1-a', content: 'Lint', category: 'git', maturity: 'proven', state: 'active' },
          { id: 'b-2-b', content: 'Old', category: 'git', maturity: 'proven', state: 'active' },
        ],
      },
      null,
      2,
    ),
    ids: ['b-1-a', 'b-2-b'],
    after: JSON.stringify(
      {
        bullets: [
          {
            id: 'b-1-a',
            content: 'Run the linter first',
            category: 'git',
            maturity: 'proven',
            state: 'active',
          },
          {
            id: 'b-2-b',
            content: 'Old',
            category: 'git',
            maturity: 'proven',
            state: 'retired',
            deprecated: true,
          },
        ],
      },
      null,
      2,
    ),
  },
  'playbook-yaml': {
    text: 'schema_version: 2\nname: playbook # mine\nbullets:\n  - id: b-1-a\n    content: Lint\n    category: git\n    state: active\n  - id: b-2-b\n    content: Old\n    category: git\n    state: active\n',
    ids: ['b-1-a', 'b-2-b'],
    after:
      'schema_version: 2\nname: playbook # mine\nbullets:\n  - id: b-1-a\n    content: Run the linter first\n    category: git\n    state: active\n  - id: b-2-b\n    content: Old\n    category: git\n    state: retired\n    deprecated: true\n',
  },
  'playbook-text': {
    text: '## STRATEGIES\n[str-00001] helpful=3 harmful=0 :: Lint\n[str-00002] helpful=0 harmful=4 :: Old\n',
    ids: ['str-00001', 'str-00002'],
    after: '## STRATEGIES\n[str-00001] helpful=3 harmful=0 :: Run the linter first\n',
  },
  'plain-records': {
    text: 'id,content,tags\n1,Lint,a\n2,"Old, and long",b\n3,"Kept ""so""",c\n',
    ids: ['1', '2', '3'],
    after: 'id,content,tags\n1,Run the linter first,a\n3,"Kept ""so""",c\n',
  },
}

describe.each(Object.entries(CASES))('%s', (format, { text, ids, after }) => {
  it('is known by its shape, comes in, and goes out with what was edited and retired', () => {
    const read = readMemory(text, READING)
    expect(read?.format).toBe(format)
    expect([...changesOf((read?.text ?? '').replaceAll('"approved"', '"retired"'), format).keys()]).toEqual(
      ids,
    )
    expect(writeMemory(text, read?.text ?? '', null).text).toBe(text)
    expect(writeMemory(text, edited(read?.text ?? ''), null)).toEqual({
      format,
      text: after,
      changed: [ids[0]],
      deleted: [ids[1]],
      unknown: [],
    })
  })
})

it('a memory has the same id at every import, and one that cannot come in is named', () => {
  const rows = [
    { id: 1, content: 'Lint' },
    { id: 2, content: 'password hunter2' },
    { id: 1, content: 'again' },
  ]
  const read = readMemory(JSON.stringify(rows), READING)
  expect(read?.leftOut).toEqual([
    { id: '2', because: 'holds what looks like a secret' },
    { id: '1', because: 'its id stands twice' },
  ])
  expect(readMemory(JSON.stringify(rows), READING)?.text).toBe(read?.text)
})

it('columns of other names are mapped', () => {
  const text = lines({ uid: 'q', body: 'Lint', when: '2025-01-01' })
  expect(readMemory(text, READING)).toBeNull()
  const mapping = mappingOf('text=body,id=uid,at=when')
  const read = readMemory(text, { ...READING, mapping })
  expect(read?.count).toBe(1)
  expect(read?.text).toContain('"createdAt":"2025-01-01T00:00:00.000Z"')
  expect(() => mappingOf('txt=body')).toThrow('maps nothing')
})
