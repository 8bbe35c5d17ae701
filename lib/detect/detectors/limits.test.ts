import { describe, expect, it } from 'vitest'
import { EXPERIENCE_PARTS } from '../../memory/experience.ts'
import { detect } from '../detect.ts'
import type { ServedRetrieval } from '../detector.ts'
import { found, lesson, memoryOf } from '../fixtures/lessons.ts'
import { secret } from './secret.ts'

const NOTHING = { title: '', when: '', do: '', because: '', check: '' }
const words = (count: number) => 'word '.repeat(count).trim()

describe('a lesson that is too long', () => {
  const sentenceOf = async (experience: Partial<typeof NOTHING>) =>
    (await found('too-long', [lesson({ experience: { ...NOTHING, ...experience } })]))[0]?.detail.sentence ??
    null

  it.each([...EXPERIENCE_PARTS])('has at most sixty words in “%s”', async (part) => {
    expect(await sentenceOf({ [part]: words(60) })).toBeNull()
    expect(await sentenceOf({ [part]: words(61) })).toBe(`${part}: 61 words; the limit of a part is 60.`)
  })

  it('has at most a hundred and twenty in all, the title counted', async () => {
    const two = { when: words(55), do: words(55) }
    expect(await sentenceOf({ ...two, title: words(10) })).toBeNull()
    expect(await sentenceOf({ ...two, title: words(11) })).toBe('121 words; the limit is 120.')
  })

  it('names each part that is too long', async () =>
    expect(await sentenceOf({ when: '', do: words(61), check: words(59) })).toBe(
      'do: 61 words; the limit of a part is 60.',
    ))

  it('points at the long parts only, whole', async () => {
    const one = lesson({ experience: { ...NOTHING, when: words(70), do: words(80), check: words(3) } })
    const [fault] = await found('too-long', [one])
    expect(fault?.detail.spans).toEqual([
      { field: 'when', start: 0, end: words(70).length, note: '70 words' },
      { field: 'do', start: 0, end: words(80).length, note: '80 words' },
    ])
    expect(fault?.score).toBe(153)
  })

  it('counts words, not blanks: lines and runs of blanks part them once', async () =>
    expect(await sentenceOf({ do: words(60).replaceAll(' ', ' \n  ') })).toBeNull())

  it('is not one that is empty', async () => expect(await sentenceOf({})).toBeNull())
})

describe('a lesson that is never chosen', () => {
  const CAME = '2026-01-01T00:00:00.000Z'
  const log = (count: number, more: Partial<ServedRetrieval> = {}) =>
    Array.from(
      { length: count },
      (): ServedRetrieval => ({
        at: '2026-02-01T00:00:00.000Z',
        category: 'EDIT',
        winnerId: null,
        outcome: null,
        instanceId: null,
        ...more,
      }),
    )

  it('had thirty chances, not twenty-nine', async () => {
    const one = lesson({ createdAt: CAME })
    expect(await found('never-retrieved', [one], { retrievals: log(30) })).toHaveLength(1)
    const short = [...log(29), ...log(1, { category: 'VERIFY' })]
    expect(await found('never-retrieved', [one], { retrievals: short })).toEqual([])
  })

  it('had no chance in the moment when it came, nor before', async () => {
    const one = lesson({ createdAt: CAME })
    for (const at of [CAME, '2025-12-31T23:59:59.999Z'])
      expect(await found('never-retrieved', [one], { retrievals: log(40, { at }) })).toEqual([])
  })

  it('is told with its chances, which are its score', async () => {
    const [fault] = await found('never-retrieved', [lesson()], { retrievals: log(41) })
    expect(fault?.score).toBe(41)
    expect(fault?.detail.sentence).toBe('Won none of 41 retrievals of EDIT since it came.')
  })

  it('is not one that won once, a year ago', async () => {
    const one = lesson({ createdAt: '2024-01-01T00:00:00.000Z' })
    const won = log(1, { winnerId: one.id, at: '2025-02-01T00:00:00.000Z' })
    expect(await found('never-retrieved', [one], { retrievals: [...won, ...log(40)] })).toEqual([])
  })

  it('is unknown with fewer retrievals than that in all, and says how many there are', async () => {
    const memory = await memoryOf([lesson()], { retrievals: log(29) })
    const detection = (await detect(memory)).find(({ detector }) => detector === 'never-retrieved')
    expect(detection?.faults).toEqual([])
    expect(detection?.unknownBecause).toContain('The log holds 29 retrievals')
  })
})

describe('a lesson that holds a secret', () => {
  const token = `ghp_${'a1B2'.repeat(9)}`

  it('is found in every part, and points at the secret alone', async () => {
    const texts = Object.fromEntries(['title', ...EXPERIENCE_PARTS].map((part) => [part, `send ${token} on`]))
    const one = lesson({
      description: { objective: `send ${token}`, keywords: ['a', token] },
      experience: texts,
    })
    const [fault] = await found('secret', [one])
    expect(fault?.detail.spans.map(({ field }) => field)).toEqual([
      'objective',
      'keywords',
      'title',
      ...EXPERIENCE_PARTS,
    ])
    expect(fault?.detail.spans.every(({ end, start }) => end - start === token.length)).toBe(true)
    expect(fault?.detail.sentence).toBe('Looks like a secret: github-token.')
  })

  it('never tells the secret in what is stored about it', async () => {
    const memory = await memoryOf([lesson({ experience: { do: `log in with ${token}` } })])
    expect(JSON.stringify(await secret.find(memory))).not.toContain(token.slice(4, 20))
  })
})
