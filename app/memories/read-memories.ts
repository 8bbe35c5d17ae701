import type { AskedFilter } from '@/lib/memory/filter/entry-filter.ts'
import type { Api } from '@/lib/memory/operation.ts'
import type { EntryQuery } from '@/lib/memory/views/entries.ts'

type Page = Pick<EntryQuery, 'sort' | 'descending' | 'offset' | 'limit'>

type Asked = {
  project: { id: string; name: string }
  asked: AskedFilter
  /** The filter that leaves nothing out. */
  whole: AskedFilter
  page: Page
  /** The entry in the peek; null for the first. */
  at: string | null
}

/** The list of entries with what stands around it, read at once. Throws what its filter throws. */
export async function readMemories(
  { project: { id: projectId, name }, asked, whole, page, at }: Asked,
  api: Api,
) {
  async function readList() {
    const list = await api.listEntries({ ...asked, ...page })
    const peeked = at ?? list.rows[0]?.id
    return { list, peek: peeked === undefined ? null : await api.findEntryAlone({ id: peeked }) }
  }
  const [list, everything, savedViews, hasGate, worklists, status, sample] = await Promise.all([
    readList(),
    // Counts of the whole project, without rows.
    api.listEntries({ ...whole, limit: 0 }),
    api.listSavedViews({ projectId, page: 'memories' }),
    api.hasReviewGate({ projectId }),
    api.worklists({ projectId }),
    api.distilStatus({ project: name }),
    api.wholeSample({ projectId }),
  ])
  return { ...list, ...sample, everything, savedViews, hasGate, worklists, status }
}
