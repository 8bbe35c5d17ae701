import { selectNumbers } from '../select.ts'
import type { Tx } from '../store.ts'
import { tables } from '../tables.ts'

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
