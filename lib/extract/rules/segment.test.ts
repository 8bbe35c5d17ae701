import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LOOPED_RUN, makeRun } from '../fixtures/make-run.ts'
import { STAGES_FOR_TEST } from '../fixtures/stages.ts'
import { segmentEvidence } from './segment.ts'
import { type StepEvidence, stagesOfSteps } from './stage-of-step.ts'

const evidence = (stages: string): StepEvidence[] =>
  [...stages].map((letter, i) => ({
    step: i + 1,
    ...STAGES_FOR_TEST[letter as keyof typeof STAGES_FOR_TEST],
  }))
const cut = (stages: string) =>
  segmentEvidence(evidence(stages))
    .map((s) => `${s.category[0]}${s.fromStep}-${s.toStep}`)
    .join(' ')

it('keeps a failed check, the look for its cause and the next edit apart', () => {
  expect(
    segmentEvidence(stagesOfSteps(makeRun(LOOPED_RUN))).map((s) => [s.category, s.fromStep, s.toStep]),
  ).toEqual([
    ['ANALYZE', 1, 2],
    ['REPRODUCE', 3, 4],
    ['EDIT', 5, 5],
    ['VERIFY', 6, 6],
    ['ANALYZE', 7, 9],
    ['EDIT', 10, 10],
    ['VERIFY', 11, 13],
  ])
})

it('merges a short look inside checks and edits, and keeps a long one', () => {
  expect(cut('EVAAV')).toBe('E1-1 V2-5')
  expect(cut('EVAAAAAV')).toBe('E1-1 V2-2 A3-7 V8-8')
  expect(cut('EAE')).toBe('E1-3')
  expect(cut('fAE')).toBe('V1-1 A2-2 E3-3')
})

it('takes a short look at the end for the check where a run changes something and never runs it', () => {
  const kinds = [['source-write'], [], ['read']] as const
  const only = evidence('EOA').map((e, i) => ({ ...e, kinds: [...(kinds[i] ?? [])] }))
  expect(segmentEvidence(only).map(({ category }) => category)).toEqual(['EDIT', 'OTHER', 'VERIFY'])
  expect(cut('AEVA')).toBe('A1-1 E2-2 V3-3 A4-4')
})

it('gives a step without evidence to the stage around it, and leaves it OTHER elsewhere', () => {
  expect(cut('AOA')).toBe('A1-3')
  expect(cut('AOE')).toBe('A1-1 O2-2 E3-3')
})

it('covers every step once, in order, never swallows an edit, and does not join what is not adjacent', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('A', 'R', 'E', 'V', 'f', 'O'), { minLength: 1, maxLength: 40 }),
      (letters) => {
        const segments = segmentEvidence(evidence(letters.join('')))
        expect(
          segments.flatMap((s) =>
            Array.from({ length: s.toStep - s.fromStep + 1 }, (_, i) => s.fromStep + i),
          ),
        ).toEqual(letters.map((_, i) => i + 1))
        for (const [i, letter] of letters.entries()) {
          if (letter !== 'E') continue
          expect(segments.find((s) => s.fromStep <= i + 1 && i + 1 <= s.toStep)?.category).toBe('EDIT')
        }
        for (const [i, s] of segments.entries()) expect(s.category).not.toBe(segments[i + 1]?.category)
      },
    ),
    { numRuns: 2000 },
  )
})
