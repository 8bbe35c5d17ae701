import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runOf } from '../fixtures/run-of.ts'
import { readTrajectories } from '../ingest-file.ts'
import { unwrapObservation } from './mini-swe-agent-run.ts'

describe('mini-swe-agent 1.x', () => {
  const run = runOf('mini-swe-agent-1.traj.json')

  it('names instance, repository, agent, backbone, cost and how the run ended', () => {
    expect(run).toMatchObject({
      format: 'mini-swe-agent-1',
      instanceId: 'corner__shop-12',
      repo: 'corner/shop',
      agent: { name: 'mini-swe-agent', version: '1.15.0' },
      backbone: 'example/writer-1',
      exitStatus: 'Submitted',
      costUsd: 0.042,
      startedAt: '2025-11-19T00:01:56.000Z',
      outcome: null,
      outcomeSource: null,
    })
  })

  it('takes the prompt off the task and keeps it as raw', () => {
    expect(run.task.title).toBe('Basket total ignores the second voucher')
    expect(run.task.text.endsWith("basket.apply('B')\n```")).toBe(true)
    expect(run.task.raw.startsWith('<pr_description>')).toBe(true)
  })

  it('runs the one bash block and leaves other code of the thought in the thought', () => {
    const [step] = run.steps
    expect(step?.actions).toEqual([{ tool: 'bash', text: "grep -rn 'def apply' shop", callId: null }])
    expect(step?.thought).toContain('```python')
    expect(step?.observations[0]).toEqual({
      text: 'shop/basket.py:41:    def apply(self, code):',
      exitCode: 0,
      callId: null,
      truncated: false,
    })
  })

  it('keeps turns with two blocks or none as steps in which nothing was run, and counts them once', () => {
    expect(run.steps).toHaveLength(6)
    expect(run.steps.map(({ actions }) => actions.length)).toEqual([1, 0, 1, 0, 1, 1])
    expect(run.steps[1]?.thought).toContain('ls tests')
    expect(run.steps[1]?.observations[0]).toMatchObject({ exitCode: null })
    expect(run.warnings).toEqual([
      '2 × step with a format error (not exactly one ```bash block): nothing was run',
    ])
  })

  it('shows long output as head and tail and says that the source had cut it', () => {
    expect(run.steps[2]?.observations[0]).toMatchObject({
      text: 'class Basket:\n[… 4211 characters elided …]\n        self.code = code',
      truncated: true,
    })
  })

  it('keeps the exit code of a failed command, and null where only the diff came back', () => {
    expect(run.steps[4]?.observations[0]?.exitCode).toBe(1)
    expect(run.steps[5]?.observations[0]?.exitCode).toBeNull()
  })

  it('is read without trajectory_format too; a cost of 0 and an unbilled run are null', () => {
    const old = runOf('mini-swe-agent-1-without-format.traj.json')
    expect(old).toMatchObject({
      format: 'mini-swe-agent-1',
      instanceId: 'corner__shop-7',
      costUsd: null,
      exitStatus: 'LimitsExceeded',
      submission: null,
      warnings: [],
    })
    expect(old.steps[0]?.observations).toMatchObject([{ exitCode: 0 }])
  })
})

