import { z } from 'zod'
import { UserError } from '../../memory/errors.ts'
import type { AskedFilter, EntryFilter } from '../../memory/filter/entry-filter.ts'
import {
  QUALITY_VERDICTS,
  type QualityVerdict,
  type SampleHead,
  type SampleView,
} from '../../memory/findings/quality.ts'
import { createRandom, shuffled } from '../../memory/statistics.ts'
import { getEntries, matchingIds } from '../entries/entries.ts'
import { listVerdicts, sayVerdict } from '../review/verdicts.ts'
import type { Store } from '../store.ts'
import { tables } from '../tables.ts'

/** Draws `size` entries at random from all that a filter means, without replacement, and keeps them in the order of judging. */
export async function drawSample(
  store: Store,
  input: { asked: AskedFilter; filter: EntryFilter; size: number; seed: number; by: string },
): Promise<{ id: string }> {
  const ids = await matchingIds(store, input.filter)
  if (ids.length === 0)
    throw new UserError('nothing-to-draw', 'No entry matches this filter.', {
      hint: 'Widen the filter first.',
      status: 409,
    })
  const drawn = shuffled(ids, createRandom(input.seed)).slice(0, input.size)
  const id = store.nextId('qs')
  await store.record((tx) =>
    tables(tx).qualitySample.create({
      data: {
        id,
        projectId: input.filter.projectId,
        by: input.by,
        query: JSON.stringify(input.asked),
        seed: input.seed,
        population: ids.length,
        entryIds: JSON.stringify(drawn),
        createdAt: store.now(),
      },
    }),
  )
  return { id }
}

/** A sample with its entries, what was said about them, and which detectors spoke of each, rightly or not; null when there is none. */
export async function findSample(store: Store, id: string): Promise<SampleView | null> {
  const row = await tables(store).qualitySample.findUnique({ where: { id } })
  if (!row || row.blind !== null) return null
  const ids: string[] = JSON.parse(row.entryIds)
  const [verdicts, entries, findings] = await Promise.all([
    listVerdicts(store, { projectId: row.projectId, task: 'sample', queue: id }),
    getEntries(store, ids),
    tables(store).finding.findMany({
      where: {
        projectId: row.projectId,
        state: { in: ['open', 'dismissed'] },
        OR: [{ entryId: { in: ids } }, { otherId: { in: ids } }],
      },
      select: { entryId: true, otherId: true, detector: true },
    }),
  ])
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  return {
    id: row.id,
    by: row.by,
    seed: row.seed,
    population: row.population,
    asked: JSON.parse(row.query),
    createdAt: row.createdAt.toISOString(),
    items: ids.flatMap((entryId) => {
      const entry = byId.get(entryId)
      if (!entry || entry.lifecycle === 'purged') return []
      const found = findings.filter((one) => one.entryId === entryId || one.otherId === entryId)
      return [{ entry, findings: [...new Set(found.map(({ detector }) => detector))].sort() }]
    }),
    verdicts: verdicts.map(({ subject, verdict, by }) => ({
      entryId: subject,
      verdict: z.enum(QUALITY_VERDICTS).parse(verdict),
      by,
    })),
  }
}

/** The latest samples of a project, newest first, with how much of each is judged. */
export async function listSamples(store: Store, projectId: string): Promise<SampleHead[]> {
  const [rows, verdicts] = await Promise.all([
    tables(store).qualitySample.findMany({
      where: { projectId, blind: null },
      orderBy: { id: 'desc' },
      take: 20,
    }),
    listVerdicts(store, { projectId, task: 'sample' }),
  ])
  return rows.map((row) => {
    const own = verdicts.filter(({ queue }) => queue === row.id)
    const junk = own.filter(({ verdict }) => verdict === 'junk')
    return {
      id: row.id,
      by: row.by,
      population: row.population,
      isWhole: isWhole(JSON.parse(row.query)),
      size: (JSON.parse(row.entryIds) as string[]).length,
      judged: new Set(own.map(({ subject }) => subject)).size,
      junk: new Set(junk.map(({ subject }) => subject)).size,
      createdAt: row.createdAt.toISOString(),
    }
  })
}

function isWhole({ text, facets, projectId: _, ...narrower }: AskedFilter): boolean {
  const chosen = Object.values(facets ?? {}).some((values) => values.length > 0)
  return !text && !chosen && Object.values(narrower).every((value) => value === undefined || value === null)
}

/** The project and the entries of a sample or of a blind reading, in the order drawn; null when there is none. */
export async function findDrawn(
  store: Store,
  { id, isBlind }: { id: string; isBlind: boolean },
): Promise<{ projectId: string; entryIds: string[] } | null> {
  const row = await tables(store).qualitySample.findUnique({ where: { id } })
  if (!row || (row.blind !== null) !== isBlind) return null
  return { projectId: row.projectId, entryIds: JSON.parse(row.entryIds) }
}

/** What a person says of one drawn entry; a second word replaces the first, null takes it back. Throws UserError `not-drawn`. */
export async function judgeEntry(
  store: Store,
  input: { sampleId: string; entryId: string; verdict: QualityVerdict | null; by: string },
): Promise<void> {
  const { sampleId: queue, entryId: subject, verdict, by } = input
  const drawn = await findDrawn(store, { id: queue, isBlind: false })
  if (!drawn?.entryIds.includes(subject))
    throw new UserError('not-drawn', `Entry ${subject} is not in this sample.`, {
      hint: 'Reload the sample.',
      status: 404,
    })
  const { projectId } = drawn
  await store.record((tx) =>
    sayVerdict(store, tx, { projectId, task: 'sample', queue, subject, by, blind: true }, verdict),
  )
}
