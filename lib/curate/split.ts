import { z } from 'zod'
import { insertEntries, readPositions } from '../db/entries/entry-writes.ts'
import { insertOrigins } from '../db/entries/origins.ts'
import { followAdded } from '../db/purge/suppressions.ts'
import type { Category } from '../memory/category.ts'
import type { Experience, MemoryEntry } from '../memory/entry.ts'
import { command } from '../memory/operation.ts'
import type { ChangeReceipt } from '../memory/views/curation.ts'
import { type CurateDeps, checkWritten, requireCurrent, writeChanges } from './change-entries.ts'
import { type Curates, idSchema, reasonSchema, revisionSchema, signed } from './curation.ts'
import { type Lesson, lessonSchema } from './merge.ts'

const inputSchema = z.strictObject({
  entryId: idSchema,
  revision: revisionSchema,
  parts: z.array(lessonSchema).min(2).max(10),
  reason: reasonSchema,
  ...signed,
})
type SplitInput = Omit<z.infer<typeof inputSchema>, 'by'>

export const split = command(inputSchema, ({ by, ...input }, { curation }: Curates) =>
  splitEntry(input, curation.as(by)),
)

/** Makes several entries of one, which is retired. Each keeps the source, and the citations of the parts it takes over word for word. */
export async function splitEntry(
  input: SplitInput,
  deps: CurateDeps & { keyOf: (category: Category, experience: Experience) => string },
): Promise<ChangeReceipt> {
  const { store, by } = deps
  const vectors = await Promise.all(input.parts.map((part) => deps.embed(part)))
  const ids = input.parts.map(() => store.nextId('m'))
  return await store.write({ by, verb: 'split', reason: input.reason ?? null }, async (tx, revise) => {
    const [original] = (await requireCurrent(tx, [input])) as [MemoryEntry]
    const revision = await revise(original.projectId)
    const at = store.now().toISOString()
    const parts = input.parts.map((part, i) =>
      partOf(original, part, { id: ids[i] ?? '', revision, at }, deps),
    )
    await followAdded(store, tx, parts, by)
    const position = (await readPositions(tx, [original.id])).get(original.id) ?? null
    await insertEntries(
      tx,
      revision,
      parts.flatMap((entry, i) => {
        const vector = vectors[i]
        return vector ? [{ entry, vector, position }] : []
      }),
    )
    const retired = { ...original, lifecycle: 'retired' as const, reason: `split into ${ids.join(', ')}` }
    await writeChanges(tx, revise, [{ before: original, after: retired }], deps)
    const links = ids.map((entryId) => ({ entryId, sourceId: original.id, how: 'split' as const }))
    await insertOrigins(tx, revision, links)
    return { revision, entryCount: ids.length + 1, entryIds: [original.id, ...ids] }
  })
}

function partOf(
  original: MemoryEntry,
  { category, objective, keywords, ...experience }: Lesson,
  { id, revision, at }: { id: string; revision: number; at: string },
  deps: CurateDeps & { keyOf: (category: Category, experience: Experience) => string },
): MemoryEntry {
  const description = { objective, keywords }
  return {
    ...original,
    id,
    revision,
    category,
    description,
    experience,
    extractor: 'person',
    worth: undefined,
    cure: undefined,
    promoted: undefined,
    pinned: false,
    flags: checkWritten(description, experience, original.repo, deps),
    citations: original.citations.filter(({ part }) => experience[part] === original.experience[part]),
    suppressionKey: deps.keyOf(category, experience),
    reviewedBy: null,
    reviewedAt: null,
    createdAt: at,
    updatedAt: at,
  }
}
