import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { backUp, restore, verify } from '../lib/db/backup.ts'
import { temporaryFolder } from '../lib/db/fixtures/test-store.ts'
import { importRuns, openSampleLoupe, openTestLoupe } from '../lib/fixtures/open-test-loupe.ts'
import { purgePhrase, purgeRunPhrase } from '../lib/memory/text/words.ts'
import { purgeAgain } from './reach/purge-again.ts'

it('names the entries and runs that were purged since the backup, and purges them again', async () => {
  const first = await openSampleLoupe()
  await importRuns(first, 'shop', 2)
  const shop = await first.api.project({ name: 'shop' })
  const sample = await first.api.project({ name: 'sample' })
  const page = { text: '', facets: {}, sort: 'created', descending: false, offset: 0, limit: 5 } as const
  const { rows } = await first.api.listEntries({ projectId: sample.id, ...page })
  const runs = await first.api.listEpisodes({
    projectId: shop.id,
    text: '',
    outcome: null,
    offset: 0,
    limit: 5,
  })
  const [entry, run] = [rows[0], runs.rows[0]]
  if (!entry || !run) throw new Error('the sample has entries and runs')
  const file = join(temporaryFolder(), 'copy.db')
  backUp(first.dataPath, file)
  const note = { reason: 'a test', by: 'Mara' }
  await first.api.purge({ entryIds: [entry.id], phrase: purgePhrase(1), ...note })
  await first.api.purgeRun({ episodeId: run.id, phrase: purgeRunPhrase(run.instanceId), ...note })
  await first.close()

  const held = restore(first.dataPath, file, new Date())
  expect(held.purgedSince).toEqual([entry.id])
  expect(held.runsPurgedSince).toEqual([{ id: run.id, instanceId: run.instanceId }])
  const again = await openTestLoupe(first.dataPath)
  expect(await again.api.findEntry({ id: entry.id })).not.toBeNull()
  await purgeAgain(again, held)
  expect(await again.api.findEntry({ id: entry.id })).toBeNull()
  expect(await again.api.findEpisode({ id: run.id })).toBeNull()
  await again.close()

  const env = { ...process.env, LOUPE_DATA_DIR: first.dataPath }
  const said = spawnSync(process.execPath, ['scripts/restore.ts', file, '--json'], { encoding: 'utf8', env })
  const there = verify(join(first.dataPath, 'loupe.db'))
  expect(there.entries).toBeLessThan(held.entries)
  expect(JSON.parse(said.stdout)).toMatchObject({ entries: there.entries, runs: held.runs - 1 })
})
