import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { type Meter, requestHash } from '../complete.ts'
import { startFakeOpenAi, TELLTALE, type Turn } from '../fixtures/fake-openai.ts'
import { isOfTheWay } from '../retry.ts'
import { readChatSettings } from './chat-settings.ts'
import { createOpenAiCompleter } from './openai-completer.ts'

const KEY = 'sk-test-do-not-repeat'
const request = {
  purpose: 'judge',
  prompt: 'judge@1',
  system: 'You judge.',
  user: 'Step 1: ran the tests, 3 passed.',
  schema: z.strictObject({ verdict: z.enum(['correct', 'incorrect']), because: z.string().min(3).max(200) }),
}
const good = { verdict: 'correct', because: 'word' }

async function serverWith(
  options: Parameters<typeof startFakeOpenAi>[0] = {},
  env: Record<string, string> = {},
) {
  const fake = await startFakeOpenAi(options)
  onTestFinished(() => fake.close())
  const settings = readChatSettings({
    OPENAI_BASE_URL: fake.url,
    OPENAI_API_KEY: KEY,
    OPENAI_CHAT_MODEL: 'fake',
    ...env,
  })
  if (!settings) throw new Error('no settings')
  const waits: number[] = []
  const calls: { outcome: string; inputTokens: number | null }[] = []
  let clock = 0
  const completer = createOpenAiCompleter(settings, {
    patience: { tries: 3, timeoutMs: 400, longestWaitMs: 60_000 },
    sleep: async (ms) => void waits.push(ms),
    random: () => 0.5,
    now: () => new Date('2026-11-22T00:00:00Z'),
    clock: () => (clock += 7),
  })
  const meter: Meter = {
    begin:
      async () =>
      async (outcome, { inputTokens }) =>
        void calls.push({ outcome, inputTokens }),
  }
  return { fake, waits, calls, completer, meter }
}

