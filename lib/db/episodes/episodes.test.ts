import { expect, it } from 'vitest'
import { RUN } from '../fixtures/test-rows.ts'
import { openTestStore } from '../fixtures/test-store.ts'
import { ensureProject } from '../projects.ts'
import { findEpisode } from './episode-detail.ts'
import { listEpisodes } from './episode-list.ts'
import { insertEpisode, insertSubtasks } from './episodes.ts'
import { getTrajectory } from './steps.ts'

it('lists a step as failed when any of its commands failed, also with a negative exit code', async () => {
  const store = await openTestStore()
  const exitCodes = [[0, -1], [0, 0], [null, 2, 0], [null]]
  const id = await store.record(async (tx) => {
    const { id: projectId } = await ensureProject(store, tx, 'shop', 'imported')
    const steps = exitCodes.map((codes, i) => ({
      n: i + 1,
      thought: null,
      actions: [],
      observations: codes.map((exitCode) => ({ text: '', exitCode, callId: null, truncated: false })),
      at: null,
      costUsd: null,
    }))
    return await insertEpisode(store, tx, {
      projectId,
      contentHash: 'h',
      fileName: 'f',
      trajectory: { ...RUN, steps },
      maskedSecretCount: 0,
    })
  })
  expect((await findEpisode(store, id))?.steps.map(({ exitCode }) => exitCode)).toEqual([-1, 0, 2, null])
})

it('finds a percent sign and an underscore as they stand, with the outcome beside them', async () => {
  const store = await openTestStore()
  const projectId = await store.write({ by: 'test', verb: 'import' }, async (tx, revise) => {
    const project = await ensureProject(store, tx, 'shop', 'imported')
    await revise(project.id)
    for (const [n, title] of [
      'Sold at 100%',
      'Sold at 1000',
      'snake_case',
      'snakeXcase',
      'back\\slash',
    ].entries())
      await insertEpisode(store, tx, {
        projectId: project.id,
        contentHash: `h${n}`,
        fileName: 'f',
        maskedSecretCount: 0,
        trajectory: { ...RUN, task: { title, text: '', raw: '' }, outcome: n === 2 ? 'resolved' : null },
      })
    return project.id
  })
  const found = async (text: string, outcome: 'resolved' | 'unknown' | null = null) => {
    const list = await listEpisodes(store, { projectId, text, outcome, offset: 0, limit: 10 })
    expect(list.matchCount).toBe(list.rows.length)
    return list.rows.map(({ title }) => title)
  }
  expect(await found('100%')).toEqual(['Sold at 100%'])
  expect(await found('SNAKE_')).toEqual(['snake_case'])
  expect(await found('k\\s')).toEqual(['back\\slash'])
  expect(await found('e', 'resolved')).toEqual(['snake_case'])
  expect(await found('sold', 'unknown')).toEqual(['Sold at 1000', 'Sold at 100%'])
  const page = await listEpisodes(store, { projectId, text: 'a', outcome: null, offset: 1, limit: 2 })
  expect([page.rows.length, page.matchCount, page.totalCount]).toEqual([2, 5, 5])
})

it('lets others go on while a run of thousands of steps is stored and read', async () => {
  const store = await openTestStore()
  const step = { thought: 'Look.', actions: [], observations: [], at: null, costUsd: null }
  const steps = Array.from({ length: 6_000 }, (_, i) => ({ ...step, n: i + 1 }))
  const begun = performance.now()
  let [last, longest] = [begun, 0]
  const beat = setInterval(() => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }, 1)
  const id = await store.record(async (tx) => {
    const { id: projectId } = await ensureProject(store, tx, 'shop', 'imported')
    const trajectory = { ...RUN, steps }
    const input = { projectId, contentHash: 'h', fileName: 'f', trajectory, maskedSecretCount: 0 }
    const episodeId = await insertEpisode(store, tx, input)
    const description = { objective: 'look', keywords: ['a'] }
    const part = { category: 'ANALYZE' as const, description, descriptionAtStart: description }
    const rest = { judged: 'undetermined' as const, skippedBecause: null, predicted: null }
    const subtasks = steps.map(({ n }) => ({ id: `st_${n}`, fromStep: n, toStep: n, ...part, ...rest }))
    await insertSubtasks(store, tx, episodeId, 'rules', subtasks)
    return episodeId
  })
  expect((await getTrajectory(store, id)).trajectory.steps.map(({ n }) => n)).toEqual(steps.map(({ n }) => n))
  clearInterval(beat)
  // In one piece it would be nearly all of the time.
  expect(longest / (performance.now() - begun)).toBeLessThan(0.2)
})
