import { expect, it } from 'vitest'
import { createTurns } from './distil-run.ts'

it('who waits for the turn before comes after it, whoever is quicker', async () => {
  const take = createTurns()
  const ended: string[] = []
  const work = async (name: string, ms: number) => {
    const { before, end } = take()
    await new Promise((done) => setTimeout(done, ms))
    await before
    ended.push(name)
    end()
  }
  await Promise.all([work('slow', 20), work('quick', 1), work('at once', 0)])
  expect(ended).toEqual(['slow', 'quick', 'at once'])
})
