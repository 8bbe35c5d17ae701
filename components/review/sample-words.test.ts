import { describe, expect, it } from 'vitest'
import { reportSample, type SampleView } from '../../lib/memory/findings/quality.ts'
import { wilsonInterval } from '../../lib/memory/statistics/proportion.ts'
import { createRandom } from '../../lib/memory/statistics.ts'
import { estimateVerdict, junkCountWords } from './sample-words.ts'

/** A sample of `drawn` entries of which the first `verdicts.length` are judged: true is junk. */
function sampleOf(verdicts: boolean[], drawn: number, population: number) {
  const ids = Array.from({ length: drawn }, (_, i) => `m_${i}`)
  return reportSample({
    items: ids.map((id) => ({ entry: { id, flags: [] }, findings: [] })),
    verdicts: verdicts.map((isJunk, i) => ({
      entryId: ids[i],
      verdict: isJunk ? 'junk' : 'keep',
      by: 'Mara',
    })),
    population,
  } as unknown as SampleView)
}
const judged = (junk: number, n: number, population: number) =>
  sampleOf(
    Array.from({ length: n }, (_, i) => i < junk),
    n,
    population,
  )

describe('what is said while a sample is judged', () => {
  it('one junk among the first three of a thousand tells nothing about a bound of 5 %', () => {
    for (const verdicts of [[true], [false, true, false]])
      expect(estimateVerdict(sampleOf(verdicts, 50, 1_000), 1_000, 0.05)).toMatch(/cannot be told yet\.$/)
  })

  it('looked at after every judgement, says "above" or "below" of what is not in at most 5 of 100 samples', () => {
    const random = createRandom(3)
    const [population, drawn, trials] = [1_000, 100, 100]
    const wrongShare = (junk: number, wrong: string) => {
      let wrongs = 0
      for (let trial = 0; trial < trials; trial++) {
        let left = junk
        const verdicts = Array.from({ length: drawn }, (_, i) => {
          const isJunk = random() < left / (population - i)
          if (isJunk) left--
          return isJunk
        })
        const isWrong = verdicts.some((_, i) =>
          estimateVerdict(sampleOf(verdicts.slice(0, i + 1), drawn, population), population, 0.05).includes(
            wrong,
          ),
        )
        if (isWrong) wrongs++
      }
      return wrongs / trials
    }
    expect(wrongShare(50, ': above 5')).toBeLessThanOrEqual(0.05)
    expect(wrongShare(51, ': below 5')).toBeLessThanOrEqual(0.05)
  })

  it('tells what is plain before the end, and everything judged by the interval for one look', () => {
    const plain = sampleOf(
      Array.from({ length: 12 }, () => true),
      50,
      1_000,
    )
    expect(estimateVerdict(plain, 1_000, 0.05)).toContain('above 5')
    const whole = judged(10, 50, 1_000)
    expect(whole.isJudged).toBe(true)
    expect(whole.junk?.interval).toEqual(wilsonInterval(10, 50, 1_000))
  })
})

describe('how many entries an interval means', () => {
  it('begins at none where none was found, and ends at all where all were', () => {
    expect(junkCountWords(judged(0, 50, 1_000), 1_000)).toMatch(/^0 to /)
    expect(junkCountWords(judged(50, 50, 1_000), 1_000)).toMatch(/ to 1,000 entries$/)
    expect(junkCountWords(judged(0, 5, 6), 6)).toMatch(/^0 to [01] entries$/)
    expect(junkCountWords(judged(5, 5, 6), 6)).toMatch(/^[56] to 6 entries$/)
  })

  it('is what was found where everything was read, and never runs backwards', () => {
    expect(junkCountWords(judged(7, 25, 25), 25)).toBe('7 to 7 entries')
    expect(junkCountWords(judged(15, 22, 22), 22)).toBe('15 to 15 entries')
    for (let n = 1; n <= 60; n++)
      for (let count = 0; count <= n; count++)
        for (const population of [n, n + 1, n + 7, 10 * n]) {
          const [low = 0, high = 0] =
            junkCountWords(judged(count, n, population), population)
              .match(/\d[\d,]*/g)
              ?.map((text) => Number(text.replaceAll(',', ''))) ?? []
          expect(low).toBeLessThanOrEqual(high)
          expect(low).toBeGreaterThanOrEqual(count)
          expect(high).toBeLessThanOrEqual(population - (n - count))
        }
  })
})
