import { expect, it } from 'vitest'
import { readTrajectories } from '../ingest-file.ts'
import { gather } from './gather.ts'

const fileOf = ([name, value]: [string, unknown]) => {
  const bytes = Buffer.from(JSON.stringify(value))
  return { name, size: bytes.length, read: () => bytes }
}
const gathered = (files: Record<string, unknown>) => gather(Object.entries(files).map(fileOf))
const stepsOf = (files: Record<string, unknown>) =>
  gathered(files).map((file) => {
    const { format, trajectories } = readTrajectories(file.read(1e9), file.name)
    return [file.name, format, trajectories[0]?.instanceId, trajectories[0]?.steps.length]
  })

const info = { id: 'ses_1', title: 'A till', projectID: 'p', version: '1' }
const user = { id: 'msg_1', sessionID: 'ses_1', role: 'user' }
const agent = { id: 'msg_2', sessionID: 'ses_1', role: 'assistant' }
const text = { id: 'prt_1', messageID: 'msg_1', type: 'text', text: 'Mend the till.' }
const tool = (id: string) => ({
  id,
  messageID: 'msg_2',
  type: 'tool',
  tool: 'bash',
  callID: id,
  state: { input: { command: id } },
})

it.each([
  ['of today', 'session/p/ses_1', 'message/ses_1', 'part'],
  ['of before', 'session/info/ses_1', 'session/message/ses_1', 'session/part/ses_1'],
])(
  "OpenCode's storage %s is a session with its messages and parts, in order",
  (_, session, messages, parts) => {
    expect(
      stepsOf({
        [`/o/storage/${parts}/msg_2/prt_3.json`]: tool('prt_3'),
        [`/o/storage/${parts}/msg_2/prt_2.json`]: tool('prt_2'),
        [`/o/storage/${parts}/msg_1/prt_1.json`]: text,
        [`/o/storage/${messages}/msg_2.json`]: agent,
        [`/o/storage/${messages}/msg_1.json`]: user,
        [`/o/storage/${session}.json`]: info,
      }),
    ).toEqual([[`/o/storage/${session}.json`, 'opencode-tables-json', 'ses_1', 2]])
  },
)

it("a folder of OpenHands' events is one run, in the order of their numbers", () => {
  const event = (n: number, action: string) => ({
    id: n,
    source: n === 0 ? 'user' : 'agent',
    action,
    args: { content: 'Mend it.', command: `c${n}` },
  })
  const files = Object.fromEntries(
    [10, 9, 0].map((n) => [`s/conv-1/events/${n}.json`, event(n, n === 0 ? 'message' : 'run')]),
  )
  const [one, ...more] = gathered(files)
  const [run] = readTrajectories(one?.read(1e9) ?? Buffer.from(''), one?.name ?? '').trajectories
  expect([one?.name, more, run?.instanceId]).toEqual(['s/conv-1/events', [], 'conv-1'])
  expect(run?.steps.map(({ actions }) => actions[0]?.text)).toEqual(['c9', 'c10'])
})

it("of OpenHands' calls of one run the newest is kept, another run's stay", () => {
  const names = ['a/m-1733339462.4.json', 'a/m-1733339470.1.json', 'b/m-1733339463.json', 'b/notes.json']
  const files = Object.fromEntries(names.map((name) => [`llm_completions/${name}`, {}]))
  expect(gathered(files).map(({ name }) => name)).toEqual(
    names.slice(1).map((name) => `llm_completions/${name}`),
  )
})

it('other files stay as they are, parts without their session too', () => {
  const files = { 'a.json': {}, 'part/msg_1/prt_1.json': text, 'runs/session/notes.json': {} }
  expect(gathered(files).map(({ name }) => name)).toEqual(Object.keys(files))
})
