import { expect, it } from 'vitest'
import { bulkChange, previewChange } from '../curate/bulk.ts'
import { purgeEntries } from '../curate/purge/purge.ts'
import { countMatching, matchingIds } from '../db/entries/entries.ts'
import { embed, openTestStore } from '../db/fixtures/test-store.ts'
import { getProject } from '../db/projects.ts'
import type { Store } from '../db/store.ts'
import { tables } from '../db/tables.ts'
import { LIFECYCLES } from '../memory/lifecycle.ts'
import { purgePhrase } from '../memory/text/words.ts'
import { asMiniRun, type DenseRun, denseRun, STAGES_A_ROUND } from './fixtures/dense-runs.ts'
import { importAndDistil } from './fixtures/import-and-distil.ts'
import type { RunFile } from './fixtures/import-and-work.ts'

const ROUNDS = 2
const RUNS = 30
const LESSONS = RUNS * ROUNDS * STAGES_A_ROUND
/** Of them, those that are purged rather than retired. */
const PURGED = 60

it('lets none of 180 lessons return that were retired by filter or purged, when all is imported again', async () => {
  expect(LESSONS).toBe(180)
  const store = await openTestStore()
  const deps = { store, embed, by: 'Mara', inspect: () => ({ secrets: [], flags: [] }), mask: String }
  const runs = Array.from({ length: RUNS }, (_, n) => denseRun(n, ROUNDS))
  const files = runs.map(asFile)
  await bring(store, files, 'imported')
  const { id: projectId } = await getProject(store, 'shop')
  const inService = { projectId, text: '', facets: {} }
  const countOf = async (lifecycle: (typeof LIFECYCLES)[number]) =>
    (await countMatching(store, { ...inService, facets: { lifecycle: [lifecycle] } })).matchCount
  expect(await countOf('approved')).toBe(LESSONS)

  const [purged, rest] = [PURGED, LESSONS - PURGED]
  const entryIds = (await matchingIds(store, inService)).slice(0, purged)
  await purgeEntries({ entryIds, phrase: purgePhrase(purged), reason: 'a test' }, deps)
  const retire = { rule: { verb: 'retire' }, filter: inService } as const
  const { changeCount } = await previewChange(retire, deps)
  const retiring = performance.now()
  const receipt = await bulkChange({ ...retire, expectedCount: changeCount, reason: 'junk' }, deps)
  say(`${receipt.entryCount} retired in ${seconds(retiring)} s`)
  expect([changeCount, receipt.entryCount]).toEqual([rest, rest])

  await bring(store, files, 'present')
  await bring(store, runs.map(renamed), 'imported')
  const counts = await Promise.all(LIFECYCLES.map(async (one) => [one, await countOf(one)]))
  expect(Object.fromEntries(counts)).toEqual({
    quarantined: 0,
    candidate: 0,
    approved: 0,
    retired: rest,
    purged: 0,
  })
  const skipped = (skippedBecause: string) => tables(store).distillation.count({ where: { skippedBecause } })
  expect([await skipped('retired before: junk'), await skipped('purged before')]).toEqual([rest, purged])
}, 120_000)

function asFile(run: DenseRun): RunFile {
  return { fileName: `${run.instanceId}.traj.json`, text: JSON.stringify(asMiniRun(run)) }
}

/** The same run under another name and another id, its members in another order and laid out for reading. */
function renamed({ instanceId, messages }: DenseRun): RunFile {
  const { info, ...others } = asMiniRun({ messages, instanceId: instanceId.replace('shop-', 'shop-90') })
  return { fileName: `again/${instanceId}.json`, text: JSON.stringify({ ...others, info }, null, 2) }
}

/** Imports the files and has a model read all their stages. */
async function bring(store: Store, files: RunFile[], status: string): Promise<void> {
  const startedAt = performance.now()
  const results = await importAndDistil(store, files)
  expect(results.map((result) => result.status)).toEqual(files.map(() => status))
  say(`${files.length} files ${status}, their lessons drawn, in ${seconds(startedAt)} s`)
}

function seconds(startedAt: number): string {
  return ((performance.now() - startedAt) / 1_000).toFixed(1)
}

/** The figures belong in the log of a build. */
function say(line: string): void {
  process.stderr.write(`${line}\n`)
}
