import { describe, expect, it } from 'vitest'
import type { AgentName } from '../memory/agents.ts'
import { ADAPTERS } from './adapters/all-adapters.ts'
import { readHookEvent } from './hook-event.ts'

const at = { session_id: 's1', cwd: '/work/shop' }
const shell = {
  tool_name: 'Bash',
  tool_input: { command: 'pytest -q', description: 'runs them' },
  tool_use_id: 't1',
}

/** One event of each agent as it sends it, what is read of it, and the answer that puts a text before the agent. */
const GOLDEN: [AgentName, object, object, object | null][] = [
  [
    'claude-code',
    {
      ...at,
      hook_event_name: 'PostToolBatch',
      agent_id: 'a7',
      tool_calls: [
        { ...shell, tool_response: { stdout: '1 failed', stderr: 'warned' } },
        {
          tool_name: 'Edit',
          tool_input: { file_path: 'a.py', old_string: 'x' },
          tool_use_id: 't2',
          tool_response: 'ok',
        },
      ],
    },
    {
      kind: 'tools',
      subagent: 'a7',
      calls: [
        { id: 't1', tool: 'Bash', input: 'pytest -q', output: '1 failed\nwarned' },
        { id: 't2', tool: 'Edit', input: '{"file_path":"a.py","old_string":"x"}', output: 'ok' },
      ],
    },
    { hookSpecificOutput: { hookEventName: 'PostToolBatch', additionalContext: 'LESSON' } },
  ],
  [
    'claude-code',
    { ...at, hook_event_name: 'SessionStart', source: 'compact', transcript_path: '/t.jsonl' },
    { kind: 'compact', transcript: '/t.jsonl', calls: [] },
    { hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: 'LESSON' } },
  ],
  [
    'claude-code',
    { ...at, hook_event_name: 'SessionStart', source: 'startup' },
    { kind: 'start' },
    expect.anything(),
  ],
  ['claude-code', { ...at, hook_event_name: 'Stop', last_assistant_message: 'done' }, { kind: 'end' }, null],
  [
    'codex',
    {
      ...at,
      hook_event_name: 'PostToolUse',
      tool_name: 'apply_patch',
      tool_input: { command: '*** Begin Patch' },
      tool_response: [{ type: 'text', text: 'done' }],
    },
    { kind: 'tools', calls: [{ id: null, tool: 'apply_patch', input: '*** Begin Patch', output: 'done' }] },
    { hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'LESSON' } },
  ],
  [
    'gemini',
    {
      ...at,
      hook_event_name: 'AfterTool',
      tool_name: 'run_shell_command',
      tool_input: { command: 'ls' },
      tool_response: { llmContent: 'a.py', returnDisplay: '' },
    },
    { kind: 'tools', calls: [{ id: null, tool: 'run_shell_command', input: 'ls', output: 'a.py' }] },
    { hookSpecificOutput: { hookEventName: 'AfterTool', additionalContext: 'LESSON' } },
  ],
  [
    'cursor',
    {
      conversation_id: 'c1',
      workspace_roots: ['/work/shop'],
      hook_event_name: 'postToolUse',
      tool_name: 'Shell',
      tool_input: { command: 'ls' },
      tool_output: '{"output":"a.py"}',
      tool_use_id: 'u',
    },
    {
      kind: 'tools',
      session: 'c1',
      cwd: '/work/shop',
      calls: [{ id: 'u', tool: 'Shell', input: 'ls', output: '{"output":"a.py"}' }],
    },
    { additional_context: 'LESSON' },
  ],
  [
    'cursor',
    {
      conversation_id: 'c1',
      workspace_roots: ['/w'],
      hook_event_name: 'beforeSubmitPrompt',
      prompt: 'fix it',
    },
    { kind: 'prompt', prompt: 'fix it' },
    null,
  ],
  [
    'openhands',
    {
      event_type: 'PostToolUse',
      session_id: 's1',
      working_dir: '/work/shop',
      tool_name: 'terminal',
      tool_input: { command: 'ls' },
      tool_response: { output: 'a.py' },
    },
    {
      kind: 'tools',
      cwd: '/work/shop',
      calls: [{ id: null, tool: 'terminal', input: 'ls', output: 'a.py' }],
    },
    { additionalContext: 'LESSON' },
  ],
  [
    'opencode',
    {
      ...at,
      event: 'tool.execute.after',
      tool_name: 'bash',
      tool_input: { command: 'ls' },
      tool_response: 'a.py',
      tool_use_id: 'c',
    },
    { kind: 'tools', calls: [{ id: 'c', tool: 'bash', input: 'ls', output: 'a.py' }] },
    { context: 'LESSON' },
  ],
  [
    'goose',
    {
      event: 'PostToolUse',
      session_id: 's1',
      tool_name: 'shell',
      tool_input: { command: 'ls' },
      working_dir: '/work/shop',
    },
    { kind: 'tools', cwd: '/work/shop', calls: [{ id: null, tool: 'shell', input: 'ls', output: '' }] },
    null,
  ],
]

describe('an event of an agent', () => {
  it.each(GOLDEN)('%s sends %j', (agent, payload, read, answer) => {
    const event = readHookEvent(payload, ADAPTERS[agent])
    expect(event).toMatchObject(read)
    expect(event && ADAPTERS[agent].answer('LESSON', event)).toEqual(answer)
  })

  it.each([
    ['of a kind that nobody reads', { ...at, hook_event_name: 'PreToolUse' }],
    ['with a name of the language', { ...at, hook_event_name: 'constructor' }],
    ['without a session', { cwd: '/w', hook_event_name: 'Stop' }],
    ['without a folder', { session_id: 's', hook_event_name: 'Stop' }],
    ['that is a list', [1]],
    ['that is nothing', null],
  ])('%s is none', (_, payload) => {
    expect(readHookEvent(payload, ADAPTERS['claude-code'])).toBeNull()
  })

  it('keeps the ends of what is long, each field by itself', () => {
    const long = `begin${'x'.repeat(50_000)}end`
    const payload = {
      ...at,
      hook_event_name: 'PostToolUse',
      tool_name: 'Write',
      tool_input: { file_path: 'a.py', content: long },
      tool_response: long,
    }
    const [call] = readHookEvent(payload, ADAPTERS['claude-code'])?.calls ?? []
    expect(JSON.parse(call?.input ?? '')).toMatchObject({ file_path: 'a.py' })
    expect(call?.output.length).toBeLessThan(5_000)
    expect(call?.output).toMatch(/^begin.*….*end$/s)
  })
})
