import { expect, it } from 'vitest'
import { ask, openTestLoupe } from '../fixtures/open-test-loupe.ts'
import { leaveCommand } from '../services/leave.ts'
import type { Services } from '../services/services.ts'
import { COMMANDS } from './all-commands.ts'
import { directCommands, runCommand } from './run-command.ts'

// Put together at run time: the value opens nothing and stands in no file.
const SECRET = ['gh', 'p_', 'a1B2'.repeat(9)].join('')
const NONE = {} as Services

it('runs every command by its name', () => {
  expect(Object.keys(directCommands(NONE))).toEqual(Object.keys(COMMANDS))
  expect(Object.keys(COMMANDS).length).toBeGreaterThan(80)
})

it.each(['no-such', 'constructor', '__proto__', 'toString', ''])(
  'refuses a name that is not in the list: %j',
  async (name) => {
    await expect(runCommand(name, {}, NONE)).rejects.toMatchObject({ code: 'no-such-command', status: 404 })
  },
)

it('parses the input by the schema of the command before anything is asked', async () => {
  const asked: string[] = []
  const services = { work: { cancelJob: async (id: string) => asked.push(id) } } as unknown as Services
  await expect(runCommand('cancelJob', { jobId: 7 }, services)).rejects.toThrow('expected string')
  expect(asked).toEqual([])
  await runCommand('cancelJob', { jobId: 'j_1' }, services)
  expect(asked).toEqual(['j_1'])
})

it('masks what a command gives, whichever it is, unless it is named with a reason', () => {
  const text = `use ${SECRET}`
  const open = Object.keys(COMMANDS).filter((name) =>
    JSON.stringify(leaveCommand(name, { text, answer: { text }, columns: [] })).includes(SECRET),
  )
  // Words of a question, questions to ask again, and a query to open again: with dots they would mean something else.
  expect(open.toSorted()).toEqual(['explain', 'sameFileQueries', 'saveView', 'waitingRequests'])
  expect(leaveCommand('one-that-comes-later', { text })).toEqual({ text: `use ${'•'.repeat(SECRET.length)}` })
})

it('takes half of a pair of characters as �, so that the log still proves whole', async () => {
  const loupe = await openTestLoupe()
  const experience = { kind: 'pattern' as const, when: 'Then.', because: 'So.', check: '' }
  const made = await loupe.commands.store({
    project: 'shop',
    category: 'EDIT',
    objective: 'mend the \ud800 cursor',
    keywords: ['half \udc00'],
    title: 'One \ud800',
    do: 'Do it once.',
    ...experience,
  })
  await loupe.commands.addNote({ entryId: made.id, by: 'Mara', text: 'seen \ud800' })
  await loupe.commands.retire({ entryIds: [made.id], reason: 'broken \ud800' })
  const detail = await loupe.memories.findEntry(made.id)
  expect(detail?.entry.description.objective).toBe('mend the � cursor')
  const { id: projectId } = await loupe.memories.project('shop')
  expect(await loupe.commands.verifyChain({ projectId })).toMatchObject({ ok: true })
  const found = await loupe.commands.retrieve({ ...ask('mend the \ud800 cursor', 'EDIT'), project: 'shop' })
  expect(found.intent.description.objective).toContain('�')
  await loupe.close()
})

it('takes the query of a view as it stands, a percent sign that begins no escape too', async () => {
  const curation = {
    as() {
      throw new Error('stored')
    },
  }
  const view = { projectId: 'p_1', page: 'memories', name: 'all', query: 'q=100%' }
  await expect(runCommand('saveView', view, { curation } as unknown as Services)).rejects.toThrow('stored')
})
