import { describe, expect, it } from 'vitest'
import { compareParams } from './compare-params.ts'

const asked = {
  project: 'sample',
  text: 'Fix Login Timeout',
  mode: 'task' as const,
  strategy: 'subtask',
  limit: 6,
  floor: null,
}

describe('the same question in the lab', () => {
  it('stays a task while no category is named', () => {
    expect(compareParams(asked, null)).toEqual({
      text: asked.text,
      mode: 'task',
      category: null,
      columns: null,
    })
    expect(compareParams({ ...asked, category: 'EDIT' }, 'EDIT')).toMatchObject({
      mode: 'subtask',
      category: 'EDIT',
    })
  })

  it('keeps a chosen category that is also the predicted one', () => {
    expect(compareParams({ ...asked, mode: 'subtask' }, 'REPRODUCE')).toMatchObject({ category: 'REPRODUCE' })
    expect(compareParams(asked, 'ANALYZE').category).toBeNull()
  })

  it('takes the floor along to the column it was set for', () => {
    expect(compareParams({ ...asked, floor: 0.45 }, null).columns).toEqual([
      'subtask;floor=0.45',
      'global',
      'instance',
      'tfidf',
    ])
  })
})
