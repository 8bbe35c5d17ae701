import fc from 'fast-check'
import { expect, it } from 'vitest'
import { makeProject } from './fixtures/test-rows.ts'
import { openTestStore, temporaryFolder } from './fixtures/test-store.ts'
import { assign, setWithheldShare } from './random-withholding.ts'
import { tables } from './tables.ts'

/** A mark whose place between 0 and 1 is known: twelve hex digits after the sign. */
const at = (place: number) => ({
  conceal: () =>
    `h1:${Math.floor(place * 2 ** 48)
      .toString(16)
      .padStart(12, '0')}ffff`,
})
const asked = (share: number) => ({ projectId: 'p', episode: 'e', share })

it.each([
  [0, 0, false, 1],
  [0, 0.1, true, 0.1],
  [0.25, 0.25, false, 0.75],
  [0.099, 0.1, true, 0.1],
  [0.5, 0.5, false, 0.5],
  [1 - 2 ** -48, 1, true, 1],
  [1 - 2 ** -48, 0.999, false, 1 - 0.999],
])(
  'a place of %d under a share of %d: withheld %s, with that chance %d',
  (place, share, isWithheld, propensity) => {
    expect(assign(at(place), asked(share))).toEqual({ isWithheld, propensity })
  },
)

it('a larger share never gives anything to an episode that a smaller one withheld', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(share, share, fc.double({ min: 0, max: 0.999, noNaN: true }), (a, b, place) => {
      const [small, large] = [Math.min(a, b), Math.max(a, b)]
      if (assign(at(place), asked(small)).isWithheld)
        expect(assign(at(place), asked(large)).isWithheld).toBe(true)
    }),
    { seed: 1 },
  )
})

it('two projects and two folders draw apart, and one draws the same however often it is asked', async () => {
  const [store, other] = [await openTestStore(), await openTestStore(temporaryFolder())]
  const episodes = Array.from({ length: 200 }, (_, n) => `run-${n}`)
  const drawn = (from: typeof store, projectId: string) =>
    episodes.map((episode) => Number(assign(from, { projectId, episode, share: 0.5 }).isWithheld)).join('')
  expect(drawn(store, 'p_1')).toBe(drawn(store, 'p_1'))
  expect(drawn(store, 'p_1')).not.toBe(drawn(store, 'p_2'))
  expect(drawn(store, 'p_1')).not.toBe(drawn(other, 'p_1'))
})

it('a share is set in one revision with its words, set again in none, and given back', async () => {
  const store = await openTestStore()
  const projectId = await makeProject(store)
  const set = (share: number | null) => setWithheldShare(store, { projectId, share, by: 'Mara' })
  expect(await set(null)).toEqual({ before: null }) // was off
  expect(await set(0.1)).toEqual({ before: null })
  expect(await set(0.1)).toEqual({ before: 0.1 })
  expect(await set(0.125)).toEqual({ before: 0.1 })
  expect(await set(1 / 3)).toEqual({ before: 0.125 })
  expect(await set(null)).toEqual({ before: 1 / 3 })
  const revisions = await tables(store).revision.findMany({ where: { verb: 'withholdAtRandom' } })
  expect(revisions.map(({ reason, by, projectId: of }) => [reason, by, of])).toEqual(
    ['10 % of episodes', '12.5 % of episodes', '33.33 % of episodes', 'off'].map((reason) => [
      ...[reason, 'Mara', projectId],
    ]),
  )
  await expect(
    setWithheldShare(store, { projectId: 'p_none', share: 0.1, by: 'Mara' }),
  ).rejects.toMatchObject({
    code: 'no-such-project',
    status: 404,
  })
  expect(await tables(store).revision.count({ where: { verb: 'withholdAtRandom' } })).toBe(4)
})
