import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { norm } from '../../memory/similarity.ts'
import { embedOne } from '../embedder.ts'
import { startFakeOpenAi, TELLTALE, type Turn } from '../fixtures/fake-openai.ts'
import { expectSameModel } from '../same-model.ts'
import { askOneVector, createOpenAiEmbedder } from './openai-embedder.ts'
import { openAiEmbedderId, readOpenAiSettings } from './server-settings.ts'

const KEY = 'sk-test-do-not-repeat'

async function serverWith(script: Turn[] = [], env: Record<string, string> = {}) {
  const fake = await startFakeOpenAi({ script })
  onTestFinished(() => fake.close())
  const settings = readOpenAiSettings({
    OPENAI_BASE_URL: fake.url,
    OPENAI_API_KEY: KEY,
    OPENAI_EMBED_MODEL: 'fake',
    ...env,
  })
  if (!settings) throw new Error('no settings')
  const waits: number[] = []
  const deps = {
    patience: { tries: 3, timeoutMs: 300, longestWaitMs: 60_000 },
    sleep: async (ms: number) => void waits.push(ms),
    random: () => 0.5,
    now: () => new Date('2026-11-22T00:00:00Z'),
  }
  return { fake, waits, settings, deps, embedder: createOpenAiEmbedder(settings, 64, deps) }
}

describe('an OpenAI-compatible server', () => {
  it('gives unit vectors in the order of the texts, in requests of at most 64', async () => {
    const { embedder, fake } = await serverWith()
    const texts = Array.from({ length: 130 }, (_, i) => `text number ${i}`)
    const vectors = await embedder.embed(texts)
    expect(fake.requests.map(({ texts: asked }) => asked.length)).toEqual([64, 64, 2])
    expect(vectors.every((vector) => Math.abs(norm(vector) - 1) < 1e-6)).toBe(true)
    expect(vectors[129]).toEqual(await embedOne(embedder, 'text number 129'))
    expect(fake.requests[0]).toMatchObject({
      path: '/v1/embeddings',
      model: 'fake',
      authorization: `Bearer ${KEY}`,
    })
  })

  it('is not asked about a text without a word, whose vector is zero', async () => {
    const { embedder, fake } = await serverWith()
    const [empty, word] = await embedder.embed(['?!', 'mutex'])
    expect([norm(empty ?? new Float32Array(1)), norm(word ?? new Float32Array(1))]).toEqual([
      0,
      expect.closeTo(1, 6),
    ])
    expect(fake.requests.map(({ texts }) => texts)).toEqual([['mutex']])
  })

  it('reads a long text up to a place, and none of which nothing is left there', async () => {
    const { embedder, fake } = await serverWith()
    const [long, blank] = await embedder.embed(['mutex '.repeat(10_000), `${' '.repeat(24_000)}mutex`])
    expect([norm(long ?? new Float32Array(1)), norm(blank ?? new Float32Array(1))]).toEqual([
      expect.closeTo(1, 6),
      0,
    ])
    expect(fake.requests.map(({ texts }) => texts.map(({ length }) => length))).toEqual([[24_000]])
  })

  it('is never sent half of a pair of characters, which it would refuse with all that came beside', async () => {
    const { embedder, fake } = await serverWith()
    await embedder.embed([`mutex \ud800`, `${'x'.repeat(23_999)}\u{1f600}`, 'whole \u{1f600}'])
    const sent = fake.requests.flatMap(({ texts }) => texts)
    expect(sent.map((text) => text.isWellFormed())).toEqual([true, true, true])
    expect([sent[0], sent[2]]).toEqual(['mutex \ufffd', 'whole \u{1f600}'])
  })

  it.each<[string, Turn[]]>([
    ['a rate limit', [{ status: 429 }]],
    ['two faults of its own', [{ status: 500 }, { status: 503 }]],
    ['half an answer', ['half']],
    ['an answer cut in the middle', ['cut']],
    ['an answer that is not JSON', ['not-json']],
    ['misnumbered vectors', ['misnumbered']],
    ['silence', ['hang']],
    ['an answer that comes too late', [{ slowMs: 1_000 }]],
  ])('is asked again after %s', async (_name, script) => {
    const { embedder, fake } = await serverWith([...script])
    expect(norm(await embedOne(embedder, 'mutex'))).toBeCloseTo(1, 6)
    expect(fake.requests).toHaveLength(script.length + 1)
  })

  it.each<[string, Turn, RegExp]>([
    ['a wrong dimension', 'wrong-dimension', /65 dimensions, 64 were expected/],
    ['a vector that is not finite', 'infinite', /infinity/],
    ['a zero vector', 'zero', /zero/],
    ['a refused key', { status: 401 }, /401/],
    ['a model it does not know', { status: 404 }, /404/],
    ['a quota used up', 'quota', /quota/],
    ['a redirect', { status: 302, headers: { location: 'http://169.254.169.254/' } }, /cannot be reached/],
  ])('is not believed, and not asked in vain, after %s', async (_name, turn, words) => {
    const { embedder, fake } = await serverWith([turn, turn, turn])
    await expect(embedOne(embedder, 'mutex')).rejects.toThrow(words)
    expect(fake.requests.length).toBeLessThanOrEqual(
      turn !== null && typeof turn === 'object' && 'headers' in turn ? 3 : 1,
    )
  })

  it('is waited for as long as it asks, with a drawn share on top', async () => {
    const { embedder, waits, fake } = await serverWith([
      { status: 429, headers: { 'retry-after': '7' } },
      { status: 429, headers: { 'retry-after': 'Sun, 22 Nov 2026 00:00:09 GMT' } },
    ])
    await embedOne(embedder, 'mutex')
    expect(waits).toEqual([7_500, 10_000])
    fake.script.push({ status: 500 }, { status: 500 })
    await embedOne(embedder, 'mutex')
    expect(waits.slice(2)).toEqual([500, 1_000])
  })

  it('is given up when it asks for more than patience allows', async () => {
    const { embedder, waits } = await serverWith([{ status: 429, headers: { 'retry-after': '3600' } }])
    await expect(embedOne(embedder, 'mutex')).rejects.toMatchObject({
      code: 'model-unreachable',
      status: 503,
    })
    expect(waits).toEqual([])
  })

  it('is said to be unreachable when nothing listens', async () => {
    const { embedder, fake } = await serverWith()
    await fake.close()
    await expect(embedOne(embedder, 'mutex')).rejects.toMatchObject({
      code: 'model-unreachable',
      status: 503,
    })
  })

  it('never has its words or the key repeated, in errors or on the console', async () => {
    const said: unknown[] = []
    for (const name of ['log', 'info', 'warn', 'error', 'debug'] as const)
      vi.spyOn(console, name).mockImplementation((...words) => void said.push(words))
    for (const turn of ['quota', { status: 401 }, { status: 500 }, 'cut'] satisfies Turn[]) {
      const { embedder } = await serverWith([turn, turn, turn])
      const fault = await embedOne(embedder, 'mutex').catch((error) => error)
      const words = JSON.stringify([fault.message, fault.stack, fault.hint, fault.place, { ...fault }, said])
      for (const secret of [KEY, TELLTALE, '127.0.0.1']) expect(words).not.toContain(secret)
    }
    vi.restoreAllMocks()
  })

  it('is asked for shorter vectors where the environment says so, and they are a space of their own', async () => {
    const { settings, deps, fake } = await serverWith([], { OPENAI_EMBED_DIMENSIONS: '32' })
    expect(openAiEmbedderId(settings)).toBe('openai:fake@32')
    expect((await askOneVector(settings, 'mutex', deps)).length).toBe(32)
    expect(fake.requests[0]?.dimensions).toBe(32)
  })

  it('gets no Authorization header when there is no key', async () => {
    const { embedder, fake } = await serverWith([], { OPENAI_API_KEY: '' })
    await embedOne(embedder, 'mutex')
    expect(fake.requests[0]?.authorization).toBeUndefined()
  })
})

