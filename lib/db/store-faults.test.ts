import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it, onTestFinished } from 'vitest'
import { overwrite } from './fixtures/damage.ts'
import { openTestStore, storeEntry, temporaryFolder } from './fixtures/test-store.ts'
import { tryOwn } from './owner-lock.ts'
import { openStore, type Store, setSetting } from './store.ts'
import { tables } from './tables.ts'

/** A closed folder with entries in it. */
async function folderWithEntries(): Promise<{ dataPath: string; path: string }> {
  const dataPath = temporaryFolder()
  const store = await openTestStore(dataPath)
  for (let i = 0; i < 30; i++) await storeEntry(store)
  await store.close()
  return { dataPath, path: join(dataPath, 'loupe.db') }
}

const DAMAGES: [string, (path: string) => void][] = [
  [
    'a page in the middle overwritten',
    (path) => overwrite(path, Math.floor(statSync(path).size / 2 / 4096) * 4096),
  ],
  ['the second page overwritten', (path) => overwrite(path, 4096)],
  ['the head overwritten', (path) => overwrite(path, 0)],
  ['cut to half', (path) => truncateSync(path, Math.floor(statSync(path).size / 2))],
  ['cut in the middle of the head', (path) => truncateSync(path, 60)],
  ['text instead of a database', (path) => writeFileSync(path, 'not a database at all, '.repeat(500))],
]

it.each(DAMAGES)('%s: it is refused or only read, in words, and not a byte is changed', async (_, damage) => {
  const { dataPath, path } = await folderWithEntries()
  damage(path)
  const before = readFileSync(path)
  const opened = await openTestStore(dataPath).catch((fault) => fault)
  const said = opened instanceof Error ? opened : opened.onlyRead
  expect(said).toMatchObject({ name: 'UserError', hint: expect.stringContaining('restore') })
  expect(['damaged-store', 'read-only']).toContain(said.code)
  if (!(opened instanceof Error))
    await expect(storeEntry(opened)).rejects.toMatchObject({ code: 'read-only' })
  expect(readFileSync(path).equals(before)).toBe(true)
})

it.each(['missing', 'empty'])(
  'a database that is %s beside the key of an older one is asked about',
  async (how) => {
    const { dataPath, path } = await folderWithEntries()
    if (how === 'missing') rmSync(path)
    else truncateSync(path, 0)
    const opened = openStore({ dataPath, rootPath: process.cwd(), now: () => new Date() })
    await expect(opened).rejects.toMatchObject({ code: 'lost-store' })
  },
)

it('a database of another program is refused and stays as it is', async () => {
  const dataPath = temporaryFolder()
  const path = join(dataPath, 'loupe.db')
  const other = new Database(path)
  other.exec('CREATE TABLE places (id INTEGER PRIMARY KEY, url TEXT)')
  other.close()
  const before = readFileSync(path)
  await expect(openTestStore(dataPath)).rejects.toMatchObject({ code: 'foreign-store' })
  expect(readFileSync(path).equals(before)).toBe(true)
})

it('garbage in the lock file is one sentence and a next step', () => {
  const dataPath = temporaryFolder()
  writeFileSync(join(dataPath, 'owner.lock'), 'garbage '.repeat(100))
  expect(() => tryOwn(dataPath)).toThrow(expect.objectContaining({ code: 'damaged-lock' }))
  rmSync(join(dataPath, 'owner.lock'))
  mkdirSync(join(dataPath, 'owner.lock'))
  expect(() => tryOwn(dataPath)).toThrow(expect.objectContaining({ code: 'damaged-lock' }))
})

/** Another program that writes into the database of a store. */
function locker(dataPath: string) {
  const other = new Database(join(dataPath, 'loupe.db'))
  onTestFinished(() => void other.close())
  other.exec('BEGIN IMMEDIATE')
  return other
}

