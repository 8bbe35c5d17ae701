import { describe, expect, it } from 'vitest'
import { prepareOutput } from './prepare-output.ts'

const long = Array.from({ length: 64 }, (_, index) =>
  index === 30 ? 'AssertionError: no' : `line ${index + 1}`,
).join('\n')

describe('an output in the reader', () => {
  it('is whole when it is short', () => {
    expect(prepareOutput('a\nb\n', false)).toMatchObject({ shownCount: 2, totalCount: 2, isFolded: false })
  })

  it('keeps the beginning, the end and what stands around an error', () => {
    const output = prepareOutput(long, false)
    const shown = output.lines.flatMap((line) => (line.kind === 'line' ? [line.n] : []))
    expect(shown).toEqual([1, 2, 3, 4, 29, 30, 31, 32, 33, 57, 58, 59, 60, 61, 62, 63, 64])
    expect(output.isFolded).toBe(true)
  })

  it('loses no line: shown and folded add up', () => {
    const output = prepareOutput(long, false)
    const folded = output.lines.reduce((sum, line) => sum + (line.kind === 'fold' ? line.count : 0), 0)
    expect(output.shownCount + folded).toBe(output.totalCount)
  })

  it('shows everything when asked to', () => {
    expect(prepareOutput(long, true)).toMatchObject({ shownCount: 64, isFolded: false })
  })

  it('cuts a line of megabytes and says how much is left', () => {
    const [line] = prepareOutput('x'.repeat(5_000), false).lines
    expect(line).toMatchObject({ kind: 'line', cut: 3_800 })
  })
})
