import { z } from 'zod'
import type { MemoryEntry } from '../../memory/entry.ts'
import { UserError } from '../../memory/errors.ts'
import {
  BLIND_VERDICTS,
  BLIND_WHERE,
  type BlindDraw,
  type BlindHead,
  type BlindItem,
  type BlindView,
  type BlindWhere,
  type MakerHead,
  reportBlind,
} from '../../memory/findings/blind.ts'
import { createRandom, shuffled } from '../../memory/statistics.ts'
import type { Store } from '../store.ts'
import { tables } from '../tables.ts'
import { type Draw, findDraw, keepDraw, listDraws, notDrawn } from './quality-samples.ts'

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
  const asked = { projectId }
  return await keepDraw(store, { by, seed, asked, entryIds, blind, population: frame.size })
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
  const drawn = await findDraw(store, id, 'blind')
  return drawn && blindView(drawn)
}

export function blindView({
  id,
  by,
  seed,
  createdAt,
  blind,
  items: placed,
  verdicts: said,
}: Draw): BlindView {
  const { where, population, makers, subtaskIds } = blindSchema.parse(JSON.parse(blind ?? ''))
  const verdicts = said.map(({ place, verdict, by: reader }) => ({
    ...{ place, by: reader, verdict: z.enum(BLIND_VERDICTS).parse(verdict) },
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
    ...{ id, by, seed, where, population, createdAt },
    makerCount: makers.length,
    subtaskCount: subtaskIds.length,
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
  return (await listDraws(store, projectId, 'blind')).map(({ id, size, judged, createdAt, blind }) => ({
    ...{ id, size, judged, createdAt },
    makerCount: blindSchema.parse(JSON.parse(blind ?? '')).makers.length,
  }))
}

/** The stage that the entry at a place of a reading is of. Throws UserError `not-drawn`. */
export async function getBlindStage(
  store: Store,
  { id, place }: { id: string; place: number },
): Promise<RunStage> {
  const drawn = await findDraw(store, id, 'blind')
  return stageOf(drawn?.items.find((item) => item.place === place)?.entry)
}

type RunStage = { episodeId: string; fromStep: number; toStep: number }

export function stageOf(entry: MemoryEntry | undefined): RunStage {
  const { episodeId, fromStep, toStep } = entry ?? {}
  if (episodeId && fromStep && toStep) return { episodeId, fromStep, toStep }
  throw notDrawn()
}
