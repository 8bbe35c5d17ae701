import type { MemoryEntry } from '../../memory/entry.ts'
import { oneOf } from '../dialect.ts'
import { insertChanges } from '../entries/entry-writes.ts'
import { DIGEST_LENGTH } from '../log/log-seal.ts'
import { beginIndexAnew, type Store, type Tx } from '../store.ts'
import { selectColumn, selectNumbers, tables } from '../tables.ts'
import { PURGED, scrubTexts } from './scrub.ts'
import { suppressPurged } from './suppressions.ts'
import { ANCHOR_LENGTH, createTextFinder } from './text-finder.ts'

/**
 * Takes entries out for good, inside one transaction: row, vectors, full text, notes, findings, the texts in their history,
 * wherever another row quotes them (purge-columns.ts says where that can be), and the description that their subtask shares
 * with them. Marks and seals stay. `mask` is what answers are masked with: kept ones hold the texts as they left. `longest` is
 * the longest text of each that nothing says any more. `runTexts`: what a run says that is taken out with them.
 */
export async function purgeRows(
  store: Store,
  tx: Tx,
  revision: number,
  entries: MemoryEntry[],
  { by, mask, runTexts = [] }: { by: string; mask: (text: string) => string; runTexts?: readonly string[] },
): Promise<{ longest: string[]; retrievalCount: number; studyCount: number; otherCount: number }> {
  const ids = entries.map(({ id }) => id)
  const list = JSON.stringify(ids)
  const texts = await textsOf(tx, entries)
  await suppressPurged(store, tx, entries, by)
  await emptyHistory(tx, list)
  await emptyReasons(tx, revision, list)
  await emptySubtasks(tx, entries, texts)
  await tables(tx).$executeRawUnsafe(
    `DELETE FROM "Finding" WHERE "entryId" ${oneOf} OR "otherId" ${oneOf}`,
    list,
    list,
  )
  await tables(tx).$executeRawUnsafe(`DELETE FROM "Entry" WHERE "id" ${oneOf}`, list)
  await clearDeadWords(tx)
  const gone = await notSaidElsewhere(tx, [...[...texts.values()].flat(), ...runTexts])
  const finder = createTextFinder([...gone].flatMap((text) => formsOf(text, mask)))
  const changed = await scrubTexts(tx, { finder, ids: new Set(ids) })
  await tables(tx).projection.deleteMany({ where: { projectId: entries[0]?.projectId ?? '' } })
  await insertChanges(
    tx,
    revision,
    ids.map((entryId) => ({ entityId: entryId, before: null, after: null })),
  )
  await beginIndexAnew(store, tx)
  const studies = new Set([...(changed.get('Study') ?? []), ...(changed.get('StudyRow') ?? [])])
  const counted = ['Retrieval', 'Study', 'StudyRow']
  const longest = [runTexts.toSorted((a, b) => b.length - a.length), ...texts.values()].flatMap(
    (some) => some.find((text) => gone.has(text) && text.length >= ANCHOR_LENGTH) ?? [],
  )
  return {
    longest,
    retrievalCount: changed.get('Retrieval')?.size ?? 0,
    studyCount: studies.size,
    otherCount: [...changed].reduce(
      (sum, [table, { size }]) => sum + (counted.includes(table) ? 0 : size),
      0,
    ),
  }
}

/** Those of the texts that no entry says any more: what another one says too, as a check in set words, is its own as well. */
async function notSaidElsewhere(tx: Tx, texts: readonly string[]): Promise<Set<string>> {
  const columns = ['objective', 'title', 'whenText', 'doText', 'becauseText', 'checkText']
  const rows = await selectColumn<string>(
    tx,
    `WITH asked(text) AS (SELECT DISTINCT value FROM json_each(?))
     ${columns.map((column) => `SELECT "${column}" AS text FROM "Entry" WHERE "${column}" IN (SELECT text FROM asked)`).join(' UNION ')}`,
    JSON.stringify(texts),
  )
  const said = new Set(rows)
  return new Set(texts.filter((text) => !said.has(text)))
}

/** A text as it may stand in another row: as it is, on one line, masked, and as JSON writes each of these. */
function formsOf(text: string, mask: (text: string) => string): string[] {
  const line = text.replace(/\s+/g, ' ').trim()
  const forms = [text, line, mask(text), mask(line)]
  return [...forms, ...forms.map((form) => JSON.stringify(form).slice(1, -1))]
}

