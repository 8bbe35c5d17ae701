import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { areaText, findArea, isInside, type Point, parseArea, roundArea, simplified } from './map.ts'

const L_SHAPE: Point[] = [
  [0, 0],
  [10, 0],
  [10, 4],
  [4, 4],
  [4, 10],
  [0, 10],
]

describe('an area of the map', () => {
  it('takes in what lies in the polygon and leaves out what lies in its bay', () => {
    expect(isInside(L_SHAPE, 2, 8)).toBe(true)
    expect(isInside(L_SHAPE, 8, 2)).toBe(true)
    expect(isInside(L_SHAPE, 7, 7)).toBe(false)
    expect(isInside(L_SHAPE, -1, 5)).toBe(false)
    expect(isInside(L_SHAPE, 11, 2)).toBe(false)
  })

  it('agrees with a rectangle whichever way it is gone round', () => {
    const side = fc.integer({ min: -50, max: 50 })
    fc.assert(
      fc.property(
        side,
        side,
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 40 }),
        side,
        side,
        (x, y, w, h, px, py) => {
          const box: Point[] = [
            [x, y],
            [x + w, y],
            [x + w, y + h],
            [x, y + h],
          ]
          const [atX, atY] = [px + 0.5, py + 0.5] // never on an edge
          const expected = atX > x && atX < x + w && atY > y && atY < y + h
          expect(isInside(box, atX, atY)).toBe(expected)
          expect(isInside([...box].reverse(), atX, atY)).toBe(expected)
        },
      ),
    )
  })

  it('comes back from an address as it went in, in whole numbers', () => {
    expect(areaText(L_SHAPE)).toBe('0,0,10,0,10,4,4,4,4,10,0,10')
    expect(parseArea(areaText(L_SHAPE))).toEqual(L_SHAPE)
  })

  it('is refused when it is no polygon', () => {
    for (const text of [
      '',
      '1,2',
      '1,2,3,4',
      '1,2,3,4,5',
      'a,b,c,d,e,f',
      '1,2,3,4,5,1e9',
      Array(802).fill(1).join(','),
    ])
      expect(findArea(text), text).toBeNull()
    expect(() => parseArea('1,2')).toThrow('no polygon')
  })

  it('keeps its corners when a drawn line is thinned out', () => {
    const drawn: Point[] = []
    for (let i = 0; i <= 100; i++) drawn.push([i * 10, 0])
    for (let i = 1; i <= 100; i++) drawn.push([1000, i * 10])
    expect(simplified(drawn)).toEqual([
      [0, 0],
      [1000, 0],
      [1000, 1000],
    ])
  })

  it('has 3 to 200 corners, also with numbers below 0 and after the point', () => {
    expect(findArea('-1,2.5,3,-4,5,6')).toEqual([
      [-1, 2.5],
      [3, -4],
      [5, 6],
    ])
    expect(findArea(Array(400).fill(1).join(','))).toHaveLength(200)
    expect(findArea('1,2,3,4,5,6,7')).toBeNull()
    expect(findArea('1,2,3,4,5,100000')).toEqual(null)
    expect(findArea('1,2,3,4,5,')).toBeNull()
  })

  it('drawn round keeps to its circle and holds what lies well within it', () => {
    const circle = roundArea(500, 400, 100)
    expect(circle).toHaveLength(24)
    for (const [x, y] of circle) expect(Math.hypot(x - 500, y - 400)).toBeCloseTo(100, 9)
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 6.28, noNaN: true }),
        fc.double({ min: 0, max: 200, noNaN: true }),
        (turn, far) => {
          const inside = isInside(circle, 500 + far * Math.cos(turn), 400 + far * Math.sin(turn))
          if (far < 98) expect(inside).toBe(true)
          if (far > 100) expect(inside).toBe(false)
        },
      ),
    )
  })

  it('thinned out never has more corners than asked for, at least three, all of them drawn ones', () => {
    const point = fc.tuple(fc.integer({ min: 0, max: 1_000 }), fc.integer({ min: 0, max: 1_000 }))
    fc.assert(
      fc.property(
        fc.array(point, { minLength: 3, maxLength: 90 }),
        fc.integer({ min: 3, max: 60 }),
        (drawn, most) => {
          const thinned = simplified(drawn as Point[], most)
          expect(thinned.length).toBeLessThanOrEqual(most)
          for (const [x, y] of thinned) expect(drawn.some(([a, b]) => a === x && b === y)).toBe(true)
        },
      ),
    )
    // Corners that lie apart stay, flat ones go.
    const square: Point[] = [
      [0, 0],
      [500, 1],
      [1000, 0],
      [1000, 1000],
      [0, 1000],
    ]
    expect(simplified(square)).toHaveLength(5)
    expect(simplified(square, 4)).toEqual(square.filter((_, i) => i !== 1))
  })
})
