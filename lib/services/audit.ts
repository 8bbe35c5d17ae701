import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Parts as Core } from '../api/parts.ts'
import { listEntryTexts, readCandidates } from '../db/entries/entry-texts.ts'
import { listSpanEntries } from '../db/entries/span-entries.ts'
import { listEpisodeTexts } from '../db/episodes/episode-texts.ts'
import { listLabelledSubtasks } from '../db/episodes/labelled-subtasks.ts'
import { listToLabel } from '../db/episodes/labelling.ts'
import { listSteps } from '../db/episodes/steps.ts'
import { listExperimentRuns } from '../db/experiments/experiment-runs.ts'
import { getProject, listScopeIds } from '../db/projects.ts'
import { listEntryPlaces, listServedUses } from '../db/retrieval/served-uses.ts'
import type { Store } from '../db/store.ts'
import { labelQueries } from '../experiments/audit/label-queries.ts'
import { measureAbstraction } from '../experiments/audit/measure-abstraction.ts'
import { measureCategories } from '../experiments/audit/measure-categories.ts'
import { measureReuse } from '../experiments/audit/measure-reuse.ts'
import { measureWall } from '../experiments/audit/measure-wall.ts'
import { recurrenceStream } from '../experiments/audit/recurrence-stream.ts'
import { reportReuse } from '../experiments/audit/report-reuse.ts'
import { segmentPurities } from '../experiments/audit/segment-purity.ts'
import { masked } from '../extract/mask-texts.ts'
import { SAMPLE_PROJECT } from '../jobs/load-sample.ts'
import { createLocalEmbedder } from '../llm/local-embedder.ts'
import { type AbstractionReport, reportAbstraction } from '../memory/audit/abstraction-audit.ts'
import {
  type CategoriesAudit,
  type CategoryLabels,
  type CategoryRow,
  reportCategories,
} from '../memory/audit/categories-audit.ts'
import type { RecurrenceReport } from '../memory/audit/recurrence.ts'
import type { ReuseReport } from '../memory/audit/reuse-audit.ts'
import type { WallReport } from '../memory/audit/wall-audit.ts'
import { CATEGORIES } from '../memory/category.ts'
import type { Source } from '../memory/source.ts'
import type { CosineIndex } from '../retrieval/cosine-index.ts'
import { PREDICTOR_ID } from '../retrieval/predict-category.ts'
import { scopeFilter } from '../retrieval/scope.ts'
import { readLessonGrades } from '../studies/retrieval/lesson-grades.ts'
import { readSampleQueries } from '../studies/retrieval/replay-query.ts'
import { sharedTopics } from '../studies/stream/topics.ts'
import type { ExploreDeps } from './explore.ts'
import { measuredReplay } from './measured-replay.ts'
import { over } from './over.ts'

/** Entries of a list that are named by their objective. */
const SHOWN = 20

type Named = { id: string; name: string }

/** The predictor against somebody's labels. */
export type CategoriesView = {
  labels: CategoryLabels
  report: CategoriesAudit
  rows: CategoryRow[]
  /** Rules of their own, with a version of their own: not those that make excerpts. */
  predictor: string
}

export interface AuditFigures {
  project: { id: string; name: string; source: Source }
  recurrence: RecurrenceReport
  categories: CategoriesView
  wall: WallReport | null
  abstraction: AbstractionReport | null
  reuse: ReuseReport
  /** What the figures rest on. */
  basis: { entries: number; embedder: string; storeRevision: number; entriesHash: string }
}

/** Makes a report once for a state of the memory. */
type Once = <T>(
  projectId: string,
  name: string,
  make: (deps: ExploreDeps, projectIds: string[]) => Promise<T>,
) => Promise<T>

/** What the audit reads: each report made once for a state of the memory. Nothing is written. */
export function createAudit(core: Core) {
  const { store, spaces, answerDeps, rootPath } = core
  const once: Once = async (projectId, name, make) => {
    const deps = await answerDeps()
    const projectIds = await listScopeIds(store, projectId)
    return await spaces
      .current()
      .once(deps.index, `audit ${name} ${projectIds.join(' ')}`, () => make(deps, projectIds))
  }

  const audit = {
    /** How often an arriving entry had an earlier neighbour, with the words of the nearest pairs. */
    recurrence: (projectId: string): Promise<RecurrenceReport> =>
      once(projectId, 'recurrence', async ({ index, background }, projectIds) => {
        const view = await recurrenceStream(index, { projectIds }, background({ projectIds }))
        const ids = view.examples.flatMap(({ entryId, best }) => [entryId, ...(best ? [best.entryId] : [])])
        return { ...view, objectives: await objectivesOf(store, ids) }
      }),
    /** Which entries carry the memory: what agents were given, and what the stored runs would have been. */
    reuse: (projectId: string) => readReuse(core, once, projectId),
    /** All of these for a project by name, and what they were computed from. Throws UserError `no-such-project`. */
    figures: async (projectName: string): Promise<AuditFigures> => {
      const project = await getProject(store, projectName)
      const basis = await readBasis(core, project.id)
      return {
        project,
        recurrence: await audit.recurrence(project.id),
        categories: await audit.categories(project),
        wall: await audit.wall(project),
        abstraction: await audit.abstraction(project),
        reuse: await audit.reuse(project.id),
        basis,
      }
    },
    /** The category wall against none, by graded lessons; null for a project without graded questions. */
    wall: async (project: Named): Promise<WallReport | null> => {
      if (project.name !== SAMPLE_PROJECT) return null
      return await once(project.id, 'wall', async () => {
        const file = 'lesson-grades.jsonl'
        const grades = readLessonGrades(readFileSync(join(rootPath, 'prisma/sample', file), 'utf8'), file)
        return await measureWall(readSampleQueries(rootPath), grades, async (request) => {
          // Only these are shown; each metric draws numbers of its own.
          const { report } = await measuredReplay({ project: project.name, ...request }, core, ['mrr'])
          return report
        })
      })
    },
    /** The predictor against labelled questions: the sample's written ones, or the project's own subtasks by the best word there is on them. */
    categories: (project: Named, asked: 'written' | 'own' = 'written') =>
      readCategories(core, once, project, asked),
    /** What a person has still to label of a project. */
    toLabel: over(store)(listToLabel),
    /** Raw steps against every extractor over the same spans; null for a project without labelled questions. */
    abstraction: async (project: Named): Promise<AbstractionReport | null> => {
      if (project.name !== SAMPLE_PROJECT) return null
      return await once(project.id, 'abstraction', async (_, projectIds) => {
        const measured = await measureAbstraction(readSampleQueries(rootPath), {
          entries: await listSpanEntries(store, projectIds),
          steps: (episodeId, from, to) => listSteps(store, episodeId, from, to),
          // By words: hundreds of long logs through a sentence model would take minutes, and say no more of keys.
          embedder: createLocalEmbedder(),
        })
        return reportAbstraction(measured, { mask: masked })
      })
    },
  }
  return audit
}

