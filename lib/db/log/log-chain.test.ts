import { expect, it } from 'vitest'
import { activityLines, getActivityChanges, listActivity } from '../entries/revisions.ts'
import { openTestStore, storeEntry } from '../fixtures/test-store.ts'
import type { Store } from '../store.ts'
import { tables } from '../tables.ts'
import { verifyChain } from './log-chain.ts'

async function history() {
  const store = await openTestStore()
  const entries = [await storeEntry(store), await storeEntry(store), await storeEntry(store)]
  const projectId = entries[0]?.projectId ?? ''
  return { store, projectId, entries, middle: entries[1]?.revision ?? 0 }
}

const behindItsBack = (store: Store, sql: string, ...values: unknown[]) =>
  store.record((tx) => tables(tx).$executeRawUnsafe(sql, ...values))

it('holds over a history that nobody touched', async () => {
  const { store, projectId, entries } = await history()
  expect(await verifyChain(store, projectId)).toEqual({
    ok: true,
    from: entries[0]?.revision,
    to: entries[2]?.revision,
    count: 3,
    brokenAt: null,
    why: null,
  })
})

it.each([
  [
    'the text of a change',
    `UPDATE "Change" SET "after" = replace("after", 'Request', 'Skip') WHERE "revisionNumber" = ?`,
  ],
  ['who did it', `UPDATE "Revision" SET "by" = 'somebody else' WHERE "number" = ?`],
  ['why', `UPDATE "Revision" SET "reason" = 'another' WHERE "number" = ?`],
  ['a digest', `UPDATE "Change" SET "digest" = 'x' WHERE "revisionNumber" = ?`],
  ['a change taken out', `DELETE FROM "Change" WHERE "revisionNumber" = ?`],
  ['a text emptied without a purge', `UPDATE "Change" SET "after" = NULL WHERE "revisionNumber" = ?`],
  ['a seal', `UPDATE "Revision" SET "hash" = NULL WHERE "number" = ?`],
])('names the revision that was altered behind its back: %s', async (_what, sql) => {
  const { store, projectId, middle } = await history()
  await behindItsBack(store, sql, middle)
  expect(await verifyChain(store, projectId)).toMatchObject({ ok: false, brokenAt: middle })
})

it('misses a revision that was taken out, at the next one', async () => {
  const { store, projectId, middle, entries } = await history()
  await behindItsBack(store, `DELETE FROM "Change" WHERE "revisionNumber" = ?`, middle)
  await behindItsBack(store, `DELETE FROM "Revision" WHERE "number" = ?`, middle)
  expect(await verifyChain(store, projectId)).toMatchObject({ ok: false, brokenAt: entries[2]?.revision })
})

it('begins where sealing began, for a store that is older than it', async () => {
  const { store, projectId, middle, entries } = await history()
  await behindItsBack(store, `UPDATE "Revision" SET "hash" = NULL WHERE "number" <= ?`, middle)
  // What was sealed after an unsealed one still names the seal it followed, so the check says so rather than trust it.
  expect(await verifyChain(store, projectId)).toMatchObject({ from: entries[2]?.revision, ok: false })
})

it('lists the log without loading what was changed, narrowed by who, what, which entry and when', async () => {
  const { store, projectId, entries, middle } = await history()
  const list = (more: object) => listActivity(store, { projectId, offset: 0, limit: 50, ...more })
  const all = await list({})
  expect(all.matchCount).toBe(3)
  expect(all.rows[0]).toMatchObject({
    revision: entries[2]?.revision,
    by: 'test',
    verb: 'extract',
    entryCount: 1,
  })
  expect((await list({ entryId: entries[1]?.id })).rows.map(({ revision }) => revision)).toEqual([middle])
  expect((await list({ verb: 'merge' })).matchCount).toBe(0)
  expect((await list({ by: 'test', since: '2026-01-01', until: '2026-01-01' })).matchCount).toBe(3)
  expect((await list({ since: '2026-01-02' })).matchCount).toBe(0)
  const { rows } = await getActivityChanges(store, middle, 0, 10)
  expect(rows).toMatchObject([{ entryId: entries[1]?.id, before: null, after: { id: entries[1]?.id } }])
})

it('leaves as JSON Lines with its seals, each revision before its changes', async () => {
  const { store, projectId, entries } = await history()
  const lines: Record<string, unknown>[] = []
  for await (const line of activityLines(store, { projectId })) lines.push(JSON.parse(line))
  expect(lines.map((line) => line.revision ?? line.entryId)).toEqual(
    entries.flatMap(({ revision, id }) => [revision, id]),
  )
  expect(lines[0]?.hash).toMatch(/^[0-9a-f]{64}$/)
})
