import { createHash } from 'node:crypto'
import { copyFileSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openTestStore, storeEntry, temporaryFolder } from '../fixtures/test-store.ts'
import type { Store } from '../store.ts'
import { tables } from '../tables.ts'
import { storeFiles, textsInFile } from './byte-search.ts'
import { MARK_KEY_FILE } from './suppression-mark.ts'
import { findSuppression, listSuppressed, suppressAll, suppressPurged } from './suppressions.ts'

/** As keys are: what anybody can compute who guesses the words. */
const bareKeyOf = (words: string) => createHash('sha256').update(words).digest('hex').slice(0, 32)
const RETIRED = bareKeyOf('EDIT\ncall 555 0100\n')
const PURGED = bareKeyOf('EDIT\nhunter2\n')

/** A store with a retired and a purged lesson. */
async function known(dataPath: string): Promise<Store> {
  const store = await openTestStore(dataPath)
  const retired = await storeEntry(store, { suppressionKey: RETIRED, lifecycle: 'retired', reason: 'junk' })
  const purged = await storeEntry(store, { suppressionKey: PURGED })
  await store.record((tx) => suppressAll(store, tx, [retired], 'Mara'))
  await store.record((tx) => suppressPurged(store, tx, [purged], 'Mara'))
  await store.record((tx) => tables(tx).change.deleteMany({ where: { entityId: purged.id } }))
  await store.record((tx) => tables(tx).entry.delete({ where: { id: purged.id } }))
  return store
}

/** What stands against both lessons, in their order. */
async function standing(store: Store): Promise<(string | undefined)[]> {
  const { id } = await tables(store).project.findFirstOrThrow()
  const found = [RETIRED, PURGED].map((key) => store.record((tx) => findSuppression(store, tx, id, key)))
  return (await Promise.all(found)).map((one) => one?.state)
}

const openAgain = async (dataPath: string) => await openTestStore(dataPath)

it('keeps a mark that nobody can compute from a guess without the key of this folder', async () => {
  const dataPath = temporaryFolder()
  const store = await known(dataPath)
  const { id } = await tables(store).project.findFirstOrThrow()
  expect(await standing(store)).toEqual(['retired', 'purged'])
  expect(await listSuppressed(store, store, id, [PURGED, 'another'])).toEqual(new Set([PURGED]))
  await store.checkpoint()
  for (const name of storeFiles(dataPath).live)
    expect([name, (await textsInFile(join(dataPath, name), [PURGED])).size]).toEqual([name, 0])
  const path = join(dataPath, MARK_KEY_FILE)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  for (const name of storeFiles(dataPath).live)
    expect((await textsInFile(join(dataPath, name), [readFileSync(path, 'utf8').trim()])).size).toBe(0)
  const other = await openTestStore()
  expect(other.conceal(PURGED)).not.toBe(store.conceal(PURGED))
})

it('honours what was retired and purged before there were marks, and leaves no bare key', async () => {
  const dataPath = temporaryFolder()
  const before = await known(dataPath)
  // As the version before wrote them.
  for (const [state, key] of [
    ['retired', RETIRED],
    ['purged', PURGED],
  ] as const)
    await before.record((tx) => tables(tx).suppression.updateMany({ where: { state }, data: { key } }))
  await before.record((tx) =>
    tables(tx).setting.deleteMany({ where: { name: { startsWith: 'suppressionKey' } } }),
  )
  await before.close()
  rmSync(join(dataPath, MARK_KEY_FILE))
  expect((await textsInFile(join(dataPath, 'loupe.db'), [PURGED])).size).toBe(1)

  const after = await openAgain(dataPath)
  expect(await standing(after)).toEqual(['retired', 'purged'])
  for (const name of storeFiles(dataPath).live)
    expect([name, (await textsInFile(join(dataPath, name), [PURGED])).size]).toEqual([name, 0])
  await after.close()
  expect(await standing(await openAgain(dataPath))).toEqual(['retired', 'purged'])
})

it.each([
  ['the purged row', { state: 'retired' }, 'purged'],
  ['the row in force', { state: 'purged', liftedAt: new Date() }, 'purged'],
])('keeps %s of two that an older Loupe left for one lesson', async (_what, bare, state) => {
  const dataPath = temporaryFolder()
  const store = await known(dataPath)
  const { id: projectId } = await tables(store).project.findFirstOrThrow()
  const row = { id: store.nextId('sp'), projectId, key: PURGED, by: 'old', createdAt: store.now() }
  await store.record((tx) => tables(tx).suppression.create({ data: { ...row, ...bare } }))
  await store.close()
  const again = await openAgain(dataPath)
  expect(await standing(again)).toEqual(['retired', state])
  expect(await tables(again).suppression.count()).toBe(2)
})

it('refuses a database whose key was left behind, and takes it with the key', async () => {
  const [from, to] = [temporaryFolder(), temporaryFolder()]
  await (await known(from)).close()
  copyFileSync(join(from, 'loupe.db'), join(to, 'loupe.db'))
  for (const key of [null, 'of another folder']) {
    if (key) writeFileSync(join(to, MARK_KEY_FILE), key)
    await expect(openAgain(to)).rejects.toMatchObject({
      code: 'lost-suppression-key',
      hint: expect.stringContaining(MARK_KEY_FILE),
    })
  }
  copyFileSync(join(from, MARK_KEY_FILE), join(to, MARK_KEY_FILE))
  expect(await standing(await openAgain(to))).toEqual(['retired', 'purged'])
})

it('makes a new key only when told that the old one is lost, and what was retired still does not return', async () => {
  const dataPath = temporaryFolder()
  await (await known(dataPath)).close()
  writeFileSync(join(dataPath, MARK_KEY_FILE), '')
  const store = await openAgain(dataPath)
  expect(await standing(store)).toEqual(['retired', undefined])
  expect(readFileSync(join(dataPath, MARK_KEY_FILE), 'utf8')).toMatch(/^[0-9a-f]{64}\n$/)
})
