import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Trajectory } from '../../memory/trajectory.ts'
import { RUN, step, storeRun } from '../fixtures/test-rows.ts'
import { openTestStore, storeEntry } from '../fixtures/test-store.ts'
import { hasRunItems } from '../models/run-readings.ts'
import { PURGED } from '../purge/scrub.ts'
import { tables } from '../tables.ts'
import { findEpisode } from './episode-detail.ts'
import { listEpisodes, listEpisodesOf } from './episode-list.ts'
import { listEpisodeTexts, listPatchedEpisodes } from './episode-texts.ts'
import { commonestSkip, countExtracted, findEpisodeByHash, getOutcome, setOutcome } from './episodes.ts'
import { findStep, getTrajectory, listSteps } from './steps.ts'
import { listQuestionTexts, listStreamEpisodes } from './stream-episodes.ts'

const text = fc.string({ unit: 'grapheme', maxLength: 20 })
const orNull = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null })
const iso = fc
  .date({ min: new Date(0), max: new Date('2200-01-01'), noInvalidDate: true })
  .map((one) => one.toISOString())
const run = fc.record({
  ...{ format: text, instanceId: text, repo: orNull(text), backbone: orNull(text) },
  ...{ exitStatus: orNull(text), submission: orNull(text), outcomeSource: orNull(text) },
  ...{
    costUsd: orNull(fc.integer({ min: 0, max: 99 })),
    startedAt: orNull(iso),
    warnings: fc.array(text, { maxLength: 2 }),
  },
  task: fc.record({ title: text, text, raw: text }),
  agent: fc.record({ name: text, version: orNull(text) }),
  outcome: fc.constantFrom('resolved' as const, 'unresolved' as const, null),
  steps: fc
    .array(
      fc.record({
        ...{ thought: orNull(text), at: orNull(iso), costUsd: orNull(fc.constant(0.25)) },
        actions: fc.array(fc.record({ tool: orNull(text), text, callId: orNull(text) }), { maxLength: 2 }),
        observations: fc.array(
          fc.record({
            text,
            exitCode: orNull(fc.integer({ min: -9, max: 255 })),
            callId: orNull(text),
            truncated: fc.boolean(),
          }),
          { maxLength: 2 },
        ),
      }),
      { maxLength: 4 },
    )
    .map((steps) => steps.map((one, i) => ({ n: i + 1, ...one }))),
})

it('a run comes back as the trajectory that was read, whatever stood in it, and takes the next place in its stream', async () => {
  const store = await openTestStore()
  const runs: Trajectory[] = fc.sample(run, { numRuns: 25, seed: 3 })
  for (const [position, trajectory] of runs.entries()) {
    const { episodeId, projectId } = await storeRun(store, trajectory)
    const place = { projectId, projectName: 'shop', position }
    expect(await getTrajectory(store, episodeId)).toEqual({ trajectory, ...place })
    expect(await listSteps(store, episodeId, 2, 3)).toEqual(trajectory.steps.slice(1, 3))
    expect(await findStep(store, episodeId, 1)).toEqual(trajectory.steps[0] ?? null)
  }
})

it('a time that cannot be read is unknown', async () => {
  const store = await openTestStore()
  const { episodeId } = await storeRun(store, { startedAt: 'yesterday', steps: [step(1, { at: '25:00' })] })
  const { trajectory } = await getTrajectory(store, episodeId)
  expect([trajectory.startedAt, trajectory.steps[0]?.at]).toEqual([null, null])
})

it('a record is known by any of its hashes, in its project alone, with what was made of it', async () => {
  const store = await openTestStore()
  const { projectId, episodeId, stageIds } = await storeRun(store, { contentHash: 'h1', stages: [{}, {}] })
  await storeEntry(store, { projectId, episodeId, subtaskId: stageIds[0] ?? null })
  const found = { episodeId, outcome: null, outcomeSource: null, subtasks: 2, entries: 1 }
  expect(await findEpisodeByHash(store, 'shop', ['h0', 'h1'])).toEqual(found)
  expect(await findEpisodeByHash(store, 'other', ['h1'])).toBeNull()
  expect(await findEpisodeByHash(store, 'shop', [])).toBeNull()
  expect(await countExtracted(store, episodeId)).toEqual({ subtasks: 2, entries: 1 })
  await store.record((tx) => setOutcome(tx, episodeId, 'resolved', 'results.json'))
  const said = { outcome: 'resolved', outcomeSource: 'results.json' }
  expect(await store.record((tx) => getOutcome(tx, episodeId))).toEqual({ ...said, projectId })
  expect(await findEpisodeByHash(store, 'shop', ['h1'])).toMatchObject(said)
})

