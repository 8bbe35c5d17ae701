import type { Arm, Given, Question } from '../../agent/arms/arm.ts'
import type { DeclaredStage } from '../../agent/trajectory-file.ts'
import { getEntries } from '../../db/entries/entries.ts'
import { listEpisodeTexts } from '../../db/episodes/episode-texts.ts'
import { insertEpisode, insertSubtasks, type NewSubtask } from '../../db/episodes/episodes.ts'
import { listSteps } from '../../db/episodes/steps.ts'
import { ensureProject } from '../../db/projects.ts'
import { openStore } from '../../db/store.ts'
import { extractSubtasks, RULES_ID } from '../../extract/extract.ts'
import type { RunLessons } from '../../extract/model/read-run.ts'
import type { Embedder } from '../../llm/embedder.ts'
import type { MemoryEntry, Segment } from '../../memory/entry.ts'
import type { Outcome } from '../../memory/trajectory.ts'
import { createFreshIndex } from '../../retrieval/fresh-index.ts'
import { injectedMessages, rawMessage } from '../../retrieval/injection.ts'
import { getStrategy } from '../../retrieval/strategies/all-strategies.ts'
import { keepLessons } from '../distil/keep-lessons.ts'
import { recordsOfFile } from '../threads/records-of-file.ts'

/** An episode as memory learns it. */
type Learnt = {
  fileName: string
  /** The file of its run. */
  bytes: Uint8Array
  /** As the agent declared them; null = cut by the rules. */
  declared: readonly DeclaredStage[] | null
  outcome: Outcome
  lessons: RunLessons
}

/** A run as it is read for lessons: the file through the product's own reader, secrets masked, and its stages. */
export function readForLessons(
  bytes: Uint8Array,
  fileName: string,
  declared: readonly DeclaredStage[] | null,
) {
  const record = [...recordsOfFile({ bytes, fileName })].find((part) => part.kind === 'record')
  if (record?.kind !== 'record') throw new Error(`${fileName} is no run`)
  const { trajectory } = record
  const found = declared === null ? extractSubtasks(trajectory) : null
  const segments: Segment[] =
    found?.map(({ segment }) => segment) ?? declared?.map(({ segment }) => segment) ?? []
  return { record, trajectory, segments, found }
}

/** The memory of one arm and seed: a store of its own, written and asked by what the product writes and asks its own with. */
export async function openArmMemory(
  { strategy: name }: Pick<Arm, 'strategy'>,
  { dataPath, rootPath, embedder }: { dataPath: string; rootPath: string; embedder: Embedder },
) {
  const store = await openStore({ dataPath, rootPath, now: () => new Date() })
  const approved = createFreshIndex(store, embedder)
  const retired = createFreshIndex(store, embedder, 'retired')
  const strategy = getStrategy(name ?? 'none')
  let projectId: string | null = null

  /** Its lessons in the order in which they were learnt: the same at every replay, as ids are not. */
  async function numbers(): Promise<Map<string, string>> {
    const episodes = projectId === null ? [] : await listEpisodeTexts(store, [projectId])
    return new Map(
      episodes
        .flatMap(({ entryIds }) => entryIds)
        .sort()
        .map((id, i) => [id, `lesson-${i + 1}`]),
    )
  }

  async function textOf(entries: readonly MemoryEntry[], named: Map<string, string>): Promise<string> {
    const shown = entries.map((entry) => ({
      ...entry,
      id: named.get(entry.id) ?? 'lesson',
      instanceId: entry.instanceId,
    }))
    if (strategy.injects !== 'raw') return injectedMessages(shown)
    const messages = await Promise.all(
      shown.map(async (entry) =>
        rawMessage(
          entry,
          await listSteps(store, entry.episodeId ?? '', entry.fromStep ?? 1, entry.toStep ?? 0),
        ),
      ),
    )
    return messages.join('\n\n')
  }

  return {
    /** The best of what is stored, or null. */
    async ask({ intent, task, seed }: Question): Promise<Given | null> {
      if (projectId === null) return null
      const episodes = strategy.unit === 'episode' ? await listEpisodeTexts(store, [projectId]) : []
      const rank = await strategy.prepare({ index: await approved(), embedder, episodes, entries: new Map() })
      const text = intent?.description.objective ?? task
      const ranking = await rank({
        text,
        category: intent,
        scope: { projectIds: [projectId] },
        seed,
        limit: 1,
        withItemsOnly: true,
      })
      const [best] = ranking.hits
      if (!best || ranking.abstained !== null) return null
      const ids = 'entryIds' in best ? [...best.entryIds] : [best.id]
      const rows = new Map((await getEntries(store, ids)).map((entry) => [entry.id, entry]))
      const entries = ids.flatMap((id) => rows.get(id) ?? [])
      const named = await numbers()
      return {
        text: await textOf(entries, named),
        entries: ids.map((id) => named.get(id) ?? id),
        strategy: strategy.name,
        score: best.score,
      }
    },

    /** Adds an episode and its lessons; gives the lessons that may be served by name. */
    async learn({ fileName, bytes, declared, outcome, lessons }: Learnt): Promise<LessonName[]> {
      const { record, trajectory, segments, found } = readForLessons(bytes, fileName, declared)
      const run = { ...trajectory, outcome, outcomeSource: 'verdict' }
      const labelledBy = found ? RULES_ID : 'agent'
      const home = await store.write(
        { by: 'experiment', verb: 'import', reason: fileName },
        async (tx, revise) => {
          const project = await ensureProject(store, tx, 'experiment', 'imported')
          projectId = project.id
          await revise(project.id)
          const episodeId = await insertEpisode(store, tx, {
            ...{ projectId: project.id, contentHash: record.hashes[0], fileName, trajectory: run },
            maskedSecretCount: record.maskedCount,
          })
          const subtasks = segments.map((segment, i): NewSubtask => {
            const description = declared?.[i]?.intent?.description ??
              found?.[i]?.description ?? { objective: 'untagged', keywords: [] }
            return {
              ...{ id: store.nextId('st'), ...segment, description },
              descriptionAtStart: found?.[i]?.descriptionAtStart ?? description,
              ...{ judged: 'undetermined', skippedBecause: null, predicted: null },
            }
          })
          await insertSubtasks(store, tx, episodeId, labelledBy, subtasks)
          const { instanceId, repo } = trajectory
          return {
            ...{ episodeId, projectId: project.id, instanceId, repo, position: 0, segments },
            subtaskIds: subtasks.map(({ id }) => id),
          }
        },
      )
      const before = await numbers()
      await keepLessons(home, lessons, { itemId: null, hash: null }, { store, embedder, retired })
      const after = await numbers()
      const fresh = [...after].filter(([id]) => !before.has(id))
      const rows = new Map(
        (
          await getEntries(
            store,
            fresh.map(([id]) => id),
          )
        ).map((entry) => [entry.id, entry]),
      )
      return fresh.map(([id, name]) => ({
        name,
        category: rows.get(id)?.category ?? '',
        title: rows.get(id)?.experience.title ?? '',
      }))
    },
    close: () => store.close(),
  }
}
export type ArmMemory = Awaited<ReturnType<typeof openArmMemory>>
export type LessonName = { name: string; category: string; title: string }