describe('mini-swe-agent 2.x', () => {
  const run = runOf('mini-swe-agent-1.1.traj.json')

  it('joins parallel calls to their results by id, not by order', () => {
    const [step] = run.steps
    expect(step?.actions.map(({ callId, text }) => [callId, text])).toEqual([
      ['c1', 'cat shop/basket.py'],
      ['c2', 'cat shop/voucher.py'],
    ])
    expect(step?.observations.map(({ callId, text }) => [callId, text])).toEqual([
      ['c2', 'class Voucher:'],
      ['c1', 'class Basket:'],
    ])
    expect(step).toMatchObject({ at: '2026-04-10T04:37:49.500Z', costUsd: 0.001 })
  })

  it('gives a result that comes after the next answer to the step that asked for it', () => {
    const asks = (id: string) => ({
      role: 'assistant',
      content: id,
      tool_calls: [{ id, function: { name: 'bash', arguments: `{"command": "echo ${id}"}` } }],
    })
    const gives = (id: string) => ({ role: 'tool', tool_call_id: id, content: id })
    const messages = [
      { role: 'user', content: 'task' },
      asks('a'),
      asks('b'),
      gives('b'),
      gives('a'),
      gives('c'),
    ]
    const file = { trajectory_format: 'mini-swe-agent-1.1', instance_id: 'x__y-1', info: {}, messages }
    const [late] = readTrajectories(new TextEncoder().encode(JSON.stringify(file)), 'late.json').trajectories
    expect(late?.steps.map(({ observations }) => observations.map(({ text }) => text))).toEqual([
      ['a'],
      ['b', 'c'],
    ])
    expect(late?.warnings).toEqual(['1 × tool result whose call id no step made, kept at the step before it'])
  })

  it('keeps why a command gave nothing back', () => {
    expect(run.steps[1]?.observations).toEqual([
      {
        text: "Command 'pytest -q' timed out after 60 seconds",
        exitCode: -1,
        callId: 'c3',
        truncated: false,
      },
    ])
    expect(run.steps[1]?.thought).toBeNull()
  })

  it('runs nothing where the agent rejected the call', () => {
    expect(run.steps[2]?.actions).toEqual([])
    expect(run.steps[2]?.thought).toContain('{"path": "shop"}')
    expect(run.warnings).toEqual(['1 × step whose tool call the agent rejected: nothing was run'])
  })

  it('ends at the exit message, which is no step, without calling the last step damaged', () => {
    expect(run.steps).toHaveLength(4)
    expect(run.steps[3]?.observations).toEqual([])
    expect(run.submission).toContain('diff --git')
  })

  it('reads the messages of the Responses API', () => {
    const responses = runOf('mini-swe-agent-1.1-responses.traj.json')
    expect(responses).toMatchObject({ exitStatus: 'LimitsExceeded', warnings: [] })
    expect(responses.steps).toMatchObject([
      {
        thought: 'List the files.',
        actions: [{ text: 'ls', callId: 'r1' }],
        observations: [{ text: 'shop', exitCode: 0 }],
      },
    ])
  })
})

describe('a bare list of mini-swe-agent messages', () => {
  it('is read with the block that its own prompt asks for', () => {
    const run = runOf('mini-swe-agent-bare.traj.json')
    expect(run).toMatchObject({
      format: 'mini-swe-agent-bare',
      instanceId: 'mini-swe-agent-bare',
      exitStatus: null,
    })
    expect(run.task.text).toBe('Till rounds down')
    expect(run.steps.map(({ actions }) => actions[0]?.text)).toEqual([
      'ls -la',
      'echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT',
    ])
    expect(run.warnings).toEqual([
      'no instance id in the file: "mini-swe-agent-bare" is taken from its name',
      'the file has no "info": version, model and cost are unknown',
    ])
  })
})

describe('an observation in tags', () => {
  it('keeps output that holds the same tags', () => {
    const { text } = unwrapObservation(
      '<returncode>0</returncode>\n<output>\na <output>b</output> c\n</output>',
    )
    expect(text).toBe('a <output>b</output> c')
  })

  it('stays as it is when it has none', () => {
    expect(unwrapObservation('diff --git a/x b/x\n')).toEqual({
      text: 'diff --git a/x b/x\n',
      exitCode: null,
      truncated: false,
    })
  })
})

it('reads a thought of nothing but fences that never end in one go', () => {
  const name = 'mini-swe-agent-1.traj.json'
  const file = JSON.parse(readFileSync(join(process.cwd(), 'lib/ingest/fixtures', name), 'utf8'))
  const said = file.messages.find(({ role }: { role: string }) => role === 'assistant')
  said.content = '```bash\nx'.repeat(150_000)
  const [run] = readTrajectories(Buffer.from(JSON.stringify(file)), name).trajectories
  expect(run?.steps[0]?.thought).toContain('```bash')
}, 10_000)
