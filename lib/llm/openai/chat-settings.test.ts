import { describe, expect, it } from 'vitest'
import { MOST_OUTPUT_TOKENS } from './chat-dialect.ts'
import {
  costOf,
  isPricedBy,
  mostOf,
  NO_PRICE,
  readChatSettings,
  readCommandSettings,
} from './chat-settings.ts'
import { readNumber, readOpenAiSettings, readServerSettings } from './server-settings.ts'

const server = { OPENAI_BASE_URL: 'https://host.example/v1', OPENAI_CHAT_MODEL: 'small-1' }

describe('the model behind a server', () => {
  it.each([{}, { OPENAI_CHAT_MODEL: '' }, { OPENAI_CHAT_MODEL: '  ' }, { OPENAI_API_KEY: 'k' }])(
    'is none where none is named: %j',
    (env) => expect(readChatSettings(env)).toBeNull(),
  )

  it('is as the environment says, without the blanks around it', () => {
    expect(
      readServerSettings(
        { ...server, OPENAI_CHAT_MODEL: ' small-1 ', OPENAI_API_KEY: ' k ' },
        'OPENAI_CHAT_MODEL',
      ),
    ).toEqual({
      baseUrl: new URL('https://host.example/v1'),
      apiKey: 'k',
      model: 'small-1',
      rules: { allowPrivate: false },
    })
  })

  it.each([
    { env: { OPENAI_CHAT_MODEL: 'a b' }, place: 'OPENAI_CHAT_MODEL' },
    { env: { OPENAI_CHAT_MODEL: 'a@32' }, place: 'OPENAI_CHAT_MODEL' },
    { env: { OPENAI_CHAT_MODEL: 'x'.repeat(121) }, place: 'OPENAI_CHAT_MODEL' },
    { env: { OPENAI_BASE_URL: '' }, place: 'OPENAI_BASE_URL' },
    { env: { OPENAI_BASE_URL: 'http://10.0.0.5/v1' }, place: 'OPENAI_BASE_URL' },
    { env: { OPENAI_CHAT_INPUT_PRICE: '-1' }, place: 'OPENAI_CHAT_INPUT_PRICE' },
    { env: { OPENAI_CHAT_OUTPUT_PRICE: 'free' }, place: 'OPENAI_CHAT_OUTPUT_PRICE' },
    { env: { OPENAI_CHAT_OUTPUT_PRICE: '10001' }, place: 'OPENAI_CHAT_OUTPUT_PRICE' },
  ])('of $env names the variable at fault: $place', ({ env, place }) => {
    expect(() => readChatSettings({ ...server, ...env })).toThrow(expect.objectContaining({ place }))
  })

  it('may have a name of 120 characters, with signs in it', () => {
    const model = `org/${'m'.repeat(110)}:4.5_x`.slice(0, 120)
    expect(readChatSettings({ ...server, OPENAI_CHAT_MODEL: model })?.model).toBe(model)
  })

  it('may lie in a private network only where 1 says so, and nothing else does', () => {
    const env = { ...server, OPENAI_BASE_URL: 'http://10.0.0.5/v1' }
    expect(readChatSettings({ ...env, ALLOW_PRIVATE_LLM: '1' })?.baseUrl.host).toBe('10.0.0.5')
    for (const said of ['true', 'yes', '0', ''])
      expect(() => readChatSettings({ ...env, ALLOW_PRIVATE_LLM: said })).toThrow(/private/)
  })

  it('is asked at OpenAI itself where a key is set alone', () => {
    expect(readChatSettings({ OPENAI_CHAT_MODEL: 'm', OPENAI_API_KEY: 'k' })?.baseUrl.href).toBe(
      'https://api.openai.com/v1',
    )
  })

  it.each([
    ['1', 1],
    ['16384', 16_384],
    ['', null],
  ])('gives vectors of %j places: %j', (text, dimensions) => {
    const env = { ...server, OPENAI_EMBED_MODEL: 'e', OPENAI_EMBED_DIMENSIONS: text }
    expect(readOpenAiSettings(env)?.dimensions).toBe(dimensions)
  })

  it.each(['0', '1.5', '16385', '-4', 'NaN', 'Infinity', '12px'])(
    'does not give vectors of %s places',
    (text) => {
      const env = { ...server, OPENAI_EMBED_MODEL: 'e', OPENAI_EMBED_DIMENSIONS: text }
      expect(() => readOpenAiSettings(env)).toThrow(/^OPENAI_EMBED_DIMENSIONS is not a number that fits/)
    },
  )
})

