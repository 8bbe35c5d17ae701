import { z } from 'zod'
import { sourceSchema } from '../../memory/source.ts'
import { outcomeSchema } from '../../memory/trajectory.ts'
import type { EntryDetail } from '../../memory/views/entries.ts'
import { listSteps } from '../episodes/steps.ts'
import { listSubtaskLabels } from '../episodes/subtask-labels.ts'
import { countServed, listWon } from '../retrieval/retrievals.ts'
import type { Store } from '../store.ts'
import { tables } from '../tables.ts'
import { descriptionAtStart } from '../text-columns.ts'
import { toEntry } from './entry-row.ts'
import { listNotes } from './notes.ts'
import { listOrigins } from './origins.ts'
import { listEntryVersions } from './revisions.ts'
import { supportOf } from './support.ts'

/** All that the store knows of an entry, or null; neighbours and the injected text are made above. */
export async function findEntryDetail(
  store: Store,
  id: string,
): Promise<Omit<EntryDetail, 'injected' | 'injectedTokens' | 'neighbours'> | null> {
  const row = await tables(store).entry.findUnique({
    where: { id },
    include: { project: true, episode: true, subtask: true },
  })
  if (!row) return null
  const entry = toEntry(row)
  const { episodeId, fromStep, toStep } = entry
  const [steps, versions, servedCount, won, notes, origins, labels] = await Promise.all([
    episodeId !== null && fromStep !== null && toStep !== null
      ? listSteps(store, episodeId, fromStep, toStep)
      : [],
    listEntryVersions(store, id),
    countServed(store, id),
    listWon(store, id, 20),
    listNotes(store, id),
    listOrigins(store, id),
    entry.subtaskId === null ? [] : listSubtaskLabels(store, entry.subtaskId),
  ])
  const { subtask, episode, project } = row
  return {
    entry,
    support: supportOf(store, [id]).get(id) ?? null,
    projectName: project.name,
    projectSource: sourceSchema.parse(project.source),
    outcome: outcomeSchema.parse(episode?.outcome ?? null),
    outcomeSource: episode?.outcomeSource ?? null,
    descriptionAtStart: subtask && descriptionAtStart(subtask),
    judged: subtask && z.enum(['correct', 'incorrect', 'undetermined']).parse(subtask.judged),
    steps,
    versions,
    servedCount,
    won,
    notes,
    origins,
    labels,
  }
}
