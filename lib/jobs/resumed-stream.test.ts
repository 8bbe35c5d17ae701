import { expect, it } from 'vitest'
import { createCore } from '../api/core.ts'
import { temporaryFolder } from '../db/fixtures/test-store.ts'
import { claimItem } from '../db/jobs/work-queue.ts'
import { getProject } from '../db/projects.ts'
import { openStore } from '../db/store.ts'
import { copySample } from '../fixtures/open-test-loupe.ts'
import type { StreamReport } from '../memory/studies/stream.ts'
import { createStudyWork, orderStudy } from '../studies/run-study.ts'
import { findStudy } from '../studies/study-views.ts'

it('goes on after a restart where it was, and begins anew where the memory is another one by then', async () => {
  const dataPath = temporaryFolder()
  await copySample(dataPath)
  const rootPath = process.cwd()
  const store = await openStore({ dataPath, rootPath, now: () => new Date() })
  const core = await createCore(store, { rootPath, log: () => undefined, env: {} })
  const { threads, studyDeps } = core
  /** As a process does that has just begun: nothing of the one before is in its hands. */
  async function workOne() {
    const item = await claimItem(store, 'test', 'threads')
    if (!item) return false
    await createStudyWork(studyDeps, new Map())({ ...item, signal: new AbortController().signal })
    return true
  }
  const order = { project: 'sample', seeds: [0, 1, 2], strategies: ['subtask'] }
  const { id } = await orderStudy('stream', order, studyDeps)
  const seeds = async () => {
    const { report } = await findStudy(studyDeps, id, new Map())
    return (report as StreamReport | null)?.seeds.map(({ seed }) => seed)
  }
  await workOne()
  await workOne()
  expect(await seeds()).toEqual([0, 1])
  const { id: projectId } = await getProject(store, 'sample')
  await store.write({ by: 'test', verb: 'edit' }, async (_, revise) => revise(projectId))
  // Figures of two memories do not belong together: the third order finds another one, and all begin anew.
  await workOne()
  expect(await seeds()).toBeUndefined()
  while (await workOne()) {}
  expect(await seeds()).toEqual([0, 1, 2])
  await threads.stop()
  await store.close()
})
