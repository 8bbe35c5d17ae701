import { describe, expect, it } from 'vitest'
import { sampleForAll } from '../fixtures/open-test-loupe.ts'

const sample = sampleForAll()
const bench = () => sample().workbench

describe('the workbench', () => {
  it('has worlds of one name each, with tasks to learn from and others to be tried on', () => {
    const worlds = bench().worlds()
    expect(worlds.length).toBeGreaterThan(1)
    expect(new Set(worlds.map(({ name }) => name)).size).toBe(worlds.length)
    for (const { hash, training, heldOut, about } of worlds) {
      expect(hash).toMatch(/^[0-9a-f]{64}$/)
      expect([training > 0, heldOut > 0, about !== '']).toEqual([true, true, true])
    }
  })

  it('lists the runs that came with the product, each of which can be opened as it is listed', async () => {
    const heads = await bench().list()
    expect(heads.map(({ id }) => id)).toEqual(expect.arrayContaining(['shipped-ladder', 'shipped-stream']))
    for (const { id, plan, state, createdAt } of heads) {
      expect([state, createdAt]).toEqual(['shipped', null])
      const view = await bench().find(id)
      expect(view).toMatchObject({
        id,
        plan,
        state: 'shipped',
        jobId: null,
        drawsDone: plan.draws,
        remainingMs: null,
      })
      expect(view?.run?.plan).toEqual(plan)
    }
  })

  it('has no run that nobody ordered and none that was not shipped', async () => {
    expect([
      await bench().find('shipped-nope'),
      await bench().find('w_nope'),
      await bench().find(''),
    ]).toEqual([null, null, null])
    expect(await bench().whole()).toEqual([])
  })

  it('does not order what it cannot make', async () => {
    const order = {
      world: 'scattered',
      design: 'ladder' as const,
      seed: 1,
      arms: null,
      sizes: null,
      budget: null,
      draws: null,
      tasks: null,
    }
    await expect(bench().order({ ...order, world: 'nowhere' })).rejects.toMatchObject({ name: 'UserError' })
    await expect(bench().order({ ...order, arms: ['vanilla'] })).rejects.toMatchObject({ code: 'no-pair' })
    expect((await bench().list()).every(({ state }) => state === 'shipped')).toBe(true)
  })
})

describe('a single attempt', () => {
  const somePlace = async () => {
    const run = (await bench().find('shipped-ladder'))?.run
    const [{ id: taskId = '' } = {}] = run?.tasks ?? []
    const [outcome] = run?.outcomes ?? []
    const { arm = 'vanilla', size = 0, budget = 1, misprediction = 0 } = outcome ?? {}
    return { runId: 'shipped-ladder', arm, size, budget, misprediction, draw: 0, taskId }
  }

  it('of a run or a task that is not there is refused, and nothing is brought in for it', async () => {
    const place = await somePlace()
    await expect(bench().open({ ...place, runId: 'shipped-nope' })).rejects.toMatchObject({
      code: 'no-such-run',
      status: 404,
    })
    await expect(bench().open({ ...place, taskId: 'no-such-task' })).rejects.toThrow()
    expect(await sample().memories.hasProject('workbench')).toBe(false)
  })

  it('is a run like any other: to be read in its own project, with its outcome, and the same when it is opened again', async () => {
    const place = await somePlace()
    const { project, episodeId } = await bench().open(place)
    const detail = await sample().memories.findEpisode(episodeId)
    expect([detail?.episode.projectName, detail?.episode.outcomeSource]).toEqual([
      project,
      'hidden tests of the workbench',
    ])
    expect(['resolved', 'unresolved']).toContain(detail?.episode.outcome)
    expect(await sample().memories.findProject(project)).toMatchObject({ source: 'measured' })
    expect(await bench().open(place)).toEqual({ project, episodeId })
  })
})