it('says why most stages that left nothing left nothing', async () => {
  const store = await openTestStore()
  const because = (...reasons: (string | null)[]) =>
    storeRun(store, { stages: reasons.map((skippedBecause) => ({ skippedBecause })) })
  expect(await commonestSkip(store, (await because('a', 'b', 'b', null, null, null)).episodeId)).toBe('b')
  expect(await commonestSkip(store, (await because(null)).episodeId)).toBeNull()
  expect(await commonestSkip(store, (await because()).episodeId)).toBeNull()
})

it('a whole run is its task with the approved entries in service, and what a model keeps of it', async () => {
  const store = await openTestStore()
  const { projectId, episodeId } = await storeRun(store, {
    task: { title: 'Title', text: '', raw: '' },
    repo: 'x/y',
  })
  const second = await storeRun(store, { task: { title: 'T', text: 'The whole text', raw: '' } })
  const own = { projectId, episodeId }
  const [a, b] = [await storeEntry(store, own), await storeEntry(store, own)]
  for (const change of [{ lifecycle: 'candidate' as const }, { beside: true }])
    await storeEntry(store, { ...own, ...change })
  const value = JSON.stringify({ items: [{ title: 'A', description: 'b', content: 'c' }] })
  const data = { episodeId, kind: 'instance', value, hash: 'h', at: store.now() }
  await store.record((tx) => tables(tx).runReading.create({ data }))
  const run = { instanceId: RUN.instanceId, projectId }
  expect(await listEpisodeTexts(store, [projectId])).toEqual([
    { ...run, episodeId, repo: 'x/y', position: 0, text: 'Title', entryIds: [a.id, b.id], items: ['A. b c'] },
    { ...run, episodeId: second.episodeId, repo: null, position: 1, text: 'The whole text', entryIds: [] },
  ])
  expect(await listEpisodeTexts(store, [])).toEqual([])
  expect(await hasRunItems(store, [projectId])).toBe(true)
  expect(await hasRunItems(store, ['p_other'])).toBe(false)
})

it('a run of which a model kept nothing has no items', async () => {
  const store = await openTestStore()
  const { projectId, episodeId } = await storeRun(store)
  const data = { episodeId, kind: 'instance', value: '{"items":[]}', hash: 'h', at: store.now() }
  await store.record((tx) => tables(tx).runReading.create({ data }))
  expect(await hasRunItems(store, [projectId])).toBe(false)
})

it('a stream asks what was known when stages of a category began; purged words and OTHER ask nothing', async () => {
  const store = await openTestStore()
  const asks = (objective: string, category: 'EDIT' | 'OTHER' = 'EDIT') => ({
    category,
    descriptionAtStart: { objective, keywords: ['k'] },
  })
  const { projectId, episodeId, stageIds } = await storeRun(store, {
    submission: 'diff',
    stages: [asks('one'), asks('no', 'OTHER'), asks(PURGED), asks('')],
  })
  const [first = '', other = ''] = stageIds
  const one = { objective: 'one', keywords: ['k'] }
  expect(await listStreamEpisodes(store, projectId)).toMatchObject([
    {
      episodeId,
      submission: 'diff',
      taskText: '',
      questions: [{ subtaskId: first, category: 'EDIT', description: one }],
    },
  ])
  expect(await listQuestionTexts(store, [first, other, 'st_gone'])).toEqual(
    new Map([
      [first, one],
      [other, { objective: 'no', keywords: ['k'] }],
    ]),
  )
  const [patched] = await listPatchedEpisodes(store, projectId)
  expect(
    patched?.subtasks.map(({ category, descriptionAtStart }) => [category, descriptionAtStart.objective]),
  ).toEqual([
    ...[
      ['EDIT', 'one'],
      ['OTHER', 'no'],
      ['EDIT', PURGED],
      ['EDIT', ''],
    ],
  ])
})

