import fc from 'fast-check'
import { expect, it } from 'vitest'
import { taskWords } from '../../llm/code-words.ts'
import type { TaskText } from '../../llm/embedder.ts'
import { readTaskCorpus } from './task-corpus.ts'

const NOTHING = new Float32Array(2)
const text = (words: string, meaning = NOTHING): TaskText => ({ words: taskWords(words), meaning })

/** As `readTaskCorpus` is described, with maps and whole vectors. */
function naiveLikeness(query: TaskText, seen: readonly TaskText[]): number[] {
  const all = [...new Set([...seen, query].flatMap(({ words }) => [...words.features]))]
  const idf = (feature: number) =>
    Math.log((1 + seen.length) / (1 + seen.filter(({ words }) => words.features.includes(feature)).length)) +
    1
  const unit = (numbers: number[]) => {
    const length = Math.hypot(...numbers)
    return length === 0 ? numbers : numbers.map((value) => value / length)
  }
  const vectorOf = ({ words, meaning }: TaskText) =>
    unit([
      ...unit(all.map((one) => (words.weights[words.features.indexOf(one)] ?? 0) * idf(one))),
      ...meaning,
    ])
  const asked = vectorOf(query)
  return seen.map((one) => vectorOf(one).reduce((sum, value, i) => sum + value * (asked[i] ?? 0), 0))
}

const someText = fc
  .record({
    words: fc.array(fc.constantFrom('mutex', 'cursor', 'page', 'the', 'yaml', 'deadlock'), { maxLength: 6 }),
    angle: fc.option(fc.double({ min: 0, max: 6, noNaN: true })),
  })
  .map(({ words, angle }) =>
    text(words.join(' '), angle === null ? NOTHING : Float32Array.of(Math.cos(angle), Math.sin(angle))),
  )

it('is the cosine of words by idf and meaning side by side, idf over the texts that are seen', () => {
  fc.assert(
    fc.property(fc.array(someText, { maxLength: 8 }), someText, fc.nat(255), (texts, query, seen) => {
      const places = [...texts.keys()].filter((place) => (seen >> place) & 1)
      const naive = naiveLikeness(
        query,
        places.flatMap((place) => texts[place] ?? []),
      )
      const likeness = readTaskCorpus(texts).likeness(query, places)
      expect(likeness).toHaveLength(naive.length)
      for (const [i, value] of likeness.entries()) expect(value).toBeCloseTo(naive[i] ?? Number.NaN, 6)
    }),
    { numRuns: 500 },
  )
})

it('lets a rare word count more than a frequent one', () => {
  const corpus = readTaskCorpus(['page mutex', 'page yaml', 'page cursor'].map((words) => text(words)))
  const [mutex = 0, yaml = 0] = corpus.likeness(text('mutex; page'), [0, 1, 2])
  expect(mutex).toBeGreaterThan(2 * yaml)
})
