import { describe, expect, it } from 'vitest'
import { retireEntries } from '../curate/retire.ts'
import {
  claimFindings,
  countFindings,
  countUnseen,
  getScanState,
  listDismissed,
  listFindings,
  settleFindings,
} from '../db/findings/findings.ts'
import { embed, openTestStore, storeEntry } from '../db/fixtures/test-store.ts'
import { enqueueItem } from '../db/jobs/order-jobs.ts'
import { finishItem } from '../db/jobs/work-queue.ts'
import type { Store } from '../db/store.ts'
import { tables } from '../db/tables.ts'
import { detectProject, followExtraction, orderDetection } from './detect-project.ts'
import { createWorker } from './worker.ts'

async function scan(store: Store, projectId: string): Promise<void> {
  await orderDetection(store, projectId)
  const worker = createWorker(store, { detect: (item) => detectProject(item, { store }) }, 'boot', () => {})
  await worker.start()
  while ((await tables(store).jobItem.count({ where: { state: { in: ['waiting', 'running'] } } })) > 0)
    await new Promise((later) => setTimeout(later, 5))
  await worker.stop()
}

const lesson = (text: string) => ({
  title: 'A lesson', kind: 'pattern' as const, when: 'a list is cut into pages', do: text, because: 'the exclusive bound drops a row', check: 'walk over all pages',
}) // biome-ignore format: one lesson

