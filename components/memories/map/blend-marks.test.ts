import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blender, type Pixels } from './blend-marks.ts'

const byte = fc.integer({ min: 0, max: 255 })
const pictures = (least: number, most: number) =>
  fc
    .tuple(fc.integer({ min: least, max: most }), fc.integer({ min: least, max: most }))
    .chain(([width, height]) =>
      fc
        .array(byte, { minLength: 4 * width * height, maxLength: 4 * width * height })
        .map((bytes): Pixels => ({ data: Uint8ClampedArray.from(bytes), width, height })),
    )
const places = fc.integer({ min: -2, max: 8 })

test('a mark lies over a picture as Porter and Duff have it, whole or not at all', () => {
  fc.assert(
    fc.property(
      pictures(3, 9),
      pictures(1, 4),
      places,
      places,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (picture, mark, left, top, alpha) => {
        const before = picture.data.slice()
        blender(picture, mark, alpha)(left, top)
        const fits =
          left >= 0 && top >= 0 && left + mark.width <= picture.width && top + mark.height <= picture.height
        for (let y = 0; y < picture.height; y++)
          for (let x = 0; x < picture.width; x++) {
            const k = 4 * (y * picture.width + x)
            const source = fits ? colorAt(mark, x - left, y - top) : [0, 0, 0, 0]
            const expected = over(source, [...before.slice(k, k + 4)], alpha)
            for (const [n, value] of expected.entries())
              expect(Math.abs((picture.data[k + n] ?? Number.NaN) - value)).toBeLessThanOrEqual(0.51)
          }
      },
    ),
  )
})

function colorAt({ data, width, height }: Pixels, x: number, y: number): number[] {
  if (x < 0 || y < 0 || x >= width || y >= height) return [0, 0, 0, 0]
  return [...data.slice(4 * (y * width + x), 4 * (y * width + x) + 4)]
}

/** Colours multiplied by their alpha, in shares of 1: the other way round from the code. */
function over(source: number[], target: number[], alpha: number): number[] {
  const a = Math.round((source[3] ?? 0) * alpha) / 255
  const b = (target[3] ?? 0) / 255
  const both = a + b * (1 - a)
  if (a === 0) return target
  const colors = [0, 1, 2].map((n) => ((source[n] ?? 0) * a + (target[n] ?? 0) * b * (1 - a)) / both)
  return [...colors, 255 * both]
}
