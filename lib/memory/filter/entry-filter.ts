import { z } from 'zod'
import { ENTRY_FACETS } from './entry-fields.ts'
import { instantOf } from './filter-expression.ts'

const valuesSchema = z.array(z.string().min(1).max(300)).max(200)
export const momentSchema = z
  .string()
  .refine((text) => instantOf(text) !== null, 'is not a date such as 2026-01-31')

/**
 * Which entries are meant, in one project. Values within a facet are alternatives; everything else narrows.
 * Without a lifecycle, neither in the facets nor in the expression: neither retired nor purged.
 */
export const entryFilterSchema = z.strictObject({
  projectId: z.string().min(1).max(60),
  /** Words of the text, each as a beginning; empty = no text filter. */
  text: z.string().max(500).default(''),
  facets: z.partialRecord(z.enum(ENTRY_FACETS), valuesSchema).default({}),
  /** A filter expression as people type it, see filter-expression.ts. */
  expression: z.string().max(2_000).optional(),
  /** Only these, e.g. a selection on the map. */
  ids: z.array(z.string().max(60)).max(100_000).optional(),
  /** Days or instants, both included. */
  created: z.strictObject({ from: momentSchema.optional(), to: momentSchema.optional() }).optional(),
})
export type EntryFilter = z.infer<typeof entryFilterSchema>

/** A filter as an address says it: places that Loupe itself turns into ids. */
export const askedFilterSchema = entryFilterSchema.extend({
  /** Entries nearest to this one. */
  like: z.string().min(1).max(60).optional(),
  /** Entries inside an area of the map, see map.ts. */
  area: z.string().min(1).max(4_000).optional(),
  method: z.enum(['pca', 'umap']).optional(),
})
export type AskedFilter = z.infer<typeof askedFilterSchema>
