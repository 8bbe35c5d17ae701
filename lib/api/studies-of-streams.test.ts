import { describe, expect, it } from 'vitest'
import { sampleForAll } from '../fixtures/open-test-loupe.ts'
import type { StreamReport } from '../memory/studies/stream.ts'

const sample = sampleForAll()
const api = () => sample().api
const ORDER = { project: 'sample', seeds: [3], strategies: ['subtask'] }
const seedsOf = (report: unknown) => (report as StreamReport | null)?.seeds.map(({ seed }) => seed)

describe('stored runs as a stream', () => {
  it('are as many as the project has, with a question for each of their stages, and what says that two are alike', async () => {
    const { basis, fields } = await api().studyForm({ design: 'stream', project: 'sample' })
    const { id: projectId } = await sample().api.project({ name: 'sample' })
    const all = { projectId, text: '', outcome: null, offset: 0, limit: 1 }
    const { totalCount } = await sample().api.listEpisodes(all)
    expect(basis.words).toMatch(new RegExp(`^${totalCount} episodes with \\d+ questions: .* Relevant: \\w`))
    expect(basis.canOrder).toBe(true)
    expect(fields.map(({ name, kind }) => [name, kind])).toEqual([
      ['name', 'text'],
      ['by', 'text'],
      ['strategies', 'choices'],
      ['seeds', 'numbers'],
    ])
  })

  it('are none in a project without runs, which cannot be replayed', async () => {
    const nowhere = { ...ORDER, project: 'none' }
    await expect(api().orderStudy({ design: 'stream', order: nowhere })).rejects.toMatchObject({
      code: 'no-such-project',
    })
  })

  it('are replayed in an order that a seed draws, moment by moment, each with what was there before it', async () => {
    const { id } = await api().orderStudy({ design: 'stream', order: ORDER })
    await expect
      .poll(async () => seedsOf((await api().findStudy({ id })).report), { timeout: 90_000 })
      .toEqual([3])
    expect((await api().listStudies({ project: 'sample', design: 'stream' })).map((head) => head.id)).toEqual(
      [id],
    )
    const [first, later] = [
      await api().streamMoment({ id, seed: 3, position: 0 }),
      await api().streamMoment({ id, seed: 3, position: 40 }),
    ]
    expect([first, later].map((moment) => moment !== null)).toEqual([true, true])
    expect(first).not.toEqual(later)
  })

  it('have no moment of another seed, beyond their end, or of a replay that is not there', async () => {
    const [{ id = '' } = {}] = await api().listStudies({ project: 'sample', design: 'stream' })
    const of = (change: object) => api().streamMoment({ id, seed: 3, position: 0, ...change })
    expect([await of({ seed: 4 }), await of({ position: 100_000 }), await of({ id: 'nope' })]).toEqual([
      null,
      null,
      null,
    ])
    await expect(api().findStudy({ id: 'nope' })).rejects.toMatchObject({ status: 404 })
  })
})
