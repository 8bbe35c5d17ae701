import { diffWordsWithSpace } from 'diff'
import type { MemoryEntry } from '@/lib/memory/entry.ts'
import type { EntryVersion } from '@/lib/memory/views/entries.ts'

export type DiffPiece = { text: string; op: 'same' | 'added' | 'removed' }

export type VersionView = {
  revision: number
  at: string
  by: string
  verb: string
  reason: string | null
  /** What changed, field by field; null when the entry was made. */
  changes: { field: string; pieces: DiffPiece[] }[] | null
}

/** Unchanged words kept on each side of a change. */
const KEPT_WORDS = 5

const FIELDS: [string, (entry: MemoryEntry) => string][] = [
  ['state', (entry) => entry.lifecycle],
  ['category', (entry) => entry.category],
  ['objective', (entry) => entry.description.objective],
  ['keywords', (entry) => entry.description.keywords.join(', ')],
  ['title', (entry) => entry.experience.title],
  ['kind', (entry) => entry.experience.kind],
  ['when', (entry) => entry.experience.when],
  ['do', (entry) => entry.experience.do],
  ['because', (entry) => entry.experience.because],
  ['check', (entry) => entry.experience.check],
  ['flags', (entry) => entry.flags.join(', ')],
  ['promoted', ({ promoted }) => (promoted ? `${promoted.file}: ${promoted.text.trim()}` : '')],
  ['pinned', (entry) => (entry.pinned ? 'pinned' : 'not pinned')],
]

/** The life of an entry, newest first, each change by words. */
export function prepareVersions(versions: EntryVersion[]): VersionView[] {
  return [...versions]
    .sort((a, b) => b.revision - a.revision)
    .map(({ revision, at, by, verb, reason, before, after }) => ({
      revision,
      at,
      by,
      verb,
      reason,
      changes:
        before && after
          ? FIELDS.filter(([, read]) => read(before) !== read(after)).map(([field, read]) => ({
              field,
              pieces: diffByWord(read(before), read(after)),
            }))
          : null,
    }))
}

/** Word diff; long unchanged stretches become `…`. */
export function diffByWord(before: string, after: string): DiffPiece[] {
  const parts = diffWordsWithSpace(before, after)
  return parts.map((part, k) => ({
    text: part.added || part.removed ? part.value : shortened(part.value, k === 0, k === parts.length - 1),
    op: part.added ? 'added' : part.removed ? 'removed' : 'same',
  }))
}

function shortened(text: string, isFirst: boolean, isLast: boolean): string {
  const words = text.split(/(?<=\s)/)
  const limit = isFirst || isLast ? KEPT_WORDS : KEPT_WORDS * 2
  if (words.length <= limit + 2) return text
  const head = isFirst ? '' : words.slice(0, KEPT_WORDS).join('')
  const tail = isLast ? '' : words.slice(-KEPT_WORDS).join('')
  return `${head}… ${tail}`
}
