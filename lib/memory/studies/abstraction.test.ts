import { describe, expect, it } from 'vitest'
import { type KeyComparison, type Payload, RAW, reportAbstraction, type Span } from './abstraction.ts'

const payload = (tokens: number, leaks: Payload['leaks'] = {}, parts: Payload['parts'] = null): Payload => ({
  ...{ tokens, leaks, parts },
})
const span = (subtaskId: string, payloads: Span['payloads']): Span => ({
  ...{ subtaskId, category: 'EDIT', instanceId: null, entryIds: {}, payloads, texts: {} },
})
const compared = (maker: string, spans: number, rows: KeyComparison['rows'] = []): KeyComparison => ({
  ...{ maker, spans, rows },
})
const report = (input: Partial<Parameters<typeof reportAbstraction>[0]>) =>
  reportAbstraction(
    { makers: [RAW, 'rules'], spans: [], own: [], shared: [], ...input },
    { mask: (text) => text, resamples: 200 },
  )

describe('what a text costs and gives away', () => {
  const spans = [
    span('s1', { [RAW]: payload(400, { path: 3, line: 1 }), rules: payload(40, {}, { said: 4, cited: 4 }) }),
    span('s2', { [RAW]: payload(100), rules: payload(60, { path: 1 }, { said: 4, cited: 1 }) }),
    span('s3', { [RAW]: payload(900, { path: 2 }) }),
  ]
  const [raw, rules] = report({ spans }).payloads

  it('is counted over the spans that a maker made something of: median, mean leaks by kind, share without any', () => {
    expect(raw).toEqual({
      ...{
        maker: RAW,
        spans: 3,
        medianTokens: 400,
        leaks: { line: 1 / 3, path: 5 / 3 },
        clean: 1 / 3,
        cited: null,
      },
    })
    expect(rules).toEqual({
      ...{ maker: 'rules', spans: 2, medianTokens: 50, leaks: { path: 0.5 }, clean: 0.5, cited: 5 / 8 },
    })
  })

  it('is unknown of a maker that made nothing, and no 0', () => {
    expect(report({ makers: ['none'], spans }).payloads).toEqual([
      { maker: 'none', spans: 0, medianTokens: null, leaks: {}, clean: null, cited: null },
    ])
    const silent = [span('s', { rules: payload(3, {}, { said: 0, cited: 0 }) })]
    expect(report({ makers: ['rules'], spans: silent }).payloads[0]?.cited).toBeNull()
  })
})

describe('what a text finds as a key', () => {
  const rows = [
    { id: 'q1', raw: 0.5, made: 1, rawWinner: 's1', madeWinner: 's2' },
    { id: 'q1', raw: 0, made: 0.25, rawWinner: null, madeWinner: 's2' },
    { id: 'q2', raw: 1, made: 1, rawWinner: 's3', madeWinner: 's3' },
    { id: 'q3', raw: 0.5, made: 0.5, rawWinner: null, madeWinner: null },
  ]

  it('is held against raw steps over the same questions: mean reciprocal ranks, their difference, and whose winner changed', () => {
    const { keys, questions } = report({ own: [compared('rules', 12, rows)] })
    expect(questions).toBe(4)
    expect(keys[0]).toMatchObject({
      maker: 'rules',
      spans: 12,
      mrr: 2.75 / 4,
      rawMrr: 0.5,
      winnersChanged: 0.5,
    })
    expect(keys[0]?.overRaw?.difference).toBeCloseTo(0.75 / 4, 12)
  })

  it('says nothing where nothing was asked', () => {
    expect(report({ own: [compared('rules', 12)] }).keys[0]).toEqual({
      ...{ maker: 'rules', spans: 12, mrr: null, rawMrr: null, overRaw: null, winnersChanged: null },
    })
  })

  it('has no interval over a single span, however many questions are asked of it', () => {
    expect(report({ own: [compared('rules', 1, rows)] }).keys[0]).toMatchObject({
      ...{ spans: 1, mrr: 2.75 / 4, rawMrr: 0.5, overRaw: null },
    })
    expect(report({ own: [compared('rules', 2, rows)] }).keys[0]?.overRaw).not.toBeNull()
  })

  it('draws questions of one instance together', () => {
    const of = (ids: string[]) =>
      report({
        own: [
          compared(
            'rules',
            12,
            ids.map((id, i) => ({ ...rows[0], id, made: i % 2, raw: 0 }) as (typeof rows)[0]),
          ),
        ],
      }).keys[0]?.overRaw
    // Both instances differ by a half in the mean: there is nothing to draw from, and half is told.
    expect(of(['a', 'a', 'b', 'b'])).toMatchObject({ difference: 0.5, high: 0.5, p: 0.5 })
    expect(of(['a', 'a', 'a', 'a'])).toBeNull()
  })

  it('is first told of the maker of most spans, and over shared spans only from ten on', () => {
    const found = report({
      own: [compared('few', 3), compared('most', 30), compared('some', 12)],
      shared: [compared('few', 9), compared('some', 10)],
    })
    expect(found.keys.map(({ maker }) => maker)).toEqual(['most', 'some', 'few'])
    expect(found.shared.map(({ maker }) => maker)).toEqual(['some'])
    expect(found.worst?.maker).toBe('most')
  })
})

it('shows the twenty worst of the maker of most: most leaks, then longest, then the first; others are none of its', () => {
  const spans = [
    span('s3', { rules: payload(10, { path: 1 }) }),
    span('s1', { rules: payload(10, { path: 1 }) }),
    span('s0', { other: payload(900, { path: 9 }) }),
    span('s2', { rules: payload(80, { line: 1 }) }),
    span('s4', { rules: payload(5, { path: 1, url: 1 }) }),
  ]
  const own = [compared('rules', 4)]
  expect(report({ spans, own }).worst?.spans.map(({ subtaskId }) => subtaskId)).toEqual([
    's4',
    's2',
    's1',
    's3',
  ])
  const many = Array.from({ length: 25 }, (_, i) => span(`s${i}`, { rules: payload(i) }))
  const worst = report({ spans: many, own }).worst?.spans ?? []
  expect(worst).toHaveLength(20)
  expect(worst[0]?.subtaskId).toBe('s24')
  expect(report({ spans }).worst).toBeNull()
})
