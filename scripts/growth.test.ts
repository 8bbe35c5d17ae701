import { expect, it } from 'vitest'
import { FILE_READERS } from './fixtures/growth/growth-files.ts'
import { growthOf, PERIODS, processorMs, READERS, readRun } from './fixtures/growth/growth-readers.ts'

/** Four times the text may take four times the time, and as much again for the machine's moods; a square would take sixteen. */
const MOST_GROWTH = 10

it.each(Object.keys(READERS))('reads %s of any kind in time that grows with its length', (name) => {
  const read = READERS[name] ?? (() => null)
  const slow = PERIODS.flatMap((period) => {
    const growth = growthOf((length) => read(period.repeat(Math.ceil(length / period.length))), {
      length: 4_000,
      most: MOST_GROWTH,
    })
    return growth > MOST_GROWTH ? [`${JSON.stringify(period)} × ${growth.toFixed(1)}`] : []
  })
  expect(slow).toEqual([])
})

it('extracts from a run with megabytes of capitals and of one word in seconds', () => {
  const ms = processorMs(() =>
    readRun(['A'.repeat(4_000_000), 'do '.repeat(100_000)], ['aB '.repeat(1_000_000), 'ls']),
  )
  expect(ms).toBeLessThan(10_000)
})

it.each(Object.keys(FILE_READERS))('reads %s in time that grows with the size of the file', (name) => {
  const read = FILE_READERS[name] ?? (() => null)
  read(4) // what is compiled at first is no growth
  expect(growthOf(read, { length: 250, most: MOST_GROWTH })).toBeLessThan(MOST_GROWTH)
})
