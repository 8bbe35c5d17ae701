import { describe, expect, it } from 'vitest'
import { createRoster, notSetUp, unavailableEmbedder } from './embedder-roster.ts'
import { localVector } from './local-embedder.ts'
import type { ModelState } from './minilm/model-thread.ts'
import { PROBE_TEXT } from './same-model.ts'

const server = { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1', OPENAI_EMBED_MODEL: 'e-1' }
const READY: ModelState = { name: 'ready', reason: null }
const BROKEN: ModelState = { name: 'unavailable', reason: 'no SIMD here' }

/** A roster over a sentence model that is in this state, and becomes the other when it is loaded. */
function rosterOf(env: Record<string, string>, state: ModelState = READY, loaded: ModelState = state) {
  const urgencies: string[] = []
  const roster = createRoster(env, {
    sleep: async () => undefined,
    random: () => 0,
    now: () => new Date(0),
    sentences: {
      async embed(texts, urgency) {
        urgencies.push(urgency)
        return texts.map(() => Float32Array.from({ length: 384 }, (_, i) => (i === 0 ? 1 : 0)))
      },
      state: () => state,
      load: async () => loaded,
      stop: async () => undefined,
    },
  })
  const offer = (id: string) => roster.offers.find((one) => one.id === id)
  return { roster, offer, urgencies }
}

describe('the embedders of a process', () => {
  it('are two of our own, free and without a server, each of the dimension that it gives', async () => {
    const { roster } = rosterOf({})
    expect(roster.offers.map(({ id }) => id)).toEqual(['local-v2', 'local-v1'])
    for (const { isRemote, pricePerMillionUsd, dimension, probe, open, id } of roster.offers) {
      expect([isRemote, pricePerMillionUsd]).toEqual([false, 0])
      expect((await probe()).length).toBe(dimension)
      expect(open(dimension ?? 0, 'ask')).toMatchObject({ id, dimension })
    }
    expect(roster.fault).toBeNull()
  })

  it('begin a new folder with the joined one, or with the one that is named', () => {
    expect(rosterOf({}).roster.first).toBe('local-v2')
    expect(rosterOf({ LOUPE_EMBEDDER: ' local-v1 ' }).roster.first).toBe('local-v1')
    expect(rosterOf({ LOUPE_EMBEDDER: '  ' }).roster.first).toBe('local-v2')
  })

  it('have one behind a server where the environment names it, at its price', () => {
    const { offer, roster } = rosterOf({
      ...server,
      OPENAI_EMBED_PRICE: '0.02',
      OPENAI_EMBED_DIMENSIONS: '32',
    })
    expect(offer('openai:e-1@32')).toMatchObject({ isRemote: true, pricePerMillionUsd: 0.02, dimension: 32 })
    expect(roster.offers).toHaveLength(3)
    expect(rosterOf(server).offer('openai:e-1')).toMatchObject({ dimension: null, pricePerMillionUsd: null })
  })

  it('stay when the one behind a server is set up wrongly, which is told', () => {
    const { roster } = rosterOf({ ...server, OPENAI_EMBED_DIMENSIONS: 'many' })
    expect(roster.offers).toHaveLength(2)
    expect(roster.fault?.message).toMatch(/^OPENAI_EMBED_DIMENSIONS/)
  })

  it('name every variable that is read, and say of each whether it is set, never to what', () => {
    const { roster } = rosterOf({ ...server, OPENAI_API_KEY: 'sk-never', LOUPE_EMBEDDER: ' ' })
    const set = roster.variables.filter(({ isSet }) => isSet).map(({ name }) => name)
    expect(set).toEqual(['OPENAI_EMBED_MODEL', 'OPENAI_BASE_URL', 'OPENAI_API_KEY'])
    expect(roster.variables.length).toBeGreaterThan(set.length)
    expect(JSON.stringify(roster.variables)).not.toContain('sk-never')
  })

  it('let who asks go before who works', async () => {
    const { offer, urgencies } = rosterOf({})
    for (const use of ['ask', 'work'] as const) await offer('local-v2')?.open(896, use).embed(['mutex'])
    expect(urgencies).toEqual(['ask', 'work'])
  })

  it('know of a sentence model that cannot be used, before and after it was loaded; the others are not concerned', async () => {
    const { offer } = rosterOf({}, { name: 'idle', reason: null }, BROKEN)
    expect(offer('local-v2')?.fault()).toBeNull()
    expect(await offer('local-v2')?.load()).toMatchObject({ code: 'embedder-unavailable' })
    expect(rosterOf({}, BROKEN).offer('local-v2')?.fault()?.message).toContain('no SIMD here')
    const others = rosterOf({}, BROKEN).roster.offers.slice(1)
    expect(await Promise.all(others.map(async (one) => [one.fault(), await one.load()]))).toEqual([
      [null, null],
    ])
  })

  it('probe with the text that stored spaces were probed with', async () => {
    expect(await rosterOf({}).offer('local-v1')?.probe()).toEqual(localVector(PROBE_TEXT))
  })
})

it('an embedder that is not set up here refuses each text, says which it is, and why the remote one is not there', async () => {
  const { roster } = rosterOf({ ...server, OPENAI_EMBED_DIMENSIONS: 'many' })
  const stand = unavailableEmbedder('openai:e-1', 64, roster.fault)
  expect(stand).toMatchObject({ id: 'openai:e-1', dimension: 64 })
  await expect(stand.embed(['mutex'])).rejects.toMatchObject({
    code: 'embedder-unavailable',
    status: 409,
    message: expect.stringMatching(/^The memory is embedded with openai:e-1, .* OPENAI_EMBED_DIMENSIONS/),
  })
  expect(notSetUp('x', null).message).toBe('The memory is embedded with x, which is not set up here.')
})