describe('the environment', () => {
  it('names no remote embedder without a model, and says which variable is wrong', () => {
    expect(readOpenAiSettings({ OPENAI_API_KEY: KEY })).toBeNull()
    expect(readOpenAiSettings({ OPENAI_API_KEY: KEY, OPENAI_EMBED_MODEL: 'm' })?.baseUrl.host).toBe(
      'api.openai.com',
    )
    const read = (env: Record<string, string>) => () =>
      readOpenAiSettings({ OPENAI_EMBED_MODEL: 'm', ...env })
    expect(read({})).toThrow(/no server/)
    expect(read({ OPENAI_API_KEY: KEY, OPENAI_EMBED_DIMENSIONS: 'many' })).toThrow(/OPENAI_EMBED_DIMENSIONS/)
    expect(read({ OPENAI_API_KEY: KEY, OPENAI_EMBED_PRICE: '-1' })).toThrow(/OPENAI_EMBED_PRICE/)
    expect(read({ OPENAI_BASE_URL: 'http://169.254.169.254' })).toThrow(/OPENAI_BASE_URL/)
  })
})

describe('a model that changed behind its name', () => {
  it('is noticed before its vectors meet the stored ones, and asked again after it could not be reached', async () => {
    const { settings, deps, embedder, fake } = await serverWith()
    const probe = await askOneVector(settings, (await import('../same-model.ts')).PROBE_TEXT, deps)
    await embedOne(expectSameModel(embedder, probe), 'mutex')
    fake.script.push({ status: 500 }, { status: 500 }, { status: 500 })
    const guarded = expectSameModel(embedder, probe)
    await expect(embedOne(guarded, 'mutex')).rejects.toMatchObject({ code: 'model-unreachable' })
    fake.becomeAnotherModel()
    await expect(embedOne(guarded, 'mutex')).rejects.toMatchObject({ code: 'model-changed' })
  })
})
