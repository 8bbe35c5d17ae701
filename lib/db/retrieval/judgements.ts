import { z } from 'zod'
import type { Category } from '../../memory/category.ts'
import { categorySchema } from '../../memory/entry.ts'
import { countVerdicts, keepVerdict, listVerdicts } from '../review/verdicts.ts'
import type { Store } from '../store.ts'

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

/** What is kept of the question of a pair. */
const pairDetailSchema = z.object({ queryText: z.string(), category: categorySchema.nullable() })

/** Keeps a judgement; the same person's earlier one of the same pair is taken back, whichever batch it was given in. */
export async function saveJudgement(
  store: Store,
  row: JudgementRow & { projectId: string; labRunId: string | null },
): Promise<void> {
  const { projectId, labRunId, queryId, queryText, category, entryId, grade, by } = row
  const verdict = { projectId, task: 'pair', queue: labRunId ?? '', verdict: String(grade), by, blind: true }
  const pair = { subject: `${entryId} ${queryId}`, detail: JSON.stringify({ queryText, category }) }
  await store.record((tx) => keepVerdict(store, tx, { ...verdict, ...pair }, { inAnyQueue: true }))
}

/** Judgements of one text, of one judge, or all of a project; in the order they were made. */
export async function listJudgements(
  store: Store,
  projectId: string,
  { queryText, by }: { queryText?: string; by?: string } = {},
): Promise<JudgementRow[]> {
  const rows = await listVerdicts(store, { projectId, task: 'pair', ...(by === undefined ? {} : { by }) })
  const judged = rows.map(({ subject, verdict, by: judge, detail }) => {
    const space = subject.indexOf(' ')
    const pair = { entryId: subject.slice(0, space), queryId: subject.slice(space + 1) }
    return {
      ...pair,
      ...pairDetailSchema.parse(JSON.parse(detail ?? '{}')),
      ...{ grade: Number(verdict), by: judge },
    }
  })
  return queryText === undefined ? judged : judged.filter((one) => one.queryText === queryText)
}

/** How many judgements of a project stand, and the last of them: what is read from them is kept until one of the two changes. */
export async function countJudgements(
  store: Store,
  projectId: string,
): Promise<{ count: number; last: string }> {
  return await countVerdicts(store, { projectId, task: 'pair' })
}
