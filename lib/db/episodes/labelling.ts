import type { LabelCard, LabelQueue } from '../../memory/labelling.ts'
import { seedFrom } from '../../memory/statistics.ts'
import { PURGED } from '../purge/scrub.ts'
import type { Store } from '../store.ts'
import { tables } from '../tables.ts'
import { listSteps } from './steps.ts'
import { listPersonLabels } from './subtask-labels.ts'

const SHOWN_STEPS = 6
const SHOWN_CHARACTERS = 280

/** The next subtasks that this person has not labelled, `limit` of them; the same for everyone in the same order, drawn by their ids. */
export async function listToLabel(
  store: Store,
  { projectId, by, limit }: { projectId: string; by: string; limit: number },
): Promise<LabelQueue> {
  const rows = await tables(store).subtask.findMany({
    where: { episode: { projectId }, objective: { not: PURGED } },
    select: { id: true },
  })
  const labels = await listPersonLabels(store, { projectId })
  const own = labels.filter((one) => one.by === by)
  const labelled = new Set(own.map(({ subtaskId }) => subtaskId))
  const last = own.at(-1)
  const open = rows.filter(({ id }) => !labelled.has(id))
  const next = open
    .map(({ id }) => ({ id, place: seedFrom(id) }))
    .sort((a, b) => a.place - b.place || (a.id < b.id ? -1 : 1))
  return {
    cards: await readCards(
      store,
      next.slice(0, limit).map(({ id }) => id),
    ),
    done: rows.length - open.length,
    total: rows.length,
    last: last ? { subtaskId: last.subtaskId, category: last.category } : null,
  }
}

async function readCards(store: Store, ids: readonly string[]): Promise<LabelCard[]> {
  const rows = await tables(store).subtask.findMany({
    where: { id: { in: [...ids] } },
    select: {
      id: true,
      episodeId: true,
      fromStep: true,
      toStep: true,
      episode: { select: { taskTitle: true } },
    },
  })
  const byId = new Map(rows.map((row) => [row.id, row]))
  const cards: LabelCard[] = []
  for (const id of ids) {
    const row = byId.get(id)
    if (!row) continue
    const { episodeId, fromStep, toStep } = row
    const steps = await listSteps(store, episodeId, fromStep, Math.min(toStep, fromStep + SHOWN_STEPS - 1))
    cards.push({
      ...{ subtaskId: id, episodeId, fromStep, toStep, task: row.episode.taskTitle },
      steps: steps.map(({ n, thought, actions }) => ({
        n,
        thought: cut(thought),
        action: cut(actions.map(({ text }) => text).join('\n')),
      })),
      more: toStep - fromStep + 1 - steps.length,
    })
  }
  return cards
}

function cut(text: string | null): string {
  const line = (text ?? '').trim()
  return line.length > SHOWN_CHARACTERS ? `${line.slice(0, SHOWN_CHARACTERS).toWellFormed()}…` : line
}