async function readReuse({ store, answerDeps }: Core, once: Once, projectId: string): Promise<ReuseReport> {
  const { index } = await answerDeps()
  const projectIds = await listScopeIds(store, projectId)
  const replayed = await once(projectId, 'reuse', async (deps) =>
    measureReuse(deps.index, { projectIds }, await listEntryPlaces(store, projectIds)),
  )
  // What was served since, and outcomes that came in, change without a change of the memory.
  const report = reportReuse(
    replayed,
    await listServedUses(store, projectIds),
    await listExperimentRuns(store),
    rowsOf(index, projectIds),
  )
  const shown = [report.replay.others.shape, report.served.shape].flatMap(({ counts }) =>
    counts.slice(0, SHOWN),
  )
  const ids = [...shown, ...report.utilities.slice(0, SHOWN)].map(({ entryId }) => entryId)
  return { ...report, objectives: await objectivesOf(store, ids) }
}

async function readCategories(
  { store, rootPath, streamDeps }: Core,
  once: Once,
  project: Named,
  asked: 'written' | 'own',
): Promise<CategoriesView> {
  const subtasks = await listLabelledSubtasks(store, project.id)
  const topics = sharedTopics(await streamDeps.topicsOf(project), subtasks)
  const own = labelQueries(subtasks, (instanceId) => alike(instanceId, topics))
  const isWritten = project.name === SAMPLE_PROJECT && asked === 'written'
  const labels: CategoryLabels = isWritten
    ? { ...own.labels, kind: 'written', others: 0, stored: null }
    : own.labels
  const queries = isWritten ? readSampleQueries(rootPath) : own.queries
  // Labels change without a change of the memory.
  const name = `categories ${createHash('sha256').update(JSON.stringify(queries)).digest('hex')}`
  const { report, rows } = await once(project.id, name, async ({ index, embedder }, projectIds) => {
    const corpus = {
      index,
      embedder,
      episodes: await listEpisodeTexts(store, projectIds),
      entries: new Map((await listEntryTexts(store, projectIds)).map((entry) => [entry.id, entry])),
    }
    const purities = isWritten
      ? []
      : await segmentPurities(own.places, (id) => listSteps(store, id, 0, Number.MAX_SAFE_INTEGER))
    const measured = await measureCategories(queries, corpus, projectIds, purities)
    return { report: reportCategories(measured), rows: measured }
  })
  return { labels, report, rows, predictor: PREDICTOR_ID }
}

/** What the figures of a project rest on. */
async function readBasis({ store, answerDeps }: Core, projectId: string): Promise<AuditFigures['basis']> {
  const { index } = await answerDeps()
  const rows = rowsOf(index, await listScopeIds(store, projectId))
  const hash = createHash('sha256')
  for (const { id, vector } of rows)
    hash.update(id).update(new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength))
  return {
    entries: rows.length,
    embedder: index.embedderId,
    storeRevision: index.revision,
    entriesHash: hash.digest('hex'),
  }
}

function rowsOf(index: CosineIndex, projectIds: string[]) {
  return CATEGORIES.flatMap((category) => index.pool(category, scopeFilter({ projectIds })).rows())
}

/** The objectives of these entries, by id. */
async function objectivesOf(store: Store, ids: string[]): Promise<Record<string, string>> {
  const entries = await readCandidates(store, [...new Set(ids)])
  return Object.fromEntries(entries.map(({ id, description }) => [id, description.objective]))
}

/** Other instances that share a topic with this one. */
function alike(instanceId: string, topics: ReadonlyMap<string, readonly string[]>): string[] {
  const own = topics.get(instanceId) ?? []
  return [...topics].flatMap(([other, theirs]) =>
    other !== instanceId && theirs.some((topic) => own.includes(topic)) ? [other] : [],
  )
}
