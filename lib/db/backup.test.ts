import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { makeKey, revokeKey } from './agents/keys.ts'
import { backUp, findUnfinishedBackup, restore } from './backup.ts'
import { openTestStore, storeEntry, temporaryFolder } from './fixtures/test-store.ts'
import { checkFile } from './migrate.ts'
import { tryOwn } from './owner-lock.ts'
import { addPerson, removePerson } from './people.ts'
import { openStore, type Store } from './store.ts'
import { tables } from './tables.ts'

/** Everything that entries say, as one number. */
async function digest(store: Store): Promise<string> {
  const rows = await tables(store).entry.findMany({ orderBy: { id: 'asc' } })
  return createHash('sha256')
    .update(JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value)))
    .digest('hex')
}

it('a backup made while entries are written holds a state that was, and a restore brings exactly it back', async () => {
  const store = await openTestStore()
  for (let i = 0; i < 20; i++) await storeEntry(store)
  const before = await digest(store)
  const writing = (async () => {
    for (let i = 0; i < 10; i++) await storeEntry(store)
  })()
  const file = join(temporaryFolder(), 'copy.db')
  const { damage, ...held } = backUp(store.dataPath, file)
  expect(damage).toBeNull()
  await writing
  expect(held.entries).toBeGreaterThanOrEqual(20)
  expect(held.entries).toBeLessThanOrEqual(30)
  await store.close()

  const restored = restore(store.dataPath, file, new Date())
  expect(restored).toMatchObject({ ...held, purgedSince: [] })
  expect(existsSync(restored.kept ?? '')).toBe(true)
  const again = await openTestStore(store.dataPath)
  expect(await tables(again).entry.count()).toBe(held.entries)
  await again.record((tx) => tables(tx).entry.deleteMany({ where: { seq: { gt: 20 } } }))
  expect(await digest(again)).toBe(before)
})

it('a drill: what was written after the backup is gone after a restore, all before it is there, in another folder too', async () => {
  const store = await openTestStore()
  for (let i = 0; i < 5; i++) await storeEntry(store)
  const before = await digest(store)
  const file = join(temporaryFolder(), 'copy.db')
  backUp(store.dataPath, file)
  await storeEntry(store)
  await store.close()
  const elsewhere = temporaryFolder()
  expect(restore(elsewhere, file, new Date()).kept).toBeNull()
  const other = await openTestStore(elsewhere)
  expect(await digest(other)).toBe(before)
})

it('a restore names the accounts and keys that were taken away since', async () => {
  const store = await openTestStore()
  const { dataPath } = store
  await addPerson(store, { name: 'Ada', role: 'owner', projectIds: null })
  const bob = await addPerson(store, { name: 'Bob', role: 'reader', projectIds: null })
  const ci = await makeKey(store, { name: 'ci', scopes: ['read'], projectId: null })
  await makeKey(store, { name: 'kept', scopes: ['read'], projectId: null })
  const file = join(temporaryFolder(), 'copy.db')
  backUp(dataPath, file)
  await removePerson(store, bob.id)
  await revokeKey(store, ci.id)
  await store.close()
  expect(restore(dataPath, file, new Date()).letInAgain).toEqual(['Bob', 'ci'])
  expect(restore(temporaryFolder(), file, new Date()).letInAgain).toEqual([])
})

it('a damaged database is brought back by a restore, and what was left of it is kept', async () => {
  const store = await openTestStore()
  await storeEntry(store)
  const file = join(temporaryFolder(), 'copy.db')
  backUp(store.dataPath, file)
  await store.close()
  truncateSync(join(store.dataPath, 'loupe.db'), 5_000)
  await expect(openTestStore(store.dataPath)).rejects.toMatchObject({ code: 'damaged-store' })
  const { kept } = restore(store.dataPath, file, new Date())
  expect(statSync(kept ?? '').size).toBe(5_000)
  expect(await tables(await openTestStore(store.dataPath)).entry.count()).toBe(1)
})

