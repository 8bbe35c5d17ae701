import {
  drawBlind,
  findBlind,
  getBlindSubtask,
  judgeBlind,
  listBlinds,
  listMakers,
} from '../db/findings/blind-samples.ts'
import { getProject } from '../db/projects.ts'
import type { Store } from '../db/store.ts'
import { showStage } from '../extract/model/show-run.ts'
import { readStage } from '../jobs/distil/distil-subtask.ts'
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
      const { stage } = await readStage(await getBlindSubtask(store, input), { store })
      return { text: showStage(stage.trajectory, stage.segments, stage.segment).text }
    },
  }
}
