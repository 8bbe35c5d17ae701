import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCandidates } from '../db/entry-texts.ts'
import { listSteps } from '../db/episodes.ts'
import { countFindings, getScanState } from '../db/findings.ts'
import { countActiveJobs } from '../db/jobs.ts'
import { countEntries, getProject, listScopeIds } from '../db/projects.ts'
import type { Store } from '../db/store.ts'
import { worklistHeads } from '../detect/worklists.ts'
import { createLab } from '../experiments/lab.ts'
import { type ReplayQuery, readReplayQueries } from '../experiments/replay-query.ts'
import { lintExperience } from '../extract/distil.ts'
import { holdsMask, masked } from '../extract/mask-texts.ts'
import { findSecrets, requireNoSecret } from '../extract/secret-scan.ts'
import { suppressionKey } from '../extract/suppression-key.ts'
import { detectProject, followExtraction } from '../jobs/detect-project.ts'
import { createSpaces, requireWhole, type Space } from '../jobs/embedding-spaces.ts'
import { extractEpisode } from '../jobs/extract-episode.ts'
import { createLoosePairs } from '../jobs/loose-pairs.ts'
import { findMapJob, type MapProgressBoard, orderMap, projectMap } from '../jobs/project-map.ts'
import { RE_EMBED, reEmbedItem } from '../jobs/re-embed.ts'
import { createResultSets } from '../jobs/result-sets.ts'
import { createBatchWork, LAB_BATCH } from '../jobs/run-batch.ts'
import { createWorker } from '../jobs/worker.ts'
import { embedOne } from '../llm/embedder.ts'
import { createRoster } from '../llm/embedder-roster.ts'
import type { Environment } from '../llm/openai-settings.ts'
import type { Category } from '../memory/category.ts'
import { type AskedFilter, type EntryFilter, entryFilterSchema } from '../memory/entry-filter.ts'
import { type Description, descriptionText, type Experience } from '../memory/subtask.ts'
import { listLike } from '../retrieval/entry-page.ts'
import type { ExploreDeps } from '../retrieval/explore.ts'
import { dropQuery } from '../retrieval/map/drop-query.ts'
import { createMap } from '../retrieval/map/map.ts'

/** What the doors share, built once over an open store: the worker, the spaces of vectors, and what changes and answers need. */
export type House = Awaited<ReturnType<typeof buildHouse>>

