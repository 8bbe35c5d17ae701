import { z } from 'zod'
import { listStagesWithoutLesson } from '../db/episodes/episode-list.ts'
import { getProject, listScopeIds } from '../db/projects.ts'
import { categorySchema } from '../memory/entry.ts'
import { query } from '../memory/operation.ts'
import { nearestStages } from '../retrieval/nearest-stages.ts'
import type { Core } from './core.ts'

export const stagesApi = {
  /** Stages without a lesson that a question is about: raw steps, for a person to look at; no agent is given them. */
  nearestStages: query(
    z.strictObject({
      project: z.string().min(1).max(200),
      text: z.string().trim().min(1).max(20_000),
      category: categorySchema,
      limit: z.number().int().min(1).max(100).default(5),
    }),
    async ({ project, text, category, limit }, { store }: Core) => {
      const { id } = await getProject(store, project)
      const stages = await listStagesWithoutLesson(store, await listScopeIds(store, id), category)
      return nearestStages(text, stages, limit)
    },
  ),
}
