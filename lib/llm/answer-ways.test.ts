import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type AskingWay, createAnswerWays } from './answer-ways.ts'
import { requestHash } from './complete.ts'
import { readRecording } from './recording.ts'

const request = {
  purpose: 'p',
  prompt: 'p@1',
  system: 's',
  user: 'u',
  schema: z.strictObject({ ok: z.boolean() }),
}
const lines = readRecording(JSON.stringify({ hash: requestHash(request), answer: { ok: true } }), 'r.jsonl')
const server = { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1', OPENAI_CHAT_MODEL: 'small-1' }

function waysOf(env: Record<string, string>) {
  let recording: { name: string; lines: typeof lines } | null = null
  const ways = createAnswerWays(env, {
    sleep: async () => undefined,
    random: () => 0,
    now: () => new Date(0),
    clock: () => 0,
    recording: () => recording,
  })
  return {
    ways,
    record: () => {
      recording = { name: 'r.jsonl', lines }
    },
    offer: (way: AskingWay) => ways.offers().find((one) => one.way === way),
  }
}
const unknown = { inputUsd: null, outputUsd: null }

describe('the ways to a model', () => {
  it('are three whatever is set up, and none of them is anything where nothing is', () => {
    expect(waysOf({}).ways.offers()).toEqual([
      { way: 'openai', what: null, fault: null, price: unknown },
      { way: 'command', what: null, fault: null, price: unknown },
      { way: 'recorded', what: null, fault: null, price: { inputUsd: 0, outputUsd: 0 } },
    ])
  })

  it('say what they lead to, and what a token costs where somebody said it', () => {
    const { offer, record } = waysOf({ ...server, OPENAI_CHAT_INPUT_PRICE: '2', MODEL_COMMAND: 'llm -m x' })
    record()
    expect(offer('openai')).toMatchObject({ what: 'small-1', price: { inputUsd: 2, outputUsd: null } })
    expect(offer('command')).toMatchObject({ what: 'llm', price: unknown })
    expect(offer('recorded')).toMatchObject({ what: 'r.jsonl' })
  })

  it('do not fail together: what is wrong with one is said of that one', () => {
    const { offer } = waysOf({ ...server, OPENAI_CHAT_INPUT_PRICE: 'much', MODEL_COMMAND: 'llm' })
    expect(offer('openai')).toMatchObject({
      what: null,
      fault: {
        message: expect.stringMatching(/^OPENAI_CHAT_INPUT_PRICE/),
        hint: expect.stringMatching(/\w/),
      },
    })
    expect(offer('command')).toMatchObject({ what: 'llm', fault: null })
  })

  it.each<{ way: AskingWay; words: RegExp }>([
    { way: 'openai', words: /no chat model/ },
    { way: 'command', words: /no command/ },
    { way: 'recorded', words: /no recording/ },
  ])('that are not set up cannot be opened, and say what to set: $way', ({ way, words }) => {
    expect(() => waysOf({}).ways.open(way)).toThrow(
      expect.objectContaining({ code: 'no-model', status: 409, message: expect.stringMatching(words) }),
    )
  })

  it('that are set up wrongly say what is wrong when they are opened', () => {
    const { ways } = waysOf({ ...server, OPENAI_CHAT_MODEL: 'a b', MODEL_COMMAND: `llm 'open` })
    expect(() => ways.open('openai')).toThrow(/^OPENAI_CHAT_MODEL/)
    expect(() => ways.open('command')).toThrow(/^MODEL_COMMAND/)
  })

  it('remember what a server understands: its way is opened once', () => {
    const { ways } = waysOf(server)
    expect(ways.open('openai')).toBe(ways.open('openai'))
    expect(ways.open('openai').id).toBe('openai:small-1')
  })

  it('answer from the recording that is at hand at the moment', async () => {
    const { ways, record } = waysOf({})
    expect(() => ways.open('recorded')).toThrow('no recording')
    record()
    expect((await ways.open('recorded').complete(request)).value).toEqual({ ok: true })
  })
})
