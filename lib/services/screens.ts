import type { DistilStatus } from '../memory/distil/distil.ts'
import type { AskedFilter } from '../memory/filter/entry-filter.ts'
import { reportSample, type SampleHead, type SampleReport } from '../memory/findings/quality.ts'
import type { Worklist, WorklistHead } from '../memory/findings/worklist.ts'
import type { EntryAlone, EntryList, EntryQuery } from '../memory/views/entries.ts'
import type { EpisodeList } from '../memory/views/episodes.ts'
import type { SavedViewView } from '../memory/views/project.ts'
import type { Memories } from './memories.ts'
import type { Models } from './models.ts'
import type { Triage } from './triage.ts'

type Page = Pick<EntryQuery, 'sort' | 'descending' | 'offset' | 'limit'>
type EpisodeQuery = Parameters<Memories['listEpisodes']>[0]
/** For counts alone. */
const NO_ROWS: Page = { sort: 'created', descending: true, offset: 0, limit: 0 }
const OUTCOMES = ['resolved', 'unresolved', 'unknown'] as const

/** What one page of the browser shows, read at once. Asks the other services as readers get them, so that all of it is masked. */
export interface Screens {
  /** The list of entries with what stands round it. Throws what `resolveFilter` throws. */
  memories(input: {
    project: { id: string; name: string }
    asked: AskedFilter
    /** The filter that leaves nothing out. */
    whole: AskedFilter
    page: Page
    /** The entry in the peek; null for the first. */
    at: string | null
  }): Promise<{
    list: EntryList
    /** Counts of the whole project, without rows. */
    everything: EntryList
    savedViews: SavedViewView[]
    hasGate: boolean
    worklists: Awaited<ReturnType<Triage['worklists']>>
    status: DistilStatus
    /** The latest random sample of the whole project, and what it says; null where there is none or nobody has judged. */
    sample: SampleHead | null
    report: SampleReport | null
    peek: EntryAlone | null
  }>
  /** One worklist with its first page of findings; null where no detector is called so. */
  worklist(query: Parameters<Triage['list']>[0]): Promise<{
    head: WorklistHead
    scan: Awaited<ReturnType<Triage['worklists']>>['scan']
    initial: Worklist
  } | null>
  /** A page of runs, and how many of the project ended in which way. */
  episodes(query: EpisodeQuery): Promise<{
    list: EpisodeList
    counts: Record<(typeof OUTCOMES)[number], number>
  }>
}

export function createScreens(services: {
  memories: Memories
  triage: Triage
  models: Pick<Models, 'status'>
}): Screens {
  const { memories, triage, models } = services
  async function readSample(projectId: string) {
    const sample = (await triage.samples.list(projectId)).find(({ isWhole }) => isWhole) ?? null
    const judged = sample && sample.judged > 0 ? await triage.samples.find(sample.id) : null
    return { sample, report: judged && reportSample(judged) }
  }
  async function readList(asked: AskedFilter, page: Page, at: string | null) {
    const list = await memories.listEntries({ ...(await memories.resolveFilter(asked)), ...page })
    const peeked = at ?? list.rows[0]?.id
    return { list, peek: peeked === undefined ? null : await memories.findEntryAlone(peeked) }
  }
  return {
    async memories({ project: { id: projectId, name }, asked, whole, page, at }) {
      const [list, everything, savedViews, hasGate, worklists, status, sample] = await Promise.all([
        readList(asked, page, at),
        readList(whole, NO_ROWS, null),
        memories.listSavedViews({ projectId, page: 'memories' }),
        memories.hasReviewGate(projectId),
        triage.worklists(projectId),
        models.status({ project: name }),
        readSample(projectId),
      ])
      return { ...list, ...sample, everything: everything.list, savedViews, hasGate, worklists, status }
    },
    async worklist(query) {
      const [{ heads, scan }, initial] = await Promise.all([
        triage.worklists(query.projectId),
        triage.list(query),
      ])
      const head = heads.find(({ detector }) => detector === query.detector)
      return head ? { head, scan, initial } : null
    },
    async episodes(query) {
      const [list, ...ended] = await Promise.all([
        memories.listEpisodes(query),
        ...OUTCOMES.map((outcome) =>
          memories.listEpisodes({ ...query, text: '', outcome, offset: 0, limit: 1 }),
        ),
      ])
      const [resolved = 0, unresolved = 0, unknown = 0] = ended.map(({ matchCount }) => matchCount)
      return { list, counts: { resolved, unresolved, unknown } }
    },
  }
}
