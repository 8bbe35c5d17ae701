import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { damageTable } from './db/fixtures/damage.ts'
import { openTestStore, storeEntry, temporaryFolder } from './db/fixtures/test-store.ts'
import { ask, openTestLoupe } from './fixtures/open-test-loupe.ts'

it('a page of a table that nobody needs now: everything else is read and told, nothing is written', async () => {
  const dataPath = temporaryFolder()
  const store = await openTestStore(dataPath)
  for (let i = 0; i < 30; i++) await storeEntry(store)
  await store.close()
  await (await openTestLoupe(dataPath)).close() // says once which embedder the folder has
  const path = join(dataPath, 'loupe.db')
  damageTable(path, 'StudyRow')
  const before = readFileSync(path)
  const loupe = await openTestLoupe(dataPath)
  const shell = await loupe.api.shell({ project: 'shop' })
  expect(shell.onlyRead).toMatchObject({ code: 'read-only', hint: expect.stringContaining('restore') })
  expect(shell.current?.entryCount).toBe(30)
  const question = { ...ask('construct a failing test', 'REPRODUCE'), project: 'shop' }
  expect((await loupe.api.serve({ ...question, log: true })).hits).toHaveLength(10)
  const [entryId = ''] = (await loupe.api.retrieve(question)).hits.map((hit) => hit.entryId)
  await expect(loupe.api.retire({ entryIds: [entryId], reason: 'x' })).rejects.toMatchObject({
    code: 'read-only',
    status: 503,
  })
  await loupe.close()
  expect(readFileSync(path).equals(before)).toBe(true)
})
