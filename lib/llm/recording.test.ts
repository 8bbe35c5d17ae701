import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { requestHash } from './complete.ts'
import { answerOf, createRecordedCompleter, readRecording, recordedLine } from './recording.ts'

const request = {
  purpose: 'judge',
  prompt: 'judge@1',
  system: 'You judge.',
  user: 'Steps.',
  schema: z.strictObject({ verdict: z.enum(['correct', 'incorrect']) }),
}
const hash = requestHash(request)
const now = () => new Date('2026-11-22T00:00:00Z')

describe('a recording', () => {
  it('answers what was recorded with the model and the time of then', async () => {
    const text = `${JSON.stringify({ hash, answer: { verdict: 'correct' }, model: 'small-1', inputTokens: 12, at: '2026-11-01T00:00:00Z' })}\n\n`
    const answer = await createRecordedCompleter(readRecording(text, 'r.jsonl'), now).complete(request)
    expect(answer).toEqual({
      hash,
      value: { verdict: 'correct' },
      provider: 'recorded',
      model: 'small-1',
      inputTokens: 12,
      outputTokens: null,
      costUsd: null,
      latencyMs: null,
      at: '2026-11-01T00:00:00Z',
    })
  })

  it('has no answer to anything else', async () => {
    const completer = createRecordedCompleter(readRecording('', 'r.jsonl'), now)
    await expect(completer.complete(request)).rejects.toMatchObject({ code: 'not-recorded' })
  })

  it('whose answer no longer fits is not believed', async () => {
    const text = JSON.stringify({ hash, answer: { verdict: 'perhaps' } })
    const completer = createRecordedCompleter(readRecording(text, 'r.jsonl'), now)
    await expect(completer.complete(request)).rejects.toMatchObject({ code: 'answer-unfit' })
  })

  it.each([
    ['{"hash": "12", "answer": {}}', /line 2: hash must be the 64 hex digits/],
    [`{"hash": "${hash}"}`, /line 2: answer/],
    ['nonsense', /line 2/],
  ])('with the line %s names it', (line, words) => {
    const good = JSON.stringify({ hash, answer: {} })
    expect(() => readRecording(`${good}\n${line}\n`, 'r.jsonl')).toThrow(words)
  })

  it('may have empty lines, and line ends and a mark of byte order of another system', () => {
    const line = JSON.stringify({ hash, answer: { verdict: 'correct' } })
    expect(readRecording(`\ufeff${line}\r\n\r\n`, 'r.jsonl').size).toBe(1)
    expect(readRecording('\n \n', 'r.jsonl').size).toBe(0)
  })

  it('counts the later of two lines for one request', () => {
    const lines = ['correct', 'incorrect'].map((verdict) => JSON.stringify({ hash, answer: { verdict } }))
    const recording = readRecording(lines.join('\n'), 'r.jsonl')
    expect([...recording.values()].map(({ answer }) => answer)).toEqual([{ verdict: 'incorrect' }])
  })

  it('may have null for an answer, which is one, and no amount below 0', () => {
    expect(readRecording(JSON.stringify({ hash, answer: null }), 'r.jsonl').get(hash)?.answer).toBeNull()
    const line = JSON.stringify({ hash, answer: {}, costUsd: -0.01 })
    expect(() => readRecording(line, 'r.jsonl')).toThrow(/line 1: costUsd/)
  })

  it('knows nothing of what was not written down, and says of the rest who gives it: the recording', () => {
    const line = readRecording(JSON.stringify({ hash, answer: {}, provider: 'openai' }), 'r.jsonl').get(hash)
    expect(line && answerOf(line)).toEqual({
      hash,
      value: {},
      provider: 'recorded',
      model: null,
      inputTokens: null,
      outputTokens: null,
      costUsd: null,
      latencyMs: null,
      at: '',
    })
  })

  it('has the time of now where the time of then is not written down', async () => {
    const text = JSON.stringify({ hash, answer: { verdict: 'correct' } })
    const answer = await createRecordedCompleter(readRecording(text, 'r.jsonl'), now).complete(request)
    expect(answer.at).toBe('2026-11-22T00:00:00.000Z')
  })

  it('is the same bytes when it is read and written again', () => {
    const text = recordedLine({
      hash,
      answer: { b: 1, a: [null] },
      purpose: 'judge',
      prompt: 'judge@1',
      provider: 'handover',
      model: null,
      inputTokens: null,
      outputTokens: 3,
      costUsd: 0.25,
      latencyMs: 10,
      at: '2026-11-01T00:00:00.000Z',
    })
    expect([...readRecording(text, 'r.jsonl').values()].map(recordedLine)).toEqual([text])
  })
})
