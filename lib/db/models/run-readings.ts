import { z } from 'zod'
import { type Segment, stageSchema } from '../../memory/entry.ts'
import type { LabelView } from '../../memory/views/episodes.ts'
import { oneOf } from '../dialect.ts'
import type { Store, Tx } from '../store.ts'
import { firstOf, type Reader, tables } from '../tables.ts'

const stagesSchema = z.object({
  stages: z.array(z.object({ category: stageSchema, from: z.number(), to: z.number() })),
})

const itemsSchema = z.object({
  items: z.array(z.object({ title: z.string(), description: z.string(), content: z.string() })),
})

export function itemTexts(value: string): string[] {
  const { items } = itemsSchema.parse(JSON.parse(value))
  return items.map(({ title, description, content }) => `${title}. ${description} ${content}`)
}

/** Whether a model wrote such items of any run of these projects. */
export async function hasRunItems(reader: Reader, projectIds: readonly string[]): Promise<boolean> {
  const found = await firstOf(
    reader,
    `SELECT r."kind" FROM "RunReading" r JOIN "Episode" e ON e."id" = r."episodeId"
     WHERE r."kind" = 'instance' AND instr(r."value", '"content"') > 0 AND e."projectId" ${oneOf} LIMIT 1`,
    JSON.stringify(projectIds),
  )
  return found !== null
}

/** What a memory of whole runs keeps of a run, a text an item; empty while no model has read it. */
export async function listRunItems(reader: Reader, episodeId: string): Promise<string[]> {
  const kind = 'instance'
  const row = await tables(reader).runReading.findUnique({ where: { episodeId_kind: { episodeId, kind } } })
  return row?.value ? itemTexts(row.value) : []
}

/** Keeps the stages that a model sees in a run; later ones replace the earlier. `hash`: the request whose answer they are. */
export async function putModelStages(
  store: Store,
  tx: Tx,
  { episodeId, segments, hash }: { episodeId: string; segments: readonly Segment[]; hash: string },
): Promise<void> {
  const stages = segments.map(({ category, fromStep: from, toStep: to }) => ({ category, from, to }))
  const row = { value: JSON.stringify({ stages }), refusedBecause: null, hash, at: store.now() }
  await tables(tx).runReading.upsert({
    where: { episodeId_kind: { episodeId, kind: 'segment' } },
    create: { episodeId, kind: 'segment', ...row },
    update: row,
  })
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
