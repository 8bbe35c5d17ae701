import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import {
  importPolicySchema,
  inProject,
  linesToWrite,
  type Sorted,
  sortLines,
  transferReport,
  writeLines,
} from '../curate/transfer/import-entries.ts'
import type { PortableLine } from '../curate/transfer/read-portables.ts'
import { mapUnmapped } from '../db/agents/workspaces.ts'
import type { EntryVector } from '../db/entries/entry-writes.ts'
import { listTitles } from '../db/entries/transfer-rows.ts'
import { findJob, findNewestJob, listItemResults, recentRate } from '../db/jobs/job-views.ts'
import { beginJobAnew, endTargets, enqueueJob, findJobOrder } from '../db/jobs/order-jobs.ts'
import { finishItem, isCancelled } from '../db/jobs/work-queue.ts'
import { ensureProject, findProject } from '../db/projects.ts'
import type { Store } from '../db/store.ts'
import { getStoreClock } from '../db/vectors/index-feed.ts'
import { fromVectorBlob, toVectorBlob } from '../db/vectors/vectors.ts'
import { maskKept } from '../extract/mask-texts.ts'
import type { Embedder } from '../llm/embedder.ts'
import { UserError } from '../memory/errors.ts'
import { descriptionText } from '../memory/text/words.ts'
import type { BroughtLine, MemoryImport, TransferReport } from '../memory/views/curation.ts'
import type { Look } from './looks.ts'
import type { Worker } from './worker.ts'

/** Kind of job: a memory that people have already comes in. */
export const BRING = 'bring'

/** Memories of one item: one request to an embedder, some half a second of the built-in one. */
const LINES_PER_ITEM = 64
const LAST = 'store'

const headSchema = z.object({
  ...{ project: z.string(), by: z.string(), fileName: z.string(), format: z.string().nullable() },
  policy: importPolicySchema,
  /** Memories that are to be written. */
  count: z.number(),
  leftOut: z.array(z.object({ id: z.string(), because: z.string() })),
  /** Root of the repository whose notes they are: the project names it from then on, unless another one does. */
  repository: z.string().nullable().default(null),
  revision: z.number().nullable(),
})
const orderSchema = headSchema.extend({
  /** What each line means: as it was ordered, then as it came in. No text of a memory stands in it. */
  lines: z.array(
    z.object({
      line: z.number(),
      entryId: z.string(),
      became: z.enum(['new', 'same', 'conflicting', 'suppressed']),
      from: z.string().nullable(),
    }),
  ),
})
type Order = z.infer<typeof orderSchema>

const vectorsSchema = z.object({ model: z.string(), dimension: z.number(), vectors: z.array(z.string()) })

/** A memory as it was read, and how it is to come in. */
export type ReadImport = Omit<z.input<typeof orderSchema>, 'count' | 'lines' | 'revision'> & {
  portables: readonly PortableLine[]
  dryRun: boolean
}

/**
 * Looks what a memory would do here and, unless that is nothing or only asked, orders its import: a job that makes the vectors piece by
 * piece and then writes all in one transaction, one revision. What would not be written is not kept.
 */
export async function orderBringing(
  { portables, dryRun, ...how }: ReadImport,
  store: Store,
  tell: Look['tell'],
): Promise<{ report: TransferReport; jobId: string | null }> {
  const project = await findProject(store, how.project)
  const sorted = await sortLines(store, store, project?.id ?? null, portables, tell)
  const report = { ...transferReport(sorted, { ...how, dryRun }), ...beside(how) }
  const lines = linesToWrite(sorted, how.policy)
  if (dryRun) return { report, jobId: null }
  if (lines.length === 0) {
    const { repository: root } = how
    if (root && project) await store.record((tx) => mapUnmapped(store, tx, { root, projectId: project.id }))
    return { report, jobId: null }
  }
  // What stands beside the lines was not looked through with them.
  const said = maskKept(how)
  const request = { ...said, count: lines.length, lines: kindsOf(sorted), revision: null }
  const items = Array.from({ length: Math.ceil(lines.length / LINES_PER_ITEM) }, (_, nth) => {
    const some = lines.slice(nth * LINES_PER_ITEM, (nth + 1) * LINES_PER_ITEM)
    const label = `memories ${nth * LINES_PER_ITEM + 1} to ${nth * LINES_PER_ITEM + some.length}`
    return { label, target: JSON.stringify(some.map(({ line, portable }) => ({ line, portable }))) }
  })
  const { jobId } = await store.record((tx) =>
    enqueueJob(store, tx, {
      kind: BRING,
      label: `Bring ${said.fileName.slice(-120)} into ${how.project}`,
      request,
      items: [...items, { label: 'all in one change', target: LAST }],
      ...(project ? { projectId: project.id } : {}),
    }),
  )
  return { report, jobId }
}

