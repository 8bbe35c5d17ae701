import { describe, expect, it } from 'vitest'
import { readTrajectories } from '../../ingest-file.ts'
import { readEvent, taskOf } from './events.ts'

const SESSION = { sessionId: 's-1', cwd: '/home/ann/shop', version: '2.1.0' }
let count = 0

/** An event below another one; its id is what comes back. */
function event(type: string, parentUuid: string | null, message: unknown, more: object = {}) {
  count++
  const uuid = `u${count}`
  return {
    type,
    uuid,
    parentUuid,
    timestamp: `2026-01-01T00:00:${String(count % 60).padStart(2, '0')}Z`,
    ...SESSION,
    message,
    ...more,
  }
}
const prompt = (parent: string | null, text: string, more = {}) =>
  event('user', parent, { role: 'user', content: text }, more)
const block = (parent: string, id: string, content: object) =>
  event('assistant', parent, { id, role: 'assistant', model: 'claude-x', content: [content] })
const call = (parent: string, id: string, name: string, input: object, callId = `t${count}`) =>
  block(parent, id, { type: 'tool_use', id: callId, name, input })
const result = (parent: string, callId: string, content: unknown, is_error?: boolean) =>
  event('user', parent, {
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: callId, content, is_error }],
  })

const read = (events: unknown[], tail = '') =>
  readTrajectories(
    Buffer.from(`${events.map((one) => JSON.stringify(one)).join('\n')}\n${tail}`),
    'session.jsonl',
  )

