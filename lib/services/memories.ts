import type { Parts as Core } from '../api/parts.ts'
import { type ExportFormat, exportEntries } from '../curate/transfer/export-entries.ts'
import { countMatching } from '../db/entries/entries.ts'
import { listEntries, neighboursInFilter } from '../db/entries/entry-list.ts'
import { readCandidates } from '../db/entries/entry-texts.ts'
import { listNotes } from '../db/entries/notes.ts'
import { activityLines, countActivity, getActivityChanges, listActivity } from '../db/entries/revisions.ts'
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
import type { EntryAlone } from '../memory/views/entries.ts'
import type { OverviewView } from '../memory/views/project.ts'
import { getEntryPage, listLike } from './entry-page.ts'
import { over } from './over.ts'
import { getOverview } from './overview.ts'
import type { MapOfMemory } from './retrieval.ts'

/** What is stored: projects, entries, runs, and the log of changes. Nothing here writes. */
export function createMemories({ store, spaces }: Core, map: MapOfMemory) {
  const ask = over(store)
  const named = async (name: string | null) =>
    name ?? (await listProjects(store)).at(-1)?.name ?? SAMPLE_PROJECT
  const around = async () => {
    const { approved, questions: embedder } = spaces.current()
    return { store, index: await approved(), embedder }
  }
  return {
    /** What every page shows around itself. */
    shell: (projectName: string | null) => getShell(store, projectName, spaces.current(), spaces.fault()),
    /** Project by name; without one the newest. Throws UserError `no-such-project`. */
    project: async (name: string | null) => await getProject(store, await named(name)),
    /** As `project`, but null when there is none yet. */
    findProject: async (name: string | null) => await findProject(store, await named(name)),
    hasProject: async (name: string) => (await findProject(store, name)) !== null,
    overview: (projectId: string) => readOverview(projectId, store, spaces.current()),
    /** Entries of a project that an export of runs leaves out. */
    countWithoutRun: ask(countAllWithoutRun),

    /** A filter as an address says it, with its places turned into ids. */
    async resolveFilter(asked: AskedFilter): Promise<EntryFilter> {
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
    listEntries: ask(listEntries),
    countMatching: ask(countMatching),
    neighboursInFilter: ask(neighboursInFilter),
    /** The entry with its source, versions and neighbours. */
    findEntry: async (id: string) => await getEntryPage(id, await around()),
    /** The entry alone, for whoever looks at one after the other: no neighbours, and so no index to wait for. */
    async findEntryAlone(id: string): Promise<EntryAlone | null> {
      const [entry] = await readCandidates(store, [id])
      return entry ? { entry } : null
    },
    listNotes: ask(listNotes),
    exportEntries: ask(exportProject),

    listEpisodes: ask(listEpisodes),
    findEpisode: ask(findEpisode),
    findStep: ask(findStep),
    listSavedViews: ask(listSavedViews),
    /** True when new entries wait for a person before an agent gets them. */
    hasReviewGate: ask(hasReviewGate),

    /** The log of changes. */
    activity: {
      list: ask(listActivity),
      changes: ({ revision, offset, limit }: { revision: number; offset: number; limit: number }) =>
        getActivityChanges(store, revision, offset, limit),
      facets: ask(countActivity),
      verify: ask(verifyChain),
      /** The log as JSON Lines, oldest first, with its seals. */
      lines: ask(activityLines),
    },
  }
}

/** An export leaves nothing out: states are no reason to. */
export type Memories = ReturnType<typeof createMemories>

const EVERY_ENTRY = { text: '', facets: { lifecycle: [...LIFECYCLES] } }

type ExportOrder = {
  project: string
  filter?: Partial<EntryFilter>
  format: ExportFormat
  versions: boolean
}

/**
 * Entries as text, piece by piece; without a filter every one, retired ones too. `leftOut`: how many of them are in none of
 * the pieces, because the format is of runs and they have none.
 */
async function exportProject(
  store: Store,
  { project, filter, format, versions }: ExportOrder,
): Promise<{ leftOut: number; pieces: AsyncIterable<string> }> {
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