it('says at the next start where a backup that was killed left its copy', async () => {
  const store = await openTestStore()
  const file = join(temporaryFolder(), 'copy.db')
  expect(findUnfinishedBackup(store.dataPath)).toBeNull()
  backUp(store.dataPath, file)
  expect(findUnfinishedBackup(store.dataPath)).toBeNull()
  writeFileSync(`${file}.unfinished`, 'half')
  writeFileSync(join(store.dataPath, 'backup.under-way'), `${file}.unfinished`)
  expect(findUnfinishedBackup(store.dataPath)).toContain(`${file}.unfinished may hold a whole copy`)
  rmSync(`${file}.unfinished`)
  expect(findUnfinishedBackup(store.dataPath)).toBeNull()
  expect(existsSync(join(store.dataPath, 'backup.under-way'))).toBe(false)
})

it('takes a database that was cut by less than a page for a damaged one', async () => {
  const store = await openTestStore()
  await storeEntry(store)
  await store.close()
  const path = join(store.dataPath, 'loupe.db')
  truncateSync(path, statSync(path).size - 2_048)
  const missing = '2048 bytes are missing at its end'
  expect(checkFile(store.dataPath)?.message).toContain(missing)
  expect(backUp(store.dataPath, join(temporaryFolder(), 'copy.db')).damage).toContain(missing)
  const said: string[] = []
  const options = { dataPath: store.dataPath, rootPath: process.cwd(), now: () => new Date(0) }
  await (await openStore({ ...options, log: (line) => said.push(line) })).close()
  expect(said).toEqual([expect.stringContaining(`${missing}). Loupe only reads it.`)])
})

it('takes a database whose last pages stand in its WAL only, as after a full disk, for a whole one', async () => {
  const store = await openTestStore()
  await store.close()
  const path = join(store.dataPath, 'loupe.db')
  const raw = new Database(path)
  raw.pragma('journal_mode = WAL')
  raw.exec('CREATE TABLE "grown" (bytes); INSERT INTO "grown" VALUES (zeroblob(20000))')
  const wal = readFileSync(`${path}-wal`)
  raw.pragma('wal_checkpoint(TRUNCATE)')
  raw.close()
  truncateSync(path, statSync(path).size - 4_096)
  expect(checkFile(store.dataPath)?.message).toContain('4096 bytes are missing at its end')
  writeFileSync(`${path}-wal`, wal)
  expect(checkFile(store.dataPath)).toBeNull()
})

it('refuses what is no backup, a folder in use and a name that is taken, and changes nothing', async () => {
  const store = await openTestStore()
  await storeEntry(store)
  const folder = temporaryFolder()
  const file = join(folder, 'copy.db')
  backUp(store.dataPath, file)
  expect(() => backUp(store.dataPath, file)).toThrow(expect.objectContaining({ code: 'file-exists' }))
  expect(() => backUp(temporaryFolder(), join(folder, 'x'))).toThrow(
    expect.objectContaining({ code: 'no-store' }),
  )
  await store.close()
  const before = readFileSync(join(store.dataPath, 'loupe.db'))
  writeFileSync(join(folder, 'text'), 'not a database '.repeat(400))
  expect(() => restore(store.dataPath, join(folder, 'text'), new Date())).toThrow(
    expect.objectContaining({ code: 'damaged-backup' }),
  )
  const lock = tryOwn(store.dataPath)
  expect(() => restore(store.dataPath, file, new Date())).toThrow(
    expect.objectContaining({ code: 'folder-in-use' }),
  )
  lock?.release()
  expect(readFileSync(join(store.dataPath, 'loupe.db')).equals(before)).toBe(true)
  expect(readdirSync(folder).sort()).toEqual(['copy.db', 'copy.db.key', 'text'])
  expect(statSync(file).mode & 0o077).toBe(0)
})
