import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { requestHash } from './complete.ts'
import { createRecordedCompleter, readRecording, recordedLine } from './recording.ts'

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
