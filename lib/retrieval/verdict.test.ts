import { describe, expect, it } from 'vitest'
import { createLocalEmbedder } from '../llm/local-embedder.ts'
import { testEntry } from './fixtures/test-memory.ts'
import { evidenceOf, type Judged, judge, type KnownFit, unjudged } from './verdict.ts'

const entry = (title: string, category: 'EDIT' | 'VERIFY' = 'EDIT') => ({
  ...testEntry(1, { category, description: { objective: 'o', keywords: [] } }),
  experience: { title, kind: 'pattern' as const, when: 'w', do: 'd', because: 'b', check: '' },
})
const fit: KnownFit = {
  n: 140,
  source: 'sample',
  model: { means: [], scales: [], weights: [[0]] },
  ...{ helped: 54, curve: [] },
  fitsFrom: 0.6,
  weakFrom: 0.3,
  levels: { fits: { n: 38, helped: 25 }, weak: { n: 21, helped: 11 }, 'nothing-fits': { n: 81, helped: 18 } },
}
const judged = (probability: number | null, change: Partial<Judged> = {}): Judged => ({
  ...{ entry: entry('A lesson'), score: 0.4, margin: 0.1, doubts: [], probability },
  ...change,
})
const at = (best: Judged | null, elsewhere: Judged[] = [], known: KnownFit | null = fit) =>
  judge({ category: 'EDIT', best, kept: 12_345, fit: known, elsewhere })

describe('the word', () => {
  it('follows the probability and the limits of the fit', () => {
    expect([0.1, 0.299, 0.3, 0.599, 0.6, 1].map((p) => at(judged(p)).word)).toEqual([
      ...['nothing-fits', 'nothing-fits', 'weak', 'weak', 'fits', 'fits'],
    ])
  })

  it('is never that it fits where something open speaks against it, however likely', () => {
    expect(at(judged(0.9, { doubts: ['vague', 'near-duplicate'] }))).toMatchObject({
      word: 'weak',
      sentence: expect.stringMatching(
        /^It would fit, but something open speaks against the lesson \(vague, near-duplicate\): /,
      ),
    })
  })

  it('is unknown where nobody judged lessons in the space of vectors', () => {
    expect(at(judged(null), [], null)).toMatchObject({ word: 'unknown', probability: null, basis: null })
  })
})

describe('the sentence', () => {
  it('says one probability with one n: how many lessons of its level helped', () => {
    expect(at(judged(0.72))).toMatchObject({
      sentence:
        'It fits: “A lesson”; 25 of 38 like this helped, 66 % (50 to 79), by graded lessons of the sample.',
      basis: { n: 140, source: 'sample', called: 38, helped: 25 },
    })
    expect(at(judged(0.4), [], { ...fit, source: 'project' }).sentence).toMatch(
      /^Weak: .*, as judged here\.$/,
    )
    const never = { ...fit, levels: { ...fit.levels, fits: { n: 0, helped: 0 } } }
    expect(at(judged(0.9), [], never).sentence).toContain('“A lesson”; none like this was judged')
  })

  it('says that nothing fits only after all four categories were looked at', () => {
    expect(at(judged(0.2)).sentence).toMatch(
      /^Nothing in EDIT fits: .*, the best of 12,345; no other category has one that fits; 18 of 81 like this helped/,
    )
    const verify = judged(0.8, { entry: entry('Run it twice', 'VERIFY') })
    const doubted = judged(0.9, { doubts: ['leak'] })
    expect(at(judged(0.2), [doubted, judged(0.5), verify])).toMatchObject({
      word: 'nothing-fits',
      elsewhere: { category: 'VERIFY', title: 'Run it twice', probability: 0.8 },
      sentence: expect.stringContaining('VERIFY has one that fits: “Run it twice”; 18 of 81'),
    })
  })

  it('names the score of what it cannot judge', () => {
    expect(at(judged(null, { score: -0.5 }), [], null).sentence).toMatch(
      /The best of 12,345 scores −0\.500000\.$/,
    )
  })
})

it('evidence: a lesson whose parts are what was asked is likest, an empty part tells nothing, and support counts', async () => {
  const embedder = createLocalEmbedder()
  const [question = new Float32Array()] = await embedder.embed(['release the lock before the callback'])
  const said = { ...entry('t').experience, when: 'release the lock before the callback', because: ' ' }
  const lesson = {
    ...entry('t'),
    experience: said,
    support: { runs: 3, resolved: 2, unknown: 0 },
  }
  const told = await evidenceOf(
    question,
    { entry: lesson, score: 0.5, margin: null, doubts: ['leak'] },
    embedder,
  )
  const [score, margin, when = 0, toDo, because, support, doubts] = told
  expect([score, margin, because, support, doubts]).toEqual([0.5, 0, 0, Math.log(3), 1])
  expect(when).toBeCloseTo(1, 5)
  expect(toDo).toBeLessThan(0.5)
})

it('an empty pool is cold', () => {
  expect(at(null)).toMatchObject({
    word: 'cold',
    sentence: 'Cold: EDIT is empty in this scope, so the agent works without memory.',
  })
})

it('scores that are no cosines are not judged, and none is cold', () => {
  const nothing = { probability: null, basis: null, elsewhere: null }
  expect(unjudged('bm25', 1_500)).toEqual({
    ...{ ...nothing, word: 'unknown' },
    sentence: 'Cannot judge: the scores of bm25 are not cosines of descriptions. It ranked 1,500.',
  })
  expect(unjudged('none', 0)).toEqual({
    ...{ ...nothing, word: 'cold' },
    sentence: 'Cold: none ranks nothing for this text, so the agent works without memory.',
  })
})
