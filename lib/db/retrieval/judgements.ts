import type { Category } from '../../memory/category.ts'
import { categorySchema } from '../../memory/category-schema.ts'
import type { Store } from '../store.ts'
import { tables } from '../tables.ts'

/** How much one entry helps with one query, by one person who did not know which strategy had found it. */
export type JudgementRow = {
  queryId: string
  queryText: string
  category: Category | null
  entryId: string
  /** 0 no help .. 3 just what is needed. */
  grade: number
  by: string
}

/** Keeps a judgement; the same person's earlier one of the same pair is replaced. */
export async function saveJudgement(
  store: Store,
  row: JudgementRow & { projectId: string; labRunId: string | null },
): Promise<void> {
  const { projectId, queryId, entryId, by, grade, labRunId } = row
  const id = store.nextId('jd')
  await store.record((tx) =>
    tables(tx).judgement.upsert({
      where: { projectId_queryId_entryId_by: { projectId, queryId, entryId, by } },
      create: { id, at: store.now(), ...row },
      update: { grade, at: store.now(), labRunId },
    }),
  )
}

/** Forgets the last judgement that a person made in a batch; false where there is none. */
export async function takeLastJudgementBack(
  store: Store,
  where: { labRunId: string; by: string },
): Promise<boolean> {
  return await store.record(async (tx) => {
    const last = await tables(tx).judgement.findFirst({ where, orderBy: [{ at: 'desc' }, { id: 'desc' }] })
    if (last) await tables(tx).judgement.delete({ where: { id: last.id } })
    return last !== null
  })
}

/** Judgements of one text, of one judge, or all of a project; in the order they were made. */
export async function listJudgements(
  store: Store,
  projectId: string,
  where: { queryText?: string; by?: string },
): Promise<JudgementRow[]> {
  const rows = await tables(store).judgement.findMany({
    where: { projectId, ...where },
    orderBy: { id: 'asc' },
  })
  return rows.map(({ queryId, queryText, category, entryId, grade, by }) => ({
    ...{ queryId, queryText, entryId, grade, by },
    category: category === null ? null : categorySchema.parse(category),
  }))
}
