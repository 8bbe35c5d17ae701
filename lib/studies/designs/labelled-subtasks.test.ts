import { expect, it } from 'vitest'
import type { Stage } from '../../memory/category.ts'
import { labelledSubtasks } from './misprediction.ts'

const one = (instanceId: string, person: Stage | null, declared: Stage | null, stored: Stage = 'EDIT') => ({
  ...{ instanceId, episodeId: `ep_${instanceId}`, fromStep: 1, toStep: 2 },
  atStart: { objective: `what ${instanceId} is about`, keywords: [] },
  ...{ person, declared, stored },
})
const relevantTo = () => ['other']

it('takes a person before what an agent declared, and leaves out what is none of the four', () => {
  const subtasks = [
    one('a', 'VERIFY', 'EDIT'),
    one('b', null, 'EDIT'),
    one('c', 'OTHER', null),
    one('d', null, null),
  ]
  const { labels, queries, places } = labelledSubtasks(subtasks, relevantTo)
  expect(places.map(({ episodeId }) => episodeId)).toEqual(['ep_a', 'ep_b'])
  expect(queries.map(({ id, category }) => [id, category])).toEqual([
    ['a', 'VERIFY'],
    ['b', 'EDIT'],
  ])
  expect(queries[0]?.relevant).toEqual(['other'])
  expect(labels).toEqual({ kind: 'persons', byPersons: 2, others: 1, stored: { n: 3, agreeing: 1 } })
})

it('falls back on rules where nobody spoke: then nothing is right or wrong, and nothing is lost', () => {
  const { labels, queries } = labelledSubtasks([one('a', null, null)], relevantTo)
  expect(labels).toEqual({ kind: 'rules', byPersons: 0, others: 0, stored: null })
  expect(queries).toEqual([{ id: 'a', text: 'what a is about', category: 'EDIT', relevant: [] }])
})