type BringDeps = { store: Store; embedder: () => Embedder }

/** Does one item: the vectors of some memories, or the change itself. Doing it twice has the effect of doing it once. */
export async function bringItem(
  item: { itemId: string; jobId: string; target: string },
  deps: BringDeps,
): Promise<void> {
  if (item.target === LAST) return await bringAll(item, deps)
  const { store } = deps
  const lines = JSON.parse(item.target || '[]') as PortableLine[]
  // A cancelled import keeps no text.
  if (lines.length === 0) throw cancelled()
  const embedder = deps.embedder()
  const vectors = await embedder.embed(
    lines.map(({ portable }) => descriptionText(portable.entry.description)),
  )
  const result: z.infer<typeof vectorsSchema> = {
    model: embedder.id,
    dimension: embedder.dimension,
    vectors: vectors.map((vector) => Buffer.from(toVectorBlob(vector)).toString('base64')),
  }
  await store.record((tx) => finishItem(store, tx, item.itemId, result))
}

/** Writes what has its vectors: one transaction, one revision, all or none. Texts and vectors leave the job with it. */
async function bringAll(
  { itemId, jobId }: { itemId: string; jobId: string },
  { store, embedder }: BringDeps,
) {
  const order = await orderOf(store, jobId)
  const portables: PortableLine[] = []
  const vectors = new Map<number, EntryVector>()
  for (const { target, result } of await listItemResults(store, itemId)) {
    const { model, dimension, vectors: made } = vectorsSchema.parse(result)
    // Vectors of another model are of no use: retrieval went over to another embedder meanwhile.
    if (model !== embedder().id) return await store.record((tx) => beginJobAnew(tx, itemId))
    for (const [i, line] of (JSON.parse(target) as PortableLine[]).entries()) {
      portables.push(line)
      vectors.set(line.line, {
        model,
        vector: fromVectorBlob(Buffer.from(made[i] ?? '', 'base64'), dimension),
      })
    }
  }
  if (portables.length < order.count)
    throw new UserError('not-whole', `${order.count - portables.length} memories have no vector yet.`, {
      hint: 'Nothing was stored. Try what failed again.',
    })
  // To sort thousands takes longer than to write them: what nobody changed since holds, and no other write waits for it.
  const clock = await getStoreClock(store)
  const ahead = await sortLines(
    store,
    store,
    (await findProject(store, order.project))?.id ?? null,
    portables,
  )
  await store.write({ by: order.by, verb: 'import-entries' }, async (tx, revise) => {
    if (await isCancelled(tx, itemId)) throw cancelled()
    const isAsItWas = isDeepStrictEqual(await getStoreClock(tx), clock)
    const project = await ensureProject(store, tx, order.project, 'imported')
    const sorted = isAsItWas
      ? inProject(ahead, project.id)
      : await sortLines(tx, store, project.id, portables)
    const { policy, by } = order
    const revision = await writeLines(tx, revise, { sorted, project, policy }, vectors, { store, by })
    const now = new Map(kindsOf(sorted).map((line) => [line.line, line]))
    const lines = order.lines.map((line) => now.get(line.line) ?? line)
    if (order.repository !== null)
      await mapUnmapped(store, tx, { root: order.repository, projectId: project.id })
    await endTargets(tx, jobId, { ...order, lines, revision }, project.id)
    await finishItem(store, tx, itemId, { revision })
  })
}

/** What an import came to, once its job has ended. Throws UserError `cancelled`, or `not-brought-in` with the reasons. */
export async function awaitBringing(
  store: Store,
  worker: Pick<Worker, 'endCount' | 'endAfter'>,
  jobId: string,
): Promise<TransferReport> {
  for (;;) {
    const seen = worker.endCount()
    const found = await findMemoryImport(store, { jobId })
    if (found?.report) return found.report
    if (found === null || found.job.state === 'cancelled') throw cancelled()
    if (found.job.state === 'failed')
      throw new UserError(
        'not-brought-in',
        found.job.items.find(({ state }) => state === 'failed')?.reason ?? '',
        {
          hint: 'Nothing was stored. Try it again: Import, Jobs.',
        },
      )
    await worker.endAfter(seen)
  }
}

