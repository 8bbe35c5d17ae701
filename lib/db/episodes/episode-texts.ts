import { stageSchema } from '../../memory/entry.ts'
import { itemTexts } from '../models/run-readings.ts'
import type { Store, Tx } from '../store.ts'
import { descriptionAtStart, rowsOf, tables } from '../tables.ts'

/** Episodes as whole documents with their approved entries in creation order, for strategies whose unit is the trajectory. */
export async function listEpisodeTexts(store: Store, projectIds: string[]) {
  const rows = await tables(store).episode.findMany({
    where: { projectId: { in: projectIds } },
    orderBy: { id: 'asc' },
    select: {
      id: true,
      instanceId: true,
      projectId: true,
      repo: true,
      position: true,
      taskText: true,
      taskTitle: true,
      entries: {
        where: { lifecycle: 'approved', beside: false },
        select: { id: true },
        orderBy: { id: 'asc' },
      },
      readings: { where: { kind: 'instance' }, select: { value: true } },
    },
  })
  return rows.map(({ id, taskText, taskTitle, entries, readings, ...row }) => ({
    ...row,
    episodeId: id,
    text: taskText || taskTitle,
    entryIds: entries.map((entry) => entry.id),
    ...(readings[0]?.value ? { items: itemTexts(readings[0].value) } : {}),
  }))
}

/** Episodes with their final diff and what was known at the start of each subtask, in stream order. */
export async function listPatchedEpisodes(store: Store, projectId: string) {
  const rows = await tables(store).episode.findMany({
    where: { projectId },
    orderBy: { position: 'asc' },
    select: {
      instanceId: true,
      repo: true,
      taskText: true,
      submission: true,
      subtasks: {
        orderBy: { position: 'asc' },
        select: { category: true, objectiveAtStart: true, keywordsAtStart: true },
      },
    },
  })
  return rows.map(({ subtasks, ...row }) => ({
    ...row,
    subtasks: subtasks.map((subtask) => ({
      category: stageSchema.parse(subtask.category),
      descriptionAtStart: descriptionAtStart(subtask),
    })),
  }))
}

/** Tasks looked at, to tell what every run of a project is told. */
const MOST_OTHER_TASKS = 40

/** Task texts of other instances of a project, the newest runs first, one an instance. */
export async function listOtherTasks(store: Store, projectId: string, instanceId: string): Promise<string[]> {
  const texts = new Map<string, string>()
  for (let before = Number.MAX_SAFE_INTEGER; texts.size < MOST_OTHER_TASKS; ) {
    const rows = await rowsOf<{ instanceId: string; taskText: string; position: number }>(
      store,
      `SELECT "instanceId", "taskText", "position" FROM "Episode"
        WHERE "projectId" = ? AND "position" < ? AND "instanceId" <> ? ORDER BY "position" DESC LIMIT ${MOST_OTHER_TASKS}`,
      ...[projectId, before, instanceId],
    )
    for (const { instanceId, taskText } of rows)
      if (texts.size < MOST_OTHER_TASKS && !texts.has(instanceId)) texts.set(instanceId, taskText)
    const last = rows.at(-1)
    if (!last || rows.length < MOST_OTHER_TASKS) break
    before = last.position
  }
  return [...texts.values()]
}

/** Gives a run a title of its own. */
export async function nameTask(tx: Tx, episodeId: string, title: string): Promise<void> {
  await tables(tx).episode.update({ where: { id: episodeId }, data: { taskTitle: title } })
}
