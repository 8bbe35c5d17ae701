import { copyFileSync, cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { openTestStore, temporaryFolder } from './fixtures/test-store.ts'
import { Prisma } from './generated/client.ts'
import { createIdMaker, isOwnId } from './ids.ts'
import { migrate } from './migrate.ts'
import { openStore, type Tx } from './store.ts'
import { rowsOf, tables } from './tables.ts'
import { fromVectorBlob, toVectorBlob } from './vectors/vectors.ts'

const migrations = join(process.cwd(), 'prisma', 'migrations')

describe('store', () => {
  it('keeps what a write stored, under one revision', async () => {
    const store = await openTestStore()
    const revision = await store.write({ by: 'me', verb: 'test' }, async (tx, revise) => {
      await tables(tx).setting.create({ data: { name: 'a', value: '1' } })
      expect(await revise()).toBe(await revise())
      return await revise()
    })
    expect(await tables(store).revision.findMany()).toMatchObject([
      { number: revision, verb: 'test', by: 'me' },
    ])
  })

  it('leaves neither rows nor a revision when a write fails', async () => {
    const store = await openTestStore()
    const failing = store.write({ by: 'me', verb: 'test' }, async (tx, revise) => {
      await revise()
      await tables(tx).setting.create({ data: { name: 'a', value: '1' } })
      throw new Error('stop')
    })
    await expect(failing).rejects.toThrow('stop')
    expect([
      await tables(store).setting.count({ where: { name: 'a' } }),
      await tables(store).revision.count(),
    ]).toEqual([0, 0])
  })

  it('never shows a reader what is not committed', async () => {
    const store = await openTestStore()
    await store.record(async (tx) => {
      await tables(tx).setting.create({ data: { name: 'a', value: '1' } })
      expect(await tables(store).setting.count({ where: { name: 'a' } })).toBe(0)
    })
    expect(await tables(store).setting.count({ where: { name: 'a' } })).toBe(1)
  })

  it('cannot be written through its reader', async () => {
    const store = await openTestStore()
    await expect(tables(store).setting.create({ data: { name: 'a', value: '1' } })).rejects.toThrow()
  })

  it('gives rows of what is committed only, and does not write through them', async () => {
    const store = await openTestStore()
    const values = () =>
      rowsOf<{ value: string }>(store, 'SELECT "value" FROM "Setting" WHERE "name" = ?', 'a')
    await store.record(async (tx) => {
      await tables(tx).setting.create({ data: { name: 'a', value: '1' } })
      expect(await values()).toEqual([])
    })
    expect(await values()).toEqual([{ value: '1' }])
    await expect(rowsOf(store, `DELETE FROM "Setting" RETURNING "name"`)).rejects.toThrow(/readonly/)
  })

  it('writes together until others have waited long enough: these come next, and nothing is left out', async () => {
    const store = await openTestStore()
    const order: string[] = []
    const others: Promise<unknown>[] = []
    const write = (name: string, work: () => Promise<unknown> = async () => {}) => ({
      note: { by: 'me', verb: name },
      work: async (_: Tx, revise: () => Promise<number>) => {
        await revise()
        await work()
        order.push(name)
      },
    })
    expect(await store.writeFirst(['a', 'b', 'c'].map((name) => write(name)))).toHaveLength(3) // nobody waits
    const slow = write('d', async () => {
      others.push(store.record(async () => order.push('other')))
      await new Promise((later) => setTimeout(later, 60))
    })
    const writes = [slow, write('e'), write('f')]
    const kept = (await store.writeFirst(writes)).length
    expect(kept).toBe(1)
    expect(await store.writeFirst(writes.slice(kept))).toHaveLength(2)
    await Promise.all(others)
    expect(order.join(' ')).toBe('a b c d other e f')
    expect(await tables(store).revision.count()).toBe(6)
  })

  it('goes on with the next write after one that failed', async () => {
    const store = await openTestStore()
    const first = store.record(() => Promise.reject(new Error('stop')))
    const second = store.record((tx) => tables(tx).setting.create({ data: { name: 'a', value: '1' } }))
    await expect(first).rejects.toThrow('stop')
    expect((await second).value).toBe('1')
  })
})

describe('migrations', () => {
  it('make every column that the schema names', async () => {
    const client = tables(await openTestStore())
    const models = Object.keys(Prisma.ModelName).map((name) => name[0]?.toLowerCase() + name.slice(1))
    expect(models.length).toBeGreaterThan(15)
    for (const model of models) {
      const table = (client as unknown as Record<string, { findMany(): Promise<unknown> }>)[model]
      expect(await table?.findMany()).toBeInstanceOf(Array) // a missing column would throw
    }
  })

  it('are applied once', () => {
    const folder = temporaryFolder()
    const path = join(folder, 'a.db')
    expect(migrate(path, migrations, folder).applied.length).toBeGreaterThan(0)
    expect(migrate(path, migrations, folder).applied).toEqual([])
  })

  it('are refused on data of a newer Loupe, with the next step, and nothing is changed', async () => {
    const folder = temporaryFolder()
    await (await openStore({ dataPath: folder, rootPath: process.cwd(), now: () => new Date() })).close()
    const db = new Database(join(folder, 'loupe.db'))
    db.prepare(
      "INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name) VALUES ('x', 'y', '2027', '9999_future')",
    ).run()
    db.close()
    await expect(
      openStore({ dataPath: folder, rootPath: process.cwd(), now: () => new Date() }),
    ).rejects.toMatchObject({
      code: 'newer-store',
      hint: expect.stringContaining('Update Loupe'),
    })
  })

  it('are refused when an applied file was changed', () => {
    const folder = temporaryFolder()
    const path = join(folder, 'a.db')
    const own = join(folder, 'migrations')
    cpSync(migrations, own, { recursive: true })
    migrate(path, own, folder)
    writeFileSync(join(own, '0001_foundation', 'migration.sql'), 'SELECT 1;')
    expect(() => migrate(path, own, folder)).toThrow('differs')
  })

  it('leave a database as it was when one of them fails half-way', () => {
    const folder = temporaryFolder()
    const path = join(folder, 'a.db')
    const own = join(folder, 'migrations')
    cpSync(migrations, own, { recursive: true })
    migrate(path, own, folder)
    mkdirSync(join(own, '0002_broken'))
    writeFileSync(join(own, '0002_broken', 'migration.sql'), 'CREATE TABLE "Half" (a); CREATE TABLE oops (;')
    expect(() => migrate(path, own, folder)).toThrow()
    const db = new Database(path)
    expect(db.prepare("SELECT name FROM sqlite_master WHERE name = 'Half'").all()).toEqual([])
    db.close()
  })

  it('make a safe copy before they touch a file with data', () => {
    const folder = temporaryFolder()
    const path = join(folder, 'a.db')
    const own = join(folder, 'migrations')
    cpSync(migrations, own, { recursive: true })
    migrate(path, own, folder)
    mkdirSync(join(own, '0002_more'))
    writeFileSync(join(own, '0002_more', 'migration.sql'), 'CREATE TABLE "More" (a);')
    const { backup } = migrate(path, own, join(folder, 'backups'))
    copyFileSync(backup ?? '', join(folder, 'copy.db'))
    const copy = new Database(join(folder, 'copy.db'))
    expect(copy.pragma('quick_check', { simple: true })).toBe('ok')
    copy.close()
  })
})

describe('ids', () => {
  it('sort by creation, also when the clock goes back', () => {
    const times = [5_000, 5_000, 4_000, 6_000]
    const nextId = createIdMaker(() => times.shift() ?? 0, null)
    const ids = [1, 2, 3, 4].map(() => nextId('m'))
    expect([...ids].sort()).toEqual(ids)
  })

  it('are told from others by their form, so that none comes in that later ones could not sort after', () => {
    expect(isOwnId(createIdMaker(() => Date.UTC(2200, 0, 1), null)('m'))).toBe(true)
    for (const other of ['m_1', 'm_01RULESV100000000000000001', 'm_7ZZZZZZZZZZZZZZZZZZZZZZZZZ', '../etc'])
      expect(isOwnId(other)).toBe(false)
  })

  it('sort after everything stored before, whatever the clock says', () => {
    const earlier = createIdMaker(() => 9_000_000, null)('m')
    expect(createIdMaker(() => 0, earlier.slice(2))('m') > earlier).toBe(true)
  })
})

it('gives ids that sort after those of every table, when the store is opened with an earlier clock', async () => {
  const dataPath = temporaryFolder()
  const openAt = (ms: number) => openStore({ dataPath, rootPath: process.cwd(), now: () => new Date(ms) })
  const late = await openAt(9_000_000)
  const jobId = late.nextId('j')
  await late.record((tx) =>
    tables(tx).job.create({
      data: { id: jobId, kind: 'k', label: '', state: 'done', createdAt: late.now() },
    }),
  )
  await late.close()
  const early = await openAt(1_000_000)
  expect(early.nextId('j') > jobId).toBe(true)
  await early.close()
})

describe('vector blob', () => {
  it('comes back equal from bytes that start at an odd offset', () => {
    const vector = Float32Array.of(0.25, -1, 3.5)
    const shifted = new Uint8Array(13)
    shifted.set(toVectorBlob(vector), 1)
    expect(fromVectorBlob(shifted.subarray(1), 3)).toEqual(vector)
  })

  it('is refused when its length does not fit the dimension', () => {
    expect(() => fromVectorBlob(new Uint8Array(8), 3)).toThrow('expected 12')
  })
})
