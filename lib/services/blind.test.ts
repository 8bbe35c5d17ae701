import { beforeAll, describe, expect, it } from 'vitest'
import { sampleForAll } from '../fixtures/open-test-loupe.ts'

const sample = sampleForAll()
let projectId = ''
let maker = ''
beforeAll(async () => {
  projectId = (await sample().api.project({ name: 'sample' })).id
  maker = (await sample().triage.blind.makers({ project: 'sample' }))[0]?.maker ?? ''
})
const blind = () => sample().triage.blind
const draw = async (change: object = {}) =>
  (
    await blind().draw({
      project: 'sample',
      makers: [maker],
      where: 'any',
      size: 3,
      seed: 1,
      by: 'Mara',
      ...change,
    })
  ).id

describe('a blind reading', () => {
  it('can be drawn from who wrote something here, and from nobody elsewhere', async () => {
    const makers = await blind().makers({ project: 'sample' })
    expect(makers.length).toBeGreaterThan(0)
    for (const { entryCount } of makers) expect(entryCount).toBeGreaterThan(0)
    await expect(blind().makers({ project: 'nope' })).rejects.toMatchObject({ code: 'no-such-project' })
    await expect(draw({ project: 'nope' })).rejects.toMatchObject({ code: 'no-such-project' })
    await expect(draw({ makers: ['nobody-v1'] })).rejects.toMatchObject({ name: 'UserError' })
  })

  it('shows what was written and nothing of who wrote it, until all of it is read', async () => {
    const view = await blind().find(await draw())
    expect(view).toMatchObject({
      by: 'Mara',
      seed: 1,
      makerCount: 1,
      subtaskCount: 3,
      revealed: null,
      verdicts: [],
    })
    expect(view?.items.map(({ place }) => place)).toEqual([0, 1, 2])
    expect(JSON.stringify(view)).not.toMatch(new RegExp(`${maker}|m_[0-9A-Z]{26}`))
  })

  it('is the same for a seed and another for another', async () => {
    const items = async (seed: number) =>
      (await blind().find(await draw({ seed })))?.items.map(({ objective }) => objective)
    expect(await items(1)).toEqual(await items(1))
    expect(await items(2)).not.toEqual(await items(1))
  })

  it('tells who made which once the last is read, and counts on its way', async () => {
    const id = await draw({ seed: 5 })
    const judged = async () => (await blind().list(projectId)).find((head) => head.id === id)
    const read = (places: number[]) =>
      blind().judge({
        id,
        by: 'Mara',
        verdicts: places.map((place) => ({ place, verdict: 'good' as const })),
      })
    expect((await read([0, 2])).revealed).toBeNull()
    expect(await judged()).toMatchObject({ judged: 2, size: 3 })
    const whole = await read([1])
    expect(whole.revealed?.made).toHaveLength(3)
    expect(whole.revealed?.made.every((one) => one.maker === maker)).toBe(true)
    expect(whole.verdicts).toHaveLength(3)
  })

  it('can be taken back in part, and is closed again then', async () => {
    const id = await draw({ seed: 6, size: 1 })
    const say = (verdict: 'junk' | null) =>
      blind().judge({ id, by: 'Mara', verdicts: [{ place: 0, verdict }] })
    expect((await say('junk')).revealed).not.toBeNull()
    expect(await say(null)).toMatchObject({ verdicts: [], revealed: null })
  })

  it('shows the stage that an entry was taken from, as a model is shown it', async () => {
    const id = await draw({ seed: 7 })
    const { text } = await blind().stage({ id, place: 1 })
    expect(text.length).toBeGreaterThan(50)
    expect((await blind().stage({ id, place: 0 })).text).not.toBe(text)
    await expect(blind().stage({ id, place: 99 })).rejects.toMatchObject({ name: 'UserError' })
  })

  it('that is not there cannot be found, read or judged', async () => {
    expect(await blind().find('br_nope')).toBeNull()
    await expect(blind().stage({ id: 'br_nope', place: 0 })).rejects.toMatchObject({ status: 404 })
    await expect(
      blind().judge({ id: 'br_nope', by: 'Mara', verdicts: [{ place: 0, verdict: 'good' }] }),
    ).rejects.toMatchObject({ status: 404 })
  })

  it('of a place that is not there is not judged, and nothing of what came with it is kept', async () => {
    const id = await draw({ seed: 8 })
    const verdicts = [
      { place: 0, verdict: 'good' as const },
      { place: 9, verdict: 'good' as const },
    ]
    await expect(blind().judge({ id, by: 'Mara', verdicts })).rejects.toMatchObject({ name: 'UserError' })
    expect((await blind().find(id))?.verdicts).toEqual([])
  })
})
