import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { trajectorySchema } from '../../memory/trajectory.ts'
import { readTrajectories } from '../ingest-file.ts'

const folder = new URL('../fixtures/layouts/', import.meta.url)
const TITLE = 'The till rounds 0.005 down.'
const read = (file: string) => readTrajectories(readFileSync(new URL(file, folder)), file)

/** One line a step: `tool: text -> exit code observation`. */
function shown(file: string): string[][] {
  return read(file).trajectories.map(({ steps }) =>
    steps.map(({ actions, observations }) =>
      [
        actions.map(({ tool, text }) => `${tool}: ${text}`).join(' + '),
        observations.map(({ text, exitCode }) => `${exitCode ?? '?'} ${text.trim()}`).join(' + '),
      ].join(' -> '),
    ),
  )
}

const VIEW = 'str_replace_editor: {"command": "view", "path": "till.py"} -> ? def total(): ...'
const CHAT = [
  'execute_bash: grep -n round till.py -> ? 7: return round(x, 2)',
  VIEW,
  'execute_bash: pytest -> ? 1 passed',
  'finish: {} -> ',
]

describe('each layout has a file of its own here, read as it was meant', () => {
  it.each<[file: string, format: string, ids: string[], outcome: string | null, steps: string[][]]>([
    [
      'adp-std.json',
      'adp-std',
      ['corner__shop-31_0'],
      'resolved',
      [
        [
          'bash: pytest -> ? 1 failed',
          'str_replace_editor: {"command":"view","path":"till.py"} -> ? page',
          ' -> ',
        ],
      ],
    ],
    [
      'aider-chat-history.md',
      'aider-chat-history',
      ['aider-chat-history'],
      null,
      [
        [
          'edit: till.py\n<<<<<<< SEARCH\nreturn round(x, 2)\n=======\nreturn half_up(x)\n>>>>>>> REPLACE -> ? Tokens: 2k sent, 1k received. Cost: $0.01 message, $0.02 session.\nApplied edit to till.py + ? 1 passed',
        ],
      ],
    ],
    [
      'aider-chat-markdown.md',
      'aider-chat-markdown',
      ['aider-chat-markdown'],
      null,
      [
        [
          'edit: till.py\n<<<<<<< ORIGINAL\n=======\nx = 1\n>>>>>>> UPDATED -> ? Applied edit to till.py',
          ' -> ',
        ],
      ],
    ],
    [
      'anthropic-messages.jsonl',
      'openai-chat-messages',
      ['anthropic-messages'],
      null,
      [['bash: ls -> ? till.py\n[image]', ' -> ']],
    ],
    ['atof-events-jsonl.jsonl', 'atof-events-jsonl', ['sess-1'], null, [['terminal: pytest -> ? 1 failed']]],
    [
      'chat-messages.json',
      'chat-messages',
      ['corner__shop-31.run1', 'corner__shop-31.run2'],
      'unresolved',
      [['bash: cat till.py -> ? def total(): ...', 'submit: {} -> '], ['execute_bash: pytest -> ? 1 passed']],
    ],
    [
      'codex-exec-events-jsonl.jsonl',
      'codex-exec-events-jsonl',
      ['thread-1'],
      null,
      [
        [
          'shell: bash -lc pytest -> 1 1 failed',
          'apply_patch: [{"path":"till.py","kind":"update"}] -> ',
          'docs.find: {"q":"round"} -> ? half up',
        ],
      ],
    ],
    ['codex-rollout-jsonl-old.jsonl', 'codex-rollout-jsonl', ['sess-0'], null, [['shell: ls -> ? till.py']]],
    [
      'codex-rollout-jsonl.jsonl',
      'codex-rollout-jsonl',
      ['sess-1'],
      null,
      [
        [
          'shell: pytest -> 1 1 failed',
          'apply_patch: *** Begin Patch\n*** Update File: till.py -> 0 Exit code: 0\nWall time: 0 seconds\nOutput:\nDone',
        ],
      ],
    ],
    [
      'devai-39_Round_Prices.json',
      'devai-trajectory',
      ['DevAI 39'],
      null,
      [['bash: mkdir src -> ? ok', "python: open('a') -> "]],
    ],
    [
      'gemini-cli-checkpoint.json',
      'gemini-cli-session-json',
      ['gemini-cli-checkpoint'],
      null,
      [['ls: {"path":"."} -> ? till.py']],
    ],
    [
      'gemini-cli-session-json.json',
      'gemini-cli-session-json',
      ['sess-1#1', 'sess-1#2'],
      null,
      [['run_shell_command: pytest -> ? 1 failed'], ['replace: {"file_path":"till.py"} -> ? replaced']],
    ],
    [
      'gemini-cli-session.jsonl',
      'gemini-cli-session-json',
      ['sess-2'],
      null,
      [['run_shell_command: pytest -> ? 1 failed']],
    ],
    [
      'inspect-eval-json.json',
      'inspect-eval-json',
      ['corner__shop-31', 'shop-2'],
      'resolved',
      [['bash: pytest -> ? 1 failed\ntoo slow', ' -> '], []],
    ],
    [
      'moatless-2024-06-09.json',
      'moatless-2024-06-09',
      ['corner__shop-31'],
      null,
      [
        [
          'search: {"query":"round"} -> ? Found 2 spans',
          'identify: {"files":["till.py"]} -> ',
          'Finished:  -> ',
        ],
      ],
    ],
    [
      'moatless-node-tree-nested.json',
      'moatless-node-tree',
      ['corner__shop-31'],
      null,
      [
        [
          'FindFunction: {"query":"round"} -> ? Found 1',
          'StringReplace: {"path":"till.py"} -> ? edited',
          'Finish:  -> ? Good',
        ],
      ],
    ],
    [
      'moatless-node-tree.json',
      'moatless-node-tree',
      ['corner__shop-31'],
      null,
      [['FindFunction: {"query":"round"} -> ? Found 1', 'Finish: {"query":"round"} -> ? Done']],
    ],
    [
      'moatless-search-tree.json',
      'moatless-search-tree',
      ['corner__shop-31'],
      null,
      [
        [
          'SearchCode: {"query":"round"} -> ? Found 1',
          'EditCode: {"action":{"content":"x"}} -> ? {"diff":"d"}',
          'Finished:  -> ',
        ],
      ],
    ],
    [
      'moatless-transitions.json',
      'moatless-transitions',
      ['corner__shop-31'],
      null,
      [
        [
          'SearchCode: {"query":"round"} -> ? Found 1',
          'EditCode: {"action":{"content":"x"}} -> ? {"diff":"d"}',
          'Finished:  -> ',
        ],
      ],
    ],
    [
      'nebius-swe-agent.json',
      'nebius-swe-agent',
      ['corner__shop-31_17'],
      'unresolved',
      [['null: ls -F -> ? till.py', ' -> ']],
    ],
    ['openai-chat-messages.json', 'openai-chat-messages', ['openai-chat-messages'], null, [CHAT]],
    ['openai-chat-tools.json', 'openai-chat-tools', ['corner__shop-31_2'], 'resolved', [CHAT]],
    [
      'opencode-export.json',
      'opencode-tables-json',
      ['till-31'],
      null,
      [['bash: pytest -> 1 1 failed', 'read: {"filePath":"till.py"} -> ? no file']],
    ],
    [
      'opencode-tables-json.json',
      'opencode-tables-json',
      ['ses_1'],
      null,
      [['bash: pytest -> 1 1 failed', 'read: {"filePath":"till.py"} -> ? no file']],
    ],
    [
      'openhands-event-list-pairs.json',
      'openhands-event-list',
      ['openhands-event-list-pairs'],
      null,
      [['run: ls -> 0 till.py', 'finish:  -> ']],
    ],
    [
      'openhands-event-list.json',
      'openhands-event-list',
      ['openhands-event-list'],
      null,
      [
        [
          'system:  -> ',
          'run: pytest -> 1 1 failed',
          'edit: {"path":"till.py","command":"str_replace","old_str":"a","new_str":"b"} -> ? edited + ? Go on with rounding.',
          'finish: Rounded half up. -> ',
        ],
      ],
    ],
    ['openhands-llm-completion.json', 'openhands-llm-completion', ['openhands-llm-completion'], null, [CHAT]],
    [
      'openhands-output-jsonl.jsonl',
      'openhands-output-jsonl',
      ['corner__shop-31', 'corner__shop-32'],
      'resolved',
      [
        [
          'system:  -> ',
          'run: pytest -> 1 1 failed',
          'edit: {"path":"till.py","command":"str_replace","old_str":"a","new_str":"b"} -> ? edited + ? Go on with rounding.',
          'finish: Rounded half up. -> ',
        ],
        [],
      ],
    ],
    [
      'openhands-sdk-events.jsonl',
      'openhands-event-list',
      ['openhands-sdk-events'],
      null,
      [
        [
          'terminal: pytest -> 1 1 failed',
          'file_editor: {"command": "view", "path": "till.py"} -> ? no such file',
          'finish: {"message":"Done."} -> ',
        ],
      ],
    ],
    [
      'swe-agent-attempts.traj',
      'swe-agent-traj',
      ['swe-agent-attempts'],
      null,
      [['null: cat till.py -> ? def', 'null: submit -> ? diff']],
    ],
  ])('%s', (file, format, ids, outcome, steps) => {
    const result = read(file)
    expect(result.format).toBe(format)
    expect(result.trajectories.map(({ instanceId }) => instanceId)).toEqual(ids)
    expect(result.trajectories[0]?.outcome).toBe(outcome)
    expect(shown(file)).toEqual(steps)
    for (const run of result.trajectories) expect(trajectorySchema.parse(run)).toEqual(run)
    if (!/exec-events|markdown/.test(file)) expect(result.trajectories[0]?.task.title).toBe(TITLE)
  })

  it('no file of the folder is left out', () => {
    for (const file of readdirSync(folder)) expect(read(file).status).toBe('recognised')
  })
})

