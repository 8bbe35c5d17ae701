import { fitSoftmax, foldsOf, type Softmax, softmaxOf } from '../memory/statistics/softmax.ts'
import type { VerdictReport } from '../memory/studies/minimum-score.ts'

/** What is told of a lesson that was found first for a question; each a number. Ours. */
export const EVIDENCE = ['score', 'margin', 'when', 'do', 'because', 'support', 'doubts'] as const

/** A lesson found first, and whether it helped: a grade of 2 or 3 of 3. `run`: the instance it came from. */
export type JudgedLesson = { question: string; run: string; evidence: readonly number[]; helps: boolean }

export type Level = keyof VerdictReport['levels']

/** A fit with what it showed by ten folds: levels and curve are by fits that had seen neither question nor run, limits chosen anew in each. */
export type VerdictFit = Omit<VerdictReport, 'source'> & {
  model: Softmax
  /** A probability from here on is `fits`, or `weak`; above 1 = no level reaches what it states. */
  fitsFrom: number
  weakFrom: number
  /** Each judged lesson's probability by a fit that had seen neither its question nor its run. */
  held: { probability: number; helps: boolean; question: string }[]
}

/** Fewer judged lessons than this are no ground for a fit (ours). */
export const ENOUGH_JUDGED = 60
/** What `fits` aims at: agents are to be helped by 7 of 10 lessons that they are sent, and probabilities of few lessons are a little too sure. */
const FITS_AIM = 0.75
/** Of lessons below the lowest limit no more than this share is expected to help. */
const NOTHING_SHARE = 0.2
const FOLDS = 10
export const FOLDS_SEED = 1
const L2 = 3
/** Never: no probability reaches it. */
const NEVER = 2

/**
 * Fits the probability that a lesson found first helps, and the limits of its levels. Ten folds by question; a fold's fit sees no
 * lesson of a run that the fold holds either. Null with fewer than `ENOUGH_JUDGED` lessons, or where all or none helped.
 */
export function fitVerdict(judged: readonly JudgedLesson[]): VerdictFit | null {
  const helped = judged.filter(({ helps }) => helps).length
  if (judged.length < ENOUGH_JUDGED || helped === 0 || helped === judged.length) return null
  const levels: VerdictFit['levels'] = {
    fits: { n: 0, helped: 0 },
    weak: { n: 0, helped: 0 },
    'nothing-fits': { n: 0, helped: 0 },
  }
  const held = inFolds(judged, (training, test) => {
    const model = fitOn(training)
    const limits = limitsFrom(heldOut(training))
    return test.map((one) => {
      const probability = probabilityOf(model, one.evidence)
      const level = levels[levelOf(probability, limits)]
      level.n++
      if (one.helps) level.helped++
      return { probability, helps: one.helps, question: one.question }
    })
  })
  return {
    n: judged.length,
    helped,
    model: fitOn(judged),
    ...limitsFrom(held),
    levels,
    curve: curveOf(held),
    held,
  }
}

/** P that a lesson helps. */
export function probabilityOf(model: Softmax, evidence: readonly number[]): number {
  return softmaxOf(model, evidence)[1] ?? 0
}

export function levelOf(
  probability: number,
  { fitsFrom, weakFrom }: Pick<VerdictFit, 'fitsFrom' | 'weakFrom'>,
): Level {
  return probability >= fitsFrom ? 'fits' : probability >= weakFrom ? 'weak' : 'nothing-fits'
}

type Held = { probability: number; helps: boolean }

function fitOn(judged: readonly JudgedLesson[]): Softmax {
  const labels = judged.map(({ helps }) => (helps ? 1 : 0))
  return fitSoftmax(
    judged.map(({ evidence }) => evidence),
    labels,
    { classes: 2, l2: L2 },
  )
}

function heldOut(judged: readonly JudgedLesson[]): Held[] {
  return inFolds(judged, (training, test) => {
    const model = fitOn(training)
    return test.map(({ evidence, helps }) => ({ probability: probabilityOf(model, evidence), helps }))
  })
}

/** What `work` makes of each fold, in the order of the lessons. */
function inFolds<Made>(
  judged: readonly JudgedLesson[],
  work: (training: JudgedLesson[], test: JudgedLesson[]) => Made[],
): Made[] {
  const folds = foldsOf(
    judged.map(({ question: group }) => ({ group })),
    FOLDS,
    FOLDS_SEED,
  )
  const made = new Map<JudgedLesson, Made>()
  for (let fold = 0; fold < FOLDS; fold++) {
    const test = judged.filter((_, i) => folds[i] === fold)
    const runs = new Set(test.map(({ run }) => run))
    const training = judged.filter(({ run }, i) => folds[i] !== fold && !runs.has(run))
    if (test.length === 0 || training.length === 0) continue
    for (const [i, one] of work(training, test).entries()) made.set(test[i] as JudgedLesson, one)
  }
  return judged.flatMap((one) => {
    const found = made.get(one)
    return found === undefined ? [] : [found]
  })
}

/**
 * The lowest limit above which the probabilities themselves expect `FITS_AIM`, and the highest below which they expect no more than
 * `NOTHING_SHARE`: neither is drawn along single lessons.
 */
function limitsFrom(held: readonly Held[]): Pick<VerdictFit, 'fitsFrom' | 'weakFrom'> {
  const falling = held.map(({ probability }) => probability).sort((a, b) => b - a)
  const expected = (some: readonly number[]) => some.reduce((sum, value) => sum + value, 0) / some.length
  const fitsFrom = falling.findLast((_, i) => expected(falling.slice(0, i + 1)) >= FITS_AIM) ?? NEVER
  const weakFrom = falling.findLast((_, i) => expected(falling.slice(i)) > NOTHING_SHARE) ?? 0
  return { fitsFrom, weakFrom: Math.min(weakFrom, fitsFrom) }
}

/** Twenty points, from those that are surest to help to all. */
function curveOf(held: readonly Held[]): VerdictFit['curve'] {
  const falling = [...held].sort((a, b) => b.probability - a.probability)
  return Array.from({ length: 20 }, (_, i) => {
    const count = Math.max(1, Math.round(((i + 1) / 20) * falling.length))
    const given = falling.slice(0, count)
    const precision = given.filter(({ helps }) => helps).length / count
    return { from: given.at(-1)?.probability ?? 0, share: count / falling.length, precision }
  })
}
