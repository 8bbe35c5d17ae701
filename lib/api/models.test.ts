import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importRuns, openTestLoupe } from '../fixtures/open-test-loupe.ts'
import { scriptedAnswer } from '../jobs/fixtures/scripted-extractor.ts'

const dataPath = mkdtempSync(join(tmpdir(), 'loupe-test-'))
let loupe: Awaited<ReturnType<typeof openTestLoupe>>
let projectId = ''
beforeAll(async () => {
  loupe = await openTestLoupe(dataPath)
  await importRuns(loupe, project, 12)
  projectId = (await loupe.api.project({ name: project })).id
})
afterAll(async () => {
  await loupe.close()
  rmSync(dataPath, { recursive: true, force: true })
})
const models = () => loupe.api
const project = 'shop'

describe('the work of models', () => {
  it.each<[string, (there: ReturnType<typeof models>) => Promise<unknown>]>([
    ['estimated', (there) => there.estimateDistil({ project: 'nope', with: 'handover' })],
    ['ordered', (there) => there.orderDistil({ project: 'nope', with: 'handover' })],
    ['told', (there) => there.distilStatus({ project: 'nope' })],
    ['counted', (there) => there.projectYield({ project: 'nope' })],
    ['recorded', (there) => there.recording({ project: 'nope' })],
    ['waited for', (there) => there.waitingRequests({ project: 'nope', offset: 0, limit: 1 })],
    ['put in service', (there) => there.serveExtractor({ project: 'nope', extractor: 'model-v1' })],
  ])('is not %s in a project that is not there', async (_, ask) => {
    await expect(ask(models())).rejects.toMatchObject({ code: 'no-such-project' })
  })

  it('names every prompt word for word with the digest of its words, each id once', async () => {
    const prompts = await models().prompts()
    expect(prompts.length).toBe(4)
    expect(new Set(prompts.map(({ id }) => id)).size).toBe(prompts.length)
    for (const { id, system, sha256 } of prompts) {
      expect(id).toMatch(/^[\w-]+@\d+$/)
      expect(sha256).toBe(createHash('sha256').update(system).digest('hex'))
    }
  })

  it('by hand-over costs nothing that is known, and asks nobody to tell so', async () => {
    const all = await models().estimateDistil({ project, with: 'handover', limit: 12 })
    expect(all).toMatchObject({ with: 'handover', runs: 12, recorded: null })
    expect(all.calls).toBe(12)
    expect((await models().waitingRequests({ project, offset: 0, limit: 5 })).count).toBe(0)
  })

  it('over fewer is less of the same', async () => {
    const [all, three] = await Promise.all([
      models().estimateDistil({ project, with: 'handover', limit: 12 }),
      models().estimateDistil({ project, with: 'handover', limit: 3 }),
    ])
    expect(three.runs).toBe(3)
    expect(three.inputTokens).toBeLessThan(all.inputTokens)
  })

  it.each(['openai', 'command'] as const)(
    'by a way that is not set up (%s) is refused, and no job is made',
    async (way) => {
      await expect(models().orderDistil({ project, with: way })).rejects.toMatchObject({ code: 'no-model' })
      expect((await models().distilStatus({ project })).job).toBeNull()
      // Before anything is reckoned: of a project that is not there nothing could be.
      await expect(models().orderDistil({ project: 'nope', with: way })).rejects.toMatchObject({
        code: 'no-model',
      })
    },
  )

  it('says which extractor is in service, and the ways there are with what is wrong with each', async () => {
    const status = await models().distilStatus({ project })
    expect(status).toMatchObject({ project, waitingCount: 0, answeredBy: [] })
    expect(status.ways.map(({ way, what }) => [way, what])).toEqual(
      expect.arrayContaining([
        ['openai', null],
        ['command', null],
        ['recorded', 'the sample’s recording'],
      ]),
    )
    expect(status).toMatchObject({ serving: null, counts: { entries: 0, beside: 0 } })
    expect(status.counts.subtasks).toBeGreaterThan(0)
  })

  it('that nobody ordered cannot be stopped, and a job of another kind neither', async () => {
    await expect(models().actOnDistil({ jobId: 'j_nope', act: 'pause' })).rejects.toMatchObject({
      code: 'no-such-job',
    })
    const [other] = await loupe.api.listJobs({ limit: 5 })
    await expect(models().actOnDistil({ jobId: other?.id ?? '', act: 'cancel' })).rejects.toMatchObject({
      name: 'UserError',
    })
  })
})