it('finds the runs of any number of instances, in every project, in the order they came', async () => {
  const store = await openTestStore()
  const made: string[] = []
  for (const [instanceId, project] of [
    ['a', 'shop'],
    ['b', 'other'],
    ['a', 'other'],
    ['c', 'shop'],
  ])
    made.push(
      (await storeRun(store, { instanceId: instanceId ?? '', project: project ?? '', backbone: 'm-1' }))
        .episodeId,
    )
  const many = ['a', ...Array.from({ length: 600 }, (_, i) => `none-${i}`), 'b']
  expect((await listEpisodesOf(store, many)).map(({ id, instanceId }) => [id, instanceId])).toEqual([
    ...[
      [made[0], 'a'],
      [made[2], 'a'],
      [made[1], 'b'],
    ],
  ])
  expect(await listEpisodesOf(store, [])).toEqual([])
})

it('a step is listed under the first sentence of its thought, or the first line of its action', async () => {
  const rows: [thought: string | null, action: string | null, headline: string][] = [
    ['THOUGHT: I look at the file. Then more', 'ls', 'I look at the file'],
    ['One\n line without an end', null, 'One line without an end'],
    ['Version 1.2 of it: fine', null, 'Version 1.2 of it'],
    ['   ', '\n\n  ls -la\nsecond', 'ls -la'],
    ['', null, 'no thought, no action'],
    [null, '   ', 'no thought, no action'],
    [`${'y'.repeat(200)}.`, null, 'y'.repeat(140)],
  ]
  const store = await openTestStore()
  const steps = rows.map(([thought, action], i) =>
    step(i + 1, { thought, actions: action === null ? [] : [{ tool: null, text: action, callId: null }] }),
  )
  const { episodeId } = await storeRun(store, { steps })
  const page = await findEpisode(store, episodeId)
  expect(page?.steps.map(({ headline }) => headline)).toEqual(rows.map(([, , headline]) => headline))
})

it('a page of a run counts what is live, names other attempts, and has a lane of labels a source', async () => {
  const store = await openTestStore()
  const { projectId, episodeId, stageIds } = await storeRun(store, {
    stages: [{}, { category: 'VERIFY' }],
    steps: [step(1), step(2), step(3)],
  })
  const again = await storeRun(store, { outcome: 'resolved' })
  await storeRun(store, { instanceId: 'another' })
  const own = { projectId, episodeId, subtaskId: stageIds[0] ?? null }
  const entry = await storeEntry(store, own)
  for (const change of [{ lifecycle: 'purged' as const, subtaskId: null }, { beside: true }])
    await storeEntry(store, { ...own, ...change })
  const page = await findEpisode(store, episodeId)
  expect(page?.episode).toMatchObject({ entryCount: 1, subtaskCount: 2, agent: 'a' })
  expect(page?.subtasks.map(({ entries }) => entries.map(({ id }) => id))).toEqual([[entry.id], []])
  expect(page?.steps.map(({ stage }) => stage)).toEqual(['EDIT', 'VERIFY', 'OTHER'])
  expect(page?.labels).toEqual([
    {
      source: 'rules',
      by: 'rules-v1',
      blind: false,
      spans: [
        { fromStep: 1, toStep: 1, category: 'EDIT' },
        { fromStep: 2, toStep: 2, category: 'VERIFY' },
      ],
    },
  ])
  expect(page?.attempts.map(({ id, outcome }) => [id, outcome])).toEqual([
    [episodeId, null],
    [again.episodeId, 'resolved'],
  ])
  expect(await findEpisode(store, 'ep_none')).toBeNull()
  const list = async (outcome: 'resolved' | 'unresolved' | 'unknown' | null) =>
    (await listEpisodes(store, { projectId, text: '', outcome, offset: 0, limit: 9 })).matchCount
  expect([await list(null), await list('unknown'), await list('resolved'), await list('unresolved')]).toEqual(
    [3, 2, 1, 0],
  )
})