/** Every text that an entry ever had, by its id; keywords are single words, anybody's. */
type PurgedTexts = Map<string, string[]>

/** Texts of these entries now and in their history, the longest first. */
async function textsOf(tx: Tx, entries: MemoryEntry[]): Promise<PurgedTexts> {
  const texts = new Map<string, Set<string>>()
  for (const entry of entries) texts.set(entry.id, new Set(wordsOf(entry)))
  for (let from = 0; from < entries.length; from += 500) {
    const some = entries.slice(from, from + 500).map(({ id }) => id)
    const rows = await tables(tx).change.findMany({ where: { entity: 'entry', entityId: { in: some } } })
    for (const { entityId, before, after } of rows)
      for (const state of [before, after])
        if (state !== null)
          for (const text of wordsOf(JSON.parse(state) as MemoryEntry)) texts.get(entityId)?.add(text)
  }
  return new Map([...texts].map(([id, set]) => [id, [...set].sort((a, b) => b.length - a.length)]))
}

function wordsOf({ description, experience }: MemoryEntry): string[] {
  const { title, when, do: act, because, check } = experience
  return [description.objective, title, when, act, because, check].filter((text) => text !== '')
}

/** The texts leave the log, and with them the salt: a digest without it seals on, and no guess can be tested against it. */
async function emptyHistory(tx: Tx, list: string): Promise<void> {
  await tables(tx).$executeRawUnsafe(
    `UPDATE "Change" SET "before" = NULL, "after" = NULL, "digest" = substr("digest", 1, ${DIGEST_LENGTH})
     WHERE "entity" = 'entry' AND "entityId" ${oneOf}`,
    list,
  )
}

/** Why somebody changed only entries that go now was said of them: it goes too. The seals know that a purge came later. */
async function emptyReasons(tx: Tx, revision: number, list: string): Promise<void> {
  await tables(tx).$executeRawUnsafe(
    `UPDATE "Revision" SET "reason" = ? WHERE "reason" IS NOT NULL AND "number" < ?
     AND "number" IN (SELECT "revisionNumber" FROM "Change" WHERE "entityId" ${oneOf})
     AND "number" NOT IN (SELECT "revisionNumber" FROM "Change" WHERE "entityId" NOT ${oneOf})
     AND "verb" NOT IN ('extract', 'purge')`,
    PURGED,
    revision,
    list,
    list,
  )
}

/** An extracted entry says what its subtask says: the subtask's copy goes too. Its steps are the run's own and stay. */
async function emptySubtasks(tx: Tx, entries: MemoryEntry[], texts: PurgedTexts): Promise<void> {
  for (const { id, subtaskId } of entries) {
    if (subtaskId === null) continue
    const subtask = await tables(tx).subtask.findUnique({ where: { id: subtaskId } })
    if (!subtask) continue
    const some = texts.get(id) ?? []
    const data = {
      ...(some.includes(subtask.objective) ? { objective: PURGED, keywords: '[]' } : {}),
      ...(some.includes(subtask.objectiveAtStart) ? { objectiveAtStart: PURGED, keywordsAtStart: '[]' } : {}),
    }
    if (Object.keys(data).length > 0) await tables(tx).subtask.update({ where: { id: subtaskId }, data })
    if ('objectiveAtStart' in data) await tables(tx).questionVector.deleteMany({ where: { subtaskId } })
  }
}

/**
 * Takes out of the full-text index what FTS5's own secure-delete leaves there: beginnings of words that part its pages and that
 * no entry holds any more. The index is built anew only where there is one: that reads every entry once.
 */
export async function clearDeadWords(tx: Tx): Promise<void> {
  // The first byte of a term names the index (whole words, or beginnings of two and three letters); an empty one parts nothing.
  const { dead } = await selectNumbers<'dead'>(
    tx,
    `SELECT EXISTS (
       SELECT 1 FROM (SELECT DISTINCT CAST(substr("term", 2) AS TEXT) AS word FROM "EntryText_idx" WHERE length("term") > 1) t
       WHERE NOT EXISTS (SELECT 1 FROM "EntryText" WHERE "EntryText" MATCH '"' || replace(t.word, '"', '""') || '"*')
     ) AS dead`,
  )
  if (dead === 1)
    await tables(tx).$executeRawUnsafe(`INSERT INTO "EntryText"("EntryText") VALUES ('rebuild')`)
}
