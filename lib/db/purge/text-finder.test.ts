import fc from 'fast-check'
import { expect, it } from 'vitest'
import { spentMs } from '../../memory/fixtures/spent.ts'
import { createTextFinder } from './text-finder.ts'

it('finds what a search of each text finds, wherever it stands and however texts overlap', () => {
  // Two letters, so that texts begin, end and overlap alike.
  const letters = (minLength: number, maxLength: number) =>
    fc.string({ unit: fc.constantFrom('a', 'b', 'é'), minLength, maxLength })
  fc.assert(
    fc.property(
      fc.array(letters(12, 20), { minLength: 1, maxLength: 20 }),
      letters(0, 200),
      fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 4 }),
      (texts, noise, planted) => {
        let document = noise
        for (const [which, where] of planted) {
          const at = where % (document.length + 1)
          document = document.slice(0, at) + texts[which % texts.length] + document.slice(at)
        }
        const finder = createTextFinder(texts)
        expect(finder.isIn(document)).toBe(texts.some((text) => document.includes(text)))
        expect(finder.without(document, '-')).toBe(naively(document, texts))
      },
    ),
    { numRuns: 500 },
  )
})

/** Marks every place that some text covers, then puts a dash for each stretch; two that only touch stay two. */
function naively(document: string, texts: string[]): string {
  const spans = [...new Set(texts)].flatMap((text) => {
    const places: [number, number][] = []
    for (let at = document.indexOf(text); at >= 0; at = document.indexOf(text, at + 1))
      places.push([at, at + text.length])
    return places
  })
  let [out, done] = ['', 0]
  for (const [start, end] of spans.sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
    if (start >= done) out += `${document.slice(done, start)}-`
    done = Math.max(done, end)
  }
  return out + document.slice(done)
}

it('costs a pass over the document, not one for each of 30,000 texts of one mould', () => {
  const texts = Array.from(
    { length: 30_000 },
    (_, n) => `Run the tests of package ${n} before anything else.`,
  )
  const finder = createTextFinder(texts)
  const document = `${'Run the tests of package x before noon, and look. '.repeat(20_000)}${texts[17]}`
  const started = spentMs()
  expect(finder.without(document, '(gone)').slice(-12)).toBe('look. (gone)')
  expect(spentMs() - started).toBeLessThan(3_000) // each text alone: 30,000 passes over 1 MB
})
