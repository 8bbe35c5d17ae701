import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createTurns } from './model-thread.ts'

/** Everything that is still to do, in the order in which it is taken. */
function takeAll<T>(turns: ReturnType<typeof createTurns<T>>): T[] {
  const taken: T[] = []
  for (let one = turns.take(); one !== undefined; one = turns.take()) taken.push(one)
  return taken
}

it('has nothing to do before work comes in, and an empty list is no party', () => {
  const turns = createTurns<string>()
  turns.add([])
  expect([turns.take(), turns.count(), turns.partyCount()]).toEqual([undefined, 0, 0])
})

it('gives each party one piece a turn, each in its own order', () => {
  const turns = createTurns<string>()
  turns.add(['a1', 'a2', 'a3'])
  turns.add(['b1'])
  turns.add(['c1', 'c2'])
  expect(takeAll(turns)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3'])
})

it('lets who comes late wait for one piece of each who is there, not for all that they have', () => {
  const turns = createTurns<string>()
  turns.add(['a1', 'a2', 'a3', 'a4'])
  turns.add(['b1', 'b2'])
  expect([turns.take(), turns.take()]).toEqual(['a1', 'b1'])
  turns.add(['late'])
  expect(takeAll(turns)).toEqual(['a2', 'b2', 'late', 'a3', 'a4'])
})

it('gives first what could not be done and was put back, and counts it again', () => {
  const turns = createTurns<string>()
  turns.add(['a1', 'a2'])
  const one = turns.take() ?? ''
  turns.putBack(one)
  expect([turns.count(), turns.partyCount()]).toEqual([2, 2])
  expect(takeAll(turns)).toEqual(['a1', 'a2'])
})

it('gives up everything at once when it is drained, and works on after that', () => {
  const turns = createTurns<string>()
  turns.add(['a1', 'a2'])
  turns.add(['b1'])
  expect(turns.drain().toSorted()).toEqual(['a1', 'a2', 'b1'])
  expect([turns.take(), turns.count(), turns.partyCount()]).toEqual([undefined, 0, 0])
  turns.add(['c1'])
  expect(takeAll(turns)).toEqual(['c1'])
})

it('leaves the list that it was given as it was', () => {
  const work = ['a', 'b', 'c']
  const turns = createTurns<string>()
  turns.add(work)
  takeAll(turns)
  expect(work).toEqual(['a', 'b', 'c'])
})

it('loses nothing, doubles nothing and counts right, whatever is added, taken and put back', () => {
  const step = fc.oneof(fc.integer({ min: 0, max: 4 }), fc.constantFrom('take' as const, 'put back' as const))
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const turns = createTurns<number>()
      const waiting = new Set<number>()
      let [next, last] = [0, undefined as number | undefined]
      for (const one of steps) {
        if (typeof one === 'number') {
          const work = Array.from({ length: one }, () => next++)
          for (const piece of work) waiting.add(piece)
          turns.add(work)
        } else if (one === 'take') {
          last = turns.take()
          expect(last === undefined).toBe(waiting.size === 0)
          if (last !== undefined) expect(waiting.delete(last)).toBe(true)
        } else if (last !== undefined) {
          turns.putBack(last)
          waiting.add(last)
          last = undefined
        }
        expect(turns.count()).toBe(waiting.size)
        expect(turns.partyCount() > 0).toBe(waiting.size > 0)
      }
      expect(takeAll(turns).toSorted((a, b) => a - b)).toEqual([...waiting].toSorted((a, b) => a - b))
    }),
    { seed: 7, numRuns: 300 },
  )
})
