import { beforeAll, describe, expect, it } from 'vitest'
import { sampleForAll } from '../fixtures/open-test-loupe.ts'

const sample = sampleForAll()
const streams = () => sample().streams
let project: { id: string; name: string }
beforeAll(async () => {
  project = await sample().memories.project('sample')
})
const order = { project: 'sample', seeds: [3], strategies: ['subtask' as const] }

describe('stored runs as a stream', () => {
  it('are as many as the project has, with a question for each of their stages, and what says that two are alike', async () => {
    const basis = await streams().basis(project)
    const { totalCount } = await sample().memories.listEpisodes({
      projectId: project.id,
      text: '',
      outcome: null,
      offset: 0,
      limit: 1,
    })
    expect(basis.episodes).toBe(totalCount)
    expect(basis.questions).toBeGreaterThan(basis.episodes)
    expect(basis.labels).toMatch(/\w/)
  })

  it('are none in a project without runs, which cannot be replayed', async () => {
    expect(await streams().basis({ id: 'p_none', name: 'none' })).toEqual({
      episodes: 0,
      questions: 0,
      labels: null,
    })
    await expect(streams().order({ ...order, project: 'none' })).rejects.toMatchObject({
      code: 'no-such-project',
    })
    expect(await streams().list('p_none')).toEqual([])
  })

  it('are replayed in an order that a seed draws, moment by moment, each with what was there before it', async () => {
    const { id } = await streams().order(order)
    await expect
      .poll(async () => (await streams().find(id))?.report?.seeds.length, { timeout: 60_000 })
      .toBe(1)
    expect((await streams().list(project.id)).map((head) => head.id)).toEqual([id])
    const [first, later] = [
      await streams().moment({ id, seed: 3, position: 0 }),
      await streams().moment({ id, seed: 3, position: 40 }),
    ]
    expect([first, later].map((moment) => moment !== null)).toEqual([true, true])
    expect(first).not.toEqual(later)
  })

  it('have no moment of another seed, beyond their end, or of a replay that is not there', async () => {
    const [{ id = '' } = {}] = await streams().list(project.id)
    const of = (change: object) => streams().moment({ id, seed: 3, position: 0, ...change })
    expect([await of({ seed: 4 }), await of({ position: 100_000 }), await of({ id: 'nope' })]).toEqual([
      null,
      null,
      null,
    ])
    expect(await streams().find('nope')).toBeNull()
  })
})
