import { z } from 'zod'
import { stageSchema } from '../../memory/category-schema.ts'
import type { LabelView } from '../../memory/views/episodes.ts'
import type { Store, Tx } from '../store.ts'
import { type Reader, tables } from '../tables.ts'

const stagesSchema = z.object({
  stages: z.array(z.object({ category: stageSchema, from: z.number(), to: z.number() })),
})

const itemsSchema = z.object({
  items: z.array(z.object({ title: z.string(), description: z.string(), content: z.string() })),
})

/** The items of a kept reading, a text each. */
export function itemTexts(value: string): string[] {
  const { items } = itemsSchema.parse(JSON.parse(value))
  return items.map(({ title, description, content }) => `${title}. ${description} ${content}`)
}

/** What a memory of whole runs keeps of a run, a text an item; empty while no model has read it. */
export async function listRunItems(reader: Reader, episodeId: string): Promise<string[]> {
  const kind = 'instance'
  const row = await tables(reader).runReading.findUnique({ where: { episodeId_kind: { episodeId, kind } } })
  return row?.value ? itemTexts(row.value) : []
}

/** What a model made of a whole run. */
export type RunReading = {
  episodeId: string
  kind: string
  value: unknown | null
  refusedBecause: string | null
  /** The request whose answer it is. */
  hash: string
}

/** A run that a model has not read whole. */
type UnreadRun = { episodeId: string; instanceId: string; stepCount: number }

/** Runs of a project with stages and without a reading, in the order of the stream. */
export async function listUnreadRuns(store: Store, projectId: string): Promise<UnreadRun[]> {
  const rows = await tables(store).episode.findMany({
    where: { projectId, subtasks: { some: {} }, readings: { none: {} } },
    orderBy: { position: 'asc' },
    select: { id: true, instanceId: true, stepCount: true },
  })
  return rows.map(({ id, ...rest }) => ({ episodeId: id, ...rest }))
}

/** The first stage of a run: requests that are about all of it are kept with that one. */
export async function findFirstSubtaskId(store: Store, episodeId: string): Promise<string | null> {
  const row = await tables(store).subtask.findFirst({
    where: { episodeId },
    orderBy: { position: 'asc' },
    select: { id: true },
  })
  return row?.id ?? null
}

/** Keeps readings of a run; a later one of a kind replaces the earlier. */
export async function putRunReadings(store: Store, tx: Tx, readings: readonly RunReading[]): Promise<void> {
  for (const { episodeId, kind, value, ...rest } of readings) {
    const row = { ...rest, value: value === null ? null : JSON.stringify(value), at: store.now() }
    await tables(tx).runReading.upsert({
      where: { episodeId_kind: { episodeId, kind } },
      create: { episodeId, kind, ...row },
      update: row,
    })
  }
}

/** The stages that a model saw in a run, as a source of labels; null while none was asked. */
export async function findModelLabels(reader: Reader, episodeId: string): Promise<LabelView | null> {
  const row = await tables(reader).runReading.findUnique({
    where: { episodeId_kind: { episodeId, kind: 'segment' } },
  })
  if (!row) return null
  const asked = await tables(reader).modelRequest.findUnique({
    where: { hash: row.hash },
    select: { provider: true, model: true },
  })
  const by = [asked?.provider, asked?.model].flatMap((name) => name ?? []).join(' ') || 'model'
  if (row.value === null) return { source: 'model', by: `${by}, answer refused`, blind: false, spans: [] }
  const { stages } = stagesSchema.parse(JSON.parse(row.value))
  const spans = stages.map(({ category, from, to }) => ({ category, fromStep: from, toStep: to }))
  return { source: 'model', by, blind: false, spans }
}
