import { expect, it } from 'vitest'
import { LOOPED_RUN, makeRun } from '../fixtures/make-run.ts'
import { faultsOfItems, faultsOfStages } from './episode-answers.ts'

it('takes stages that cover every step once', () => {
  const answer = {
    stages: [
      { category: 'ANALYZE', from: 1, to: 2 },
      { category: 'EDIT', from: 3, to: 3 },
    ],
  } as const
  const stages = { stages: [...answer.stages] }
  expect(faultsOfStages(stages, 3)).toEqual([])
})

it('names gaps, overlaps and a missing end', () => {
  const stages = [
    { category: 'ANALYZE' as const, from: 1, to: 2 },
    { category: 'EDIT' as const, from: 4, to: 5 },
  ]
  expect(faultsOfStages({ stages }, 7)).toEqual([
    'a stage of steps 4 to 5 where step 3 is next',
    'the stages end at step 5 of 7',
  ])
})

it('names what would leak out of an item of a whole run', () => {
  const item = { title: 'Boundaries', description: 'About pages.', content: 'Look at shop/paging.py first.' }
  const answer = { outcome: 'success' as const, items: [item] }
  expect(faultsOfItems(answer, makeRun(LOOPED_RUN))).toEqual([
    'item 1, content holds "shop/paging.py", which looks like a path of this instance',
  ])
})