describe('what a layout says beside its steps', () => {
  it('thoughts stand before the call they led to, and closing words are what was handed in', () => {
    const [run] = read('codex-rollout-jsonl.jsonl').trajectories
    expect(run?.steps.map(({ thought }) => thought)).toEqual([
      'Look first.',
      '[searched the web: round half up]',
    ])
    expect(run).toMatchObject({ submission: 'Rounded half up.', repo: 'corner/shop', backbone: 'model-x' })
    expect(run?.agent).toEqual({ name: 'Codex', version: '0.50.0' })
  })

  it('a cost is known where the layout bills it, and null where it is only part of the run', () => {
    expect(read('opencode-export.json').trajectories[0]?.costUsd).toBe(0.25)
    expect(read('aider-chat-history.md').trajectories[0]?.costUsd).toBe(0.02)
    expect(read('openhands-llm-completion.json').trajectories[0]?.costUsd).toBeNull()
  })

  it('a cut last line and prompts without work are counted', () => {
    expect(read('codex-rollout-jsonl.jsonl').warnings).toEqual([
      '1 × line that is not whole JSON (still being written?), left out: 16',
      '1 × prompt that nothing was done for, left out',
    ])
  })

  it('what a search did not take is counted', () => {
    expect(read('moatless-node-tree-nested.json').trajectories[0]?.warnings).toContain(
      '1 × node on another branch of the search, left out',
    )
    expect(read('swe-agent-attempts.traj').trajectories[0]?.warnings).toContain(
      '1 × attempt that was not chosen, left out',
    )
  })

  it('a task stands apart from the prompt around it where the layout keeps it apart', () => {
    const [run] = read('openhands-output-jsonl.jsonl').trajectories
    expect(run?.task.raw).toContain('<uploaded_files>')
    expect(run?.repo).toBe('corner/shop')
  })
})

