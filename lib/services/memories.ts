import { type ExportFormat, exportEntries } from '../curate/transfer/export-entries.ts'
import { countMatching, listEntries, neighboursInFilter } from '../db/entries/entries.ts'
import { readCandidates } from '../db/entries/entry-texts.ts'
import { listNotes } from '../db/entries/notes.ts'
import {
  type ActivityQuery,
  activityLines,
  countActivity,
  getActivityChanges,
  listActivity,
} from '../db/entries/revisions.ts'
import { countAllWithoutRun, countWithoutRun } from '../db/entries/transfer-rows.ts'
import { findEpisode } from '../db/episodes/episode-detail.ts'
import { listEpisodes } from '../db/episodes/episode-list.ts'
import { findStep } from '../db/episodes/steps.ts'
import { verifyChain } from '../db/log/log-chain.ts'
import { findProject, getProject, hasReviewGate, listProjects } from '../db/projects.ts'
import { listSavedViews } from '../db/saved-views.ts'
import { getShell } from '../db/shell.ts'
import type { Store } from '../db/store.ts'
import { readWorklistHeads } from '../detect/worklists.ts'
import type { Space } from '../jobs/embedding-spaces.ts'
import { SAMPLE_PROJECT } from '../jobs/load-sample.ts'
import { type AskedFilter, type EntryFilter, entryFilterSchema } from '../memory/filter/entry-filter.ts'
import { LIFECYCLES } from '../memory/lifecycle.ts'
import type { Source } from '../memory/source.ts'
import type { Step } from '../memory/trajectory.ts'
import type { ActivityChanges, ActivityFacets, ActivityList, ChainReport } from '../memory/views/activity.ts'
import type {
  EntryAlone,
  EntryDetail,
  EntryList,
  EntryPlace,
  EntryQuery,
  FilterCount,
  NoteView,
} from '../memory/views/entries.ts'
import type { EpisodeDetail, EpisodeList } from '../memory/views/episodes.ts'
import type { OverviewView, SavedViewView, ShellView } from '../memory/views/project.ts'
import type { Core } from './core.ts'
import { getEntryPage, listLike } from './entry-page.ts'
import { getOverview } from './overview.ts'
import type { MapOfMemory } from './retrieval.ts'

type Project = { id: string; name: string; source: Source }

/** What is stored: projects, entries, runs, and the log of changes. Nothing here writes. */
export interface Memories {
  /** What every page shows around itself. */
  shell(projectName: string | null): Promise<ShellView>
  /** Project by name; without one the newest. Throws UserError `no-such-project`. */
  project(name: string | null): Promise<Project>
  /** As `project`, but null when there is none yet. */
  findProject(name: string | null): Promise<Project | null>
  hasProject(name: string): Promise<boolean>
  overview(projectId: string): Promise<OverviewView>
  /** Entries of a project that an export of runs leaves out. */
  countWithoutRun(projectId: string): Promise<number>

  /** A filter as an address says it, with its places turned into ids. */
  resolveFilter(asked: AskedFilter): Promise<EntryFilter>
  listEntries(query: EntryQuery): Promise<EntryList>
  countMatching(filter: EntryFilter): Promise<FilterCount>
  neighboursInFilter(id: string, query: Parameters<typeof neighboursInFilter>[2]): Promise<EntryPlace | null>
  /** The entry with its source, versions and neighbours. */
  findEntry(id: string): Promise<EntryDetail | null>
  /** The entry alone, for whoever looks at one after the other: no neighbours, and so no index to wait for. */
  findEntryAlone(id: string): Promise<EntryAlone | null>
  listNotes(entryId: string): Promise<NoteView[]>
  /**
   * Entries as text, piece by piece; without a filter every one, retired ones too. `leftOut`: how many of them are in none of
   * the pieces, because the format is of runs and they have none.
   */
  exportEntries(input: {
    project: string
    filter?: Partial<EntryFilter>
    format: ExportFormat
    versions: boolean
  }): Promise<{ leftOut: number; pieces: AsyncIterable<string> }>

  listEpisodes(query: Parameters<typeof listEpisodes>[1]): Promise<EpisodeList>
  findEpisode(id: string): Promise<EpisodeDetail | null>
  findStep(episodeId: string, n: number): Promise<Step | null>

  listSavedViews(input: { projectId: string; page: string }): Promise<SavedViewView[]>
  /** True when new entries wait for a person before an agent gets them. */
  hasReviewGate(projectId: string): Promise<boolean>

