import { z } from 'zod'
import type { MemoryEntry } from '../../memory/entry.ts'
import { UserError } from '../../memory/errors.ts'
import {
  BLIND_VERDICTS,
  BLIND_WHERE,
  type BlindDraw,
  type BlindHead,
  type BlindItem,
  type BlindVerdict,
  type BlindView,
  type BlindWhere,
  type MakerHead,
  reportBlind,
} from '../../memory/findings/blind.ts'
import { createRandom, shuffled } from '../../memory/statistics.ts'
import { getEntries } from '../entries/entries.ts'
import { listVerdicts, sayVerdict } from '../review/verdicts.ts'
import type { Store } from '../store.ts'
import { tables } from '../tables.ts'
import { findDrawn } from './quality-samples.ts'

/** What of a blind reading is kept beside its entries. */
const blindSchema = z.object({
  where: z.enum(BLIND_WHERE),
  /** Stages that were drawn from. */
  population: z.number().int(),
  makers: z.array(z.string()),
  subtaskIds: z.array(z.string()),
})

/** Extractors whose entries of runs are here, most entries first. */
export async function listMakers(store: Store, projectId: string): Promise<MakerHead[]> {
  const rows = await tables(store).entry.groupBy({
    by: ['extractor'],
    where: { projectId, subtaskId: { not: null }, lifecycle: { notIn: ['retired', 'purged'] } },
    _count: true,
  })
  return rows
    .map(({ extractor, _count }) => ({ maker: extractor, entryCount: _count }))
    .sort((a, b) => b.entryCount - a.entryCount || (a.maker < b.maker ? -1 : 1))
}

/**
 * Draws stages at random until they hold `size` entries of the extractors named, and keeps these in a random order of reading.
 * A stage that an extractor by model has not been over is not drawn. Throws UserError `nothing-to-draw`.
 */
export async function drawBlind(
  store: Store,
  input: { projectId: string; makers: string[]; where: BlindWhere; size: number; seed: number; by: string },
): Promise<{ id: string }> {
  const { projectId, where, size, seed, by } = input
  const makers = [...new Set(input.makers)].sort()
  const frame = await readFrame(store, projectId, makers, where)
  if (frame.size === 0)
    throw new UserError('nothing-to-draw', `There is no stage for which ${wanted(makers, where)}.`, {
      hint: where === 'each' ? 'Draw wherever any of them did.' : 'Name extractors that made something here.',
      status: 409,
    })
  const random = createRandom(seed)
  const drawn: { subtaskId: string; entryIds: string[] }[] = []
  let count = 0
  for (const [subtaskId, made] of shuffled([...frame], random)) {
    if (count >= size) break
    drawn.push({ subtaskId, entryIds: [...made.values()] })
    count += made.size
  }
  const id = store.nextId('qs')
  const blind: z.infer<typeof blindSchema> = {
    where,
    population: frame.size,
    makers,
    subtaskIds: drawn.map(({ subtaskId }) => subtaskId),
  }
  const entryIds = shuffled(
    drawn.flatMap((one) => one.entryIds),
    random,
  )
  await store.record((tx) =>
    tables(tx).qualitySample.create({
      data: {
        ...{ id, projectId, by, seed, population: frame.size, createdAt: store.now() },
        query: JSON.stringify({ projectId }),
        entryIds: JSON.stringify(entryIds),
        blind: JSON.stringify(blind),
      },
    }),
  )
  return { id }
}

/** Stages of a project that can be drawn, each with the newest entry of each extractor. */
async function readFrame(
  store: Store,
  projectId: string,
  makers: string[],
  where: BlindWhere,
): Promise<Map<string, Map<string, string>>> {
  const [rows, distilled] = await Promise.all([
    tables(store).entry.findMany({
      where: {
        projectId,
        extractor: { in: makers },
        subtaskId: { not: null },
        lifecycle: { notIn: ['retired', 'purged'] },
      },
      orderBy: { seq: 'asc' },
      select: { id: true, subtaskId: true, extractor: true },
    }),
    tables(store).distillation.findMany({
      where: { extractor: { in: makers }, subtask: { episode: { projectId } } },
      select: { subtaskId: true, extractor: true },
    }),
  ])
  const byModel = new Set(distilled.map(({ extractor }) => extractor))
  const wasOver = new Set(distilled.map(({ subtaskId, extractor }) => `${extractor} ${subtaskId}`))
  const frame = new Map<string, Map<string, string>>()
  for (const { id, subtaskId, extractor } of rows) {
    const made = frame.get(subtaskId ?? '') ?? new Map<string, string>()
    frame.set(subtaskId ?? '', made.set(extractor, id))
  }
  for (const [subtaskId, made] of frame) {
    const isRead = makers.every((maker) => !byModel.has(maker) || wasOver.has(`${maker} ${subtaskId}`))
    if (!isRead || (where === 'each' && made.size < makers.length)) frame.delete(subtaskId)
  }
  return frame
}

