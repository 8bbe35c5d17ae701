import {
  drawBlind,
  findBlind,
  getBlindStage,
  judgeBlind,
  listBlinds,
  listMakers,
} from '../db/findings/blind-samples.ts'
import { getProject } from '../db/projects.ts'
import type { Store } from '../db/store.ts'
import { showRun } from '../extract/model/show-run.ts'
import { findRun } from '../jobs/distil/distil-run.ts'
import { UserError } from '../memory/errors.ts'
import { over } from './over.ts'

/** Entries of several extractors, read without knowing whose they are. */
export function createBlind(store: Store) {
  const ask = over(store)
  return {
    makers: async ({ project }: { project: string }) =>
      await listMakers(store, (await getProject(store, project)).id),
    async draw({
      project,
      ...input
    }: { project: string } & Omit<Parameters<typeof drawBlind>[1], 'projectId'>) {
      return await drawBlind(store, { ...input, projectId: (await getProject(store, project)).id })
    },
    find: ask(findBlind),
    list: ask(listBlinds),
    async judge(input: Parameters<typeof judgeBlind>[1]) {
      await judgeBlind(store, input)
      const view = await findBlind(store, input.id)
      if (view) return view
      throw new UserError('no-such-reading', 'This reading is not there any more.', {
        hint: 'Draw another.',
        status: 404,
      })
    },
    /** The stage that the entry at a place was taken from, as a model is shown it. */
    async stage(input: { id: string; place: number }) {
      const { episodeId, fromStep, toStep } = await getBlindStage(store, input)
      const { run } = await findRun(episodeId, { store })
      const steps = run.trajectory.steps.filter(({ n }) => n >= fromStep && n <= toStep)
      return { text: showRun({ ...run, trajectory: { ...run.trajectory, steps } }).join('\n\n') }
    },
  }
}
