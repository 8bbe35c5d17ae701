import {
  chmodSync,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from './db/fixtures/test-store.ts'
import { ask, openSampleLoupe, openTestLoupe } from './fixtures/open-test-loupe.ts'
import { openLoupe } from './runtime.ts'

it('finds the lessons of two lost rows for cursor pagination under REPRODUCE (seed)', async () => {
  const loupe = await openSampleLoupe()
  const { api } = loupe
  const { hits, injected } = await api.retrieve(
    ask('construct test case for cursor-based pagination bug', 'REPRODUCE'),
  )
  expect(hits.slice(0, 2).map(({ instanceId }) => instanceId)).toEqual([
    'parcelhub__parcelhub-745',
    'ledgerly__ledgerly-2291',
  ])
  expect(hits[0]?.keywords).toContain('keyset pagination')
  expect(hits[1]?.keywords).toContain('off-by-one')
  expect(hits.every(({ category }) => category === 'REPRODUCE')).toBe(true)
  expect(injected).toContain('limit plus one')
  await loupe.close()
})

it('does not give Fix Login Timeout the lesson of Fix Login Button, under any category (seed)', async () => {
  const loupe = await openSampleLoupe()
  const { api } = loupe
  const task = await api.retrieve(ask('Fix Login Timeout'))
  expect(task.hits[0]?.instanceId).not.toBe('parcelhub__parcelhub-611')
  for (const category of ['ANALYZE', 'REPRODUCE', 'EDIT', 'VERIFY'] as const) {
    const { hits } = await api.retrieve(ask('Fix Login Timeout', category))
    expect(hits[0]?.instanceId, category).not.toBe('parcelhub__parcelhub-611')
  }
  await loupe.close()
})

it('gives Modify Search Bar and Fix Login Button lessons on event listeners, each under one category at least (seed)', async () => {
  const loupe = await openSampleLoupe()
  const { api } = loupe
  for (const text of ['Modify Search Bar', 'Fix Login Button']) {
    const best = await Promise.all(
      (['ANALYZE', 'REPRODUCE', 'EDIT', 'VERIFY'] as const).map(async (category) => {
        const { hits } = await api.retrieve(ask(text, category))
        return hits[0]?.keywords.join() ?? ''
      }),
    )
    expect(best.filter((keywords) => keywords.includes('listener')).length, text).toBeGreaterThan(0)
  }
  await loupe.close()
})

it('finds the missing reflected operator for the paper’s case among the first three, although no name is shared', async () => {
  const loupe = await openSampleLoupe()
  const { api } = loupe
  const { hits } = await api.retrieve(
    ask('x*Poly(x) does not multiply as a polynomial while Poly(x)*x does', 'ANALYZE'),
  )
  const found = hits.slice(0, 3).filter(({ keywords }) => keywords.includes('reflected operator'))
  expect(found.map(({ instanceId }) => instanceId)).toEqual(['tidewater__tidewater-118'])
  await loupe.close()
})

it('loads the sample once, and removing it leaves nothing of it in any file', async () => {
  const loupe = await openTestLoupe()
  const { api, dataPath } = loupe
  const first = await api.loadSample()
  expect(first.episodes).toBe(JSON.parse(readFileSync('prisma/sample/stream.json', 'utf8')).length)
  expect(await api.loadSample()).toEqual(first)
  const shown = await api.overview({ projectId: (await api.project({ name: 'sample' })).id })
  expect(shown.project.source).toBe('written')
  expect(await api.lastImport({ projectId: shown.project.id })).toBeNull() // nobody imported anything
  expect(await api.removeSample()).toEqual(first)
  await expect(api.retrieve(ask('anything'))).rejects.toMatchObject({ code: 'no-such-project' })
  await loupe.close()
  for (const name of readdirSync(dataPath).filter((file) => file.startsWith('loupe.db'))) {
    const bytes = readFileSync(join(dataPath, name)).toString('latin1')
    for (const needle of ['parcelhub', 'ledgerly', 'tidewater'])
      expect(bytes.includes(needle), `${needle} in ${name}`).toBe(false)
  }
})

it('gives the folder back when it is closed', async () => {
  const dataPath = temporaryFolder()
  const first = await openTestLoupe(dataPath)
  expect(
    await openLoupe({ rootPath: process.cwd(), dataPath, now: () => new Date(), log: () => undefined }),
  ).toBeNull()
  await first.close()
  await (await openTestLoupe(dataPath)).close()
})

it('an export of runs says how many entries it leaves out because they have none', async () => {
  const loupe = await openSampleLoupe()
  const asked = { project: 'sample-trouble', versions: false }
  const runs = await loupe.api.exportEntries({ ...asked, format: 'atif' })
  const all = await loupe.api.exportEntries({ ...asked, format: 'jsonl' })
  let [text, head] = ['', '']
  for await (const piece of runs.pieces) text += piece
  for await (const piece of all.pieces) head ||= piece
  expect([text, runs.leftOut, all.leftOut]).toEqual(['', JSON.parse(head).count, 0])
  expect(runs.leftOut).toBeGreaterThan(100)
  await loupe.close()
})

const [RUN = ''] = readdirSync('prisma/sample/episodes')
const asImport = {
  bytes: readFileSync(join('prisma/sample/episodes', RUN)),
  fileName: RUN,
  project: 'shop',
  dryRun: false,
  resultsId: null,
  batchKey: null,
}

it('a stop is a close: the database file alone holds everything, and the address is gone', async () => {
  const loupe = await openTestLoupe()
  loupe.announce('http://127.0.0.1:1')
  const [{ subtasks } = { subtasks: null }] = await loupe.api.importFile(asImport)
  const { id } = await loupe.api.project({ name: 'shop' })
  await loupe.stop()
  expect(subtasks).toBeGreaterThan(0)
  expect(readdirSync(loupe.dataPath).filter((name) => /-wal$|-shm$|server/.test(name))).toEqual([])
  const dataPath = temporaryFolder()
  copyFileSync(join(loupe.dataPath, 'loupe.db'), join(dataPath, 'loupe.db'))
  copyFileSync(join(loupe.dataPath, 'suppression.key'), join(dataPath, 'suppression.key'))
  const copy = await openTestLoupe(dataPath)
  expect((await copy.api.project({ name: 'shop' })).id).toBe(id)
  expect((await copy.api.projectYield({ project: 'shop' })).stageCount).toBe(subtasks)
  await copy.close()
})

it('a command that orders nothing leaves the work that waits to the server', async () => {
  const dataPath = temporaryFolder()
  const open = () =>
    openLoupe({ rootPath: process.cwd(), dataPath, now: () => new Date(), log: () => undefined })
  const first = await open()
  await first?.api.importFile({ ...asImport, wait: false })
  await first?.close()
  const second = await open()
  expect((await second?.api.listJobs({ limit: 1 }))?.[0]).toMatchObject({ state: 'waiting' })
  await second?.close()
  const server = await openTestLoupe(dataPath)
  for (;;) {
    const [job] = await server.api.listJobs({ limit: 10 })
    if (job?.state === 'done') break
    await new Promise((later) => setTimeout(later, 20))
  }
  await server.stop()
  expect(existsSync(join(dataPath, 'loupe.db-wal'))).toBe(false)
})

it('the data folder and its files are closed to others, and a token that was open or short is replaced', async () => {
  const dataPath = temporaryFolder()
  const first = await openTestLoupe(dataPath)
  await first.close()
  chmodSync(dataPath, 0o755)
  chmodSync(join(dataPath, 'loupe.db'), 0o644)
  chmodSync(join(dataPath, 'token'), 0o644)
  const second = await openTestLoupe(dataPath)
  const open = ['', ...readdirSync(dataPath)].filter((name) => statSync(join(dataPath, name)).mode & 0o077)
  expect(open).toEqual([])
  expect(second.token).not.toBe(first.token)
  await second.close()
  writeFileSync(join(dataPath, 'token'), 'short')
  const third = await openTestLoupe(dataPath)
  expect(third.token).toHaveLength(64)
  await third.close()
})

it('everybody signs in where other machines may reach it: by HOST, by a public name or by a proxy', async () => {
  const signsIn = async (env: Record<string, string>) => {
    const loupe = await openTestLoupe(temporaryFolder(), env)
    const is = await loupe.hasPeople()
    await loupe.close()
    return is
  }
  const here = { HOST: '127.0.0.1', LOUPE_HOSTS: '', LOUPE_PROXY: '' }
  expect(await signsIn(here)).toBe(false)
  expect(await signsIn({ ...here, HOST: '0.0.0.0' })).toBe(true)
  expect(await signsIn({ ...here, LOUPE_HOSTS: 'loupe.example.org' })).toBe(true)
  expect(await signsIn({ ...here, LOUPE_PROXY: '127.0.0.1' })).toBe(true)
})

it('the review gate of a project that is not there is a 404', async () => {
  const loupe = await openTestLoupe()
  const input = { projectId: 'p_none', on: true }
  await expect(loupe.run('setReviewGate', input)).rejects.toMatchObject({
    code: 'no-such-project',
    status: 404,
  })
  await loupe.close()
})