/** An import of a memory, the newest where none is named: how far it is in memories, and what it came to. Null where there is none. */
export async function findMemoryImport(
  store: Store,
  { jobId, log = false }: { jobId: string | null; log?: boolean },
): Promise<MemoryImport | null> {
  const job =
    jobId === null ? ((await findNewestJob(store, BRING))?.job ?? null) : await findJob(store, jobId)
  if (job === null || job.kind !== BRING) return null
  const request = await requestOf(store, job.id)
  const order = headSchema.parse(request)
  const isOpen = job.state === 'running' || job.state === 'waiting'
  // Over the last items: a pause or a restart would spoil it.
  const rate = isOpen ? await recentRate(store, job.id) : null
  const doneCount = Math.min(job.doneCount * LINES_PER_ITEM, order.count)
  const perSecond = rate && rate * LINES_PER_ITEM
  return {
    job: {
      ...job,
      doneCount,
      totalCount: order.count,
      ratePerSecond: perSecond,
      remainingMs: perSecond ? ((order.count - doneCount) / perSecond) * 1000 : null,
    },
    project: order.project,
    fileName: order.fileName,
    report: job.state === 'done' ? await reportOf(store, orderSchema.parse(request)) : null,
    log: log ? logOf(orderSchema.parse(request), job.state === 'done') : null,
  }
}

async function orderOf(store: Store, jobId: string): Promise<Order> {
  return orderSchema.parse(await requestOf(store, jobId))
}

async function requestOf(store: Store, jobId: string): Promise<unknown> {
  return (await findJobOrder(store, jobId))?.request
}

function kindsOf(sorted: Sorted): Order['lines'] {
  const of = (became: Order['lines'][number]['became'], lines: Sorted['same']) =>
    lines.map(({ line, entry, portable }) => ({
      ...{ line, entryId: entry.id, became },
      // A purged text may stand in the id that its product gave it.
      from:
        became === 'suppressed'
          ? null
          : (portable.notes.find(({ by }) => by === 'memory' || by === 'notes')?.text ?? null),
    }))
  return [
    ...of('new', sorted.fresh),
    ...of('same', sorted.same),
    ...of(
      'conflicting',
      sorted.conflicting.map(({ line }) => line),
    ),
    ...of('suppressed', sorted.suppressed),
  ].sort((a, b) => a.line - b.line)
}

async function reportOf(store: Store, { policy, revision, lines, ...how }: Order): Promise<TransferReport> {
  const of = (became: Order['lines'][number]['became']) => lines.filter((line) => line.became === became)
  const named = async (some: Order['lines']) => {
    const first = some.slice(0, 100)
    const titles = await listTitles(
      store,
      first.map(({ entryId }) => entryId),
    )
    return first.map(({ line, entryId }) => ({ line, entryId, title: titles.get(entryId) ?? '' }))
  }
  const [added, sames, conflicts, keptOut] = [of('new'), of('same'), of('conflicting'), of('suppressed')]
  return {
    ...{ dryRun: false, policy, revision },
    ...{ new: added.length, same: sames.length, conflicting: conflicts.length, suppressed: keptOut.length },
    added: await named(added),
    sames: await named(sames),
    conflicts: await named(conflicts),
    keptOut: await named(keptOut),
    ...beside(how),
  }
}

function beside({ format, leftOut }: Pick<Order, 'format' | 'leftOut'>) {
  return format === null ? {} : { format, leftOut }
}

/** A line a memory: what became of it, and why. */
function logOf({ fileName: file, lines, leftOut }: Order, isDone: boolean): BroughtLine[] {
  return [
    ...lines.map((line) => ({ file, ...line, status: isDone ? ('done' as const) : ('ordered' as const) })),
    ...leftOut.map(({ id, because }) => ({ file, from: id, became: 'left-out' as const, because })),
  ]
}

function cancelled(): UserError {
  return new UserError('cancelled', 'The import was cancelled; nothing of it was stored.', {
    hint: 'Give the file again to bring it in.',
    status: 409,
  })
}
