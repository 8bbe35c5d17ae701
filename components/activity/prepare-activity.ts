import { type DiffPiece, diffByWord, prepareVersions } from '@/components/curate/prepare-versions.ts'
import { formatCount, formatInstant, formatList, plural } from '@/components/ui/format.ts'
import type { MemoryEntry } from '@/lib/memory/entry.ts'
import type {
  ActivityChanges,
  ActivityFacets,
  ActivityRow,
  ChainReport,
} from '@/lib/memory/views/activity.ts'

/** The answer in one sentence: how much was changed, by how many, and whether the filter hides some. */
export function activityVerdict(
  { totalCount, people, firstAt }: ActivityFacets,
  matchCount: number,
  filtered: boolean,
): string {
  if (totalCount === 0 || firstAt === null) return 'Nothing has changed yet.'
  if (filtered) return `${formatCount(matchCount)} of ${plural(totalCount, 'change')} match.`
  return `${plural(totalCount, 'change')} by ${byWhom(people)} since ${formatInstant(firstAt)}.`
}

/** What of a change is kept; a purge takes it out. */
export function keptWords({ verbs }: Pick<ActivityFacets, 'verbs'>): string {
  const purges = verbs.find(({ value }) => value === 'purge')?.count ?? 0
  return `each kept as it was before and after${purges === 0 ? '' : `, but for what ${plural(purges, 'purge')} took out`}`
}

/** Two are named; of more it is said that persons and programs were counted alike. */
function byWhom(people: ActivityFacets['people']): string {
  const names = people.map(({ value }) => (value === 'person' ? 'an unnamed person' : value))
  return names.length <= 2 ? formatList(names) : `${formatCount(names.length)} people or programs`
}

/** Why a change cannot be taken back; null when it can. */
export function whyNoUndo({ verb, entryCount, undoes, undoneBy, folded }: ActivityRow): string | null {
  if (folded) {
    const each = entryCount === 0 ? 'none of an entry' : 'each can be undone'
    return `These are ${plural(folded.count, 'change')}; ${each}.`
  }
  if (undoneBy !== null) return `Undone by revision ${formatCount(undoneBy)}.`
  if (verb === 'purge') return 'A purge is for good.'
  // Outcomes of runs and what is in service are taken back too, and so is the undo of one.
  if (entryCount === 0 && undoes === null && !['outcome', 'serve'].includes(verb))
    return 'It changed no entry.'
  return null
}

/** Why the numbers of one project's log are not one after another. */
export const NUMBERING = 'revisions are numbered over all projects, so that one log has gaps'

export function chainWords({ ok, from, to, count, brokenAt, why }: ChainReport): string {
  if (from === null || to === null)
    return 'No revision of this project is sealed yet: there is nothing to check.'
  const gaps = to - from + 1 > count ? ', numbered over all projects and chained within this one' : ''
  const span = `${plural(count, 'sealed revision')}, ${formatCount(from)} to ${formatCount(to)}${gaps}`
  return ok
    ? `The chain holds: ${span}.`
    : `The chain is broken at revision ${formatCount(brokenAt ?? 0)}. ${why ?? ''} Checked: ${span}.`
}

export type ChangeView = {
  entryId: string
  title: string | null
  how: 'added' | 'changed' | 'purged'
  fields: { field: string; pieces: DiffPiece[] }[]
}

/** Besides what an entry's versions show: what a change of rule, scope or reviewer touches. */
const MORE_FIELDS: [string, (entry: MemoryEntry) => string][] = [
  ['reason', (entry) => entry.reason ?? ''],
  ['reviewed by', (entry) => entry.reviewedBy ?? ''],
  ['scope', (entry) => entry.scope],
  ['project', (entry) => entry.projectId],
]

/** A page of a revision's changes, each by words. */
export function prepareChanges({ head, rows }: ActivityChanges): ChangeView[] {
  return rows.map(({ entryId, before, after }) => {
    const title = (after ?? before)?.experience.title ?? null
    if (before === null || after === null)
      return { entryId, title, how: after === null ? 'purged' : 'added', fields: [] }
    const [version] = prepareVersions([{ ...head, before, after }])
    const more = MORE_FIELDS.filter(([, read]) => read(before) !== read(after)).map(([field, read]) => ({
      field,
      pieces: diffByWord(read(before), read(after)),
    }))
    return { entryId, title, how: 'changed', fields: [...(version?.changes ?? []), ...more] }
  })
}
