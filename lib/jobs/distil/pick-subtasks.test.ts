import { expect, it } from 'vitest'
import type { SubtaskPlace } from '../../db/models/distillations.ts'
import { pickSubtasks } from './pick-subtasks.ts'

const RUNS = { long: 30, middling: 4, short: 1 }
const left = Object.entries(RUNS).flatMap(([instanceId, length]) =>
  Array.from(
    { length },
    (_, i): SubtaskPlace => ({
      id: `${instanceId}-${i}`,
      episodeId: `ep_${instanceId}`,
      instanceId,
      category: 'EDIT',
      fromStep: i + 1,
      toStep: i + 1,
    }),
  ),
)

it('takes the oldest first unless it is told to spread', () => {
  expect(pickSubtasks(left, { limit: 3, spread: false })).toEqual(left.slice(0, 3))
})

it('spreads what it takes over all runs, one of each in turn, and leaves none out in the end', () => {
  const drawn = pickSubtasks(left, { limit: null, spread: true })
  expect(new Set(drawn.slice(0, 3).map(({ instanceId }) => instanceId))).toEqual(new Set(Object.keys(RUNS)))
  expect(drawn.slice(0, 9).filter(({ instanceId }) => instanceId === 'middling')).toHaveLength(4)
  expect(drawn.map(({ id }) => id).sort()).toEqual(left.map(({ id }) => id).sort())
})

it('draws the same subtasks at every call, and not those that came first', () => {
  const draw = () => pickSubtasks(left, { limit: 12, spread: true }).map(({ id }) => id)
  expect(draw()).toEqual(draw())
  const ofLong = draw().filter((id) => id.startsWith('long-'))
  expect(ofLong).not.toEqual(left.slice(0, ofLong.length).map(({ id }) => id))
})
