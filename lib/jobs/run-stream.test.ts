import { expect, it } from 'vitest'
import { openSampleLoupe, openTestLoupe } from '../fixtures/open-test-loupe.ts'
import type { StreamReport } from '../memory/studies/stream.ts'
import type { StreamPlan } from '../memory/studies/stream-schema.ts'
import type { StudyView } from '../memory/studies/study.ts'

const ORDER = {
  project: 'sample',
  seeds: [0, 1],
  strategies: ['subtask', 'global', 'instance', 'random'],
}

type StreamStudy = StudyView<StreamPlan, StreamReport>
type TestLoupe = Awaited<ReturnType<typeof openTestLoupe>>

async function viewOf(loupe: TestLoupe, id: string, isThere: (view: StreamStudy) => boolean) {
  for (;;) {
    const view = (await loupe.api.findStudy({ id })) as StreamStudy
    if (isThere(view)) return view
    await new Promise((later) => setTimeout(later, 30))
  }
}

it('replays the sample as a stream in threads, and tells what each place was given', async () => {
  const loupe = await openSampleLoupe()
  const { id } = await loupe.api.orderStudy({ design: 'stream', order: ORDER })
  const { plan, report } = await viewOf(loupe, id, ({ progress }) => progress?.state === 'done')
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
  const here = await loupe.api.streamMoment({ id, seed: 0, position: last })
  const there = await loupe.api.streamMoment({ id, seed: 1, position: elsewhere })
  expect(here?.questions.map(({ text }) => text)).toEqual(there?.questions.map(({ text }) => text))
  expect(here?.questions[0]?.eligible).toBeGreaterThan(there?.questions[0]?.eligible ?? 1e9)
  expect(here?.questions[0]?.given.subtask?.words).toMatch(/\w/)
  expect(await loupe.api.streamMoment({ id, seed: 5, position: 0 })).toBeNull()
  expect(
    (await loupe.api.listStudies({ project: 'sample', design: 'stream' })).map((head) => head.id),
  ).toEqual([id])
  await loupe.close()
})

it('refuses a stream without an order, and one that names a seed twice', async () => {
  const loupe = await openTestLoupe()
  await expect(loupe.api.orderStudy({ design: 'stream', order: ORDER })).rejects.toMatchObject({
    name: 'UserError',
  })
  await expect(
    loupe.run('orderStudy', { design: 'stream', order: { ...ORDER, seeds: [1, 1] } }),
  ).rejects.toMatchObject({
    name: 'ZodError',
  })
  await loupe.close()
})
