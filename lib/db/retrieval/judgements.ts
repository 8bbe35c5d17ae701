import { z } from 'zod'
import type { Category } from '../../memory/category.ts'
import { categorySchema } from '../../memory/category-schema.ts'
import { listVerdicts } from '../review/verdicts.ts'
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
export const pairDetailSchema = z.object({ queryText: z.string(), category: categorySchema.nullable() })

/** Grades of pairs in the order they were given: of one text, or all of a project. */
export async function listJudgements(
  store: Store,
  projectId: string,
  { queryText }: { queryText?: string } = {},
): Promise<JudgementRow[]> {
  const rows = await listVerdicts(store, { projectId, task: 'pair' })
  const judged = rows.map(({ subject, verdict, by, detail }) => {
    const space = subject.indexOf(' ')
    const pair = { entryId: subject.slice(0, space), queryId: subject.slice(space + 1) }
    return { ...pair, ...pairDetailSchema.parse(JSON.parse(detail ?? '{}')), grade: Number(verdict), by }
  })
  return queryText === undefined ? judged : judged.filter((one) => one.queryText === queryText)
}
