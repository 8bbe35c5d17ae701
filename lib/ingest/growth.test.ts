import { expect, it } from 'vitest'
import { growthOf } from '../extract/fixtures/growth-readers.ts'
import { FILE_READERS } from './fixtures/growth-files.ts'

/** Four times the file may take four times the time, and as much again for the machine's moods; a square would take sixteen. */
const MOST_GROWTH = 10

it.each(Object.keys(FILE_READERS))('reads %s in time that grows with the size of the file', (name) => {
  const read = FILE_READERS[name] ?? (() => null)
  read(4) // what is compiled at first is no growth
  expect(growthOf(read, { length: 250, most: MOST_GROWTH })).toBeLessThan(MOST_GROWTH)
})
