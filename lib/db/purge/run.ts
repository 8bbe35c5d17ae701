import type { MemoryEntry } from '../../memory/entry.ts'
import { toEntry } from '../entries/entry-row.ts'
import type { Tx } from '../store.ts'
import { type Reader, selectColumn, tables } from '../tables.ts'
import { PURGED } from './scrub.ts'
import { ANCHOR_LENGTH } from './text-finder.ts'

const IN_ASKED = 'IN (SELECT text FROM asked)'

/** Shorter texts of a run are anybody's: a command, a file list. Ours. */
const TELLING_LENGTH = 4 * ANCHOR_LENGTH

/** What a run is called and where it is, or null. */
export async function findRun(
  client: Reader,
  id: string,
): Promise<{ instanceId: string; projectId: string } | null> {
  return await tables(client).episode.findUnique({
    where: { id },
    select: { instanceId: true, projectId: true },
  })
}

/** Every entry of a run, retired ones and those beside too. */
export async function listEntriesOfRun(tx: Tx, episodeId: string): Promise<MemoryEntry[]> {
  return (await tables(tx).entry.findMany({ where: { episodeId } })).map(toEntry)
}

/** What a run says, as far as it could be nobody else's; in no order. */
export async function textsOfRun(tx: Tx, episodeId: string): Promise<string[]> {
  const run = await tables(tx).episode.findUniqueOrThrow({ where: { id: episodeId } })
  const texts = [run.taskText, run.taskRaw, run.taskTitle, run.submission ?? '']
  const steps = await tables(tx).step.findMany({ where: { episodeId } })
  for (const { thought, actions, observations } of steps) {
    texts.push(thought ?? '')
    for (const column of [actions, observations])
      for (const { text } of JSON.parse(column) as { text: string }[]) texts.push(text)
  }
  const telling = [...new Set(texts)].filter((text) => text.length >= TELLING_LENGTH)
  const others = await saidByOthers(tx, episodeId, telling)
  return telling.filter((text) => !others.has(text))
}

/** Those of the texts that another run says too, word for word: they are its own as well, and stay. */
async function saidByOthers(tx: Tx, episodeId: string, texts: readonly string[]): Promise<Set<string>> {
  const ofSteps = ['actions', 'observations'].map(
    (column) => `SELECT part.value ->> '$.text' AS text FROM "Step", json_each("Step"."${column}") AS part
     WHERE "Step"."episodeId" <> ? AND part.value ->> '$.text' ${IN_ASKED}`,
  )
  const ofRuns = ['taskText', 'taskRaw', 'taskTitle', 'submission'].map(
    (column) => `SELECT "${column}" AS text FROM "Episode" WHERE "id" <> ? AND "${column}" ${IN_ASKED}`,
  )
  const parts = [
    `SELECT "thought" AS text FROM "Step" WHERE "episodeId" <> ? AND "thought" ${IN_ASKED}`,
    ...ofSteps,
    ...ofRuns,
  ]
  const said = await selectColumn<string>(
    tx,
    `WITH asked(text) AS (SELECT DISTINCT value FROM json_each(?)) ${parts.join(' UNION ')}`,
    JSON.stringify(texts),
    ...parts.map(() => episodeId),
  )
  return new Set(said)
}

/** Takes a run out whose entries are gone: steps, subtasks, what models were asked of it, its work and its names in the log. */
export async function deleteRun(
  tx: Tx,
  revision: number,
  episodeId: string,
): Promise<{ steps: number; subtasks: number }> {
  const { projectId, fileName, instanceId } = await tables(tx).episode.findUniqueOrThrow({
    where: { id: episodeId },
  })
  const [steps, subtasks] = await Promise.all([
    tables(tx).step.count({ where: { episodeId } }),
    tables(tx).subtask.findMany({ where: { episodeId }, select: { id: true } }),
  ])
  const targets = [episodeId, ...subtasks.map(({ id }) => id)]
  await tables(tx).jobItem.deleteMany({ where: { target: { in: targets } } })
  await tables(tx).retrieval.updateMany({ where: { episodeId }, data: { episodeId: null } })
  await tables(tx).revision.updateMany({
    where: {
      projectId,
      number: { lt: revision },
      OR: [
        { verb: 'import', reason: fileName },
        { verb: 'extract', reason: instanceId },
      ],
    },
    data: { reason: PURGED },
  })
  await tables(tx).verdict.deleteMany({ where: { task: 'stage', subject: { in: targets } } })
  await tables(tx).episode.delete({ where: { id: episodeId } })
  await tables(tx).modelRequest.deleteMany({ where: { asks: { none: {} }, questionAsks: { none: {} } } })
  return { steps, subtasks: subtasks.length }
}
