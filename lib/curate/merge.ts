import { z } from 'zod'
import { readEntries } from '../db/entries/entry-writes.ts'
import { insertOrigins } from '../db/entries/origins.ts'
import {
  type Citation,
  categorySchema,
  descriptionSchema,
  experienceSchema,
  type MemoryEntry,
} from '../memory/entry.ts'
import { UserError } from '../memory/errors.ts'
import { command } from '../memory/operation.ts'
import { descriptionText } from '../memory/text/words.ts'
import type { ChangeReceipt } from '../memory/views/curation.ts'
import { type CurateDeps, checkWritten, requireCurrent, writeChanges } from './change-entries.ts'
import { type Curates, idSchema, reasonSchema, revisionSchema, signed } from './curation.ts'

/** A whole lesson as a person wrote it: (z, d, e). */
export const lessonSchema = z
  .strictObject({ category: categorySchema })
  .extend(descriptionSchema.shape)
  .extend(experienceSchema.shape)
  .extend({ do: z.string().min(1).max(600) })
export type Lesson = z.infer<typeof lessonSchema>

export const mergeSchema = z.strictObject({
  survivorId: idSchema,
  /** All that become one, the survivor among them, each with the revision that was read. */
  entries: z
    .array(z.strictObject({ entryId: idSchema, revision: revisionSchema }))
    .min(2)
    .max(500),
  /** What the survivor says from now on: written, or taken whole from one of them; absent: it stays as it is. */
  text: z.union([lessonSchema, z.strictObject({ takenFrom: idSchema })]).optional(),
  reason: reasonSchema,
})
type MergeInput = z.infer<typeof mergeSchema>

export const merge = command(mergeSchema.extend(signed), ({ by, ...input }, { curation }: Curates) =>
  mergeEntries(input, curation.as(by)),
)

/**
 * Makes one entry of several: the survivor gets the composed text, the citations of all and a link to each; the others are
 * retired as merged into it. One revision, all or none. Throws UserError `conflict`, `not-among-them`, `too-long`, `secret`.
 */
export async function mergeEntries(input: MergeInput, deps: CurateDeps): Promise<ChangeReceipt> {
  const { store, by } = deps
  const seen = await readEntries(
    store,
    input.entries.map(({ entryId }) => entryId),
  )
  const survivorBefore = among(seen, input.survivorId)
  const merged = mergedText(survivorBefore, seen, input, deps)
  const isMoved = descriptionText(merged.description) !== descriptionText(survivorBefore.description)
  const vector = isMoved ? await deps.embed(merged.description) : null
  const note = { by, verb: 'merge', reason: input.reason ?? null, projectId: survivorBefore.projectId }
  return await store.write(note, async (tx, revise) => {
    const current = await requireCurrent(tx, input.entries)
    const survivor = among(current, input.survivorId)
    const others = current.filter(({ id }) => id !== survivor.id)
    const after = { ...survivor, ...merged, citations: allCitations(survivor, others, merged) }
    const revision = await writeChanges(
      tx,
      revise,
      [
        { before: survivor, after, ...(vector ? { vector } : {}) },
        ...others.map((before) => ({
          before,
          after: { ...before, lifecycle: 'retired' as const, reason: `merged into ${survivor.id}` },
        })),
      ],
      deps,
    )
    const links = others.map(({ id }) => ({ entryId: survivor.id, sourceId: id, how: 'merge' as const }))
    await insertOrigins(tx, revision, links)
    return { revision, entryCount: current.length, entryIds: current.map(({ id }) => id) }
  })
}

function mergedText(
  survivor: MemoryEntry,
  all: MemoryEntry[],
  { text }: MergeInput,
  deps: CurateDeps,
): Pick<MemoryEntry, 'category' | 'description' | 'experience' | 'flags'> {
  if (!text) return survivorText(survivor)
  if ('takenFrom' in text) return survivorText(among(all, text.takenFrom))
  const { category, objective, keywords, ...experience } = text
  const description = { objective, keywords }
  return {
    category,
    description,
    experience,
    flags: checkWritten(description, experience, survivor.repo, deps),
  }
}

function survivorText({ category, description, experience, flags }: MemoryEntry) {
  return { category, description, experience, flags }
}

/** What each part rests on, of all the sources; a part that is empty now rests on nothing. */
function allCitations(
  survivor: MemoryEntry,
  others: MemoryEntry[],
  { experience }: Pick<MemoryEntry, 'experience'>,
): Citation[] {
  const theirs = others.flatMap((entry) =>
    entry.citations.flatMap((citation) => {
      const episodeId = citation.episodeId ?? entry.episodeId
      if (episodeId === null) return []
      return [episodeId === survivor.episodeId ? citation : { ...citation, episodeId }]
    }),
  )
  return [...survivor.citations, ...theirs].filter(({ part }) => experience[part] !== '')
}

function among(entries: MemoryEntry[], id: string): MemoryEntry {
  const entry = entries.find((one) => one.id === id)
  if (entry) return entry
  throw new UserError('not-among-them', `Entry ${id} is not among those to merge.`, {
    hint: 'Choose the survivor and its text from the entries of the merge; one may have been removed.',
    status: 409,
  })
}
