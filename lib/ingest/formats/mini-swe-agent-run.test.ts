import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bash, calls, gives, hears, PROMPT, read, says, stepsOf } from '../fixtures/mini-messages.ts'
import { runIn } from '../fixtures/run-of.ts'

describe('the block that the agent runs', () => {
  /** The agent's own pattern, as it stands in its settings. */
  const naive = (text: string) => [...text.matchAll(/```bash\s*\n([\s\S]*?)\n```/g)]

  it('is the one that the agent’s own pattern finds, in any text of fences, feeds and blanks', () => {
    const piece = fc.constantFrom(
      '```bash',
      '```',
      '\n',
      '\n```',
      ' ',
      '\t',
      'ls',
      '```bash\n',
      '```python\n',
      'x',
    )
    const text = fc.array(piece, { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(text, (said) => {
        const found = naive(said)
        const [step] = stepsOf(says(said))
        if (found.length !== 1) {
          expect(step?.actions, JSON.stringify(said)).toEqual([])
          return
        }
        const [one] = found
        expect(step?.actions, JSON.stringify(said)).toEqual([
          { tool: 'bash', text: one?.[1]?.trim(), callId: null },
        ])
        const before = said.slice(0, one?.index).trim()
        const after = said.slice((one?.index ?? 0) + (one?.[0].length ?? 0)).trim()
        const thought = [before, after].filter((part) => part !== '').join('\n\n')
        expect(step?.thought, JSON.stringify(said)).toBe(thought === '' ? null : thought)
      }),
      { numRuns: 3_000, seed: 12 },
    )
  })

  it.each([
    ['the prompt', { role: 'system', content: 'Use ```mswea_bash_command blocks.' }, {}],
    [
      'the settings of the agent',
      { role: 'system', content: '' },
      { agent: { action_regex: '```mswea_bash_command\\s*\\n' } },
    ],
    [
      'the settings of the model',
      { role: 'system', content: '' },
      { model: { action_regex: '```mswea_bash_command\\s*\\n' } },
    ],
  ])('has the tag that %s asks for', (_, system, config) => {
    const said = says('```mswea_bash_command\nls\n```\nnot ```bash\nrm\n```')
    const run = runIn({
      trajectory_format: 'mini-swe-agent-1',
      info: { config },
      messages: [system, PROMPT, said],
    })
    expect(run.steps[0]?.actions[0]?.text).toBe('ls')
  })

  it('is not looked for where the answer of an agent holds the other tag', () => {
    const run = read([says('```mswea_bash_command\nls\n```'), hears('format')])
    expect(run.steps[0]?.actions).toEqual([])
    expect(run.warnings[0]).toContain('not exactly one ```bash block')
  })
})

describe('what an agent says', () => {
  it.each([
    ['a text', 'plain', 'plain'],
    ['parts', [{ type: 'text', text: 'one' }, 'two', { type: 'image' }, {}], 'one\ntwo\n[image]\n[part]'],
    ['nothing', null, null],
    ['a part of no text', [{ type: 'text', text: '' }], null],
  ])('is kept as %s', (_, content, thought) => {
    expect(stepsOf(says(content, { tool_calls: [calls('a', '{"command":"ls"}')] }))[0]?.thought).toBe(thought)
  })

  it('begins with its reasoning, and leaves out what is blank', () => {
    const [step] = stepsOf(says(bash('ls'), { reasoning_content: 'First the list.' }))
    expect(step?.thought).toBe('First the list.\n\nI look.')
    expect(stepsOf(says(bash('ls'), { reasoning_content: ' \n' }))[0]?.thought).toBe('I look.')
  })

  it.each([
    ['JSON text', '{"command":"ls -la"}', 'ls -la'],
    ['an object', { command: 'ls -la' }, 'ls -la'],
    ['JSON text of another tool', '{"path":"a.py"}', '{"path":"a.py"}'],
    ['an object of another tool', { path: 'a.py' }, '{"path":"a.py"}'],
    ['text that is no JSON', 'ls -la', 'ls -la'],
    ['a command that is no text', '{"command":["ls"]}', '{"command":["ls"]}'],
    [
      'JSON with a name that is not allowed',
      '{"__proto__":{"command":"rm"}}',
      '{"__proto__":{"command":"rm"}}',
    ],
    ['none', null, ''],
  ])('takes the command out of arguments that are %s', (_, args, text) => {
    expect(stepsOf(says('', { tool_calls: [calls('a', args)] }))[0]?.actions[0]?.text).toBe(text)
  })

  it('takes the actions that the run recorded where no tool calls stand in the message', () => {
    const extra = { actions: [{ command: 'ls', tool_call_id: 'x' }, { command: null }, { command: 'pwd' }] }
    const [step] = stepsOf(says('both', { extra }), gives('x', 'a.py'), gives('y', 'b.py'))
    expect(step?.actions.map(({ text, callId }) => [text, callId])).toEqual([
      ['ls', 'x'],
      ['pwd', null],
    ])
    expect(step?.observations.map(({ text }) => text)).toEqual(['a.py', 'b.py'])
  })

  it.each([
    [{ timestamp: 1_775_795_869.5, cost: 0.25 }, '2026-04-10T04:37:49.500Z', 0.25],
    [{ response: { created: 1_775_795_869, usage: { cost: 0.125 } } }, '2026-04-10T04:37:49.000Z', 0.125],
    [{ timestamp: 1, response: { created: 1_775_795_869 } }, '1970-01-01T00:00:01.000Z', null],
    [{ timestamp: 0, cost: 0 }, null, null],
    [{ timestamp: 'soon', cost: 'much' }, null, null],
    [{ timestamp: -5, cost: -1 }, null, null],
    [null, null, null],
  ])('has of %o the instant %s and the cost %s', (extra, at, costUsd) => {
    const [step] = stepsOf(says(bash('ls'), { extra }))
    expect(step).toMatchObject({ at, costUsd })
  })
})
