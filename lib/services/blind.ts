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
import type { BlindHead, BlindView, MakerHead } from '../memory/findings/blind.ts'

/** Entries of several extractors, read without knowing whose they are. */
export interface Blind {
  makers(input: { project: string }): Promise<MakerHead[]>
  draw(
    input: { project: string } & Omit<Parameters<typeof drawBlind>[1], 'projectId'>,
  ): Promise<{ id: string }>
  find(id: string): Promise<BlindView | null>
  list(projectId: string): Promise<BlindHead[]>
  judge(input: Parameters<typeof judgeBlind>[1]): Promise<BlindView>
  /** The stage that the entry at a place was taken from, as a model is shown it. */
  stage(input: { id: string; place: number }): Promise<{ text: string }>
}

export function createBlind(store: Store): Blind {
  return {
    makers: async ({ project }) => await listMakers(store, (await getProject(store, project)).id),
    async draw({ project, ...input }) {
      return await drawBlind(store, { ...input, projectId: (await getProject(store, project)).id })
    },
    find: (id) => findBlind(store, id),
    list: (projectId) => listBlinds(store, projectId),
    async judge(input) {
      await judgeBlind(store, input)
      const view = await findBlind(store, input.id)
      if (view) return view
      throw new UserError('no-such-reading', 'This reading is not there any more.', {
        hint: 'Draw another.',
        status: 404,
      })
    },
    async stage(input) {
      const { stage } = await readStage(await getBlindSubtask(store, input), { store })
      return { text: showStage(stage.trajectory, stage.segments, stage.segment).text }
    },
  }
}
