import { z } from 'zod'
import { UserError } from '../../memory/errors.ts'
import type { AskedFilter, EntryFilter } from '../../memory/filter/entry-filter.ts'
import { QUALITY_VERDICTS, type SampleHead, type SampleView } from '../../memory/findings/quality.ts'
import { createRandom, shuffled } from '../../memory/statistics.ts'
import { getEntries, matchingIds } from '../entries/entries.ts'
import { listVerdicts, sayVerdict } from '../review/verdicts.ts'
import type { Store } from '../store.ts'
import { tables } from '../tables.ts'

/** What is drawn at random to be judged: entries of a list, or lessons of several extractors over the same stages. */
export type DrawTask = 'sample' | 'blind'

/** Keeps what was drawn, in the order of judging. */
export async function keepDraw(
  store: Store,
  draw: Pick<SampleView, 'by' | 'seed' | 'population'> & {
    asked: Pick<AskedFilter, 'projectId'>
    entryIds: readonly string[]
    /** What is kept of a blind reading beside its entries. */
    blind?: unknown
  },
): Promise<{ id: string }> {
  const { asked, entryIds, blind, ...head } = draw
  const id = store.nextId('qs')
  await store.record((tx) =>
    tables(tx).qualitySample.create({
      data: {
        ...{ ...head, id, projectId: asked.projectId, createdAt: store.now() },
        query: JSON.stringify(asked),
        entryIds: JSON.stringify(entryIds),
        blind: blind === undefined ? null : JSON.stringify(blind),
      },
    }),
  )
  return { id }
}

export type Draw = NonNullable<Awaited<ReturnType<typeof findDraw>>>

/** What was drawn, each entry at its place and none that was purged since, and what was said of them; null where the task has none by this id. */
export async function findDraw(store: Store, id: string, task: DrawTask) {
  const row = await tables(store).qualitySample.findUnique({ where: { id } })
  if (!row || (row.blind !== null) !== (task === 'blind')) return null
  const { projectId, by, seed, population, blind } = row
  const entryIds: string[] = JSON.parse(row.entryIds)
  const [entries, said] = await Promise.all([
    getEntries(store, entryIds),
    listVerdicts(store, { projectId, task, queue: id }),
  ])
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  return {
    ...{ id, projectId, by, seed, population, blind, entryIds, createdAt: row.createdAt.toISOString() },
    asked: JSON.parse(row.query) as AskedFilter,
    items: entryIds.flatMap((entryId, place) => {
      const entry = byId.get(entryId)
      return entry && entry.lifecycle !== 'purged' ? [{ place, entry }] : []
    }),
    verdicts: said.map(({ subject, verdict, by: judge }) => ({
      ...{ entryId: subject, place: entryIds.indexOf(subject), verdict, by: judge },
    })),
  }
}

/** The latest draws of a project, newest first, with the verdicts on each. */
export async function listDraws(store: Store, projectId: string, task: DrawTask) {
  const [rows, verdicts] = await Promise.all([
    tables(store).qualitySample.findMany({
      where: { projectId, blind: task === 'blind' ? { not: null } : null },
      orderBy: { id: 'desc' },
      take: 20,
    }),
    listVerdicts(store, { projectId, task }),
  ])
  return rows.map(({ id, by, population, query, blind, entryIds, createdAt }) => {
    const said = verdicts.filter(({ queue }) => queue === id)
    return {
      ...{ id, by, population, query, blind, said, createdAt: createdAt.toISOString() },
      size: (JSON.parse(entryIds) as string[]).length,
      judged: new Set(said.map(({ subject }) => subject)).size,
    }
  })
}

/** What a person says of the entries at some places; a second word replaces the first, null takes it back. Throws UserError `not-drawn`. */
export async function judgeDrawn(
  store: Store,
  task: DrawTask,
  { id, by, verdicts }: { id: string; by: string; verdicts: { place: number; verdict: string | null }[] },
): Promise<void> {
  const drawn = await findDraw(store, id, task)
  await store.record(async (tx) => {
    for (const { place, verdict } of verdicts) {
      const subject = drawn?.entryIds[place]
      if (!drawn || subject === undefined) throw notDrawn()
      const about = { projectId: drawn.projectId, task, queue: id, subject, by, blind: true }
      await sayVerdict(store, tx, about, verdict)
    }
  })
}

export function notDrawn(): UserError {
  return new UserError('not-drawn', 'Nothing was drawn at this place.', {
    hint: 'Reload what was drawn.',
    status: 404,
  })
}

/** Draws `size` entries at random from all that a filter means, without replacement, and keeps them in the order of judging. */
export async function drawSample(
  store: Store,
  input: { asked: AskedFilter; filter: EntryFilter; size: number; seed: number; by: string },
): Promise<{ id: string }> {
  const { asked, filter, size, seed, by } = input
  const ids = await matchingIds(store, filter)
  if (ids.length === 0)
    throw new UserError('nothing-to-draw', 'No entry matches this filter.', {
      hint: 'Widen the filter first.',
      status: 409,
    })
  const entryIds = shuffled(ids, createRandom(seed)).slice(0, size)
  return await keepDraw(store, { by, seed, asked, entryIds, population: ids.length })
}

/** A sample with its entries, what was said about them, and which detectors spoke of each, rightly or not; null when there is none. */
export async function findSample(store: Store, id: string): Promise<SampleView | null> {
  const drawn = await findDraw(store, id, 'sample')
  return drawn && (await sampleView(store, drawn))
}

export async function sampleView(
  store: Store,
  { projectId, entryIds: ids, items, verdicts, ...head }: Draw,
): Promise<SampleView> {
  const findings = await tables(store).finding.findMany({
    where: {
      projectId,
      state: { in: ['open', 'dismissed'] },
      OR: [{ entryId: { in: ids } }, { otherId: { in: ids } }],
    },
    select: { entryId: true, otherId: true, detector: true },
  })
  return {
    ...head,
    items: items.map(({ entry }) => {
      const found = findings.filter((one) => one.entryId === entry.id || one.otherId === entry.id)
      return { entry, findings: [...new Set(found.map(({ detector }) => detector))].sort() }
    }),
    verdicts: verdicts.map(({ entryId, verdict, by }) => ({
      ...{ entryId, by, verdict: z.enum(QUALITY_VERDICTS).parse(verdict) },
    })),
  }
}

/** The latest samples of a project, newest first, with how much of each is judged. */
export async function listSamples(store: Store, projectId: string): Promise<SampleHead[]> {
  return (await listDraws(store, projectId, 'sample')).map(({ said, query, blind: _, ...head }) => ({
    ...head,
    isWhole: isWhole(JSON.parse(query)),
    junk: new Set(said.flatMap(({ verdict, subject }) => (verdict === 'junk' ? subject : []))).size,
  }))
}

function isWhole({ text, facets, projectId: _, ...narrower }: AskedFilter): boolean {
  const chosen = Object.values(facets ?? {}).some((values) => values.length > 0)
  return !text && !chosen && Object.values(narrower).every((value) => value === undefined || value === null)
}
