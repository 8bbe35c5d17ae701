import { expect, it } from 'vitest'
import { openTestLoupe } from './fixtures/open-test-loupe.ts'

/** Memories enough for several parts, and for a look in between. */
const COUNT = 1_200
const memories = Array.from({ length: COUNT }, (_, i) => ({
  id: `m${i}`,
  memory: `Prices of shelf ${i} are whole cents`,
}))

it('says how far a look through a memory is, and ends one that nobody wants any more, with nothing stored', async () => {
  const { api, close } = await openTestLoupe()
  const file = { fileName: 'mem0.json', bytes: Buffer.from(JSON.stringify({ results: memories })) }
  const asked = { ...file, project: 'shop', dryRun: true, look: 'mine' }
  try {
    expect(await api.lookFar({ look: 'mine' })).toBeNull()
    const far: number[] = []
    const look = api.importMemory(asked).then(({ new: fresh }) => fresh)
    const isOver = look.then(() => true)
    while (!(await Promise.race([isOver, new Promise((later) => setTimeout(later, 20))]))) {
      const now = await api.lookFar({ look: 'mine' })
      if (now?.total) {
        expect(now.total).toBe(COUNT)
        far.push(now.done)
      }
    }
    expect(await look).toBe(COUNT)
    expect(new Set(far).size).toBeGreaterThan(1)
    expect(await api.lookFar({ look: 'mine' })).toBeNull()

    const stopped = api.importMemory({ ...asked, dryRun: false })
    await Promise.all([
      expect(stopped).rejects.toMatchObject({ code: 'cancelled' }),
      expect
        .poll(() => api.lookFar({ look: 'mine' }), { timeout: 30_000, interval: 10 })
        .toMatchObject({ total: COUNT })
        .then(() => api.stopLook({ look: 'mine' })),
    ])
    expect(await api.findProject({ name: 'shop' })).toBeNull()
    expect((await api.listJobs({ limit: 9 })).map(({ kind }) => kind)).not.toContain('bring')
  } finally {
    await close()
  }
})
