import { z } from 'zod'
import { idSchema } from '../curate/curation.ts'
import { findMapJob, orderMap } from '../jobs/project-map.ts'
import { dropQuery } from '../map/drop-query.ts'
import { categorySchema } from '../memory/entry.ts'
import { MAP_METHODS } from '../memory/map.ts'
import { asItIs, command, query } from '../memory/operation.ts'
import type { Core } from './core.ts'

const projectIdSchema = z.strictObject({ projectId: idSchema })
const mapSchema = projectIdSchema.extend({ method: z.enum(MAP_METHODS) })
// Masked inside: its texts are cut, and a secret that is cut through looks like none.
const masksItself = { leave: asItIs }

export const map = {
  mapView: query(mapSchema, (asked, core: Core) => core.map().view(asked), masksItself),
  /** What the entries on the map are called; null when there is no map. */
  mapWords: query(mapSchema, (asked, core: Core) => core.map().words(asked), masksItself),
  /** How much neighbourhood the map kept; null when there is no map. */
  mapKept: query(mapSchema, (asked, core: Core) => core.map().kept(asked), masksItself),
  /** The newest UMAP job of a project and how far it is. */
  mapJob: query(projectIdSchema, ({ projectId }, { store, mapProgress }: Core) =>
    findMapJob(store, projectId, mapProgress),
  ),
  /** Orders a UMAP map; it is computed in the background. */
  orderMap: command(projectIdSchema, async ({ projectId }, { store, worker, mapProgress }: Core) => {
    await orderMap(store, projectId)
    worker.wake()
    return await findMapJob(store, projectId, mapProgress)
  }),
  /** What a query would meet: neighbours of its category, and what stands outside of it. */
  mapQuery: query(
    z.strictObject({
      project: z.string(),
      text: z.string().trim().min(1).max(20_000),
      category: categorySchema.nullable(),
    }),
    async ({ project, ...asked }, { answerDeps }: Core) => {
      const { projectScope, index, embedder } = await answerDeps()
      const { scope } = await projectScope(project)
      return await dropQuery(asked, { index, embedder, scope })
    },
  ),
}
