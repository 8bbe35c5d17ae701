import { expect, it } from 'vitest'
import { type EpisodeOfInstance, episodesOfFlip } from './compare-two.ts'

const episode = (
  id: string,
  outcome: EpisodeOfInstance['outcome'],
  backbone: string | null = null,
): EpisodeOfInstance => ({ id, instanceId: 'a__a-1', outcome, backbone })
const sides = { base: { backbone: 'm' }, variant: { backbone: 'm' } }

it('a flip leads to one episode that ended each way, of the run’s own model before others', () => {
  const stored = [
    episode('ep_1', 'unresolved', 'm'),
    episode('ep_2', 'unresolved', 'n'),
    episode('ep_3', 'resolved', 'n'),
    { ...episode('ep_4', 'resolved', 'm'), instanceId: 'a__a-2' },
  ]
  expect(episodesOfFlip({ instanceId: 'a__a-1', gained: true }, stored, sides)).toEqual({
    base: 'ep_1',
    variant: 'ep_3',
  })
  expect(episodesOfFlip({ instanceId: 'a__a-1', gained: false }, stored, sides)).toEqual({
    base: 'ep_3',
    variant: 'ep_1',
  })
})

it('leads nowhere while one of the two is not stored, or how it ended is unknown', () => {
  const stored = [episode('ep_1', 'unresolved'), episode('ep_2', null)]
  expect(episodesOfFlip({ instanceId: 'a__a-1', gained: true }, stored, sides)).toBeNull()
})
