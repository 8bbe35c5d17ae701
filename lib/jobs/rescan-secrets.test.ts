import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { storeEntry, temporaryFolder } from '../db/fixtures/test-store.ts'
import { storeFiles } from '../db/purge/byte-search.ts'
import { openStore } from '../db/store.ts'
import { tables } from '../db/tables.ts'
import { getStoreClock } from '../db/vectors/index-feed.ts'
import { openTestLoupe } from '../fixtures/open-test-loupe.ts'

// Put together at run time: the value opens nothing and stands in no file.
const SECRET = ['gh', 'p_', 'a1B2'.repeat(9)].join('')

it('what was stored before its shape was known gets dots in every byte, places stay, entries wait for a person', async () => {
  const dataPath = temporaryFolder()
  // The embedder of the entry that is stored below.
  const first = await openTestLoupe(dataPath, { LOUPE_EMBEDDER: 'local-v1' })
  const bytes = readFileSync('lib/ingest/fixtures/mini-swe-agent-1.traj.json')
  const file = { fileName: 'run.traj.json', project: 'shop', dryRun: false, resultsId: null, batchKey: null }
  await first.api.importFile({ ...file, bytes })
  await first.close()
  const store = await openStore({ dataPath, rootPath: process.cwd(), now: () => new Date() })
  const step = await tables(store).step.findFirstOrThrow()
  const observations = JSON.stringify([
    { text: `printed ${SECRET} and went on`, exitCode: 0, callId: null, truncated: false },
  ])
  await store.record(async (tx) => {
    const { episodeId, n } = step
    await tables(tx).step.update({ where: { episodeId_n: { episodeId, n } }, data: { observations } })
    await tables(tx).episode.update({ where: { id: episodeId }, data: { outcomeSource: `${SECRET}.json` } })
  })
  const held = await storeEntry(store, { description: { objective: `use ${SECRET}`, keywords: [] } })
  const { epoch } = await getStoreClock(store)
  await store.close()

  const loupe = await openTestLoupe(dataPath)
  const before = await loupe.api.findStep({ episodeId: step.episodeId, n: step.n })
  expect(before?.observations[0]?.text).toContain(SECRET)
  await loupe.api.rescanSecrets()
  for (;;) {
    const rescan = await loupe.api.findRescan()
    if (rescan?.job.finishedAt) break
    await new Promise((later) => setTimeout(later, 50))
  }
  const after = await loupe.api.findStep({ episodeId: step.episodeId, n: step.n })
  expect(after?.observations[0]?.text).toBe(`printed ${'•'.repeat(SECRET.length)} and went on`)
  expect(await loupe.api.findRescan()).toMatchObject({
    job: { state: 'done', failedCount: 0 },
    maskedCount: 2,
    entryCount: 1,
    reasonCount: 0,
  })
  const { projectId } = held
  const secrets = { projectId, task: 'finding', queue: 'secret' }
  await expect
    .poll(async () => (await loupe.api.reviewQueue(secrets)).items.map(({ card }) => card), {
      timeout: 30_000,
    })
    .toMatchObject([{ entries: [{ id: held.id }] }])
  await loupe.close()
  // What a Loupe at work had read before is read anew.
  const later = await openStore({ dataPath, rootPath: process.cwd(), now: () => new Date() })
  expect((await getStoreClock(later)).epoch).not.toBe(epoch)
  await later.close()

  for (const name of storeFiles(dataPath).live)
    expect([name, readFileSync(join(dataPath, name)).includes(`printed ${SECRET}`)]).toEqual([name, false])
})
