import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import {
  changeEntry,
  makeProject,
  storeFinding,
  storeMany,
  storeRetrieval,
  storeRevision,
} from '../db/fixtures/test-rows.ts'
import { openTestStore, storeEntry } from '../db/fixtures/test-store.ts'
import { beginIndexAnew } from '../db/store.ts'
import { findCurrentEmbedder } from '../db/vectors/vectors.ts'
import { createRoster } from '../llm/embedder-roster.ts'
import { type ModelState, openModelThread } from '../llm/minilm/model-thread.ts'
import type { SentenceModel } from '../llm/minilm/sentence-model.ts'
import { createSpaces } from './embedding-spaces.ts'

/** A roster whose sentence model is in this state. */
function rosterWith(state: ModelState, env: Record<string, string> = {}) {
  const sentences: SentenceModel = {
    embed: () => Promise.reject(new Error('not asked')),
    state: () => state,
    load: async () => state,
    stop: async () => undefined,
  }
  return createRoster(env, { sentences, sleep: async () => {}, random: () => 0, now: () => new Date(0) })
}
const READY = { name: 'ready', reason: null } as const

it('begins a new folder with words beside meaning, and remembers that', async () => {
  const store = await openTestStore()
  expect((await createSpaces(store, rosterWith(READY))).current()).toMatchObject({
    id: 'local-v2',
    dimension: 896,
  })
  expect(await findCurrentEmbedder(store)).toBe('local-v2')
})

it('begins a new folder with words where the sentence model cannot be loaded, and stays there', async () => {
  const store = await openTestStore()
  const broken = rosterWith({ name: 'unavailable', reason: 'no SIMD' })
  expect((await createSpaces(store, broken)).current().id).toBe('local-v1')
  expect((await createSpaces(store, rosterWith(READY))).current().id).toBe('local-v1')
})

it('refuses questions in a space whose model cannot be loaded, says so, and answers in no other', async () => {
  const store = await openTestStore()
  await createSpaces(store, rosterWith(READY))
  const model = openModelThread(join(process.cwd(), 'lib/llm/fixtures/unloadable-thread.ts'), () => 0)
  onTestFinished(() => model.stop())
  const spaces = await createSpaces(
    store,
    createRoster({}, { sentences: model, sleep: async () => {}, random: () => 0, now: () => new Date(0) }),
  )
  const refusal = {
    code: 'embedder-unavailable',
    message: 'The sentence embedder cannot be used: no SIMD here',
  }
  expect(spaces.fault()).toBeNull()
  await spaces.load()
  expect(spaces.current().id).toBe('local-v2')
  expect(spaces.fault()).toMatchObject(refusal)
  await expect(spaces.current().questions.embed(['page cursor'])).rejects.toMatchObject(refusal)
  expect((await spaces.list())[0]).toMatchObject({ id: 'local-v2', available: false, fault: refusal.message })
})

it('leaves a folder with entries what it was embedded with', async () => {
  const store = await openTestStore()
  await storeEntry(store)
  expect((await createSpaces(store, rosterWith(READY))).current().id).toBe('local-v1')
})

it('begins a new folder with the built-in embedder that is asked for, and with no other', async () => {
  const named = (name: string) => rosterWith(READY, { LOUPE_EMBEDDER: name })
  expect((await createSpaces(await openTestStore(), named('local-v1'))).current().id).toBe('local-v1')
  await expect(createSpaces(await openTestStore(), named('openai:x'))).rejects.toMatchObject({
    code: 'no-such-embedder',
    place: 'LOUPE_EMBEDDER',
  })
})

it('keeps what was made of a project while others write, nothing of its memory changes, or only logs are written', async () => {
  const store = await openTestStore()
  const own = await storeEntry(store)
  const other = { projectId: await makeProject(store, 'other') }
  const space = (await createSpaces(store, rosterWith(READY))).current()
  let count = 0
  const made = async () =>
    await space.once(await space.approved(), [own.projectId], 'it', async () => ++count)
  const writes = {
    'an entry of another': () => storeMany(store, { ...own, ...other }, [{}]),
    'a revision of another': () => storeRevision(store, other),
    'a finding': () => storeFinding(store, own, 'junk'),
    'a retrieval that was served': () => storeRetrieval(store, own.projectId, { winnerId: own.id }),
    'an entry': () => storeEntry(store),
    'an edit': () => changeEntry(store, own, { pinned: true }),
    'an entry beside the extractor in service': () => storeEntry(store, { beside: true }),
    'a candidate': () => storeEntry(store, { lifecycle: 'candidate' }),
    'a run that left nothing': () => storeRevision(store, { projectId: own.projectId, verb: 'import' }),
    'a write of no one project': () => storeRevision(store, {}),
    'rows that left for good': () => store.record((tx) => beginIndexAnew(store, tx)),
  }
  const anew: Record<string, number> = { first: await made() }
  for (const [name, write] of Object.entries(writes)) {
    await write()
    anew[name] = await made()
  }
  expect(Object.values(anew)).toEqual([1, 1, 1, 1, 1, 2, 3, 4, 5, 6, 7, 8])
})