describe('a recording that is given', () => {
  it('is refused by its line where that is none, and changes nothing then', async () => {
    await expect(models().giveRecording({ fileName: 'r.jsonl', text: '{"hash": 1}' })).rejects.toMatchObject({
      code: 'bad-recording',
      place: 'r.jsonl:1',
    })
    expect((await models().distilStatus({ project })).ways.find(({ way }) => way === 'recorded')?.what).toBe(
      'the sample’s recording',
    )
  })

  it('is at hand from then on, and says how many of the next requests it answers', async () => {
    const line = JSON.stringify({ hash: 'a'.repeat(64), answer: {} })
    expect(await models().giveRecording({ fileName: 'r.jsonl', text: `${line}\n` })).toEqual({ lineCount: 1 })
    expect((await models().distilStatus({ project })).ways.find(({ way }) => way === 'recorded')?.what).toBe(
      'r.jsonl',
    )
    expect(await models().estimateDistil({ project, with: 'recorded', limit: 5 })).toMatchObject({
      recorded: 0,
      runs: 5,
    })
  })
})

describe('answers that are handed over', () => {
  const waiting = () => models().waitingRequests({ project, offset: 0, limit: 100 })
  let jobId = ''

  it('are asked for in the order in which the work comes, word for word', async () => {
    const ordered = await models().orderDistil({ project, with: 'handover', limit: 2 })
    jobId = ordered.jobId
    expect(ordered.runCount).toBe(2)
    await expect.poll(async () => (await waiting()).count, { timeout: 30_000 }).toBe(2)
    const { rows } = await waiting()
    for (const row of rows) {
      expect(await models().modelRequest({ hash: row.hash })).toEqual(row)
      expect(row.text).toContain(row.user)
      expect(row.state).toBe('waiting')
    }
    expect((await models().waitingRequests({ project, offset: 1, limit: 100 })).rows).toEqual(rows.slice(1))
    expect((await models().waitingRequests({ project: null, offset: 0, limit: 1 })).count).toBe(2)
  })

  it('that do not fit are refused, and the request waits on', async () => {
    const [row] = (await waiting()).rows
    await expect(
      models().giveAnswer({ hash: row?.hash ?? '', answer: { nonsense: 1 } }),
    ).rejects.toMatchObject({
      code: 'answer-unfit',
    })
    expect((await models().modelRequest({ hash: row?.hash ?? '' })).state).toBe('waiting')
    await expect(models().giveAnswer({ hash: 'f'.repeat(64), answer: {} })).rejects.toMatchObject({
      status: 404,
    })
    await expect(models().modelRequest({ hash: 'f'.repeat(64) })).rejects.toMatchObject({ status: 404 })
  })

  it('are given in the one queue of reviews too: a fault names what is wrong, a good one lets the work go on', async () => {
    const api = models()
    const queue = { projectId, task: 'request' }
    const [item] = (await api.reviewQueue(queue)).items
    const hash = item?.id ?? ''
    expect(item?.card).toMatchObject({
      panes: [{ code: expect.stringContaining((await api.modelRequest({ hash })).user.slice(0, 200)) }],
    })
    const say = (answer: string) =>
      api.settleReview({ ...queue, by: 'Mara', subjects: [hash], verdict: 'answer', answer })
    await expect(say('no idea')).rejects.toMatchObject({ code: 'answer-not-json' })
    expect((await api.reviewQueue(queue)).left).toBe(2)
    await say(scriptedAnswer(await api.modelRequest({ hash })))
    expect((await api.reviewQueue(queue)).left).toBe(1)
  })

  it('stop waiting when the work is cancelled', async () => {
    await models().actOnDistil({ jobId, act: 'cancel' })
    expect((await models().distilStatus({ project })).job?.state).toBe('cancelled')
    const { job } = await models().distilStatus({ project })
    expect(job?.id).toBe(jobId)
    const lines: string[] = []
    for await (const line of await models().recording({ project })) lines.push(line)
    // The one that was answered above.
    expect(lines).toHaveLength(1)
    expect((await loupe.api.verifyChain({ projectId })).ok).toBe(true)
  })
})
