import { countMatching, listEntries, matchingIds, neighboursInFilter } from '../db/entries.ts'
import { readCandidates } from '../db/entry-texts.ts'
import { findEpisode, findStep, listEpisodes } from '../db/episodes.ts'
import { findProject, getProject, listProjects } from '../db/projects.ts'
import { findSavedRetrieval, saveRetrieval } from '../db/retrievals.ts'
import { getShell } from '../db/shell.ts'
import { countAllWithoutRun } from '../db/transfer-rows.ts'
import { maskAnswer, maskPlayground } from '../extract/mask-answer.ts'
import { maskDetail, maskEntry, maskEpisode, maskRow } from '../extract/mask-entry.ts'
import { masked } from '../extract/mask-texts.ts'
import { readChips, SAMPLE_PROJECT } from '../jobs/load-sample.ts'
import type { EntryFilter } from '../memory/entry-filter.ts'
import type { RetrieveRequest } from '../memory/retrieval.ts'
import type { EntryAlone } from '../memory/views.ts'
import { getEntryPage } from '../retrieval/entry-page.ts'
import { explore } from '../retrieval/explore.ts'
import { getOverview } from '../retrieval/overview.ts'
import type { House } from './house.ts'
import type { Doors } from './programs.ts'

/** What pages and programs read: projects, entries, runs and answers, each masked where it leaves. */
export function readingDoors(house: House, retrieve: Doors['retrieve']) {
  const { store, spaces, answerDeps, worklists, resolveFilter, rootPath } = house
  return {
    shell: (projectName: string | null) => getShell(store, projectName, spaces.current()),
    /** Project by name; without one the newest. Throws UserError `no-such-project`. */
    project: async (name: string | null) =>
      await getProject(store, name ?? (await listProjects(store)).at(-1)?.name ?? SAMPLE_PROJECT),
    /** As `project`, but null when there is none yet. */
    findProject: async (name: string | null) =>
      await findProject(store, name ?? (await listProjects(store)).at(-1)?.name ?? SAMPLE_PROJECT),
    overview: async (projectId: string) => {
      const space = spaces.current()
      const [view, { heads, scan }] = await Promise.all([
        getOverview(projectId, store, await space.approved(), space),
        worklists(projectId),
      ])
      const found = heads.filter(({ open }) => open > 0)
      const findings = found.map(({ detector, title, definition, entryCount }) => ({
        key: detector,
        label: title,
        meaning: definition,
        count: entryCount,
        href: `/worklists/${detector}`,
      }))
      const recentRetrievals = view.recentRetrievals.map((row) => ({
        ...row,
        text: masked(row.text).slice(0, 200),
      }))
      return { ...view, recentRetrievals, findings, scannedAt: scan?.at ?? null }
    },
    /** Entries of a project that an export of runs leaves out. */
    countWithoutRun: (projectId: string) => countAllWithoutRun(store, projectId),
    hasProject: async (name: string) => (await findProject(store, name)) !== null,
    /** Rows as pages show them: what looks like a secret is masked. An export is not. */
    listEntries: async (query: Parameters<typeof listEntries>[1]) => {
      const list = await listEntries(store, query)
      return { ...list, rows: list.rows.map(maskRow) }
    },
    countMatching: (filter: EntryFilter) => countMatching(store.read, filter),
    matchingIds: (filter: EntryFilter) => matchingIds(store.read, filter),
    neighboursInFilter: (id: string, query: Parameters<typeof neighboursInFilter>[2]) =>
      neighboursInFilter(store, id, query),
    /** The entry alone, for whoever looks at one after the other: no neighbours, and so no index to wait for. */
    findEntryAlone: async (id: string): Promise<EntryAlone | null> => {
      const [entry] = await readCandidates(store, [id])
      return entry ? { entry: maskEntry(entry) } : null
    },
    findEntry: async (id: string) => {
      const { approved, questions: embedder } = spaces.current()
      const detail = await getEntryPage(id, { store, index: await approved(), embedder })
      return detail && maskDetail(detail)
    },
    listEpisodes: (query: Parameters<typeof listEpisodes>[1]) => listEpisodes(store, query),
    findEpisode: async (id: string) => {
      const detail = await findEpisode(store, id)
      return detail && maskEpisode(detail)
    },
    findStep: (episodeId: string, n: number) => findStep(store, episodeId, n),
    chips: async () => readChips(rootPath),
    explore: async (request: RetrieveRequest) =>
      maskPlayground(await explore(request, await answerDeps(request.embedder))),
    findSavedRetrieval: async (id: string) => {
      const saved = await findSavedRetrieval(store, id)
      return saved && { ...saved, answer: maskAnswer(saved.answer) }
    },
    async saveRetrieval(request: RetrieveRequest): Promise<{ id: string }> {
      const [{ id: projectId }, answer] = [await getProject(store, request.project), await retrieve(request)]
      return {
        id: await saveRetrieval(store, { projectId, by: 'person', purpose: 'saved', request, answer }),
      }
    },
    resolveFilter,
  }
}