function wanted(makers: string[], where: BlindWhere): string {
  return `${where === 'each' ? 'each' : 'any'} of ${makers.join(', ')} wrote something`
}

/** A reading with what was said so far; who made what stands in it only once everything is read. Null when there is none. */
export async function findBlind(store: Store, id: string): Promise<BlindView | null> {
  const row = await tables(store).qualitySample.findUnique({ where: { id } })
  if (!row?.blind) return null
  const { where, population, makers, subtaskIds } = blindSchema.parse(JSON.parse(row.blind))
  const ids: string[] = JSON.parse(row.entryIds)
  const [entries, said] = await Promise.all([
    getEntries(store, ids),
    listVerdicts(store, { projectId: row.projectId, task: 'blind', queue: id }),
  ])
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const placed = ids.flatMap((entryId, place) => {
    const entry = byId.get(entryId)
    return entry && entry.lifecycle !== 'purged' ? [{ place, entry }] : []
  })
  const places = new Map(ids.map((entryId, place) => [entryId, place]))
  const verdicts = said.map(({ subject, verdict, by }) => ({
    place: places.get(subject) ?? -1,
    verdict: z.enum(BLIND_VERDICTS).parse(verdict),
    by,
  }))
  const isRead = placed.every(({ place }) => verdicts.some((one) => one.place === place))
  const draw: BlindDraw = {
    makers,
    subtaskIds,
    items: placed.map(({ place, entry }) => ({
      place,
      maker: entry.extractor,
      subtaskId: entry.subtaskId ?? '',
    })),
  }
  return {
    ...{ id, by: row.by, seed: row.seed, where, population },
    makerCount: makers.length,
    subtaskCount: subtaskIds.length,
    createdAt: row.createdAt.toISOString(),
    items: placed.map(({ place, entry }) => toItem(place, entry)),
    verdicts,
    revealed: isRead
      ? {
          report: reportBlind(draw, verdicts),
          made: placed.map(({ place, entry }) => ({ place, maker: entry.extractor, entryId: entry.id })),
        }
      : null,
  }
}

/** Without anything that tells who made it. */
function toItem(place: number, { category, description, experience }: MemoryEntry): BlindItem {
  const { title, kind, when, do: what, because, check } = experience
  return { place, category, ...description, title, kind, parts: { when, do: what, because, check } }
}

/** The latest readings of a project, newest first. */
export async function listBlinds(store: Store, projectId: string): Promise<BlindHead[]> {
  const [rows, verdicts] = await Promise.all([
    tables(store).qualitySample.findMany({
      where: { projectId, blind: { not: null } },
      orderBy: { id: 'desc' },
      take: 20,
    }),
    listVerdicts(store, { projectId, task: 'blind' }),
  ])
  return rows.map((row) => ({
    id: row.id,
    makerCount: blindSchema.parse(JSON.parse(row.blind ?? '')).makers.length,
    size: (JSON.parse(row.entryIds) as string[]).length,
    judged: new Set(verdicts.filter(({ queue }) => queue === row.id).map(({ subject }) => subject)).size,
    createdAt: row.createdAt.toISOString(),
  }))
}

/** What readers say of the entries at some places; a second word of a reader replaces the first, null takes it back. Throws UserError `not-drawn`. */
export async function judgeBlind(
  store: Store,
  input: { id: string; by: string; verdicts: { place: number; verdict: BlindVerdict | null }[] },
): Promise<void> {
  const { id, by } = input
  const drawn = await findDrawn(store, { id, isBlind: true })
  await store.record(async (tx) => {
    for (const { place, verdict } of input.verdicts) {
      const subject = drawn?.entryIds[place]
      if (!drawn || subject === undefined) throw notDrawn(place)
      const about = { projectId: drawn.projectId, task: 'blind', queue: id, subject, by, blind: true }
      await sayVerdict(store, tx, about, verdict)
    }
  })
}

/** The stage that the entry at a place of a reading is of. Throws UserError `not-drawn`. */
export async function getBlindStage(
  store: Store,
  { id, place }: { id: string; place: number },
): Promise<{ episodeId: string; fromStep: number; toStep: number }> {
  const entryId = (await findDrawn(store, { id, isBlind: true }))?.entryIds[place]
  const [entry] = entryId === undefined ? [] : await getEntries(store, [entryId])
  const { episodeId, fromStep, toStep } = entry ?? {}
  if (episodeId && fromStep && toStep) return { episodeId, fromStep, toStep }
  throw notDrawn(place)
}

function notDrawn(place: number): UserError {
  return new UserError('not-drawn', `Nothing lies at place ${place + 1} of this reading.`, {
    hint: 'Reload the reading.',
    status: 404,
  })
}
