import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from './db/fixtures/test-store.ts'
import { ask, openTestLoupe } from './fixtures/open-test-loupe.ts'
import { openLoupe } from './runtime.ts'

it('finds the off-by-one lesson for cursor pagination under REPRODUCE (seed)', async () => {
  const { doors } = await openTestLoupe()
  await doors.loadSample()
  const { hits, injected } = await doors.retrieve(
    ask('construct test case for cursor-based pagination bug', 'REPRODUCE'),
  )
  expect(hits[0]?.instanceId).toBe('ledgerly__ledgerly-2291')
  expect(hits.every(({ category }) => category === 'REPRODUCE')).toBe(true)
  expect(injected).toContain('page size')
  await doors.close()
})

it('does not give Fix Login Timeout the lesson of Fix Login Button, under any category (seed)', async () => {
  const { doors } = await openTestLoupe()
  await doors.loadSample()
  const task = await doors.retrieve(ask('Fix Login Timeout'))
  expect(task.hits[0]?.instanceId).not.toBe('parcelhub__parcelhub-611')
  for (const category of ['ANALYZE', 'REPRODUCE', 'EDIT', 'VERIFY'] as const) {
    const { hits } = await doors.retrieve(ask('Fix Login Timeout', category))
    expect(hits[0]?.instanceId, category).not.toBe('parcelhub__parcelhub-611')
  }
  await doors.close()
})

it('lets Modify Search Bar and Fix Login Button share the event-listener lesson (seed)', async () => {
  const { doors } = await openTestLoupe()
  await doors.loadSample()
  const listener = ['parcelhub__parcelhub-611', 'parcelhub__parcelhub-702', 'tidewater__tidewater-140']
  for (const text of ['Modify Search Bar', 'Fix Login Button']) {
    const { hits } = await doors.retrieve(ask(text, 'EDIT'))
    expect(listener, text).toContain(hits[0]?.instanceId)
    expect(hits[0]?.keywords, text).toContain('event listener')
  }
  await doors.close()
})

it('finds the missing reflected operator for the paper’s case, although no name is shared', async () => {
  const { doors } = await openTestLoupe()
  await doors.loadSample()
  const { hits } = await doors.retrieve(
    ask('x*Poly(x) does not multiply as a polynomial while Poly(x)*x does', 'ANALYZE'),
  )
  expect(['tidewater__tidewater-118', 'ledgerly__ledgerly-2340']).toContain(hits[0]?.instanceId)
  await doors.close()
})

it('loads the sample once, and removing it leaves nothing of it in any file', async () => {
  const { doors, dataPath, overview, project, lastImport } = await openTestLoupe()
  const first = await doors.loadSample()
  expect(first.episodes).toBe(JSON.parse(readFileSync('prisma/sample/stream.json', 'utf8')).length)
  expect(await doors.loadSample()).toEqual(first)
  const shown = await overview((await project('sample')).id)
  expect(shown.project.source).toBe('written')
  expect(await lastImport()).toBeNull() // nobody imported anything
  expect(await doors.removeSample()).toEqual(first)
  await expect(doors.retrieve(ask('anything'))).rejects.toMatchObject({ code: 'no-such-project' })
  await doors.close()
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
  await first.doors.close()
  await (await openTestLoupe(dataPath)).doors.close()
})

it('an export of runs says how many entries it leaves out because they have none', async () => {
  const { doors } = await openTestLoupe()
  await doors.loadSample()
  const asked = { project: 'sample-trouble', versions: false }
  const runs = await doors.exportEntries({ ...asked, format: 'atif' })
  const all = await doors.exportEntries({ ...asked, format: 'jsonl' })
  let [text, head] = ['', '']
  for await (const piece of runs.pieces) text += piece
  for await (const piece of all.pieces) head ||= piece
  expect([text, runs.leftOut, all.leftOut]).toEqual(['', JSON.parse(head).count, 0])
  expect(runs.leftOut).toBeGreaterThan(100)
  await doors.close()
})
