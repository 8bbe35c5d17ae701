import { expect, it } from 'vitest'
import { maskTexts } from '../extract/mask-texts.ts'
import { ask, openTestLoupe } from '../fixtures/open-test-loupe.ts'
import type { AnyOperation } from '../memory/operation.ts'
import { API } from './all.ts'
import type { Core } from './core.ts'
import { apiOver, run } from './run.ts'

// Put together at run time: the value opens nothing and stands in no file.
const SECRET = ['gh', 'p_', 'a1B2'.repeat(9)].join('')
const NONE = {} as Core

it('runs every command by its name', () => {
  expect(Object.keys(apiOver(NONE))).toEqual(Object.keys(API))
  expect(Object.keys(API).length).toBeGreaterThan(80)
})

it.each(['no-such', 'constructor', '__proto__', 'toString', ''])(
  'refuses a name that is not in the list: %j',
  async (name) => {
    await expect(run(name, {}, NONE)).rejects.toMatchObject({ code: 'no-such-command', status: 404 })
  },
)

it('parses the input by the schema of the command before anything is asked', async () => {
  const asked: string[] = []
  const ways = { open: (embedder: string) => asked.push(embedder) }
  const core = { reEmbedDeps: ways } as unknown as Core
  await expect(run('removeVectors', { embedder: 7 }, core)).rejects.toThrow('expected string')
  expect(asked).toEqual([])
})

/** A secret in a text, and in places where views hold one. */
const GIVEN = {
  text: `use ${SECRET}`,
  rows: [],
  columns: [],
  hits: [],
  recentRetrievals: [],
  answer: { text: `use ${SECRET}`, hits: [] },
}

/** Each says why beside it: addresses, questions to ask again, texts masked where they are cut, exports. */
const AS_IT_IS = [
  'activityLines addPerson demote experiments exportEntries explain findProject findStep foundFiles hook ladders listSavedViews makeKey mapKept mapView mapWords modelRequest',
  'project promote promotion readResults recording resetPassword sameFileQueries saveView shell studyFile studyForm twoRuns waitingRequests',
].flatMap((line) => line.split(' '))

/** Masked by functions that know their fields; the one that is planted here is none of them. */
const BY_FIELD = ['findEpisode', 'findSavedRetrieval', 'listEntries']

it('masks what an operation gives, whichever it is, unless it says otherwise beside it', () => {
  const open = Object.entries(API as Record<string, AnyOperation<never>>)
    .filter(([, { leave = maskTexts }]) => {
      const given = (leave as (given: object) => unknown)(structuredClone(GIVEN))
      return JSON.stringify(given).includes(SECRET)
    })
    .map(([name]) => name)
  expect(open.toSorted()).toEqual([...AS_IT_IS, ...BY_FIELD].toSorted())
})

it('takes half of a pair of characters as �, so that the log still proves whole', async () => {
  const loupe = await openTestLoupe()
  const experience = { kind: 'pattern' as const, when: 'Then.', because: 'So.', check: '' }
  const made = await loupe.api.store({
    project: 'shop',
    category: 'EDIT',
    objective: 'mend the \ud800 cursor',
    keywords: ['half \udc00'],
    title: 'One \ud800',
    do: 'Do it once.',
    ...experience,
  })
  await loupe.api.addNote({ entryId: made.id, by: 'Mara', text: 'seen \ud800' })
  await loupe.api.retire({ entryIds: [made.id], reason: 'broken \ud800' })
  const detail = await loupe.api.findEntry({ id: made.id })
  expect(detail?.entry.description.objective).toBe('mend the � cursor')
  const { id: projectId } = await loupe.api.project({ name: 'shop' })
  expect(await loupe.api.verifyChain({ projectId })).toMatchObject({ ok: true })
  const found = await loupe.api.retrieve({ ...ask('mend the \ud800 cursor', 'EDIT'), project: 'shop' })
  expect(found.intent.description.objective).toContain('�')
  await loupe.close()
})

it('takes the query of a view as it stands, a percent sign that begins no escape too', async () => {
  const store = {
    record() {
      throw new Error('stored')
    },
  }
  const view = { projectId: 'p_1', page: 'memories', name: 'all', query: 'q=100%' }
  await expect(run('saveView', view, { store } as unknown as Core)).rejects.toThrow('stored')
})
