import { expect, it } from 'vitest'
import { openSampleLoupe, openTestLoupe } from '../../fixtures/open-test-loupe.ts'
import type { StreamView } from '../../memory/studies/stream.ts'
import type { StreamOrder } from '../../memory/studies/stream-schema.ts'

const ORDER: StreamOrder = {
  project: 'sample',
  seeds: [0, 1],
  strategies: ['subtask', 'global', 'instance', 'random'],
}

type TestLoupe = Awaited<ReturnType<typeof openTestLoupe>>

async function viewOf(loupe: TestLoupe, id: string, isThere: (view: StreamView) => boolean) {
  for (;;) {
    const view = await loupe.streams.find(id)
    if (view && isThere(view)) return view
    await new Promise((later) => setTimeout(later, 30))
  }
}

it('replays the sample as a stream in threads, and tells what each place was given', async () => {
  const loupe = await openSampleLoupe()
  const project = await loupe.memories.findProject('sample')
  const { id } = await loupe.api.orderStreamReplay(ORDER)
  const { plan, report } = await viewOf(loupe, id, ({ state }) => state === 'done')
  expect(plan.labels).toEqual({ source: 'written', what: expect.stringContaining('mechanism') })
  expect(report?.seeds.map(({ seed }) => seed)).toEqual([0, 1])
  expect(report?.all.n).toBe(2 * plan.questions)
  const { subtask, random } = report?.all.relevant ?? {}
  expect(subtask?.share).toBeGreaterThan(random?.share ?? 1) // meaning beats the lot
  expect(report?.all.reachable).toBeGreaterThanOrEqual(subtask?.share ?? 1)

  // The same run stands at another place of another order, and meets another memory there.
  const [stored, shuffled] = report?.seeds ?? []
  const last = (stored?.places.length ?? 0) - 1
  const episodeId = stored?.places[last]?.episodeId
  const elsewhere = shuffled?.places.findIndex((place) => place.episodeId === episodeId) ?? -1
  const here = await loupe.streams.moment({ id, seed: 0, position: last })
  const there = await loupe.streams.moment({ id, seed: 1, position: elsewhere })
  expect(here?.questions.map(({ text }) => text)).toEqual(there?.questions.map(({ text }) => text))
  expect(here?.questions[0]?.eligible).toBeGreaterThan(there?.questions[0]?.eligible ?? 1e9)
  expect(here?.questions[0]?.given.subtask?.words).toMatch(/\w/)
  expect(await loupe.streams.moment({ id, seed: 5, position: 0 })).toBeNull()
  expect((await loupe.streams.list(project?.id ?? '')).map((head) => head.id)).toEqual([id])
  await loupe.close()
})

it('refuses a stream without an order, and one that names a seed twice', async () => {
  const loupe = await openTestLoupe()
  await expect(loupe.api.orderStreamReplay(ORDER)).rejects.toMatchObject({ name: 'UserError' })
  await expect(loupe.run('orderStreamReplay', { ...ORDER, seeds: [1, 1] })).rejects.toMatchObject({
    name: 'ZodError',
  })
  await loupe.close()
})