describe('the same in another dress', () => {
  const bytes = (text: string) => Buffer.from(text)
  const text = (file: string) => readFileSync(new URL(file, folder), 'utf8')

  it.each(readdirSync(folder))('%s with a byte order mark and carriage returns', (file) => {
    const dressed = bytes(`\uFEFF${text(file).replaceAll('\n', '\r\n')}`)
    const strip = ({ warnings: _w, ...run }: object & { warnings: string[] }) => run
    expect(readTrajectories(dressed, file).trajectories.map(strip)).toEqual(
      read(file).trajectories.map(strip),
    )
  })

  it.each([
    'codex-rollout-jsonl-old.jsonl',
    'gemini-cli-session.jsonl',
    'openhands-sdk-events.jsonl',
    'openhands-output-jsonl.jsonl',
    'anthropic-messages.jsonl',
  ])('%s as one list', (file) => {
    const list = `[${text(file).trim().split('\n').join(',')}]`
    expect(readTrajectories(bytes(list), file).trajectories.map(({ steps }) => steps)).toEqual(
      read(file).trajectories.map(({ steps }) => steps),
    )
  })

  it.each(['adp-std.json', 'chat-messages.json', 'moatless-node-tree.json', 'nebius-swe-agent.json'])(
    '%s as rows of a data set',
    (file) => {
      const value: unknown = JSON.parse(text(file))
      const rows = { rows: [value].flat().map((row) => ({ row_idx: 0, row })) }
      expect(
        readTrajectories(bytes(JSON.stringify(rows)), file).trajectories.map(({ steps }) => steps),
      ).toEqual(read(file).trajectories.map(({ steps }) => steps))
    },
  )

  it.each([
    ['chat-messages', { messages: [] }],
    ['swe-agent-traj', { trajectory: [], history: [], info: {} }],
    ['moatless-transitions', { transitions: [], info: {} }],
    ['openhands-output-jsonl', { instance_id: 'a', history: [], metadata: {} }],
    ['gemini-cli-session-json', { sessionId: 's', projectHash: 'h', messages: [] }],
    ['opencode-tables-json', { session: [{ id: 'ses_1' }], messages: [], parts: [] }],
    ['inspect-eval-json', { eval: { task: 't' }, status: 'error', samples: [] }],
  ])('an empty %s is named', (format, value) => {
    const result = readTrajectories(bytes(JSON.stringify(value)), 'file.json')
    expect(result.format).toBe(format)
    expect(result.trajectories.flatMap(({ steps }) => steps)).toEqual([])
  })
})

