import { z } from 'zod'
import { idSchema } from '../curate/curation.ts'
import { findOpenJob } from '../db/jobs/order-jobs.ts'
import { findProjectName } from '../db/projects.ts'
import { getSetting, type Store, setSetting } from '../db/store.ts'
import { DISTIL } from '../jobs/distil/distil-request.ts'
import { distilOrderSchema } from '../memory/distil/distil.ts'
import { ANSWER_WAYS, type AnswerWay } from '../memory/distil/distil-words.ts'
import { UserError } from '../memory/errors.ts'
import { command, owners } from '../memory/operation.ts'
import type { Core } from './core.ts'
import { orderLessons } from './models.ts'

/** The way in which lessons are made of sessions that end, and the id after which runs count: those before it nobody agreed to. */
const onlineSchema = z.object({ with: z.enum(ANSWER_WAYS), after: z.string() }).nullable()

/** Ends with the project's id: it goes with the project. */
const nameOf = (projectId: string) => `online:${projectId}`

async function findOnline(store: Store, projectId: string) {
  return onlineSchema.parse(JSON.parse((await getSetting(store, nameOf(projectId))) ?? 'null'))
}

/** The way that a person chose for a project; null = off. */
export async function findOnlineWay(store: Store, projectId: string): Promise<AnswerWay | null> {
  return (await findOnline(store, projectId))?.with ?? null
}

export const onlineApi = {
  /** Has lessons made of sessions that end from now on, in this way and under the usual caps; null = off. */
  setOnline: command(
    z.strictObject({ projectId: idSchema, with: z.enum(ANSWER_WAYS).nullable() }),
    async ({ projectId, with: way }, { store, models: { deps } }: Core): Promise<null> => {
      if (way !== null && way !== 'handover') deps.completer(way)
      const chosen = way === null ? null : { with: way, after: store.nextId('ep') }
      await setSetting(store, nameOf(projectId), JSON.stringify(chosen))
      return null
    },
    owners,
  ),
}

/** Time after which it is looked again whether other work of the project has ended, ms. */
const AGAIN_MS = 60_000

/** Orders lessons of what sessions left since a person agreed; waits where a model is at work for the project already. */
export async function distilOnline(projectId: string, core: Core): Promise<void> {
  const { store, captures } = core
  const [chosen, project] = [await findOnline(store, projectId), await findProjectName(store, projectId)]
  if (chosen === null || project === null) return
  const open = await store.record((tx) => findOpenJob(tx, { kind: DISTIL, projectId, resting: true }))
  // What a person paused stays paused.
  if (open) return captures.soon(nameOf(projectId), AGAIN_MS, () => distilOnline(projectId, core))
  try {
    await orderLessons(distilOrderSchema.parse({ project, ...chosen }), core)
  } catch (error) {
    if (!(error instanceof UserError && error.code === 'nothing-to-distil')) throw error
  }
}
