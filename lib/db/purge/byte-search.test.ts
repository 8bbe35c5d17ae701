import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../fixtures/test-store.ts'
import { storeFiles, textsInFile } from './byte-search.ts'

/** The file is read in pieces of this many bytes. */
const PIECE = 4 * 1_048_576
const LONGEST = 'all but the last letter of it before the first edge'

it('finds a text wherever it stands, also across two pieces of the file, and as JSON writes it', async () => {
  const path = join(temporaryFolder(), 'file')
  const bytes = Buffer.alloc(2 * PIECE + 100, 0x20)
  const put = (text: string, at: number) => Buffer.from(text).copy(bytes, at)
  put('at the start', 0)
  put(LONGEST, PIECE - LONGEST.length + 1)
  put('up to the edge', 2 * PIECE - 'up to the edge'.length)
  put('from the edge', 2 * PIECE)
  put('with \\"quotes\\" and\\nlines', 500)
  put('naïve 改 text', 700)
  put('at the end', bytes.length - 'at the end'.length)
  writeFileSync(path, bytes)
  const there = [
    ...['at the start', LONGEST, 'up to the edge', 'from the edge', 'at the end'],
    ...['with "quotes" and\nlines', 'naïve 改 text'],
  ]
  expect(await textsInFile(path, [...there, 'at the starting', 'nowhere'])).toEqual(new Set(there))
  expect(await textsInFile(path, [])).toEqual(new Set())
})

it('a file shorter than the text, and an empty one, hold nothing', async () => {
  const path = join(temporaryFolder(), 'file')
  writeFileSync(path, 'abc')
  expect(await textsInFile(path, ['abcd', 'abc'])).toEqual(new Set(['abc']))
  writeFileSync(path, '')
  expect(await textsInFile(path, ['abc'])).toEqual(new Set())
})

it('names the database, its log and every safe copy, as far as they are there', () => {
  const folder = temporaryFolder()
  expect(storeFiles(folder)).toEqual({ live: [], backups: [] })
  for (const name of ['loupe.db', 'loupe.db-wal', 'loupe.db-shm', 'token'])
    writeFileSync(join(folder, name), '')
  mkdirSync(join(folder, 'backups'))
  writeFileSync(join(folder, 'backups', 'a.db'), '')
  expect(storeFiles(folder)).toEqual({
    live: ['loupe.db', 'loupe.db-wal'],
    backups: [join('backups', 'a.db')],
  })
})