describe('a Claude Code session', () => {
  it('merges the lines of one message and joins results to their calls', () => {
    const task = prompt(null, 'Make the listing show the last row.')
    const said = block(task.uuid, 'm1', { type: 'text', text: 'The slice stops early, I look.' })
    const bash = call(said.uuid, 'm1', 'Bash', { command: 'cat paging.py', description: 'x' }, 'a')
    const shown = result(bash.uuid, 'a', [{ type: 'text', text: 'rows[:n]' }, { type: 'image' }], false)
    const edit = call(
      shown.uuid,
      'm2',
      'Edit',
      { file_path: 'paging.py', old_string: 'a', new_string: 'b' },
      'b',
    )
    const done = result(edit.uuid, 'b', 'updated')
    const end = block(done.uuid, 'm3', { type: 'text', text: 'The bound is inclusive now.' })
    const { trajectories, warnings } = read([task, said, bash, shown, edit, done, end])
    expect(warnings).toEqual([])
    expect(trajectories).toHaveLength(1)
    expect(trajectories[0]).toMatchObject({
      instanceId: 's-1',
      repo: 'shop',
      task: { title: 'Make the listing show the last row.' },
      agent: { name: 'Claude Code', version: '2.1.0' },
      backbone: 'claude-x',
      outcome: null,
      costUsd: null,
      submission: 'The bound is inclusive now.',
      steps: [
        {
          thought: 'The slice stops early, I look.',
          actions: [{ tool: 'Bash', text: 'cat paging.py' }],
          observations: [{ text: 'rows[:n]\n[image]', exitCode: 0 }],
        },
        { thought: null, actions: [{ tool: 'Edit' }], observations: [{ text: 'updated', exitCode: null }] },
      ],
    })
  })

  it('takes the exit status of a failed command from what the result states, and no success from silence', () => {
    const task = prompt(null, 'Run the tests.')
    const one = call(task.uuid, 'm1', 'Bash', { command: 'pytest' }, 'a')
    const failed = result(one.uuid, 'a', 'Exit code 2\n1 failed', true)
    const two = call(failed.uuid, 'm2', 'Bash', { command: 'pytest' }, 'b')
    const silent = result(two.uuid, 'b', 'ok')
    const exits = read([task, one, failed, two, silent]).trajectories[0]?.steps.map(
      ({ observations }) => observations[0]?.exitCode,
    )
    expect(exits).toEqual([2, null])
  })

  it('is one episode a task; interruptions, injected text and words to go on are none', () => {
    const first = prompt(null, 'Fix the login button. <system-reminder>be brief</system-reminder>')
    const a = call(first.uuid, 'm1', 'Bash', { command: 'ls' }, 'a')
    const ra = result(a.uuid, 'a', '')
    const stop = prompt(ra.uuid, '[Request interrupted by user for tool use]')
    const on = prompt(stop.uuid, 'continue')
    const b = call(on.uuid, 'm2', 'Bash', { command: 'cat login.ts' }, 'b')
    const meta = prompt(b.uuid, 'Caveat: made by a command', { isMeta: true })
    const second = prompt(
      meta.uuid,
      '<command-message>x</command-message><command-name>/fix-issue</command-name><command-args>12</command-args>',
    )
    const c = call(second.uuid, 'm3', 'Bash', { command: 'git log' }, 'c')
    const talk = prompt(c.uuid, 'Thank you, what is a closure?')
    const answer = block(talk.uuid, 'm4', { type: 'text', text: 'A function with its scope.' })
    const { trajectories, warnings } = read([first, a, ra, stop, on, b, meta, second, c, talk, answer])
    expect(trajectories.map(({ instanceId, task, steps }) => [instanceId, task.text, steps.length])).toEqual([
      ['s-1#1', 'Fix the login button.', 2],
      ['s-1#2', '/fix-issue 12', 1],
    ])
    expect(trajectories[0]?.warnings).toEqual(['1 × tool call without a result'])
    expect(warnings).toEqual(['1 × prompt that nothing was done for, left out'])
  })

  it('parts the branch that a rewind left from the one that was gone on with, by the chain of parents', () => {
    const root = prompt(null, 'First way.')
    const a = call(root.uuid, 'm1', 'Bash', { command: 'one' }, 'a')
    const again = prompt(null, 'Second way.')
    const b = call(again.uuid, 'm2', 'Bash', { command: 'two' }, 'b')
    const late = result(a.uuid, 'a', 'from the first')
    expect(
      read([root, a, again, b, late]).trajectories.map(
        ({ steps }) => steps[0]?.observations[0]?.text ?? null,
      ),
    ).toEqual(['from the first', null])
  })

  it('keeps a sub-agent of the same file as an episode of its own', () => {
    const root = prompt(null, 'Write the docs.')
    const task = call(root.uuid, 'm1', 'Task', { prompt: 'Count the pages.' }, 'a')
    const side = prompt(null, 'Count the pages.', { isSidechain: true })
    const b = { ...call(side.uuid, 'm2', 'Bash', { command: 'ls | wc -l' }, 'b'), isSidechain: true }
    expect(
      read([root, task, side, b]).trajectories.map(({ agent, steps }) => [agent.name, steps.length]),
    ).toEqual([
      ['Claude Code', 1],
      ['Claude Code (sub-agent)', 1],
    ])
  })

  it('goes on with the same task over a compaction', () => {
    const root = prompt(null, 'Port the parser.')
    const a = call(root.uuid, 'm1', 'Bash', { command: 'one' }, 'a')
    const cut = event('system', null, undefined, { subtype: 'compact_boundary', logicalParentUuid: a.uuid })
    const summary = prompt(cut.uuid, 'This session is being continued …', { isCompactSummary: true })
    const b = call(summary.uuid, 'm2', 'Bash', { command: 'two' }, 'b')
    expect(read([root, a, cut, summary, b]).trajectories.map(({ steps }) => steps.length)).toEqual([2])
  })

  it('loses no more than the line that is broken or half written, and says which', () => {
    const root = prompt(null, 'Fix it.')
    const a = call(root.uuid, 'm1', 'Bash', { command: 'ls' }, 'a')
    const text = `${JSON.stringify(root)}\n{"type":"assis\n\n${JSON.stringify(a)}\n{"type":"user","uuid":"z","mess`
    const { trajectories, warnings } = readTrajectories(Buffer.from(text), 's.jsonl')
    expect(trajectories[0]?.steps).toHaveLength(1)
    expect(warnings).toEqual(['2 × line that is not whole JSON (still being written?), left out: 2, 5'])
  })

  it('is known again when it has grown: earlier tasks keep their identity', () => {
    const root = prompt(null, 'Fix it.')
    const a = call(root.uuid, 'm1', 'Bash', { command: 'ls' }, 'a')
    const more = prompt(a.uuid, 'Now the docs.')
    const b = call(more.uuid, 'm2', 'Bash', { command: 'ls docs' }, 'b')
    const before = read([root, a])
    const after = read([root, a, more, b])
    expect(after.recordHashes?.[0]).toBe(before.recordHashes?.[0])
    expect(after.trajectories).toHaveLength(2)
  })

  it('reads the web export, and names a session in which nothing was done', () => {
    const root = prompt(null, 'Fix it.')
    const a = call(root.uuid, 'm1', 'Bash', { command: 'ls' }, 'a')
    const web = readTrajectories(Buffer.from(JSON.stringify({ loglines: [root, a] }, null, 1)), 'web.json')
    expect(web).toMatchObject({ format: 'claude-code-jsonl', status: 'recognised' })
    expect(web.trajectories[0]?.steps).toHaveLength(1)
    expect(read([root])).toMatchObject({
      format: 'claude-code-jsonl',
      status: 'recognised',
      trajectories: [{ steps: [], warnings: ['the run has no steps'] }],
    })
  })

  it('takes the instance from the prompt where it names one', () => {
    const root = prompt(null, 'instance_id: django__django-11099\nSolve it.')
    const a = call(root.uuid, 'm1', 'Bash', { command: 'ls' }, 'a')
    expect(read([root, a]).trajectories[0]).toMatchObject({
      instanceId: 'django__django-11099',
      repo: 'django/django',
    })
  })
})

it('reads a message of nothing but openings in one go: each end is looked for once', () => {
  const text = '<bash-stdout>'.repeat(400_000)
  const [event] = [readEvent(prompt(null, text), 1)]
  if (!event) throw new Error('no event')
  expect(taskOf(event)).toBe(text)
}, 10_000)

it('takes what the program put in out of a message, also behind an opening that never ends', () => {
  const text = '<bash-stderr>a<bash-stdout>b</bash-stdout>c<bash-stdout>d</bash-stdout>e'
  const event = readEvent(prompt(null, text), 1)
  if (!event) throw new Error('no event')
  expect(taskOf(event)).toBe('<bash-stderr>ace')
})
