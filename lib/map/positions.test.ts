import { describe, expect, it } from 'vitest'
import { fingerprint, toPositions } from './positions.ts'

const rows = (...ids: string[]) =>
  ids.map((id) => ({ id, text: `words of ${id}`, keywords: [], revision: 1 }))

describe('places as they are kept', () => {
  it('stand in the order of their entries, with their words, to two digits', () => {
    const places = Float32Array.of(1.234, 5.678, 999.999, 0.004)
    expect(toPositions(rows('a', 'b'), places, 7, null)).toEqual({
      ids: ['a', 'b'],
      texts: ['words of a', 'words of b'],
      x: [1.23, 1000],
      y: [5.68, 0],
      revision: 7,
      sampledFrom: null,
    })
  })

  it('say of how many they are a sample, and are none of none', () => {
    expect(toPositions([], new Float32Array(0), 3, 50_000)).toEqual({
      ids: [],
      texts: [],
      x: [],
      y: [],
      revision: 3,
      sampledFrom: 50_000,
    })
  })

  it('are at 0 where a place is missing, rather than nowhere: a map without a number cannot be drawn', () => {
    const { x, y } = toPositions(rows('a', 'b'), Float32Array.of(3, 4), 1, null)
    expect([x, y]).toEqual([
      [3, 0],
      [4, 0],
    ])
  })
})

describe('the name of a list of entries', () => {
  const of = (...some: { id: string; text: string }[]) => fingerprint(some)
  const [a, b] = [
    { id: 'a', text: 'x' },
    { id: 'b', text: 'y' },
  ]

  it('is the same for the same entries in the same order', () => {
    expect(of(a, b)).toBe(of({ ...a }, { ...b }))
    expect(of()).toBe(of())
  })

  it.each([
    ['another order', [b, a]],
    ['one fewer', [a]],
    ['one more', [a, b, a]],
    ['another word', [a, { ...b, text: 'z' }]],
    ['another entry of the same words', [a, { ...b, id: 'c' }]],
    [
      'a word that moved from one to the other',
      [
        { ...a, text: 'x y' },
        { ...b, text: '' },
      ],
    ],
    ['a line end in the words, where two entries stood', [{ id: 'a', text: 'x\nb y' }]],
    ['nothing', []],
  ])('is another with %s', (_, other) => {
    expect(of(...other)).not.toBe(of(a, b))
  })

  it('does not depend on what else an entry holds', () => {
    expect(fingerprint([{ ...a, category: 'EDIT' } as typeof a])).toBe(of(a))
  })
})
