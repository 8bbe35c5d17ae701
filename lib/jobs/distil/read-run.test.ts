import { expect, it } from 'vitest'
import { openSampleLoupe } from '../../fixtures/open-test-loupe.ts'

/** The sample, its oldest run, and how to wait for a model's work. */
async function sample() {
  const loupe = await openSampleLoupe()
  const project = 'sample'
  const { current } = await loupe.api.shell({ project })
  const { rows } = await loupe.api.listEpisodes({
    ...{ projectId: current?.id ?? '', outcome: null, text: '', offset: 0, limit: 100 },
  })
  const state = async () => (await loupe.api.distilStatus({ project })).job?.state
  return {
    loupe,
    project,
    episodeIds: rows.map(({ id }) => id),
    until: (wanted: string) => expect.poll(state, { timeout: 30_000 }).toBe(wanted),
    async lanes() {
      const found = await Promise.all(rows.map(({ id }) => loupe.api.findEpisode({ id })))
      return found.flatMap((one) =>
        (one?.labels ?? [])
          .filter(({ source }) => source === 'model')
          .map((label) => ({ label, stepCount: one?.episode.stepCount ?? 0 })),
      )
    },
    async answer(value: Record<string, unknown>) {
      const { rows: waiting } = await loupe.api.waitingRequests({ project, offset: 0, limit: 5 })
      const [request] = waiting
      if (!request) throw new Error('nothing waits')
      await loupe.api.giveAnswer({ hash: request.hash, answer: value, model: 'a reader' })
      return request
    },
  }
}

it('a model’s stages of a run stand beside those of the rules, with who gave them, and cover every step', async () => {
  const { loupe, project, lanes, until } = await sample()
  expect(await lanes()).toEqual([])
  await loupe.api.orderDistil({ project, with: 'recorded', runs: true, limit: 5 })
  await until('done')
  const drawn = await lanes()
  expect(drawn).toHaveLength(5)
  for (const { label, stepCount } of drawn) {
    expect(label).toMatchObject({ source: 'model', blind: false })
    expect(label.by).toContain('Claude')
    expect(label.spans.map(({ fromStep, toStep }) => toStep - fromStep + 1).reduce((a, b) => a + b)).toBe(
      stepCount,
    )
  }
  const left = await loupe.api.estimateDistil({ project, with: 'recorded', runs: true })
  expect(left).toMatchObject({ runs: true, subtasks: 64, answered: 0 })
  await loupe.close()
})

it('by hand-over a run waits for both answers; stages with a gap come back once with the fault named, then are refused', async () => {
  const { loupe, project, lanes, until, answer } = await sample()
  await loupe.api.orderDistil({ project, with: 'handover', runs: true, limit: 1 })
  await until('held')
  const gap = { stages: [{ category: 'ANALYZE', from: 2, to: 3 }] }
  expect(await answer(gap)).toMatchObject({ purpose: 'segment', prompt: 'segment@1' })
  await until('held')
  expect((await answer(gap)).user).toContain('a stage of steps 2 to 3 where step 1 is next')
  await until('held')
  expect(await answer({ outcome: 'success', items: [] })).toMatchObject({ purpose: 'instance' })
  await until('done')
  expect(await lanes()).toMatchObject([{ label: { by: 'handover a reader, answer refused', spans: [] } }])
  await loupe.close()
})
