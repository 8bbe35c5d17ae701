import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { type MemoryEntry, memoryEntrySchema } from '../../memory/entry.ts'
import { citationSchema, removedSpanSchema } from '../../memory/subtask.ts'
import type { Entry } from '../generated/client.ts'

const strings = z.array(z.string())
const citations = z.array(citationSchema)
const removedSpans = z.array(removedSpanSchema)

/** The domain object of a stored row. Throws when a JSON column does not hold what its schema says. */
export function toEntry(row: Entry): MemoryEntry {
  return memoryEntrySchema.parse({
    id: row.id,
    projectId: row.projectId,
    scope: row.scope,
    category: row.category,
    description: { objective: row.objective, keywords: strings.parse(JSON.parse(row.keywords)) },
    experience: {
      title: row.title,
      kind: row.kind,
      when: row.whenText,
      do: row.doText,
      because: row.becauseText,
      check: row.checkText,
    },
    extractor: row.extractor,
    lifecycle: row.lifecycle,
    pinned: row.pinned,
    ...(row.beside ? { beside: true } : {}),
    flags: strings.parse(JSON.parse(row.flags)),
    subtaskId: row.subtaskId,
    episodeId: row.episodeId,
    instanceId: row.instanceId,
    repo: row.repo,
    fromStep: row.fromStep,
    toStep: row.toStep,
    citations: citations.parse(JSON.parse(row.citations)),
    removed: removedSpans.parse(JSON.parse(row.removed)),
    reason: row.reason,
    revision: row.revision,
    suppressionKey: row.suppressionKey,
    ...(row.reviewedBy === null ? {} : { reviewedBy: row.reviewedBy }),
    ...(row.reviewedAt === null ? {} : { reviewedAt: row.reviewedAt.toISOString() }),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  })
}

/** The row of a domain object, without its number and stream position. */
export function fromEntry(entry: MemoryEntry): Omit<Entry, 'seq' | 'position'> {
  return {
    id: entry.id,
    projectId: entry.projectId,
    scope: entry.scope,
    category: entry.category,
    objective: entry.description.objective,
    keywords: JSON.stringify(entry.description.keywords),
    title: entry.experience.title,
    kind: entry.experience.kind,
    whenText: entry.experience.when,
    doText: entry.experience.do,
    becauseText: entry.experience.because,
    checkText: entry.experience.check,
    extractor: entry.extractor,
    lifecycle: entry.lifecycle,
    pinned: entry.pinned,
    beside: entry.beside ?? false,
    flags: JSON.stringify(entry.flags),
    subtaskId: entry.subtaskId,
    episodeId: entry.episodeId,
    instanceId: entry.instanceId,
    repo: entry.repo,
    fromStep: entry.fromStep,
    toStep: entry.toStep,
    citations: JSON.stringify(entry.citations),
    removed: JSON.stringify(entry.removed),
    reason: entry.reason,
    suppressionKey: entry.suppressionKey,
    revision: entry.revision,
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
