import { z } from 'zod'
import { idSchema } from '../curate/curation.ts'
import { findEpisode } from '../db/episodes/episode-detail.ts'
import { countEnds, listEpisodes, listStagesWithoutLesson } from '../db/episodes/episode-list.ts'
import { findStep } from '../db/episodes/steps.ts'
import { getProject, listScopeIds } from '../db/projects.ts'
import { maskEpisode } from '../extract/mask-texts.ts'
import { categorySchema } from '../memory/entry.ts'
import { EPISODE_ENDS } from '../memory/episode-end.ts'
import { asItIs, query } from '../memory/operation.ts'
import type { EpisodeDetail } from '../memory/views/episodes.ts'
import { nearestStages } from '../retrieval/nearest-stages.ts'
import type { Core } from './core.ts'

export const episodes = {
  listEpisodes: query(
    z.strictObject({
      projectId: idSchema,
      text: z.string().max(200).default(''),
      outcome: z.enum(EPISODE_ENDS).nullable().default(null),
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(500).default(100),
    }),
    (asked, { store }: Core) => listEpisodes(store, asked),
  ),
  /** How many episodes of a project ended in which way. */
  countOutcomes: query(z.strictObject({ projectId: idSchema }), ({ projectId }, { store }: Core) =>
    countEnds(store, projectId),
  ),
  findEpisode: query(
    z.strictObject({ id: z.string() }),
    ({ id }, { store }: Core) => findEpisode(store, id),
    // Steps were masked when they were read in, and are long.
    { leave: (detail: EpisodeDetail | null) => detail && maskEpisode(detail) },
  ),
  findStep: query(
    z.strictObject({ episodeId: z.string(), n: z.number().int().min(0) }),
    ({ episodeId, n }, { store }: Core) => findStep(store, episodeId, n),
    // Masked when it was read in.
    { leave: asItIs },
  ),
}

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