describe('looking through a project', () => {
  it('opens findings, keeps a dismissal, and lets go of what is no longer found', async () => {
    const store = await openTestStore()
    const leaky = await storeEntry(store, { experience: lesson('mend the bound in src/paging.ts') })
    const { projectId } = leaky
    await scan(store, projectId)
    const query = { projectId, detector: 'leak' as const, minScore: null, offset: 0, limit: 10 }
    const [finding] = (await listFindings(store, query)).rows
    expect(finding).toMatchObject({ entryId: leaky.id, state: 'open' })
    expect((await getScanState(store, projectId))?.revision).toBe(1)

    await settleFindings(store, {
      ids: [finding?.id ?? ''],
      state: 'dismissed',
      by: 'ada',
      reason: 'an example',
    })
    await scan(store, projectId)
    expect((await listFindings(store, query)).rows).toEqual([])
    expect((await countFindings(store, projectId)).get('leak')).toMatchObject({ open: 0, dismissed: 1 })
  })

  it('lists what was dismissed, the latest first, and opens it again for whoever looks', async () => {
    const store = await openTestStore()
    const first = await storeEntry(store, { experience: lesson('mend the bound in src/paging.ts') })
    const second = await storeEntry(store, { experience: lesson('mend the bound in src/invoice.ts') })
    const { projectId } = first
    await scan(store, projectId)
    const query = { projectId, detector: 'leak' as const, minScore: null, offset: 0, limit: 10 }
    await claimFindings(store, { ...query, by: 'Ivo', count: 2 })
    for (const { id } of [first, second]) {
      const finding = (await listFindings(store, query)).rows.find(({ entryId }) => entryId === id)
      const dismissal = { state: 'dismissed' as const, by: 'Ivo', reason: `an example in ${id}` }
      await settleFindings(store, { ids: [finding?.id ?? ''], ...dismissal })
    }
    const { rows, matchCount } = await listDismissed(store, query)
    expect(matchCount).toBe(2)
    expect(rows.map(({ entryId }) => entryId)).toEqual([second.id, first.id])
    expect(rows[0]).toMatchObject({ state: 'dismissed', by: 'Ivo', reason: `an example in ${second.id}` })
    expect(rows[0]?.settledAt).not.toBeNull()
    expect((await listDismissed(store, { ...query, offset: 1 })).rows).toEqual([rows[1]])

    await settleFindings(store, { ids: [rows[0]?.id ?? ''], state: 'open', by: 'Mara', reason: null })
    expect((await listFindings(store, { ...query, claimedBy: 'Mara' })).rows).toMatchObject([
      { entryId: second.id, state: 'open', by: null, reason: null, settledAt: null },
    ])
    expect((await listDismissed(store, query)).matchCount).toBe(1)

    const deps = { store, embed, by: 'Mara', inspect: () => ({ secrets: [], flags: [] }) }
    await retireEntries({ entryIds: [first.id], reason: 'leak' }, deps)
    expect((await listDismissed(store, query)).matchCount).toBe(0)
    expect((await countFindings(store, projectId)).get('leak')).toMatchObject({ open: 1, dismissed: 0 })
  })

  it('does not show findings of retired entries, and shows them again when they come back', async () => {
    const store = await openTestStore()
    const leaky = await storeEntry(store, { experience: lesson('mend the bound in src/paging.ts') })
    await scan(store, leaky.projectId)
    const deps = { store, embed, by: 'ada', inspect: () => ({ secrets: [], flags: [] }) }
    await retireEntries({ entryIds: [leaky.id], reason: 'leak' }, deps)
    expect((await countFindings(store, leaky.projectId)).get('leak')?.open).toBe(0)
    await scan(store, leaky.projectId)
    expect(await tables(store).finding.count({ where: { state: 'gone', detector: 'leak' } })).toBe(1)
  })

  it('knows how many came or changed since the look, and takes none of them for looked at', async () => {
    const store = await openTestStore()
    const { projectId } = await storeEntry(store)
    const unseen = async () => await countUnseen(store, projectId, await getScanState(store, projectId))
    expect(await unseen()).toBe(1)
    await scan(store, projectId)
    expect(await unseen()).toBe(0)
    await storeEntry(store)
    await storeEntry(store)
    expect(await unseen()).toBe(2)
  })

  it('orders one look at a time', async () => {
    const store = await openTestStore()
    const { projectId } = await storeEntry(store)
    await orderDetection(store, projectId)
    await orderDetection(store, projectId)
    expect(await tables(store).jobItem.count()).toBe(1)
  })

  it('counts an entry once that is in several pairs', async () => {
    const store = await openTestStore()
    const same = {
      description: { objective: 'mend the bound of the page', keywords: ['inclusive bound'] },
      experience: lesson('make the bound of the page inclusive and ask for one row more'),
    }
    const first = await storeEntry(store, same)
    await storeEntry(store, same)
    await storeEntry(store, same)
    await scan(store, first.projectId)
    const counts = (await countFindings(store, first.projectId)).get('near-duplicate')
    expect(counts).toMatchObject({ open: 3, entryCount: 3 })
  })

  it('comes once after files that came one after the other', async () => {
    const store = await openTestStore()
    const { projectId } = await storeEntry(store)
    const finish = ({ itemId }: { itemId: string }) => store.record((tx) => finishItem(store, tx, itemId, {}))
    let looks = 0
    const look = async (item: { itemId: string }) => {
      looks++
      await finish(item)
    }
    const follow = (job: { id: string; kind: string }) => followExtraction(store, job)
    const worker = createWorker(store, { extract: finish, detect: look }, 'boot', () => {}, follow)
    await worker.start()
    const untilDone = async (kind: string) => {
      while ((await tables(store).job.count({ where: { kind, state: 'done' } })) === 0)
        await new Promise((later) => setTimeout(later, 5))
    }
    for (const label of ['one', 'two', 'three']) {
      const job = { kind: 'extract', jobLabel: 'files', projectId, batchKey: 'act', label, target: label }
      await store.record((tx) => enqueueItem(store, tx, job))
      worker.wake()
      await untilDone('extract')
    }
    while ((await tables(store).job.count({ where: { kind: 'detect' } })) === 0)
      await new Promise((later) => setTimeout(later, 5))
    expect(looks).toBe(0)
    await worker.hurry(() => untilDone('detect'))
    await worker.stop()
    expect(looks).toBe(1)
  })
})