describe('what tokens cost', () => {
  const tokens = { inputTokens: 1_000, outputTokens: 500 }
  it.each([
    { says: 'by the million', price: { inputUsd: 2, outputUsd: 8 }, tokens, usd: 0.006 },
    { says: 'where reading is free', price: { inputUsd: 0, outputUsd: 8 }, tokens, usd: 0.004 },
    {
      says: 'nothing where nothing was used',
      price: { inputUsd: 2, outputUsd: 8 },
      tokens: { inputTokens: 0, outputTokens: 0 },
      usd: 0,
    },
    {
      says: 'nothing where both are free, however many',
      price: { inputUsd: 0, outputUsd: 0 },
      tokens: { inputTokens: null, outputTokens: null },
      usd: 0,
    },
    { says: 'nobody knows without a price', price: NO_PRICE, tokens, usd: null },
    { says: 'nobody knows with half a price', price: { inputUsd: 2, outputUsd: null }, tokens, usd: null },
    { says: 'nobody knows with the other half', price: { inputUsd: null, outputUsd: 8 }, tokens, usd: null },
    {
      says: 'nobody knows without a count',
      price: { inputUsd: 2, outputUsd: 8 },
      tokens: { inputTokens: null, outputTokens: 5 },
      usd: null,
    },
    {
      says: 'nobody knows with a count by half, though that half is free',
      price: { inputUsd: 2, outputUsd: 0 },
      tokens: { inputTokens: 5, outputTokens: null },
      usd: null,
    },
  ])('$says: $usd', ({ price, tokens: counted, usd }) => {
    expect(costOf(price, counted)).toBe(usd)
  })

  it('can be capped in money only where both halves of the price are known, 0 among them', () => {
    expect([
      isPricedBy({ inputUsd: 0, outputUsd: 0 }),
      isPricedBy({ inputUsd: 1, outputUsd: null }),
      isPricedBy(),
      isPricedBy({ inputUsd: null, outputUsd: 1 }),
    ]).toEqual([true, false, false, false])
  })

  it('is at most a token of two bytes and the longest answer: bytes are counted, not characters', () => {
    const price = { inputUsd: 1_000_000, outputUsd: 0 }
    expect(mostOf(price, 'abc')).toEqual({ usd: 2, tokens: 2 + MOST_OUTPUT_TOKENS })
    expect(mostOf(price, '東京').usd).toBe(3)
    expect(mostOf(NO_PRICE, '')).toEqual({ usd: null, tokens: MOST_OUTPUT_TOKENS })
  })
})

describe('the environment of a command', () => {
  const all = {
    PATH: '/bin',
    HOME: '/h',
    LANG: 'C',
    TMPDIR: '/t',
    SECRET: 's',
    NAMED: 'n',
    EMPTY: '',
    MODEL_COMMAND: 'llm',
  }
  it.each([
    { named: undefined, given: ['HOME', 'LANG', 'PATH', 'TMPDIR'] },
    { named: '', given: ['HOME', 'LANG', 'PATH', 'TMPDIR'] },
    { named: 'NAMED', given: ['HOME', 'LANG', 'NAMED', 'PATH', 'TMPDIR'] },
    { named: ' NAMED , EMPTY,,', given: ['EMPTY', 'HOME', 'LANG', 'NAMED', 'PATH', 'TMPDIR'] },
    { named: 'NOT_SET', given: ['HOME', 'LANG', 'PATH', 'TMPDIR'] },
  ])('with $named named is $given', ({ named, given }) => {
    const settings = readCommandSettings({ ...all, MODEL_COMMAND_ENV: named })
    expect(Object.keys(settings?.environment ?? {}).toSorted()).toEqual(given)
  })

  it.each(['A B', 'A=1', '1A', 'A;B', '*'])('is refused where a name is none: %s', (named) => {
    expect(() => readCommandSettings({ ...all, MODEL_COMMAND_ENV: named })).toThrow(/^MODEL_COMMAND_ENV/)
  })

  it.each([undefined, '', '   '])('is none without a command: %j', (line) => {
    expect(readCommandSettings({ ...all, MODEL_COMMAND: line })).toBeNull()
  })

  it('names the model behind the command where somebody said it', () => {
    expect(readCommandSettings({ ...all, MODEL_COMMAND_NAME: ' small-1 ' })?.model).toBe('small-1')
    expect(readCommandSettings({ ...all, MODEL_COMMAND_NAME: ' ' })?.model).toBeNull()
  })

  it.each([
    [`llm ''`, ['llm', '']],
    [`llm --a="b c"d 'e"f'`, ['llm', '--a=b cd', 'e"f']],
    ['llm\t-x\n-y', ['llm', '-x', '-y']],
    ['["llm", ""]', ['llm', '']],
    ['llm [x]', ['llm', '[x]']],
  ])('comes with the words of %j', (line, words) => {
    const settings = readCommandSettings({ ...all, MODEL_COMMAND: line })
    expect([settings?.program, ...(settings?.arguments ?? [])]).toEqual(words)
  })

  it.each(['[', '["a"', '[1]', "''", `""`])(
    'is refused with the line %s, which names no program or is half a list',
    (line) => {
      expect(() => readCommandSettings({ ...all, MODEL_COMMAND: line })).toThrow(/^MODEL_COMMAND /)
    },
  )
})

it('a number that is not set is none, 0 is one', () => {
  const price = { safeParse: (value: number) => ({ success: true, data: value }) } as never
  expect([
    readNumber({}, 'P', price),
    readNumber({ P: ' ' }, 'P', price),
    readNumber({ P: ' 0 ' }, 'P', price),
  ]).toEqual([null, null, 0])
})
