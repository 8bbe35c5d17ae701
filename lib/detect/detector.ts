import type { MemoryEntry } from '../memory/entry.ts'
import { EXPERIENCE_PARTS } from '../memory/experience.ts'
import type { DetectorName, FindingDetail, FindingSpan } from '../memory/findings/finding.ts'

/** What a detector may look at. Everything is of one project. */
export interface Memory {
  /** Entries that are neither retired nor purged, in order of creation. */
  entries: readonly MemoryEntry[]
  /** Unit vectors of description and experience together, in the entries' order, by local-v1. */
  textVectors: readonly Float32Array[]
  /** Unit vectors of the descriptions, in the entries' order, by local-v1. */
  descriptionVectors: readonly Float32Array[]
  /** Served and saved retrievals, oldest first. */
  retrievals: readonly ServedRetrieval[]
  /** Share resolved of the runs of an instance that got no memory, with their number; absent = no such run. */
  vanilla: ReadonlyMap<string, { resolved: number; runs: number }>
  /** What entries name of the project's repository that is gone, by id; null or absent = it names none. */
  gone?: ReadonlyMap<string, readonly GoneName[]> | null
}

/** Something that a lesson names and that is gone from the repository, and what became of it. */
export interface GoneName {
  name: string
  certainty: 'proven' | 'doubtful'
  sentence: string
}

/** One answered retrieval, without its text. */
export interface ServedRetrieval {
  at: string
  category: string
  winnerId: string | null
  /** What became of the run that got the answer; null = unknown. */
  outcome: 'resolved' | 'unresolved' | null
  /** Instance that the run worked on; null = unknown. */
  instanceId: string | null
}

/** Something a detector found in one entry, or in a pair (`entryId` is the older of the two). */
export interface Fault {
  entryId: string
  otherId: string | null
  /** The detector's own measure; higher is worse. Null where it has none. */
  score: number | null
  detail: FindingDetail
}

export interface Detector {
  name: DetectorName
  /** One sentence: what is flagged, and by which rule. */
  definition: string
  /** Finds everything it can see, says why it cannot look, or gives what it found until it stopped, and why it did. */
  find(
    memory: Memory,
  ): Promise<Fault[] | { unknownBecause: string } | { faults: Fault[]; stoppedBecause: string }>
}

export function textsOf(entry: MemoryEntry): { field: FindingSpan['field']; text: string }[] {
  return [
    { field: 'objective', text: entry.description.objective },
    { field: 'keywords', text: entry.description.keywords.join(', ') },
    { field: 'title', text: entry.experience.title },
    ...EXPERIENCE_PARTS.map((part) => ({ field: part, text: entry.experience[part] })),
  ]
}

/** Where a pattern stands in a text of an entry. */
export function spansOf(
  { field, text }: ReturnType<typeof textsOf>[number],
  { note, pattern }: { note: string; pattern: RegExp },
): FindingSpan[] {
  return [...text.matchAll(pattern)].map((match) => ({
    field,
    start: match.index,
    end: match.index + match[0].length,
    note,
  }))
}

/** All an entry says, as one text: description, then experience. */
export function fullText(entry: MemoryEntry): string {
  return textsOf(entry)
    .map(({ text }) => text)
    .filter((text) => text !== '')
    .join('\n')
}

export function lessonText({ experience }: Pick<MemoryEntry, 'experience'>): string {
  return EXPERIENCE_PARTS.map((part) => experience[part])
    .filter((text) => text !== '')
    .join('\n')
}

/** One fault of one entry from the places found in it; nothing when there are none. */
export function faultOf(entry: MemoryEntry, spans: FindingSpan[], sentence: string): Fault[] {
  if (spans.length === 0) return []
  return [{ entryId: entry.id, otherId: null, score: spans.length, detail: { sentence, spans } }]
}

/** Names without repetition, in order of appearance, as words. */
export function listOf(names: readonly string[]): string {
  return [...new Set(names)].join(', ')
}

/** Lets other work run between two pieces of a long scan. */
export function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
