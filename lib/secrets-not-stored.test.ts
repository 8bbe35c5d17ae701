import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { storeFiles } from './db/purge/byte-search.ts'
import { openTestLoupe } from './fixtures/open-test-loupe.ts'

const SECRET = `ghp_${'a1B2'.repeat(9)}`

const RUN = JSON.stringify({
  ...JSON.parse(readFileSync('lib/ingest/fixtures/mini-swe-agent-1.traj.json', 'utf8')),
  instance_id: `shop-${SECRET}`,
})

it('what looks like a secret is not stored, whatever it stands in: names of files, instances and projects, views', async () => {
  const loupe = await openTestLoupe()
  const file = { dryRun: false, resultsId: null, batchKey: null }
  const [result] = await loupe.api.importFile({
    ...file,
    bytes: Buffer.from(RUN),
    fileName: `run of ${SECRET}.traj.json`,
    project: 'shop',
  })
  expect(result).toMatchObject({ status: 'imported', file: 'run of «secret:github-token».traj.json' })
  const named = await loupe.api.importFile({
    ...file,
    bytes: Buffer.from('{}'),
    fileName: 'x',
    project: SECRET,
  })
  expect(named[0]?.error).toMatchObject({ code: 'secret' })
  const { id: projectId } = await loupe.api.project({ name: 'shop' })
  const view = { projectId, page: 'memories', name: 'mine', query: '' }
  for (const [command, input] of [
    ['saveView', { ...view, name: `with ${SECRET}` }],
    ['saveView', { ...view, query: new URLSearchParams({ q: SECRET }).toString() }],
  ] as const)
    await expect(loupe.run(command, input), command).rejects.toMatchObject({ code: 'secret' })
  await loupe.close()
  for (const name of storeFiles(loupe.dataPath).live)
    expect(readFileSync(join(loupe.dataPath, name)).includes(SECRET), name).toBe(false)
})