it('a database that was killed before it had tables of its own is begun anew', async () => {
  const dataPath = temporaryFolder()
  const begun = new Database(join(dataPath, 'loupe.db'))
  begun.exec(
    'CREATE TABLE "_prisma_migrations" ("id" TEXT PRIMARY KEY NOT NULL, "checksum" TEXT NOT NULL, "finished_at" DATETIME, "migration_name" TEXT NOT NULL, "logs" TEXT, "rolled_back_at" DATETIME, "started_at" DATETIME NOT NULL DEFAULT current_timestamp, "applied_steps_count" INTEGER UNSIGNED NOT NULL DEFAULT 0)',
  )
  begun.close()
  const store = await openTestStore(dataPath)
  await storeEntry(store)
  await store.close()
})

it('a write waits for another program that holds the lock, and others go on meanwhile', async () => {
  const store = await openTestStore()
  const other = locker(store.dataPath)
  // Given back only after turns that others had: a write that kept the process to itself would not see it.
  let turns = 0
  const beat = setInterval(() => ++turns === 30 && other.exec('ROLLBACK'), 1)
  await setSetting(store, 'waited', 'yes')
  clearInterval(beat)
  expect(await tables(store).setting.findUnique({ where: { name: 'waited' } })).toMatchObject({
    value: 'yes',
  })
  expect(turns).toBeGreaterThanOrEqual(30)
})

it('a lock that is not given back is named, nothing is stored, and the next write is done', async () => {
  const store = await openTestStore()
  const other = locker(store.dataPath)
  await expect(setSetting(store, 'never', 'x')).rejects.toMatchObject({ code: 'store-locked', status: 503 })
  other.exec('ROLLBACK')
  await setSetting(store, 'after', 'y')
  expect(await tables(store).setting.count({ where: { name: { in: ['never', 'after'] } } })).toBe(1)
})

/** As many pages as the file may have: a disk that is full, without one. */
async function allowPages(store: Store, count: number): Promise<void> {
  await store.record((tx) => tables(tx).$queryRawUnsafe(`PRAGMA max_page_count = ${count}`))
}

it('a full disk is named, loses nothing, and is written to again when there is room', async () => {
  const store = await openTestStore()
  const first = await storeEntry(store)
  await allowPages(store, 1) // SQLite takes the present size for the least
  await expect(storeEntry(store, { reason: 'x'.repeat(200_000) })).rejects.toMatchObject({
    code: 'disk-full',
  })
  expect(await tables(store).entry.findMany({ select: { id: true } })).toEqual([{ id: first.id }])
  await allowPages(store, 1_000_000)
  await storeEntry(store)
  expect(await tables(store).entry.count()).toBe(2)
})

it('a close that finds no room is one sentence, and what was kept is there at the next start', async () => {
  const { dataPath, path } = await folderWithEntries()
  const child = `
    import { openStore, setSetting } from ${JSON.stringify(join(process.cwd(), 'lib/db/store.ts'))}
    const store = await openStore({ dataPath: ${JSON.stringify(dataPath)}, rootPath: process.cwd(), now: () => new Date() })
    await setSetting(store, 'kept', 'x'.repeat(100_000))
    await store.close().catch((error) => console.log(error.name, error.hint))`
  // No file may grow beyond the database of today: the pages that follow stay in the WAL.
  const limit = Math.floor(statSync(path).size / 1024)
  const run = ['-c', `ulimit -f ${limit}; exec "$0" --input-type=module -e "$1"`, process.execPath, child]
  const { stdout, stderr } = spawnSync('bash', run, { encoding: 'utf8' })
  expect(stderr).toBe('')
  expect(stdout).toMatch(/^UserError .*disk/)
  const store = await openTestStore(dataPath)
  expect(await tables(store).setting.count({ where: { name: 'kept' } })).toBe(1)
})

it('a copy made before files said whose they are is still taken', async () => {
  const { path } = await folderWithEntries()
  const dataPath = temporaryFolder()
  copyFileSync(path, join(dataPath, 'loupe.db'))
  const old = new Database(join(dataPath, 'loupe.db'))
  old.pragma('application_id = 0')
  old.close()
  const store = await openTestStore(dataPath)
  expect(await tables(store).entry.count()).toBe(30)
})
