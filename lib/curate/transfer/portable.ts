import { z } from 'zod'
import type { TransferRow } from '../../db/entries/transfer-rows.ts'
import { isOwnId } from '../../db/ids.ts'
import { memoryEntrySchema } from '../../memory/entry.ts'

/** First line of an export: what follows, in which shape. */
export const headerSchema = z.object({
  loupe: z.literal('entries'),
  version: z.literal(1),
  project: z.string(),
  exportedAt: z.string(),
  count: z.number().int().min(0),
})

/** An entry as it travels: everything but what only its own store knows (project, revision, row ids of run and subtask). */
export const portableSchema = z.object({
  entry: memoryEntrySchema
    .omit({ projectId: true, revision: true, episodeId: true, subtaskId: true })
    .extend({ id: z.string().refine(isOwnId, 'is no id of an entry') }),
  source: z
    .object({
      contentHash: z.string().max(200),
      fileName: z.string().max(2_000),
      subtaskPosition: z.number().int().nullable(),
    })
    .nullable(),
  origins: z
    .array(z.object({ sourceId: z.string().max(60), how: z.enum(['merge', 'split', 'copy']) }))
    .max(1_000),
  notes: z
    .array(z.object({ by: z.string().max(200), text: z.string().max(5_000), createdAt: z.string() }))
    .max(1_000),
  /** History, newest first; for reading, not imported. */
  versions: z.array(z.unknown()).optional(),
})
export type Portable = z.infer<typeof portableSchema>

/** A stored entry in the form that travels. */
export function toPortable({ entry, source, origins, notes, versions }: TransferRow): Portable {
  const {
    projectId: _project,
    revision: _revision,
    episodeId: _episode,
    subtaskId: _subtask,
    ...rest
  } = entry
  return portableSchema.parse({
    entry: rest,
    source,
    origins,
    notes,
    ...(versions.length > 0 ? { versions } : {}),
  })
}
