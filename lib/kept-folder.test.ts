import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { openTestStore, temporaryFolder } from './db/fixtures/test-store.ts'
import { listVerdicts } from './db/review/verdicts.ts'
import { openTestLoupe } from './fixtures/open-test-loupe.ts'

/** A data folder as migration 0013 left it: one of everything that a person ordered, decided or labelled, from the sample. */
function folderOf0013(): string {
  const dataPath = temporaryFolder()
  const packed = readFileSync('lib/db/fixtures/folder-of-0013.db.zst')
  writeFileSync(join(dataPath, 'loupe.db'), zstdDecompressSync(packed))
  return dataPath
}

it('opens a folder of migration 0013 and keeps its entries, its results of runs and its plan', async () => {
  const loupe = await openTestLoupe(folderOf0013())
  expect(await loupe.api.findProject({ name: 'sample' })).not.toBeNull()
  const { runs, plans, twins } = await loupe.api.experiments()
  expect([runs.length, plans.length, twins.length]).toEqual([2, 1, 1])
  expect(plans[0]?.plan).toMatchObject({ isUnchanged: true })
  const [base = '', variant = ''] = runs.map(({ id }) => id)
  expect(await loupe.api.twoRuns({ base, variant })).not.toBeNull()
  await loupe.stop()
})

it('keeps what persons said in it: verdicts, grades, labels and what was dismissed', async () => {
  const store = await openTestStore(folderOf0013())
  const count = async (task: string) => (await listVerdicts(store, { task })).length
  expect((await count('sample')) + (await count('blind'))).toBe(4)
  expect([await count('pair'), await count('stage'), await count('finding')]).toEqual([6, 3, 1])
})
