import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { citationSchema, type MemoryEntry, memoryEntrySchema, removedSpanSchema } from '../../memory/entry.ts'
import type { Entry } from '../generated/client.ts'
import { wordsOf } from '../tables.ts'

const citations = z.array(citationSchema)
const removedSpans = z.array(removedSpanSchema)

/** The domain object of a stored row. Throws when a JSON column does not hold what its schema says. */
export function toEntry({
  beside,
  worth,
  cure,
  promoted,
  reviewedBy,
  reviewedAt,
  ...row
}: Entry): MemoryEntry {
  return memoryEntrySchema.parse({
    ...row,
    description: { objective: row.objective, keywords: wordsOf(row.keywords) },
    experience: {
      title: row.title,
      kind: row.kind,
      when: row.whenText,
      do: row.doText,
      because: row.becauseText,
      check: row.checkText,
    },
    ...(worth === null ? {} : { worth }),
    ...(cure === null ? {} : { cure }),
    ...(beside ? { beside: true } : {}),
    ...(promoted === null ? {} : { promoted: JSON.parse(promoted) }),
    flags: wordsOf(row.flags),
    citations: citations.parse(JSON.parse(row.citations)),
    removed: removedSpans.parse(JSON.parse(row.removed)),
    ...(reviewedBy === null ? {} : { reviewedBy }),
    ...(reviewedAt === null ? {} : { reviewedAt: reviewedAt.toISOString() }),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  })
}

/** The row of a domain object, without its number and stream position. */
export function fromEntry(entry: MemoryEntry): Omit<Entry, 'seq' | 'position'> {
  const { description, experience, ...rest } = entry
  return {
    ...rest,
    objective: description.objective,
    keywords: JSON.stringify(description.keywords),
    title: experience.title,
    kind: experience.kind,
    whenText: experience.when,
    doText: experience.do,
    becauseText: experience.because,
    checkText: experience.check,
    worth: entry.worth ?? null,
    cure: entry.cure ?? null,
    beside: entry.beside ?? false,
    flags: JSON.stringify(entry.flags),
    citations: JSON.stringify(entry.citations),
    removed: JSON.stringify(entry.removed),
    promoted: entry.promoted ? JSON.stringify(entry.promoted) : null,
    reviewedBy: entry.reviewedBy ?? null,
    reviewedAt: entry.reviewedAt ? new Date(entry.reviewedAt) : null,
    createdAt: new Date(entry.createdAt),
    updatedAt: new Date(entry.updatedAt),
  }
}

/** True when two states of an entry are stored alike, whichever revision brought each. */
export function isStoredAlike(a: MemoryEntry, b: MemoryEntry): boolean {
  const undated = { revision: 0, updatedAt: a.updatedAt }
  return isDeepStrictEqual(fromEntry({ ...a, ...undated }), fromEntry({ ...b, ...undated }))
}
