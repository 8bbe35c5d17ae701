import { expect, it } from 'vitest'
import { questionKey } from '../memory/lab/batch.ts'
import { judgedReport } from './judging.ts'

it('counts as found what helps by the mean of its judges: "no help" and "near it" make no hit', () => {
  const query = { id: 'q', text: 'why', category: 'ANALYZE' as const }
  const rows = [{ query, candidates: { subtask: ['a', 'b'] } }]
  const judgement = (entryId: string, grade: number, by: string) => ({
    ...{ queryId: questionKey(query), queryText: query.text, category: query.category },
    ...{ entryId, grade, by },
  })
  const near = ['a', 'b'].flatMap((id) => [judgement(id, 0, 'Ivo'), judgement(id, 1, 'Mara')])
  expect(judgedReport(['subtask'], rows, near)?.rows[0]).toMatchObject({ hitAt1: 0, mrr: 0, gradeAt1: 0.5 })
  const second = [...near.slice(0, 2), judgement('b', 2, 'Ivo'), judgement('b', 3, 'Mara')]
  expect(judgedReport(['subtask'], rows, second)?.rows[0]).toMatchObject({ hitAt1: 0, mrr: 0.5 })
})