describe('a chat model behind an OpenAI-compatible server', () => {
  it('is asked at temperature 0 for structured output, and its answer comes with what it took', async () => {
    const { completer, fake, meter, calls } = await serverWith(
      {},
      { OPENAI_CHAT_INPUT_PRICE: '2', OPENAI_CHAT_OUTPUT_PRICE: '8' },
    )
    const answer = await completer.complete(request, meter)
    expect(answer).toMatchObject({
      hash: requestHash(request),
      value: good,
      provider: 'openai',
      model: 'fake-2026-11-01',
      latencyMs: 7,
      at: '2026-11-22T00:00:00.000Z',
    })
    const { inputTokens, outputTokens, costUsd } = answer
    expect(costUsd).toBeCloseTo(
      ((inputTokens ?? Number.NaN) * 2 + (outputTokens ?? Number.NaN) * 8) / 1e6,
      12,
    )
    const { asked, key } = fake.chats[0] ?? {}
    expect(asked).toMatchObject({
      model: 'fake',
      temperature: 0,
      messages: [
        { role: 'system', content: 'You judge.' },
        { role: 'user', content: request.user },
      ],
      response_format: { type: 'json_schema', json_schema: { strict: true } },
    })
    // Keywords that strict output refuses are left to our own check.
    expect(JSON.stringify(asked?.response_format)).not.toContain('maxLength')
    expect(key).toBe(`${requestHash(request)}-1`)
    expect(calls).toEqual([{ outcome: 'answered', inputTokens }])
  })

  it('has an unknown price where nobody has said one', async () => {
    const { completer } = await serverWith()
    expect((await completer.complete(request)).costUsd).toBeNull()
  })

  it('that lacks structured output, JSON output, a temperature or a limit is asked without, and from then on at once', async () => {
    const { completer, fake } = await serverWith({
      ignorances: ['json_schema', 'json_object', 'temperature', 'max_tokens'],
    })
    expect((await completer.complete(request)).value).toEqual(good)
    expect(fake.chats).toHaveLength(5)
    // A server that honours a key would give its refusal again for another form under the same one.
    expect(new Set(fake.chats.map(({ key }) => key)).size).toBe(5)
    const { asked } = fake.chats[4] ?? {}
    expect(asked).toMatchObject({ max_completion_tokens: 8_000 })
    expect(asked).not.toHaveProperty('temperature')
    expect(asked?.messages[0]?.content).toMatch(/one JSON document that fits this JSON Schema/)
    await completer.complete({ ...request, user: 'Another.' })
    expect(fake.chats).toHaveLength(6)
  })

  it.each<[string, Turn[], number[]]>([
    ['a rate limit that says how long', [{ status: 429, headers: { 'retry-after': '7' } }], [7_500]],
    ['a rate limit that does not', [{ status: 429 }], [500]],
    ['503 with a time', [{ status: 503, headers: { 'retry-after': '2' } }], [2_500]],
    ['two faults of its own', [{ status: 500 }, { status: 503 }], [500, 1_000]],
    ['silence', ['hang'], [500]],
    ['a slow drip', [{ dripMs: 2_000 }], [500]],
    ['a cut body', ['cut'], [500]],
    ['a body that is not JSON', ['not-json'], [500]],
    ['an answer without a choice', ['no-choices'], [500]],
    ['a closed connection', ['closed'], [500]],
  ])('is asked again after %s', async (_name, script, expected) => {
    const { completer, fake, waits, meter, calls } = await serverWith({ script: [...script] })
    expect((await completer.complete(request, meter)).value).toEqual(good)
    expect(fake.chats).toHaveLength(script.length + 1)
    expect(new Set(fake.chats.map(({ key }) => key)).size).toBe(1)
    expect(waits).toEqual(expected)
    expect(calls).toHaveLength(script.length + 1)
  })

  it.each<[string, Turn]>([
    ['an answer of another form', 'wrong-schema'],
    ['words instead of JSON', 'no-json'],
    ['nothing', 'empty'],
  ])('that sent %s is told what is wrong, once', async (_name, turn) => {
    const { completer, fake } = await serverWith({ script: [turn] })
    const answer = await completer.complete(request)
    expect(answer.value).toEqual(good)
    const second = fake.chats[1]?.asked.messages ?? []
    expect(second.slice(0, 2)).toEqual(fake.chats[0]?.asked.messages)
    expect(second.at(-1)).toMatchObject({
      role: 'user',
      content: expect.stringMatching(/cannot be used: the answer/),
    })
    const read = fake.chats.map(({ asked }) =>
      asked.messages.reduce((sum, { content }) => sum + content.length, 0),
    )
    expect(answer.inputTokens).toBe(read.reduce((sum, n) => sum + Math.ceil(n / 4), 0))
  })

  it('may fence its document', async () => {
    const { completer, fake } = await serverWith({ script: ['fenced'] })
    expect((await completer.complete(request)).value).toEqual(good)
    expect(fake.chats).toHaveLength(1)
  })

  it.each<[string, Turn[], string, boolean, number]>([
    ['sends another form twice', ['wrong-schema', 'wrong-schema'], 'answer-unfit', false, 2],
    ['sends words twice', ['no-json', 'no-json'], 'answer-not-json', false, 2],
    ['refuses', ['refusal'], 'answer-declined', false, 1],
    ['filters', ['filtered'], 'answer-declined', false, 1],
    ['comes to no end', ['length'], 'answer-cut', false, 1],
    ['sends without end', ['huge'], 'answer-too-large', false, 1],
    ['redirects', ['redirect'], 'model-refused', true, 1],
    ['refuses the key', [{ status: 401 }], 'model-refused', true, 1],
    ['does not know the model', [{ status: 404 }], 'model-refused', true, 1],
    ['has no quota left', ['quota'], 'model-refused', true, 1],
    ['wants an hour', [{ status: 429, headers: { 'retry-after': '3600' } }], 'model-unreachable', true, 1],
    ['stays at 500', [{ status: 500 }, { status: 500 }, { status: 500 }], 'model-unreachable', true, 3],
    ['hangs for good', ['hang', 'hang', 'hang'], 'model-unreachable', true, 3],
    ['drips for good', [{ dripMs: 900 }, { dripMs: 900 }, { dripMs: 900 }], 'model-unreachable', true, 3],
  ])('that %s ends with a name of its own', async (_name, script, code, ofTheWay, calls) => {
    const { completer, fake } = await serverWith({ script: [...script] })
    const fault = await completer.complete(request).catch((error) => error)
    expect(fault).toMatchObject({ name: 'UserError', code, hint: expect.stringMatching(/\w/) })
    expect(isOfTheWay(fault)).toBe(ofTheWay)
    expect(fake.chats).toHaveLength(calls)
    expect(`${fault.message} ${fault.hint}`).not.toMatch(new RegExp(`${TELLTALE}|${KEY}`))
  })

  it('is not asked at all once its meter says no', async () => {
    const { completer, fake } = await serverWith()
    const full: Meter = {
      begin: () => Promise.reject(Object.assign(new Error('full'), { code: 'cap-reached' })),
    }
    await expect(completer.complete(request, full)).rejects.toMatchObject({ code: 'cap-reached' })
    expect(fake.chats).toHaveLength(0)
  })
})
