import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { damageTable } from '../lib/db/fixtures/damage.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { withOwnServer } from './own-server.ts'

test('a damaged database is only read: every page says so with the way out, a write is refused, no byte changes', async ({
  page,
}) => {
  test.slow()
  await withOwnServer(async (server) => {
    const path = join(server.dataPath, 'loupe.db')
    damageTable(path, 'StudyRow')
    const before = readFileSync(path)
    await server.start()
    await page.goto(`${server.url}/memories?project=sample`)
    await expect(page.getByText(/Loupe only reads it/)).toBeVisible()
    await expect(page.getByText(/npm run restore/)).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page)
    const headers = { authorization: `Bearer ${server.token()}`, 'content-type': 'application/json' }
    const asked = { project: 'sample', text: 'find the cursor', category: 'ANALYZE', mode: 'subtask' }
    const ask = await fetch(`${server.url}/api/v1/retrieve`, {
      method: 'POST',
      headers,
      body: JSON.stringify(asked),
    })
    expect(ask.status).toBe(200)
    const write = await fetch(`${server.url}/api/v1/trajectories?project=p&file=run.json`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/octet-stream' },
      body: new Uint8Array(readFileSync('lib/ingest/fixtures/mini-swe-agent-1.traj.json')),
    })
    expect(await write.text()).toContain('read-only')
    await server.stop('SIGTERM')
    expect(readFileSync(path).equals(before)).toBe(true)
  }, 'sample')
})
