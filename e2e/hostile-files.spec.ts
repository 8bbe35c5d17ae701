import { expect, test } from './fixtures.ts'
import { HOSTILE_FILES } from './hostile-files.ts'
import { withOwnServer } from './own-server.ts'

/** An eighth of the size that was reported: the full one is `npm run bench -- hostile`. */
const SHARE = 1 / 8

test('files made to hang a reader are answered while the server serves others, and a start over them is soon', async () => {
  test.slow()
  await withOwnServer(async (server) => {
    await server.start()
    for (const { what, name, make } of HOSTILE_FILES) {
      const answer = await fetch(`${server.url}/api/v1/trajectories?project=hostile&file=${name}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${server.token()}`, 'content-type': 'application/octet-stream' },
        body: new Uint8Array(make(SHARE)),
        signal: AbortSignal.timeout(60_000),
      })
      expect([what, answer.status]).toEqual([what, 200])
      const health = await fetch(`${server.url}/api/v1/health`, { signal: AbortSignal.timeout(20_000) })
      expect([what, health.status]).toEqual([what, 200])
    }
    await server.stop('SIGKILL')
    await server.start()
    expect((await fetch(`${server.url}/api/v1/health`)).status).toBe(200)
    await server.stop('SIGTERM')
  })
})
