import { beforeAll, describe, expect, it } from 'vitest'
import { sampleForAll } from '../fixtures/open-test-loupe.ts'

const sample = sampleForAll()
let projectId = ''
beforeAll(async () => {
  projectId = (await sample().api.project({ name: 'sample' })).id
})
const triage = () => sample().triage
describe('a sample', () => {
  const asked = () => ({ projectId, text: '', facets: { category: ['EDIT'] } })

  it('is drawn from what its filter means, the same for a seed, and read in that order by everyone', async () => {
    const draw = async (seed: number) =>
      await triage().samples.find(
        (await triage().samples.draw({ asked: asked(), size: 8, seed, by: 'Mara' })).id,
      )
    const [one, same, other] = [await draw(1), await draw(1), await draw(2)]
    const ids = (view: typeof one) => view?.items.map(({ entry }) => entry.id)
    expect(ids(one)).toHaveLength(8)
    expect(ids(same)).toEqual(ids(one))
    expect(ids(other)).not.toEqual(ids(one))
    expect(one?.items.every(({ entry }) => entry.category === 'EDIT')).toBe(true)
    expect(one).toMatchObject({ seed: 1, by: 'Mara', asked: asked(), verdicts: [] })
  })

  it('is as large as what there is where less is there, and says of how many', async () => {
    const { id } = await triage().samples.draw({ asked: asked(), size: 1_000, seed: 3, by: 'Mara' })
    const view = await triage().samples.find(id)
    expect(view?.items).toHaveLength(view?.population ?? -1)
  })

  it('keeps the last word of each who judges, and forgets one that is taken back', async () => {
    const { id } = await triage().samples.draw({ asked: asked(), size: 2, seed: 4, by: 'Mara' })
    const entryId = (await triage().samples.find(id))?.items[0]?.entry.id ?? ''
    const judge = (verdict: 'junk' | 'keep' | null, by: string) =>
      triage().samples.judge({ sampleId: id, entryId, verdict, by })
    await judge('junk', 'Mara')
    await judge('keep', 'Mara')
    await judge('junk', 'Nils')
    const verdicts = async () =>
      (await triage().samples.find(id))?.verdicts.toSorted((a, b) => (a.by < b.by ? -1 : 1))
    expect(await verdicts()).toEqual([
      { entryId, verdict: 'keep', by: 'Mara' },
      { entryId, verdict: 'junk', by: 'Nils' },
    ])
    await judge(null, 'Mara')
    expect(await verdicts()).toEqual([{ entryId, verdict: 'junk', by: 'Nils' }])
    expect((await triage().samples.list(projectId)).find((head) => head.id === id)).toMatchObject({
      judged: 1,
      isWhole: false,
    })
  })

  it('is not there under another id', async () => {
    expect(await triage().samples.find('qs_nope')).toBeNull()
    expect(await triage().samples.list('p_other')).toEqual([])
  })
})
