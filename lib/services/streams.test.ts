import { expect, it } from 'vitest'
import { createCore } from '../api/core.ts'
import { temporaryFolder } from '../db/fixtures/test-store.ts'
import { claimItem } from '../db/jobs/work-queue.ts'
import { getProject } from '../db/projects.ts'
import { openStore } from '../db/store.ts'
import { copySample } from '../fixtures/open-test-loupe.ts'
import { createStreamWork, orderStreamReplay } from '../jobs/experiments/run-stream-replay.ts'
import { findStreamReplay } from '../jobs/experiments/stream-views.ts'

it('goes on after a restart where it was, unless the memory is another one by then', async () => {
  const dataPath = temporaryFolder()
  await copySample(dataPath)
  const rootPath = process.cwd()
  const store = await openStore({ dataPath, rootPath, now: () => new Date() })
  const core = await createCore(store, { rootPath, log: () => undefined, env: {} })
  const { threads, streamDeps } = core
  /** As a process does that has just begun: nothing of the one before is in its hands. */
  async function workOne() {
    const item = await claimItem(store, 'test', 'threads')
    if (!item) throw new Error('nothing is left to do')
    const work = createStreamWork({
      ...streamDeps,
      threads,
      board: new Map(),
      clock: () => performance.now(),
    })
    return await work({ ...item, signal: new AbortController().signal })
  }
  const { id } = await orderStreamReplay(
    { project: 'sample', seeds: [0, 1, 2], strategies: ['subtask'] },
    streamDeps,
  )
  await workOne()
  await workOne()
  const { id: projectId } = await getProject(store, 'sample')
  await store.write({ by: 'test', verb: 'edit' }, async (_, revise) => revise(projectId))
  await expect(workOne()).rejects.toMatchObject({ code: 'another-memory' })
  const view = await findStreamReplay(store, id, new Map())
  expect(view?.report?.seeds.map(({ seed }) => seed)).toEqual([0, 1])
  await threads.stop()
  await store.close()
})
