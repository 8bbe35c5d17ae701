import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../fixtures/test-store.ts'
import { openStore } from '../store.ts'
import { listComparisonPlans, listExperimentRuns, restorePlan, withdrawPlan } from './outcomes.ts'
import { countRows, getStudy, listRows } from './studies.ts'

/** A data folder as migration 0013 left it, with a change before it is opened. */
function folderOf0013(change: string) {
  const dataPath = temporaryFolder()
  const path = join(dataPath, 'loupe.db')
  writeFileSync(path, zstdDecompressSync(readFileSync('lib/db/fixtures/folder-of-0013.db.zst')))
  const db = new Database(path)
  db.exec(change)
  const id = (sql: string) => db.prepare(sql).pluck().get() as string
  const batch = id('SELECT "id" FROM "LabRun"')
  const stream = id(`SELECT "id" FROM "Job" WHERE "kind" = 'stream-replay'`)
  db.close()
  return { dataPath, batch, stream }
}

async function opened(change = '') {
  const { dataPath, ...ids } = folderOf0013(change)
  const lines: string[] = []
  const log = (line: string) => void (line.includes('suppression.key') || lines.push(line)) // the folder of an older version has none
  const store = await openStore({ dataPath, rootPath: process.cwd(), now: () => new Date(), log })
  return { store, lines, dataPath, ...ids }
}

it('a batch and a stream replay of an earlier version are studies with all their rows', async () => {
  const { store, lines, batch, stream } = await opened()
  expect(await getStudy(store, batch)).toMatchObject({
    ...{ design: 'retrieval', name: 'kept batch', by: 'Ada' },
    plan: { strategies: ['subtask', 'instance', 'bm25'], primary: ['subtask', 'instance'] },
    report: { queryCount: 5 },
  })
  expect(await countRows(store, batch)).toBe(5)
  expect((await listRows(store, batch, { from: 0, upto: 1 }))[0]).toMatchObject({
    unit: { id: 'line-1' },
    value: { subtask: { entryIds: expect.any(Array) } },
  })
  expect(await getStudy(store, stream)).toMatchObject({
    ...{ design: 'stream', plan: { seeds: [0, 1], questions: 372 }, storeRevision: 484 },
  })
  expect(await listRows(store, stream, { from: 0, upto: 9 })).toMatchObject([
    { unit: 0, value: { seed: 0, given: { subtask: expect.any(Array) } } },
    { unit: 1, value: { seed: 1 } },
  ])
  expect(lines).toEqual([])
  await store.close()
})

it('one that does not fit is named and kept whole, with its questions', async () => {
  const { store, lines, batch, stream, dataPath } = await opened(
    `UPDATE "LabQuestion" SET "query" = '{"id": ' WHERE "position" = 3;
     UPDATE "Job" SET "request" = 'not JSON' WHERE "kind" = 'stream-replay'`,
  )
  await expect(getStudy(store, batch)).rejects.toMatchObject({ code: 'no-such-study' })
  await expect(getStudy(store, stream)).rejects.toMatchObject({ code: 'no-such-study' })
  expect(lines.filter((line) => line.startsWith(`! LabRun ${batch} fits no table`))).toHaveLength(1)
  expect(lines.filter((line) => line.startsWith('! LabQuestion'))).toHaveLength(5)
  expect(lines.filter((line) => line.startsWith(`! Job ${stream}`))).toHaveLength(1)
  await store.close()
  const db = new Database(join(dataPath, 'loupe.db'), { readonly: true })
  const kept = db.prepare('SELECT "row" FROM "Unmoved" WHERE "id" = ?').pluck()
  expect(JSON.parse(kept.get(batch) as string)).toMatchObject({ id: batch, name: 'kept batch' })
  expect(JSON.parse(kept.get(`${batch} 3`) as string)).toMatchObject({ query: '{"id": ', position: 3 })
  expect(db.prepare('SELECT "kind" FROM "Job" WHERE "id" = ?').pluck().get(stream)).toBe('stream-replay')
  db.close()
})

it('results of runs and a plan of an earlier version are studies that say the same', async () => {
  const { store, lines } = await opened(
    `UPDATE "ComparisonPlan" SET "alpha" = 0.1 + 0.2 - 0.25;
     UPDATE "ExperimentRun" SET "removedAt" = "createdAt" WHERE "arm" <> 'vanilla'`,
  )
  const [run, ...others] = await listExperimentRuns(store, null)
  expect([run?.arm, run?.results.length, others]).toEqual(['vanilla', expect.any(Number), []])
  expect(run?.results[0]).toMatchObject({ instanceId: expect.any(String), resolved: expect.any(Boolean) })
  const [plan] = await listComparisonPlans(store, null)
  // The number was changed behind its back, and is the same to its last digit.
  expect([plan?.alpha, plan?.isUnchanged]).toEqual([0.1 + 0.2 - 0.25, false])
  expect(lines).toEqual([])
  await store.close()
})

it('a plan of an earlier version still gives its hash, and is taken back as before', async () => {
  const { store } = await opened(`DELETE FROM "ExperimentRun"`)
  const [plan] = await listComparisonPlans(store, null)
  expect(plan).toMatchObject({ isUnchanged: true, by: expect.any(String) })
  const it = { id: plan?.id ?? '', by: 'Mara' }
  expect([await withdrawPlan(store, it), await restorePlan(store, it)]).toEqual([
    { id: it.id },
    { id: it.id },
  ])
  await store.close()
})

it('a result file that does not fit is named and kept whole; its runs of before are not lost', async () => {
  const { store, lines, dataPath } = await opened(
    `UPDATE "ExperimentRun" SET "results" = '[{"resolved": true}]' WHERE "arm" = 'vanilla'`,
  )
  expect((await listExperimentRuns(store, null)).map(({ arm }) => arm)).not.toContain('vanilla')
  expect(lines.filter((line) => line.startsWith('! ExperimentRun x_'))).toHaveLength(1)
  await store.close()
  const db = new Database(join(dataPath, 'loupe.db'), { readonly: true })
  const row = db
    .prepare(`SELECT "row" FROM "Unmoved" WHERE "table" = 'ExperimentRun'`)
    .pluck()
    .get() as string
  expect(JSON.parse(row)).toMatchObject({ arm: 'vanilla', results: '[{"resolved": true}]' })
  db.close()
})
