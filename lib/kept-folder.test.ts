import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { temporaryFolder } from './db/fixtures/test-store.ts'
import { openTestLoupe } from './fixtures/open-test-loupe.ts'

/** A data folder as migration 0013 left it: one of everything that a person ordered, decided or labelled, from the sample. */
function folderOf0013(): string {
  const dataPath = temporaryFolder()
  const packed = readFileSync('lib/db/fixtures/folder-of-0013.db.zst')
  writeFileSync(join(dataPath, 'loupe.db'), zstdDecompressSync(packed))
  return dataPath
}

it('opens a folder of migration 0013 and keeps its entries', async () => {
  const loupe = await openTestLoupe(folderOf0013())
  expect(await loupe.memories.hasProject('sample')).toBe(true)
  await loupe.stop()
})

it('keeps what persons said in it: verdicts, grades, labels and what was dismissed', async () => {
  const dataPath = folderOf0013()
  await (await openTestLoupe(dataPath)).stop()
  const db = new Database(join(dataPath, 'loupe.db'), { readonly: true })
  const said = db.prepare('SELECT "task", COUNT(*) AS n FROM "Verdict" GROUP BY 1 ORDER BY 1').all()
  const drawn = said.filter((row) => ['sample', 'blind'].includes((row as { task: string }).task))
  expect(drawn.reduce<number>((sum, row) => sum + (row as { n: number }).n, 0)).toBe(4)
  expect(said).toEqual(
    expect.arrayContaining([
      { task: 'finding', n: 1 },
      { task: 'pair', n: 6 },
      { task: 'stage', n: 3 },
    ]),
  )
  db.close()
})
