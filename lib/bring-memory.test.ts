import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from './db/fixtures/test-store.ts'
import { openTestLoupe } from './fixtures/open-test-loupe.ts'

const memoryOf = (count: number) =>
  Buffer.from(
    JSON.stringify({
      results: Array.from({ length: count }, (_, i) => ({
        id: `mem-${i}`,
        memory: `In module ${i} the cache is cleared before the table ${i * 7} is written`,
      })),
    }),
  )
const asked = (count: number) => ({
  ...{ project: 'shop', fileName: 'mem0.json', bytes: memoryOf(count) },
  at: '2026-01-02T00:00:00.000Z',
})

type Loupe = Awaited<ReturnType<typeof openTestLoupe>>

async function countOf({ api }: Loupe): Promise<number> {
  const project = await api.findProject({ name: 'shop' })
  if (!project) return 0
  return (await api.countMatching({ projectId: project.id, text: '', facets: {} })).matchCount
}

async function until<T>(look: () => Promise<T | null | false>): Promise<T> {
  for (;;) {
    const seen = await look()
    if (seen) return seen
    await new Promise((later) => setTimeout(later, 20))
  }
}

it('a memory comes in as a job: paused it waits, gone on it is one change with a log, and taken back as one', async () => {
  const loupe = await openTestLoupe()
  const { api, close } = loupe
  try {
    const { jobId, revision } = await api.importMemory({ ...asked(200), wait: false })
    expect(revision).toBeNull()
    const id = jobId ?? ''
    await api.pauseJob({ jobId: id })
    const standing = await api.memoryImport({ jobId: id })
    expect(standing).toMatchObject({
      job: { state: 'paused', totalCount: 200 },
      report: null,
      fileName: 'mem0.json',
    })
    expect(await countOf(loupe)).toBe(0)
    await api.retryJob({ jobId: id })
    const { report, log } = await until(async () => {
      const now = await api.memoryImport({ jobId: id, log: true })
      return now?.report ? now : null
    })
    expect(report).toMatchObject({ new: 200, format: 'mem0-export', revision: expect.any(Number) })
    expect(report?.added[0]?.title).toContain('In module 0')
    expect(log).toHaveLength(200)
    expect(log?.[7]).toMatchObject({ file: 'mem0.json', became: 'new', status: 'done' })
    expect(log?.[7]?.from).toContain('mem-7')
    expect(await countOf(loupe)).toBe(200)
    const job = await api.findJob({ id })
    expect(job?.state).toBe('done')
    await api.undo({ revision: report?.revision ?? 0 })
    expect(await countOf(loupe)).toBe(0)
  } finally {
    await close()
  }
})

it('a cancelled import leaves nothing: no entry, no project, no text in the job', async () => {
  const loupe = await openTestLoupe()
  const { api, close } = loupe
  try {
    const { jobId } = await api.importMemory({ ...asked(200), wait: false })
    const id = jobId ?? ''
    await api.cancelJob({ jobId: id })
    await until(async () => (await api.findJob({ id }))?.items.every(({ state }) => state !== 'running'))
    expect(await api.findProject({ name: 'shop' })).toBeNull()
    await api.retryJob({ jobId: id })
    const failed = await until(async () => {
      const job = await api.findJob({ id })
      return job?.state === 'failed' ? job : null
    })
    expect(failed.items[0]?.reason).toContain('Give the file again')
    expect(await api.findProject({ name: 'shop' })).toBeNull()
  } finally {
    await close()
  }
})

it('killed in the middle of an import it goes on at the next start, with what is done, to the same end', async () => {
  const dataPath = temporaryFolder()
  const child = fork(join(process.cwd(), 'lib/fixtures/import-child.ts'), [dataPath, '200'], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [done] = await once(child, 'message')
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(done).toBeGreaterThan(0)
  expect(done).toBeLessThan(200)
  const loupe = await openTestLoupe(dataPath)
  try {
    const { report, job } = await until(async () => {
      const now = await loupe.api.memoryImport({})
      return now?.report ? now : null
    })
    expect(report).toMatchObject({ new: 200, revision: expect.any(Number) })
    expect(job.items.filter(({ attempts }) => attempts > 1).length).toBeLessThanOrEqual(1)
    expect(await countOf(loupe)).toBe(200)
  } finally {
    await loupe.close()
  }
})
