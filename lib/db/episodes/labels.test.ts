import { expect, it, vi } from 'vitest'
import type { STAGES } from '../../memory/category.ts'
import { step, storeRun } from '../fixtures/test-rows.ts'
import { openTestStore } from '../fixtures/test-store.ts'
import { PURGED } from '../purge/scrub.ts'
import { listToLabel } from './labelling.ts'
import { labelSubtask, listLabelledSubtasks, listSubtaskLabels } from './subtask-labels.ts'

async function shop(stages: Parameters<typeof storeRun>[1] = { stages: [{}, {}, {}, {}] }) {
  const store = await openTestStore()
  const { projectId, stageIds } = await storeRun(store, stages)
  const label = (subtaskId: string, category: (typeof STAGES)[number] | null, by = 'Mara', blind = false) =>
    labelSubtask(store, { subtaskId, category, by, blind })
  const queue = (by: string, limit = 9) => listToLabel(store, { projectId, by, limit })
  return { store, projectId, stageIds, label, queue }
}

it('a person has one label of a kind on a stage: the later replaces the earlier, null takes it back', async () => {
  const { store, stageIds, label } = await shop()
  const [id = ''] = stageIds
  await label(id, 'VERIFY')
  await label(id, 'OTHER')
  await label(id, 'EDIT', 'Mara', true)
  await label(id, 'ANALYZE', 'Ivo')
  const labels = async () =>
    (await listSubtaskLabels(store, id)).map(({ category, source, by, blind }) => [
      category,
      source,
      by,
      blind,
    ])
  expect(await labels()).toEqual([
    ['EDIT', 'rules', 'rules-v1', false],
    ['OTHER', 'person', 'Mara', false],
    ['EDIT', 'person', 'Mara', true],
    ['ANALYZE', 'person', 'Ivo', false],
  ])
  await label(id, null)
  await label(id, null)
  expect((await labels()).map(([, , by]) => by)).toEqual(['rules-v1', 'Mara', 'Ivo'])
  await expect(label('st_gone', 'EDIT')).rejects.toMatchObject({ code: 'no-such-subtask', status: 404 })
})

it('tells of every stage what a person said last, what the agent declared and what is stored, in the order of the stream', async () => {
  const { store, projectId, stageIds, label } = await shop({
    stages: [{ category: 'VERIFY' }, { descriptionAtStart: { objective: PURGED, keywords: [] } }],
  })
  const declared = await storeRun(store, {
    labelledBy: 'agent',
    instanceId: 'b',
    stages: [{ category: 'OTHER' }],
  })
  await storeRun(store, { project: 'other', stages: [{}] })
  await label(stageIds[0] ?? '', 'EDIT', 'Mara')
  await label(stageIds[0] ?? '', 'ANALYZE', 'Ivo')
  const rows = await listLabelledSubtasks(store, projectId)
  expect(
    rows.map(({ subtaskId, person, declared: said, stored }) => [subtaskId, person, said, stored]),
  ).toEqual([
    [stageIds[0], 'ANALYZE', null, 'VERIFY'],
    [declared.stageIds[0], null, 'OTHER', 'OTHER'],
  ])
  expect(rows[1]).toMatchObject({
    instanceId: 'b',
    fromStep: 1,
    toStep: 1,
    atStart: { objective: 'at the start 0', keywords: ['start'] },
  })
})

it('gives everybody the same stages in the same order, each person those that he or she has not labelled', async () => {
  const { stageIds, label, queue } = await shop({ stages: Array.from({ length: 12 }, () => ({})) })
  const order = (await queue('Mara', 99)).cards.map(({ subtaskId }) => subtaskId)
  expect([order.toSorted(), order.join() === stageIds.join()]).toEqual([stageIds, false])
  expect((await queue('Ivo', 99)).cards.map(({ subtaskId }) => subtaskId)).toEqual(order)
  const [first = '', second = ''] = order
  await label(second, 'EDIT')
  await label(first, 'VERIFY')
  const mara = await queue('Mara', 3)
  expect(mara.cards.map(({ subtaskId }) => subtaskId)).toEqual(order.slice(2, 5))
  expect([mara.done, mara.total, mara.last]).toEqual([2, 12, { subtaskId: first, category: 'VERIFY' }])
  const ivo = await queue('Ivo', 1)
  expect([ivo.cards[0]?.subtaskId, ivo.done, ivo.last]).toEqual([first, 0, null])
})

it('knows the last of two labels given in one millisecond', async () => {
  const { store, label, queue } = await shop()
  vi.spyOn(store, 'now').mockReturnValue(new Date(0))
  const order = (await queue('Mara')).cards.map(({ subtaskId }) => subtaskId)
  for (const id of order) {
    await label(id, 'EDIT')
    expect((await queue('Mara')).last?.subtaskId).toBe(id)
  }
})

it('a card shows the first steps, cut to a glance and whole in their letters, and says how many are not shown', async () => {
  const long = `${'x'.repeat(279)}😀 and on`
  const action = (text: string) => ({ tool: null, text, callId: null })
  const steps = Array.from({ length: 9 }, (_, i) =>
    step(i + 1, { thought: i === 0 ? ` ${long}` : null, actions: [action('ls'), action('pwd')] }),
  )
  const { queue } = await shop({
    task: { title: 'Fix it', text: '', raw: '' },
    steps,
    stages: [
      { fromStep: 1, toStep: 8 },
      { fromStep: 9, toStep: 9, description: { objective: PURGED, keywords: [] } },
    ],
  })
  const { cards, total } = await queue('Mara')
  expect([total, cards.length]).toEqual([1, 1])
  expect(cards[0]).toMatchObject({ task: 'Fix it', fromStep: 1, toStep: 8, more: 2 })
  expect(cards[0]?.steps.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5, 6])
  expect(cards[0]?.steps[0]).toEqual({ n: 1, thought: `${'x'.repeat(279)}\ufffd…`, action: 'ls\npwd' })
  expect(cards[0]?.steps[1]?.thought).toBe('')
})
