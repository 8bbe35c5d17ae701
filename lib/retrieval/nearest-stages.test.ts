import { expect, it } from 'vitest'
import { nearestStages } from './nearest-stages.ts'

const stage = (n: number, objective: string, keywords: string[] = []) => ({
  ...{ subtaskId: `st_${n}`, episodeId: 'ep_1', instanceId: 'shop-1', category: 'EDIT' as const },
  ...{ fromStep: n, toStep: n, objective, keywords },
})
const STAGES = [
  stage(1, 'round the price', ['decimal']),
  stage(2, 'keep the cursor on the page', ['pagination', 'cursor']),
  stage(3, 'release the lock'),
  stage(4, 'move the cursor'),
]
const found = (text: string, limit = 9) =>
  nearestStages(text, STAGES, limit).hits.map(({ subtaskId }) => subtaskId)

it('puts first the stage that shares most with the question, in objective and keywords', () => {
  expect(found('cursor pagination')).toEqual(['st_2', 'st_4'])
  expect(found('a DECIMAL, cut off')).toEqual(['st_1'])
  expect(found('cursor pagination', 1)).toEqual(['st_2'])
})

it('leaves out a stage that shares no word, and counts all there are', () => {
  expect(nearestStages('websocket', STAGES, 5)).toEqual({ hits: [], stageCount: 4 })
  expect(nearestStages('cursor', [], 5)).toEqual({ hits: [], stageCount: 0 })
  expect(nearestStages('cursor', STAGES, 5).hits.every(({ score }) => score > 0)).toBe(true)
})