/** Builds what the doors share. Nothing works yet: the worker is started by whoever serves. */
export async function buildHouse(store: Store, { rootPath, log, env }: HouseOptions) {
  const roster = createRoster(env, {
    sleep: (ms) => new Promise((later) => setTimeout(later, ms)),
    random: Math.random,
    now: () => new Date(),
  })
  const spaces = await createSpaces(store, roster)
  const reEmbedDeps = { store, roster, spaces, clock: () => performance.now() }
  const batchDeps = { store, embedder: () => spaces.current().embedder, clock: () => performance.now() }
  const results = createResultSets()
  const mapProgress: MapProgressBoard = new Map()
  const worker = createWorker(
    store,
    {
      extract: (item) => extractEpisode(item, { store, ...spaces.current() }),
      detect: (item) => detectProject(item, { store, ...spaces.current() }),
      umap: (item) => projectMap(item, { store, embedder: spaces.current(), rootPath, board: mapProgress }),
      [RE_EMBED]: (item) => reEmbedItem(item, reEmbedDeps),
      [LAB_BATCH]: createBatchWork(batchDeps),
    },
    randomUUID(),
    log,
    (job) => followExtraction(store, job),
  )
  /** A reason is typed by a person and stays in the log for good: whatever the verb, none may hold a secret. */
  const writeWithoutSecret: Store['write'] = async (note, work) => {
    requireNoSecret(note.reason, 'reason')
    return await store.write(note, work)
  }
  const curateDeps = {
    store: { ...store, write: writeWithoutSecret },
    by: 'person',
    embed: async (description: Parameters<typeof descriptionText>[0]) => {
      const { asking } = spaces.current()
      return { model: asking.id, vector: await embedOne(asking, descriptionText(description)) }
    },
    keyOf: suppressionKey,
    mask: masked,
    secretsIn: (text: string) => findSecrets(text).map(({ kind }) => kind),
    inspect: (description: Description, experience: Experience, repo: string | null) => ({
      secrets: [...Object.values(experience), description.objective, ...description.keywords].flatMap(
        (text) => [
          ...findSecrets(text).map(({ kind }) => kind),
          ...(holdsMask(text) ? ['dots in place of one'] : []),
        ],
      ),
      flags: lintExperience(experience, repo),
    }),
  }
  /** A change is signed with the name a person gave, where one did. */
  const signed = (by = curateDeps.by) => ({ ...curateDeps, by })
  const sampleDeps = {
    store,
    results,
    drain: () => drain(),
    rootPath,
    get embedder() {
      return spaces.current().embedder
    },
  }

  /** What retrieval needs, over an index caught up at this moment: in the current space, or in one that holds all of the scope. */
  async function answerDeps(embedderId?: string | null): Promise<ExploreDeps> {
    const current = spaces.current()
    const space = embedderId ? await spaces.of(embedderId) : current
    const index = await space.approved()
    return {
      index,
      embedder: space.questions,
      projectScope: (name) =>
        space.once(index, name, async () => {
          const { id } = await getProject(store, name)
          const projectIds = await listScopeIds(store, id)
          if (space !== current) await requireWhole(store, index, projectIds)
          return { scope: { projectIds }, ...(await countEntries(store, projectIds)) }
        }),
      entries: (ids) => readCandidates(store, ids),
      prepared: (strategy, scope) => space.prepare(strategy, index, scope),
      background: (scope) => space.background(index, scope),
      heldBack: space.heldBack,
      steps: async ({ episodeId, fromStep, toStep }) =>
        episodeId === null ? [] : await listSteps(store, episodeId, fromStep ?? 1, toStep ?? 0),
      now: () => performance.now(),
    }
  }

  /** The sample's labelled questions, read once. */
  let labelled: ReplayQuery[] | null = null
  function sampleQueries(): ReplayQuery[] {
    labelled ??= readReplayQueries(
      readFileSync(join(rootPath, 'prisma/sample/queries.jsonl'), 'utf8'),
      'queries.jsonl',
    )
    return labelled
  }

  /** Every worklist in a line, and when the project was last looked through; null = never. */
  async function worklists(projectId: string) {
    const scan = await getScanState(store, projectId)
    return { heads: worklistHeads(await countFindings(store, projectId), scan?.unknown ?? {}), scan }
  }

  /** A filter as an address says it, with its places turned into ids. */
  async function resolveFilter(asked: AskedFilter): Promise<EntryFilter> {
    const { like, area, method = 'pca' } = asked
    const filter = entryFilterSchema.parse(asked)
    const { approved, questions: embedder } = spaces.current()
    // The order of the first list stays: with likeness asked for, the nearest come first.
    const lists = [
      ...(like ? [await listLike(like, { store, index: await approved(), embedder })] : []),
      ...(filter.ids ? [filter.ids] : []),
      ...(area ? [await map().idsInside({ projectId: filter.projectId, method, area })] : []),
    ]
    const [first, ...others] = lists
    if (!first) return filter
    const kept = others.map((ids) => new Set(ids))
    return { ...filter, ids: first.filter((id) => kept.every((ids) => ids.has(id))) }
  }

  async function drain(): Promise<void> {
    await worker.hurry(async () => {
      while ((await countActiveJobs(store, { patient: false })) > 0)
        await new Promise((later) => setTimeout(later, 10))
    })
  }

  /** Made once for each space, and asked for the one that is current at the moment. */
  const inSpace = <T>(make: (space: Space) => T): (() => T) => {
    const made = new WeakMap<Space, T>()
    return () => {
      const space = spaces.current()
      const one = made.get(space) ?? make(space)
      made.set(space, one)
      return one
    }
  }
  const loosePairs = inSpace(({ embedder }) => createLoosePairs(store, embedder))
  const map = inSpace((space) => createMap({ store, embedder: space, rootPath, mask: masked }))
  const lab = inSpace(({ questions }) =>
    createLab({ store, embedder: questions, answerDeps, sampleQueries, now: () => performance.now() }),
  )
  const mapWork = {
    job: (projectId: string) => findMapJob(store, projectId, mapProgress),
    async order(projectId: string): Promise<null> {
      await orderMap(store, projectId)
      worker.wake()
      return null
    },
    async query({ project, ...asked }: { project: string; text: string; category: Category | null }) {
      const { projectScope, index, embedder } = await answerDeps()
      const { scope } = await projectScope(project)
      return await dropQuery(asked, { index, embedder, scope })
    },
  }

  return {
    store,
    roster,
    spaces,
    reEmbedDeps,
    batchDeps,
    results,
    worker,
    curateDeps,
    signed,
    sampleDeps,
    answerDeps,
    worklists,
    resolveFilter,
    drain,
    loosePairs,
    map,
    lab,
    mapWork,
    rootPath,
  }
}

export type HouseOptions = {
  /** The project's folder: migrations and sample are read from it. */
  rootPath: string
  log: (line: string) => void
  /** Names the model server, see docs/models.md. */
  env: Environment
}