it('what a tool answers, and what a hook adds, is no task of its own in a session of Gemini CLI 0.61', () => {
  const line = (id: string, type: string, fields: object) => JSON.stringify({ id, type, ...fields })
  const given = '<hook_context>&lt;memory id="m_1"&gt;Data, not an instruction.&lt;/memory&gt;</hook_context>'
  const called = { id: 'c1', name: 'run_shell_command', args: { command: 'pytest' } }
  const functionResponse = { id: 'c1', name: 'run_shell_command', response: { output: '1 passed' } }
  const text = [
    JSON.stringify({ sessionId: 's', projectHash: 'h', startTime: '2026-11-24T04:00:00Z', kind: 'main' }),
    line('1', 'user', { content: [{ text: TITLE }, { text: given }], displayContent: [{ text: TITLE }] }),
    line('2', 'gemini', { content: '', toolCalls: [{ ...called, result: [{ functionResponse }] }] }),
    line('3', 'user', { content: [{ functionResponse }] }),
    line('4', 'gemini', { content: 'done' }),
  ].join('\n')
  const { trajectories } = readTrajectories(Buffer.from(text), 'session.jsonl')
  expect(trajectories.map(({ task, steps }) => [task.raw, steps.length])).toEqual([[TITLE, 1]])
  expect(trajectories[0]?.steps[0]?.observations.map((one) => one.text)).toEqual(['1 passed'])
})
