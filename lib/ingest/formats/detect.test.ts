import { describe, expect, it } from 'vitest'
import { FORMATS } from '../ingest-file.ts'

const detected = (value: unknown) => FORMATS.find(({ detect }) => detect(value))?.name ?? null
const user = { role: 'user', content: 'task' }
const fenced = { role: 'assistant', content: 'x\n```bash\nls\n```' }

describe('a value is of the first layout that it fits', () => {
  it.each<[string, unknown, string | null]>([
    [
      'a run that names its layout',
      { trajectory_format: 'mini-swe-agent-1', messages: [], info: {} },
      'mini-swe-agent-1',
    ],
    ['a run that names the newer one', { trajectory_format: 'mini-swe-agent-1.1' }, 'mini-swe-agent-1.1'],
    [
      'a run that names one to come',
      { trajectory_format: 'mini-swe-agent-3', messages: [user, fenced], info: { mini_version: '3' } },
      null,
    ],
    [
      'a run that names a number',
      { trajectory_format: 1, messages: [user], info: { mini_version: '1' } },
      null,
    ],
    [
      'a run of the older kind',
      { messages: [user, fenced], info: { mini_version: '1.0' } },
      'mini-swe-agent-1',
    ],
    ['one known by its cost alone', { messages: [], info: { model_stats: null } }, 'mini-swe-agent-1'],
    ['one known by how it ended alone', { messages: [], info: { exit_status: null } }, 'mini-swe-agent-1'],
    ['one known by what it handed in alone', { messages: [], info: { submission: '' } }, 'mini-swe-agent-1'],
    ['messages beside an info of others', { messages: [user], info: { title: 'x' } }, 'chat-messages'],
    ['messages without an info', { messages: [user, fenced] }, 'chat-messages'],
    ['an info beside no messages', { messages: {}, info: { mini_version: '1' } }, null],
    ['an info that is a list', { messages: [user], info: ['mini_version'] }, 'chat-messages'],
    [
      'a run with a tool result',
      { messages: [user, { role: 'tool' }], info: { mini_version: '2' } },
      'mini-swe-agent-1.1',
    ],
    [
      'a run with an exit',
      { messages: [{ role: 'exit' }], info: { mini_version: '2' } },
      'mini-swe-agent-1.1',
    ],
    [
      'a run with tool calls',
      { messages: [{ role: 'assistant', tool_calls: [] }], info: { mini_version: '2' } },
      'mini-swe-agent-1.1',
    ],
    [
      'tool calls that are no list',
      { messages: [{ role: 'assistant', tool_calls: null }], info: { mini_version: '1' } },
      'mini-swe-agent-1',
    ],
    ['a bare list with a fence', [user, fenced], 'mini-swe-agent-bare'],
    [
      'one with the fence of 2.x',
      [user, { role: 'assistant', content: '```mswea_bash_command\nls\n```' }],
      'mini-swe-agent-bare',
    ],
    [
      'one with the fence in a part',
      [user, { role: 'assistant', content: [{ type: 'text', text: '```bash\nls\n```' }] }],
      'mini-swe-agent-bare',
    ],
    [
      'one with a call of bash',
      [user, { role: 'assistant', tool_calls: [{ function: { name: 'bash' } }] }],
      'mini-swe-agent-bare',
    ],
    [
      'one with a result in tags',
      [user, { role: 'user', content: ' <returncode>-1</returncode>' }],
      'mini-swe-agent-bare',
    ],
    [
      'one that begins with a system message',
      [{ role: 'system', content: '' }, user, fenced],
      'mini-swe-agent-bare',
    ],
    ['one whose prompt comes third', [fenced, fenced, user], 'openai-chat-messages'],
    ['one with an item that is no object', [user, fenced, 'x'], null],
    [
      'chat of another agent',
      [user, { role: 'assistant', content: '```python\nx\n```' }],
      'openai-chat-messages',
    ],
    [
      'a fence that the user shows',
      [user, { role: 'user', content: '```bash\nls\n```' }],
      'openai-chat-messages',
    ],
    [
      'a call of another tool',
      [user, { role: 'assistant', tool_calls: [{ function: { name: 'bashful' } }] }],
      'openai-chat-messages',
    ],
    [
      'content of another kind',
      [user, { role: 'assistant', content: { text: '```bash\nls\n```' } }],
      'openai-chat-messages',
    ],
    ['a list of nothing', [], null],
    ['steps with an action', { trajectory: [{ action: 'ls' }] }, 'swe-agent-traj'],
    ['steps with an observation alone', { trajectory: [{ observation: '' }] }, 'swe-agent-traj'],
    ['turns with roles', { trajectory: [{ role: 'ai', response: 'x' }] }, null],
    ['steps of another kind', { trajectory: [{ text: 'x' }] }, null],
    ['a history with agents', { history: [{ role: 'user', agent: 'main' }] }, 'swe-agent-traj'],
    [
      'a history whose second message tells',
      { trajectory: [], history: [{ role: 'system' }, { role: 'user', message_type: 'demo' }] },
      'swe-agent-traj',
    ],
    ['a history with nothing but roles', { history: [{ role: 'user' }] }, null],
    ['a history of OpenHands', { instance: {}, history: [{ role: 'user', agent: 'main' }] }, null],
    ['a history with a test result', { test_result: null, history: [{ role: 'user', agent: 'main' }] }, null],
    ['ATIF', { schema_version: 'ATIF-v1.0', steps: [] }, 'atif'],
    ['ATIF of the next major version', { schema_version: 'ATIF-v2.0', steps: [] }, null],
    ['ATIF of version ten', { schema_version: 'ATIF-v10.0', steps: [] }, null],
    ['ATIF without steps', { schema_version: 'ATIF-v1.0' }, null],
    ['steps of no named schema', { steps: [] }, null],
    ['a text', 'ATIF-v1.0', null],
    ['a number', 7, null],
    ['nothing', null, null],
  ])('%s', (_, value, name) => {
    expect(detected(value)).toBe(name)
  })
})

describe('the hash of a run that Loupe wrote out itself', () => {
  const hash = 'a1'.repeat(32)
  const own = { loupe: { version: 1 } }
  const ownHash = (value: unknown) => FORMATS.find(({ name }) => name === 'atif')?.ownHash?.(value)

  it.each<[string, unknown, string | null]>([
    ['its own file', { session_id: hash, extra: own }, hash],
    ['a record of an older store', { session_id: `${hash}#12`, extra: own }, `${hash}#12`],
    ['a hash of another length', { session_id: hash.slice(1), extra: own }, null],
    ['a hash in capitals', { session_id: hash.toUpperCase(), extra: own }, null],
    ['words behind a hash', { session_id: `${hash}\nx`, extra: own }, null],
    ['a file of another’s making', { session_id: hash, extra: {} }, null],
    ['a version to come', { session_id: hash, extra: { loupe: { version: 2 } } }, null],
    ['no object', [hash], null],
  ])('is known of %s', (_, value, told) => {
    expect(ownHash(value)).toBe(told)
  })
})
