import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openTestStore } from '../../db/fixtures/test-store.ts'
import { verifyChain } from '../../db/log/log-chain.ts'
import { storeFiles } from '../../db/purge/byte-search.ts'
import type { Store } from '../../db/store.ts'
import { tables } from '../../db/tables.ts'
import { editEntry } from '../edit.ts'
import { depsOf } from '../fixtures/curate-deps.ts'
import { storeRunWithEntries } from '../fixtures/run-with-entries.ts'
import { purgeOneRun } from './purge-run.ts'

const NEEDLE = 'zylophonic marzipan quartet'

const found = (store: Store) =>
  storeFiles(store.dataPath).live.filter((name) => readFileSync(join(store.dataPath, name)).includes(NEEDLE))

it('a purged run leaves nothing of its steps, entries, reasons and quotations in any byte, and the log still proves whole', async () => {
  const store = await openTestStore()
  const { episodeId, instanceId, entry } = await storeRunWithEntries(store, NEEDLE)
  const other = await storeRunWithEntries(store, 'an innocent sentence of another run, kept as it is')
  const edit = {
    entryId: entry.id,
    revision: entry.revision,
    because: 'shorter',
    reason: `It said ${NEEDLE}.`,
  }
  await editEntry(edit, depsOf(store))
  expect(found(store)).not.toEqual([])
  const receipt = await purgeOneRun(
    { episodeId, phrase: `purge ${instanceId}`, reason: 'a test' },
    depsOf(store),
  )
  expect(receipt).toMatchObject({
    instanceId,
    stepCount: 2,
    entryCount: 1,
    logEmptied: true,
    backupsHolding: [],
  })
  expect(receipt.files.every((file) => file.found === 0)).toBe(true)
  expect(receipt.searchedTexts).toBeGreaterThan(1)
  expect(found(store)).toEqual([])
  expect(await tables(store).episode.findMany({ select: { id: true } })).toEqual([{ id: other.episodeId }])
  expect(await tables(store).entry.count()).toBe(1)
  expect((await verifyChain(store, entry.projectId)).ok).toBe(true)
})

it('a run is purged only by its own phrase, and only once', async () => {
  const store = await openTestStore()
  const { episodeId, instanceId } = await storeRunWithEntries(store, NEEDLE)
  const asked = { episodeId, phrase: 'purge it', reason: 'a test' }
  await expect(purgeOneRun(asked, depsOf(store))).rejects.toMatchObject({ code: 'wrong-phrase' })
  expect(await tables(store).step.count()).toBe(2)
  const right = { episodeId, phrase: `purge ${instanceId}`, reason: 'a test' }
  await purgeOneRun(right, depsOf(store))
  await expect(purgeOneRun(right, depsOf(store))).rejects.toMatchObject({ code: 'no-such-run', status: 404 })
})

it('what another run says too, word for word, stays its own and is not looked for', async () => {
  const store = await openTestStore()
  const same = `${NEEDLE}, said by two runs in exactly the same words, so that neither owns it`
  const first = await storeRunWithEntries(store, same)
  const second = await storeRunWithEntries(store, same)
  const taken = await purgeOneRun(
    { episodeId: first.episodeId, phrase: `purge ${first.instanceId}`, reason: 'a test' },
    depsOf(store),
  )
  expect(taken.files.every((file) => file.found === 0)).toBe(true)
  const steps = await tables(store).step.findMany({ where: { episodeId: second.episodeId } })
  expect(JSON.stringify(steps)).toContain(same)
})
