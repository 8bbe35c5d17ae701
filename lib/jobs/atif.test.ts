import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { exportEntries } from '../curate/transfer/export-entries.ts'
import { atifRules } from '../curate/transfer/fixtures/atif-rules.ts'
import { portableSchema } from '../curate/transfer/portable.ts'
import { countAllWithoutRun, countWithoutRun } from '../db/entries/transfer-rows.ts'
import { getTrajectory } from '../db/episodes/steps.ts'
import { openTestStore, storeEntry } from '../db/fixtures/test-store.ts'
import { enqueueItem } from '../db/jobs/order-jobs.ts'
import type { Store, Write } from '../db/store.ts'
import { tables } from '../db/tables.ts'
import { extractSubtasks } from '../extract/extract.ts'
import { readTrajectories } from '../ingest/ingest-file.ts'
import { LIFECYCLES } from '../memory/lifecycle.ts'
import { extractEpisode } from './extract-episode.ts'
import { importFile } from './import-file.ts'

const FILES = [
  ...readdirSync('prisma/sample/episodes')
    .filter((_, n) => n % 10 === 0)
    .map((name) => join('prisma/sample/episodes', name)),
  ...[
    'mini-swe-agent-1.traj.json',
    'mini-swe-agent-1.1.traj.json',
    'mini-swe-agent-1.1-responses.traj.json',
    'swe-agent-1.traj',
    'swe-agent-history-only.traj',
  ].map((name) => join('lib/ingest/fixtures', name)),
]

it('gives runs out as ATIF by the rules of the format, and reads them back with the same steps and subtasks', async () => {
  const store = await openTestStore()
  for (const fileName of FILES) {
    const input = { bytes: readFileSync(fileName), fileName, project: 'shop', results: null, batchKey: null }
    await importFile({ ...input, by: 'test' }, store)
  }
  const episodes = await tables(store).episode.findMany({ orderBy: { position: 'asc' } })
  expect(episodes).toHaveLength(FILES.length)
  for (const { id } of episodes) {
    const item = { kind: 'again', jobLabel: '', projectId: null, batchKey: null, label: '', target: id }
    const { itemId } = await store.record((tx) => enqueueItem(store, tx, item))
    const kept: Write<unknown>[] = []
    await extractEpisode({ itemId, target: id, keep: (write) => kept.push(write) }, { store })
    await store.writeFirst(kept)
  }
  const projectId = episodes[0]?.projectId ?? ''
  const stages = await tables(store).subtask.findMany({ where: { category: { not: 'OTHER' } } })
  for (const { id: subtaskId, episodeId } of stages)
    await storeEntry(store, { projectId, episodeId, subtaskId })
  const filter = { projectId, text: '', facets: { lifecycle: [...LIFECYCLES] } }
  const pieces: string[] = []
  for await (const piece of exportEntries(
    { project: 'shop', filter, format: 'atif', versions: false },
    store,
  ))
    pieces.push(piece)

  const entryCount = await tables(store).entry.count()
  const runs = new Map(episodes.map(({ id, contentHash }) => [contentHash, id]))
  let outCount = 0
  for (const piece of pieces) {
    const run = atifRules.parse(JSON.parse(piece))
    const own = run.extra?.loupe as { entries: unknown[]; subtasks: unknown[] }
    outCount += own.entries.map((entry) => portableSchema.parse(entry)).length
    const { trajectory: stored } = await getTrajectory(store, runs.get(run.session_id) ?? '')
    const [read] = readTrajectories(Buffer.from(piece), 'out.json').trajectories
    expect({ ...read, format: stored.format, warnings: stored.warnings }).toEqual(stored)
    if (!read) throw new Error('nothing was read')
    const subtasks = extractSubtasks(stored)
    expect(extractSubtasks(read)).toEqual(subtasks)
    expect(own.subtasks).toHaveLength(subtasks.length)
  }
  expect(outCount).toBe(entryCount)
  expect(pieces.length).toBeGreaterThan(6)
}, 120_000)

it('knows its own runs again: they are present where they are stored, and elsewhere their first file is', async () => {
  const [here, there] = [await openTestStore(), await openTestStore()]
  const bring = async (store: Store, bytes: Buffer, fileName: string) => {
    const input = { bytes, fileName, project: 'shop', results: null, batchKey: null, by: 'test' }
    return (await importFile(input, store)).map(({ status }) => status)
  }
  const files = FILES.slice(0, 3)
  for (const name of files) expect(await bring(here, readFileSync(name), name)).toEqual(['imported'])
  // An export is of entries' runs: one each is enough.
  const { id: projectId } = await tables(here).project.findFirstOrThrow()
  for (const { id: episodeId } of await tables(here).episode.findMany()) await storeEntry(here, { episodeId })
  await storeEntry(here)
  const filter = { projectId, text: '', facets: { lifecycle: [...LIFECYCLES] } }
  expect(await countWithoutRun(here, filter)).toBe(1)
  expect(await countAllWithoutRun(here, projectId)).toBe(1)
  const pieces: string[] = []
  const asked = { project: 'shop', filter, format: 'atif', versions: false } as const
  for await (const piece of exportEntries(asked, here)) pieces.push(piece)
  expect(pieces).toHaveLength(3)

  const whole = Buffer.from(pieces.join(''))
  expect(await bring(here, whole, 'runs.jsonl')).toEqual(['present', 'present', 'present'])
  expect(
    await bring(here, Buffer.from(JSON.stringify(JSON.parse(pieces[0] ?? ''), null, 2)), 'one.json'),
  ).toEqual(['present'])
  expect(await tables(here).episode.count()).toBe(3)

  expect(await bring(there, whole, 'runs.jsonl')).toEqual(['imported', 'imported', 'imported'])
  for (const name of files) expect(await bring(there, readFileSync(name), name)).toEqual(['present'])
  // A run of the same shape that Loupe did not write is its own.
  const { extra: _extra, ...foreign } = JSON.parse(pieces[0] ?? '')
  expect(await bring(there, Buffer.from(JSON.stringify(foreign)), 'foreign.json')).toEqual(['imported'])
})
