import { expect, it } from 'vitest'
import { createRandom } from '../memory/statistics.ts'
import { EVIDENCE, fitVerdict, type JudgedLesson, levelOf, probabilityOf } from './fit-verdict.ts'

/** Lessons of which those with a high score help more often; everything else is noise. */
function lessons(count: number, seed = 1): JudgedLesson[] {
  const random = createRandom(seed)
  return Array.from({ length: count }, (_, i) => {
    const evidence = EVIDENCE.map(() => random())
    const helps = random() < 1 / (1 + Math.exp(-8 * ((evidence[0] ?? 0) - 0.5)))
    return { question: `q${i}`, run: `r${i % 40}`, evidence, helps }
  })
}

it('finds what tells helping lessons from others, and says so about lessons that it has not seen', () => {
  const fit = fitVerdict(lessons(400))
  if (!fit) throw new Error('no fit')
  const weights = fit.model.weights[0] ?? []
  expect(Math.max(...weights.slice(2).map(Math.abs))).toBeLessThan((weights[1] ?? 0) / 4)
  const fresh = lessons(2_000, 9).map(({ evidence, helps }) => ({
    helps,
    level: levelOf(probabilityOf(fit.model, evidence), fit),
  }))
  const share = (level: string) => {
    const some = fresh.filter((one) => one.level === level)
    return some.filter(({ helps }) => helps).length / some.length
  }
  expect(share('fits')).toBeGreaterThan(0.7)
  expect(share('nothing-fits')).toBeLessThan(0.25)
  const { fits } = fit.levels
  expect(Math.abs(fits.helped / fits.n - share('fits'))).toBeLessThan(0.1)
})

it('holds nothing of a fold’s questions or runs in the fit that judges it', () => {
  // Each run always helps or never does, and nothing else tells: only a fit that has seen the run could know.
  const random = createRandom(3)
  const known = Array.from({ length: 200 }, (_, i): JudgedLesson => {
    const run = i % 20
    return {
      question: `q${i}`,
      run: `r${run}`,
      evidence: EVIDENCE.map((_name, at) => (at === 0 ? run * 7919 * 0.0001 : random())),
      helps: run % 2 === 0,
    }
  })
  const fit = fitVerdict(known)
  const right = fit?.held.filter(({ probability, helps }) => probability >= 0.5 === helps).length ?? 0
  expect(right / 200).toBeLessThan(0.65)
})

it('is given only where there is something to fit', () => {
  expect(fitVerdict(lessons(59))).toBeNull()
  expect(fitVerdict(lessons(80).map((one) => ({ ...one, helps: true })))).toBeNull()
  expect(fitVerdict(lessons(60))).toMatchObject({ n: 60 })
})

it('is the same for the same judgements, and its curve ends with all of them', () => {
  const fit = fitVerdict(lessons(100))
  expect(fitVerdict(lessons(100))).toEqual(fit)
  expect(fit?.curve.at(-1)).toMatchObject({ share: 1, precision: (fit?.helped ?? 0) / 100 })
  const counts = Object.values(fit?.levels ?? {}).map(({ n }) => n)
  expect(counts.reduce((sum, n) => sum + n, 0)).toBe(100)
})
