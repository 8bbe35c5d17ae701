import { expect, it } from 'vitest'
import { findEpisode, insertEpisode } from './episodes.ts'
import { openTestStore } from './fixtures/test-store.ts'
import { ensureProject } from './projects.ts'

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
    const trajectory = {
      format: 'f',
      instanceId: 'corner__shop-31',
      repo: null,
      task: { title: '', text: '', raw: '' },
      agent: { name: 'a', version: null },
      backbone: null,
      outcome: null,
      outcomeSource: null,
      exitStatus: null,
      submission: null,
      costUsd: null,
      startedAt: null,
      steps,
      warnings: [],
    }
    return await insertEpisode(store, tx, {
      projectId,
      contentHash: 'h',
      fileName: 'f',
      trajectory,
      maskedSecretCount: 0,
    })
  })
  expect((await findEpisode(store, id))?.steps.map(({ exitCode }) => exitCode)).toEqual([-1, 0, 2, null])
})
