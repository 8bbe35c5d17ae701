import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { findEntry } from '../db/entries/entries.ts'
import { insertEntries } from '../db/entries/entry-writes.ts'
import { findRequest, getRevision } from '../db/entries/revisions.ts'
import { ensureProject, getProject } from '../db/projects.ts'
import { findSuppression, liftSuppression } from '../db/purge/suppressions.ts'
import type { Tx } from '../db/store.ts'
import type { Category } from '../memory/category.ts'
import {
  categorySchema,
  descriptionSchema,
  type Experience,
  experienceSchema,
  type MemoryEntry,
  newEntry,
} from '../memory/entry.ts'
import { UserError } from '../memory/errors.ts'
import { command } from '../memory/operation.ts'
import type { ChangeReceipt } from '../memory/views/curation.ts'
import { type CurateDeps, checkWritten } from './change-entries.ts'
import { type Curates, requestIdSchema } from './curation.ts'

/** What a person or an agent stores: a whole triple (z, d, e). */
const newEntrySchema = z
  .strictObject({ project: z.string().min(1).max(80), category: categorySchema })
  .extend(descriptionSchema.shape)
  .extend(experienceSchema.shape)
  .extend({ do: z.string().min(1).max(600) })
export type NewEntry = z.infer<typeof newEntrySchema>

export const store = command(
  newEntrySchema.extend({ requestId: requestIdSchema }),
  (input, { curation }: Curates) => addEntry(input, curation.as()),
)

/** What an agent proposes: a lesson that waits for a person, whatever the project's gate is. */
export const proposeEntry = command(
  z.strictObject({
    ...{ project: z.string().min(1).max(80), category: categorySchema },
    objective: descriptionSchema.shape.objective,
    keywords: descriptionSchema.shape.keywords.default([]),
    when: experienceSchema.shape.when,
    do: z.string().min(1).max(600),
    because: experienceSchema.shape.because.default(''),
    check: experienceSchema.shape.check.default(''),
    kind: experienceSchema.shape.kind.default('pattern'),
    agent: z.string().trim().min(1).max(80).default('mcp'),
    requestId: requestIdSchema,
  }),
  async ({ agent, ...lesson }, { curation }: Curates) => {
    const deps = curation.as(agent)
    await getProject(deps.store, lesson.project)
    return await addEntry({ ...lesson, title: lesson.objective.slice(0, 160) }, deps, 'agent')
  },
  { scopes: ['propose'] },
)

/**
 * Adds an entry that a person wrote, or one that an agent proposes; the project is made when it is new. Adding on purpose what was once retired is allowed and lifts
 * that; a proposal of it is held with the reason it was retired for. Sent twice under one `requestId`, it is added once.
 */
export async function addEntry(
  input: NewEntry & { requestId?: string | undefined },
  deps: CurateDeps & { keyOf: (category: Category, experience: Experience) => string },
  extractor: 'person' | 'agent' = 'person',
): Promise<{ id: string; waits: boolean; receipt: ChangeReceipt }> {
  const { store } = deps
  const description = { objective: input.objective, keywords: input.keywords }
  const { title, kind, when, do: act, because, check } = input
  const experience = { title, kind, when, do: act, because, check }
  const flags = checkWritten(description, experience, null, deps)
  const vector = await deps.embed(description)
  const id = store.nextId('m')
  const at = store.now().toISOString()
  const { requestId } = input
  const note = { by: deps.by, verb: 'add', ...(requestId === undefined ? {} : { batchId: requestId }) }
  const receipt = await store.write(note, async (tx, revise): Promise<ChangeReceipt> => {
    const project = await ensureProject(store, tx, input.project, 'imported')
    const earlier = await findRequest(tx, { requestId, verb: 'add', projectId: project.id })
    if (earlier) {
      await requireSame(tx, earlier, { category: input.category, description, experience })
      return earlier
    }
    const number = await revise(project.id)
    const suppressionKey = deps.keyOf(input.category, experience)
    const isProposed = extractor === 'agent'
    const retired = await findSuppression(store, tx, project.id, suppressionKey)
    if (retired && !isProposed) await liftSuppression(store, tx, project.id, suppressionKey)
    const entry = newEntry(at, {
      ...{ id, projectId: project.id, category: input.category, description, experience, flags },
      extractor,
      lifecycle:
        retired && isProposed ? 'quarantined' : project.reviewGate || isProposed ? 'candidate' : 'approved',
      ...(isProposed
        ? { reason: retired ? `said before, and retired: ${retired.reason ?? 'no reason'}` : null }
        : {}),
      revision: number,
      suppressionKey,
    })
    await insertEntries(tx, number, [{ entry, vector, position: null }])
    return { revision: number, entryCount: 1, entryIds: [id] }
  })
  const stored = receipt.entryIds[0] ?? id
  // Behind a review gate it is stored, but not served yet.
  const waits = (await findEntry(store, stored))?.lifecycle !== 'approved'
  return { id: stored, waits, receipt }
}

/** Throws UserError `request-id-taken` when another lesson was added under this id: whoever sent it would take it for stored. */
async function requireSame(
  tx: Tx,
  earlier: ChangeReceipt,
  sent: Pick<MemoryEntry, 'category' | 'description' | 'experience'>,
): Promise<void> {
  const after = (await getRevision(tx, earlier.revision)).changes[0]?.after
  // A purge takes the words of a revision out; what they were is not known any more.
  if (!after || after.lifecycle === 'purged') return
  const { category, description, experience } = after
  if (isDeepStrictEqual({ category, description, experience }, sent)) return
  throw new UserError('request-id-taken', 'Another lesson was added under this requestId.', {
    hint: 'Give each lesson an id of its own; the same id is for sending the same again.',
    status: 409,
    place: 'requestId',
  })
}
