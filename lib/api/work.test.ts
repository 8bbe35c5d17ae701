import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openSampleLoupe, sampleForAll } from '../fixtures/open-test-loupe.ts'

const sample = sampleForAll()
const work = () => sample().api
const bytes = readFileSync(join(process.cwd(), 'lib/ingest/fixtures/mini-swe-agent-1.1.traj.json'))
const file = {
  bytes,
  fileName: 'run.traj.json',
  project: 'mine',
  dryRun: false,
  resultsId: null,
  batchKey: null,
}
// Put together at run time: the value opens nothing and stands in no file.
const SECRET = ['gh', 'p_', 'a1B2'.repeat(9)].join('')

describe('a file that comes in', () => {
  it('tried first is recognised and leaves nothing', async () => {
    const [result] = await work().importFile({ ...file, dryRun: true })
    expect(result).toMatchObject({ status: 'recognised', entries: null })
    expect(await sample().api.findProject({ name: 'mine' })).toBeNull()
  })

  it('is answered when its entries are made, and is the last import then', async () => {
    const [result] = await work().importFile(file)
    expect(result).toMatchObject({ status: 'imported', file: 'run.traj.json' })
    expect(result?.subtasks).toBeGreaterThan(0)
    const { id } = await sample().api.project({ name: 'mine' })
    const last = await work().lastImport({ projectId: id })
    expect(last).toMatchObject({ id: result?.jobId, projectId: id, state: 'done' })
    const other = await sample().api.project({ name: 'sample' })
    expect(await work().lastImport({ projectId: other.id })).toBeNull()
    expect((await sample().api.findEpisode({ id: result?.episodeId ?? '' }))?.episode.projectName).toBe(
      'mine',
    )
  })

  it('again is there already, and orders nothing', async () => {
    const before = (await work().listJobs({ limit: 50 })).length
    expect((await work().importFile(file))[0]?.status).toBe('present')
    expect(await work().listJobs({ limit: 50 })).toHaveLength(before)
  })

  it('can be left to its work: the answer comes before the entries', async () => {
    const other = Buffer.from(bytes.toString('utf8').replaceAll('corner__shop-12', 'corner__shop-77'))
    const [result] = await work().importFile({ ...file, bytes: other, project: 'later', wait: false })
    expect(result).toMatchObject({ status: 'imported', entries: null, subtasks: null })
    const { itemId = '', episodeId = '' } = result ?? {}
    expect(await work().importEnd({ itemId, episodeId })).toMatchObject({
      subtasks: (await work().importFile({ ...file, bytes: other, project: 'later' }))[0]?.subtasks,
      entries: 0,
      warnings: [],
    })
    await expect
      .poll(async () => (await work().findJob({ id: result?.jobId ?? '' }))?.state, { timeout: 30_000 })
      .toBe('done')
  })

  it('that is no run is said to be none, and makes no project', async () => {
    const [result] = await work().importFile({ ...file, bytes: Buffer.from('{"a": 1}'), project: 'none' })
    expect(['unsupported', 'not-a-trajectory', 'failed']).toContain(result?.status)
    expect(await sample().api.findProject({ name: 'none' })).toBeNull()
  })

  it('takes its outcome from a file of results that was sent before it, and from none that is not there', async () => {
    const said = Buffer.from(JSON.stringify({ instance_id: 'corner__shop-12', resolved: true }))
    const saved = await work().saveResults({ fileName: `results ${SECRET}.jsonl`, bytes: said })
    expect(saved).toMatchObject({ instanceCount: 1 })
    const [result] = await work().importFile({ ...file, project: 'told', resultsId: saved.id })
    expect(result?.outcome).toBe('resolved')
    expect(JSON.stringify(result)).not.toContain(SECRET)
    await expect(work().importFile({ ...file, project: 'told', resultsId: 'nope' })).rejects.toMatchObject({
      name: 'UserError',
    })
  })
})

describe('a job', () => {
  it('is listed newest first, at most as many as asked for', async () => {
    const jobs = await work().listJobs({ limit: 2 })
    expect(jobs).toHaveLength(2)
    const times = (await work().listJobs({ limit: 50 })).map(({ createdAt }) => createdAt)
    expect(times).toEqual(times.toSorted().toReversed())
  })

  it('that is not there is found by nobody, and neither stopped nor tried again', async () => {
    expect(await work().findJob({ id: 'j_nope' })).toBeNull()
    await expect(work().cancelJob({ jobId: 'j_nope' })).rejects.toMatchObject({ code: 'no-such-job' })
    await expect(work().retryJob({ jobId: 'j_nope' })).rejects.toMatchObject({ name: 'UserError' })
  })
})

describe('the spaces of vectors', () => {
  it('are told with what each would take, one of them in use and whole', async () => {
    const { embedders, entryCount, job, fault } = await work().settings()
    expect(embedders).toEqual(await work().embedders())
    const current = embedders.filter((one) => one.current)
    expect(current).toMatchObject([{ id: 'local-v2', complete: true, entries: entryCount }])
    expect([job, fault]).toEqual([null, null])
    const estimate = await work().estimateReEmbed({ to: 'local-v1' })
    expect(estimate).toMatchObject({
      to: 'local-v1',
      dimension: 512,
      entries: entryCount,
      all: entryCount,
      priceUsd: 0,
    })
    expect((await work().estimateReEmbed({ to: 'local-v2' })).entries).toBe(0)
  })

  it('that is in use, or that there is not, is not removed', async () => {
    await expect(work().removeVectors({ embedder: 'local-v2' })).rejects.toMatchObject({ name: 'UserError' })
    await expect(work().estimateReEmbed({ to: 'no-such' })).rejects.toMatchObject({ name: 'UserError' })
    await expect(work().reEmbed({ to: 'no-such', thenSwitch: false } as never)).rejects.toMatchObject({
      name: 'UserError',
    })
  })
})

describe('a look through everything for secrets', () => {
  it('is one at a time, and tells what it came to', async () => {
    expect(await work().findRescan()).toBeNull()
    const { jobId } = await work().rescanSecrets()
    await expect
      .poll(async () => (await work().findJob({ id: jobId }))?.state, { timeout: 30_000 })
      .toBe('done')
    // The planted trouble of the sample: the worklists of secrets name the same entries.
    const { projects } = await sample().api.shell({ project: null })
    const heads = await Promise.all(projects.map(({ id }) => sample().api.worklists({ projectId: id })))
    const known = heads.flatMap((one) => one.heads).filter(({ detector }) => detector === 'secret')
    const entryCount = known.reduce((sum, head) => sum + head.entryCount, 0)
    const found = await work().findRescan()
    expect(found).toMatchObject({ job: { id: jobId }, maskedCount: 0, reasonCount: 0 })
    // The detector also lists what only may be one.
    expect(found?.entryCount).toBeGreaterThan(0)
    expect(found?.entryCount).toBeLessThanOrEqual(entryCount)
  })
})

describe('the sample', () => {
  it('is offered at the very first start only: taken away it stays away, and is no import of anybody’s', async () => {
    const loupe = await openSampleLoupe()
    const { id: projectId } = await loupe.api.project({ name: 'sample' })
    expect(await loupe.api.lastImport({ projectId })).toBeNull()
    const removed = await loupe.api.removeSample()
    expect([removed.episodes > 0, removed.entries > 0]).toEqual([true, true])
    await loupe.api.offerSample()
    expect(await loupe.api.findProject({ name: 'sample' })).toBeNull()
    expect(await loupe.api.removeSample()).toEqual({ episodes: 0, entries: 0 })
    await loupe.close()
  })
})
