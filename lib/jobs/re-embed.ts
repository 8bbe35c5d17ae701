import { z } from 'zod'
import { countStoredEntries } from '../db/entries/entries.ts'
import { findNewestJob, recentRate } from '../db/jobs/job-views.ts'
import { enqueueJob, findOpenJob } from '../db/jobs/order-jobs.ts'
import { finishItem, isCancelled } from '../db/jobs/work-queue.ts'
import type { Store } from '../db/store.ts'
import {
  completeSpace,
  findProbe,
  keepProbe,
  listUnembedded,
  pagesUnembedded,
  putVectors,
  removeVectors,
  type Unembedded,
} from '../db/vectors/vectors.ts'
import type { Embedder } from '../llm/embedder.ts'
import type { EmbedderOffer, EmbedderRoster } from '../llm/embedder-roster.ts'
import { expectSameModel, PROBE_TEXT } from '../llm/same-model.ts'
import type { ReEmbedEstimate, ReEmbedJob } from '../memory/embedders.ts'
import { UserError } from '../memory/errors.ts'
import { tokenEstimate } from '../memory/text/words.ts'
import { noSuchEmbedder, type Spaces } from './embedding-spaces.ts'

export const RE_EMBED = 're-embed'

/** Entries of one item: one request to a server, one short transaction. */
const ENTRIES_PER_ITEM = 64
/** Entries that a built-in embedder embeds to be timed. */
const TIMED = 64
/** Times the last item looks for entries that came in meanwhile before it gives way and is tried again. Ours. */
const MOST_ROUNDS = 20

export type ReEmbedDeps = {
  store: Store
  roster: EmbedderRoster
  spaces: Spaces
  /** Milliseconds of a clock that only moves forward. */
  clock: () => number
}

export const reEmbedSchema = z.strictObject({
  to: z.string().min(1).max(200),
  /** False makes the vectors, so that Compare can use them, and leaves retrieval where it is. */
  thenSwitch: z.boolean().default(true),
})
type ReEmbedRequest = z.infer<typeof reEmbedSchema>

const targetSchema = z.union([
  z.strictObject({ to: z.string(), from: z.string(), upto: z.string() }),
  z.strictObject({ to: z.string(), thenSwitch: z.boolean() }),
])

/** What re-embedding would take. Asks the embedder for one vector, and stores nothing. */
export async function estimateReEmbed({ to }: { to: string }, deps: ReEmbedDeps): Promise<ReEmbedEstimate> {
  const { store, clock } = deps
  const offer = offerOf(to, deps)
  const startedAt = clock()
  const probe = await probeOf(offer, deps)
  const probeMs = clock() - startedAt
  let [entries, tokens] = [0, 0]
  const timed: string[] = []
  for await (const page of pagesUnembedded(store, to)) {
    entries += page.length
    for (const { text } of page) tokens += tokenEstimate(text)
    timed.push(...page.slice(0, TIMED - timed.length).map(({ text }) => text))
  }
  return {
    to,
    dimension: probe.length,
    entries,
    all: await countStoredEntries(store),
    tokens,
    priceUsd: offer.pricePerMillionUsd === null ? null : (tokens / 1e6) * offer.pricePerMillionUsd,
    ...(offer.isRemote
      ? {
          durationMs: Math.ceil(entries / ENTRIES_PER_ITEM) * probeMs,
          durationFrom: `one short question to the server, ${Math.round(probeMs)} ms, for every ${ENTRIES_PER_ITEM} entries; longer texts take longer`,
        }
      : await timeOf(offer, timed, entries, deps)),
  }
}

async function timeOf(offer: EmbedderOffer, timed: string[], entries: number, { clock }: ReEmbedDeps) {
  if (timed.length === 0) return { durationMs: 0, durationFrom: 'nothing is missing' }
  const startedAt = clock()
  await offer.open(offer.dimension ?? 0, 'work').embed(timed)
  const each = (clock() - startedAt) / timed.length
  return {
    durationMs: each * entries,
    durationFrom: `${timed.length} entries embedded just now; storing comes on top`,
  }
}

/** Orders a re-embedding. Throws UserError `no-such-embedder`, `nothing-to-do`, `already-running`, or why the model cannot be used. */
export async function orderReEmbed(request: ReEmbedRequest, deps: ReEmbedDeps): Promise<{ jobId: string }> {
  const { store, spaces } = deps
  const { to, thenSwitch } = request
  const probe = await probeOf(offerOf(to, deps), deps)
  const items: { label: string; target: string }[] = []
  let before = 0
  for await (const page of pagesUnembedded(store, to))
    for (let at = 0; at < page.length; at += ENTRIES_PER_ITEM) {
      const part = page.slice(at, at + ENTRIES_PER_ITEM)
      items.push(chunkItem(to, part, before))
      before += part.length
    }
  if (items.length === 0 && (to === spaces.current().id || !thenSwitch))
    throw new UserError('nothing-to-do', `Every entry has its vector of ${to} already.`, {
      hint: to === spaces.current().id ? 'Retrieval uses it.' : 'Go over to it, or use it in Compare.',
      status: 409,
    })
  const last = { to, thenSwitch }
  items.push({
    label: thenSwitch ? `go over to ${to}` : `see that ${to} is whole`,
    target: JSON.stringify(last),
  })
  return await store.record(async (tx) => {
    const open = await findOpenJob(tx, { kind: RE_EMBED })
    if (open) throw alreadyRunning(open.label)
    if (!(await findProbe(store, to))) await keepProbe(tx, to, probe)
    const label = thenSwitch ? `Re-embed with ${to}` : `Make vectors of ${to}`
    return await enqueueJob(store, tx, { kind: RE_EMBED, label, request, items })
  })
}