  /** The log of changes. */
  activity: {
    list(query: Parameters<typeof listActivity>[1]): Promise<ActivityList>
    changes(input: { revision: number; offset: number; limit: number }): Promise<ActivityChanges>
    facets(projectId: string): Promise<ActivityFacets>
    verify(projectId: string): Promise<ChainReport>
    /** The log as JSON Lines, oldest first, with its seals. */
    lines(query: ActivityQuery): AsyncGenerator<string>
  }
}

export function createMemories({ store, spaces }: Core, map: MapOfMemory): Memories {
  const named = async (name: string | null) =>
    name ?? (await listProjects(store)).at(-1)?.name ?? SAMPLE_PROJECT
  const around = async () => {
    const { approved, questions: embedder } = spaces.current()
    return { store, index: await approved(), embedder }
  }
  return {
    shell: (projectName) => getShell(store, projectName, spaces.current(), spaces.fault()),
    project: async (name) => await getProject(store, await named(name)),
    findProject: async (name) => await findProject(store, await named(name)),
    hasProject: async (name) => (await findProject(store, name)) !== null,
    overview: (projectId) => readOverview(projectId, store, spaces.current()),
    countWithoutRun: (projectId) => countAllWithoutRun(store, projectId),

    async resolveFilter(asked) {
      const { like, area, method = 'pca', ...rest } = asked
      const filter = entryFilterSchema.parse(rest)
      // The order of the first list stays: with likeness asked for, the nearest come first.
      const lists = [
        ...(like ? [await listLike(like, await around())] : []),
        ...(filter.ids ? [filter.ids] : []),
        ...(area ? [await map.idsInside({ projectId: filter.projectId, method, area })] : []),
      ]
      const [first, ...others] = lists
      if (!first) return filter
      const kept = others.map((ids) => new Set(ids))
      return { ...filter, ids: first.filter((id) => kept.every((ids) => ids.has(id))) }
    },
    listEntries: (query) => listEntries(store, query),
    countMatching: (filter) => countMatching(store, filter),
    neighboursInFilter: (id, query) => neighboursInFilter(store, id, query),
    findEntry: async (id) => await getEntryPage(id, await around()),
    async findEntryAlone(id) {
      const [entry] = await readCandidates(store, [id])
      return entry ? { entry } : null
    },
    listNotes: (entryId) => listNotes(store, entryId),
    exportEntries: (input) => exportProject(store, input),

    listEpisodes: (query) => listEpisodes(store, query),
    findEpisode: (id) => findEpisode(store, id),
    findStep: (episodeId, n) => findStep(store, episodeId, n),
    listSavedViews: (input) => listSavedViews(store, input),
    hasReviewGate: (projectId) => hasReviewGate(store, projectId),

    activity: {
      list: (query) => listActivity(store, query),
      changes: ({ revision, offset, limit }) => getActivityChanges(store, revision, offset, limit),
      facets: (projectId) => countActivity(store, projectId),
      verify: (projectId) => verifyChain(store, projectId),
      lines: (query) => activityLines(store, query),
    },
  }
}

/** An export leaves nothing out: states are no reason to. */
const EVERY_ENTRY = { text: '', facets: { lifecycle: [...LIFECYCLES] } }

async function exportProject(
  store: Store,
  { project, filter, format, versions }: Parameters<Memories['exportEntries']>[0],
): ReturnType<Memories['exportEntries']> {
  const { id: projectId, name } = await getProject(store, project)
  const entries = { ...EVERY_ENTRY, ...filter, projectId }
  return {
    leftOut: format === 'atif' ? await countWithoutRun(store, entries) : 0,
    pieces: exportEntries({ project: name, filter: entries, format, versions }, store),
  }
}

async function readOverview(projectId: string, store: Store, space: Space): Promise<OverviewView> {
  const [view, { heads, scan, unseenCount }] = await Promise.all([
    getOverview(projectId, store, await space.approved(), space),
    readWorklistHeads(store, projectId),
  ])
  const found = heads.filter(({ open }) => open > 0)
  const findings = found.map(({ detector, title, question, entryCount }) => ({
    key: detector,
    label: title,
    meaning: question,
    count: entryCount,
    href: `/worklists/${detector}`,
  }))
  return { ...view, findings, scannedAt: scan?.at ?? null, unseenCount }
}