function chunkItem(to: string, part: readonly Unembedded[], before: number) {
  const [from, upto] = [part[0]?.id ?? '', part.at(-1)?.id ?? '']
  const label = `entries ${before + 1} to ${before + part.length}`
  return { label, target: JSON.stringify({ to, from, upto }) }
}

/** Does one item: embeds a piece, or ends the whole. Doing it twice has the effect of doing it once. */
export async function reEmbedItem(
  item: { itemId: string; target: string },
  deps: ReEmbedDeps,
): Promise<void> {
  const target = targetSchema.parse(JSON.parse(item.target))
  await beginSpace(target.to, deps)
  const embedder = await deps.spaces.open(target.to, 'work')
  if ('thenSwitch' in target) return await endReEmbed(item.itemId, target, embedder, deps)
  const { store } = deps
  const part = await listUnembedded(store, target.to, target)
  const made = await embedded(part, embedder)
  await store.record(async (tx) => {
    const kept = await putVectors(tx, target.to, made)
    await finishItem(store, tx, item.itemId, { entries: kept })
  })
}

/** A cancelled job may go on after its vectors were removed: then the space begins anew. */
async function beginSpace(to: string, deps: ReEmbedDeps): Promise<void> {
  const { store } = deps
  if (await findProbe(store, to)) return
  const probe = await probeOf(offerOf(to, deps), deps)
  await store.record((tx) => keepProbe(tx, to, probe))
}

/**
 * Embeds what came in or was edited meanwhile, and when nothing is left goes over in one transaction, which looks again: an entry
 * written between the two sends it back. Nothing waits for a server inside the transaction.
 */
async function endReEmbed(
  itemId: string,
  { to, thenSwitch }: ReEmbedRequest,
  embedder: Embedder,
  { store, spaces }: ReEmbedDeps,
): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS; round++) {
    for await (const page of pagesUnembedded(store, to))
      for (let at = 0; at < page.length; at += ENTRIES_PER_ITEM) {
        if (await isCancelled(store, itemId)) throw cancelled()
        const made = await embedded(page.slice(at, at + ENTRIES_PER_ITEM), embedder)
        await store.record(async (tx) => await putVectors(tx, to, made))
      }
    const isWhole = await store.record(async (tx) => {
      if (await isCancelled(tx, itemId)) throw cancelled()
      if (!(await completeSpace(store, tx, to, { thenSwitch }))) return false
      await finishItem(store, tx, itemId, { switched: thenSwitch })
      return true
    })
    if (!isWhole) continue
    if (thenSwitch) await spaces.goOver(to)
    return
  }
  throw new UserError('too-busy', 'Entries come in faster than they are embedded.', {
    hint: 'Try again when less is being written.',
    status: 503,
  })
}

async function embedded(part: readonly Unembedded[], embedder: Embedder) {
  const vectors = part.length === 0 ? [] : await embedder.embed(part.map(({ text }) => text))
  return part.flatMap(({ id, text }, i) => {
    const vector = vectors[i]
    return vector ? [{ id, text, vector }] : []
  })
}

/** Removes the vectors of a space that nobody uses or makes. Throws UserError `current-embedder`, `already-running`. */
export async function removeSpace(id: string, { store, spaces }: ReEmbedDeps): Promise<{ removed: number }> {
  const job = await findReEmbedJob(store)
  if (job?.to === id && (job.state === 'running' || job.state === 'waiting')) throw alreadyRunning(job.label)
  const removed = await removeVectors(store, id, spaces.current().id)
  spaces.forget(id)
  return removed
}

function alreadyRunning(label: string): UserError {
  return new UserError('already-running', `${label} is under way.`, {
    hint: 'Wait for its end, or cancel it; what is done stays.',
    status: 409,
  })
}

function cancelled(): UserError {
  return new UserError('cancelled', 'Cancelled by a person.', { hint: 'It can go on where it stopped.' })
}

/** The newest re-embedding with its progress; null when there never was one. */
export async function findReEmbedJob(store: Store): Promise<ReEmbedJob | null> {
  const found = await findNewestJob(store, RE_EMBED)
  if (!found) return null
  const { job } = found
  const isOpen = job.state === 'running' || job.state === 'waiting'
  // Over the last items, not over the job's life: a restart or a pause would spoil it.
  const rate = isOpen ? await recentRate(store, job.id) : job.ratePerSecond
  const left = job.totalCount - job.doneCount - job.failedCount
  return {
    ...job,
    ratePerSecond: rate,
    remainingMs: isOpen && rate ? (left / rate) * 1000 : null,
    ...reEmbedSchema.parse(found.request),
    entriesPerItem: ENTRIES_PER_ITEM,
  }
}

function offerOf(id: string, { roster }: ReEmbedDeps): EmbedderOffer {
  const offer = roster.offers.find((one) => one.id === id)
  if (!offer) throw noSuchEmbedder(id, roster)
  return offer
}

/** The embedder's probe vector as it is today. Throws UserError `model-changed` when stored vectors were made by another model of this name. */
async function probeOf(offer: EmbedderOffer, { store }: ReEmbedDeps): Promise<Float32Array> {
  const now = await offer.probe()
  const stored = await findProbe(store, offer.id)
  if (stored) {
    const asked: Embedder = {
      id: offer.id,
      dimension: now.length,
      embed: async (texts) => texts.map(() => now),
    }
    await expectSameModel(asked, stored).embed([PROBE_TEXT])
  }
  return now
}
