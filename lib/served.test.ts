import { spawn } from 'node:child_process'
import { describe, expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from './db/fixtures/test-store.ts'
import { openStore } from './db/store.ts'
import { tables } from './db/tables.ts'
import { ask, copySample, openSampleLoupe, writtenLog } from './fixtures/open-test-loupe.ts'

/* What programs are told counts as served and is logged, behind the answer. */

const question = ask('make the cursor of the next page exclusive', 'EDIT')

async function sampleLog() {
  const loupe = await openSampleLoupe()
  const { id: projectId } = await loupe.api.project({ name: 'sample' })
  return { loupe, projectId, log: () => writtenLog(loupe) }
}

describe('the log of served retrievals', () => {
  it('fills what counts uses: the entry, the overview, the facet, and the assignment of a causal audit', async () => {
    const { loupe, projectId, log } = await sampleLog()
    const answer = await loupe.api.serve({ ...question, episode: 'run-1' })
    await log()
    const winnerId = answer.hits[0]?.entryId ?? ''
    expect(await loupe.api.findEntry({ id: winnerId })).toMatchObject({
      servedCount: 1,
      won: [{ purpose: 'served' }],
    })
    const { categories, recentRetrievals } = await loupe.api.overview({ projectId })
    expect(categories.find(({ category }) => category === 'EDIT')?.lastUsedAt).not.toBeNull()
    expect(recentRetrievals).toMatchObject([{ winnerId, by: 'agent' }])
    await loupe.close()
    const store = await openStore({
      dataPath: loupe.dataPath,
      rootPath: process.cwd(),
      now: () => new Date(),
    })
    expect(await tables(store).retrieval.findFirst()).toMatchObject({
      propensity: 1,
      withheld: false,
      episodeId: 'run-1',
      storeRevision: answer.revision,
      eligibleCount: answer.kept,
    })
    await store.close()
  })

  it('keeps no secret that stood in a question', async () => {
    const { loupe, log } = await sampleLog()
    const secret = `ghp_${'Zx81kQ02bTn4'.repeat(3)}`
    await loupe.api.serve({ ...question, text: `push with ${secret} to the mirror` })
    const [row] = await log()
    expect(row?.text).toMatch(/^push with •+ to the mirror$/)
    await loupe.close()
    const store = await openStore({
      dataPath: loupe.dataPath,
      rootPath: process.cwd(),
      now: () => new Date(),
    })
    expect(JSON.stringify(await tables(store).retrieval.findMany())).not.toContain(secret)
    await store.close()
  })

  it('is joined by outcomes, reported before or after; the last report counts', async () => {
    const { loupe, log } = await sampleLog()
    const report = (episode: string, outcome: 'resolved' | 'unresolved') =>
      loupe.api.reportOutcomes({ project: 'sample', outcomes: [{ episode, outcome }] })
    await loupe.api.serve({ ...question, episode: 'a' })
    expect(await report('a', 'unresolved')).toEqual({ episodeCount: 1, retrievalCount: 1, unserved: [] })
    expect(await report('b', 'resolved')).toEqual({ episodeCount: 1, retrievalCount: 0, unserved: ['b'] })
    const { hits } = await loupe.api.serve({ ...question, episode: 'b' })
    await log()
    const outcomes = async () =>
      (await loupe.api.findEntry({ id: hits[0]?.entryId ?? '' }))?.won.map(({ outcome }) => outcome)
    expect(await outcomes()).toEqual(['resolved', 'unresolved'])
    await report('a', 'resolved')
    expect(await outcomes()).toEqual(['resolved', 'resolved'])
    const shown = (await log()).map(({ episodeId, outcome }) => ({ episodeId, outcome }))
    expect(shown).toContainEqual({ episodeId: 'a', outcome: 'resolved' })
    await loupe.close()
  })

  it('lets go of what is too old or too many, of saved ones nothing', async () => {
    const { loupe, log } = await sampleLog()
    await loupe.api.saveRetrieval(question)
    for (let n = 0; n < 5; n++) await loupe.api.serve(question)
    expect(await log()).toHaveLength(6)
    const kept = await loupe.api.keepServed({ days: 30, most: 2 })
    expect(kept).toMatchObject({ count: 2, days: 30, most: 2, droppedCount: 0 })
    expect(kept.bytes).toBeGreaterThan(0)
    expect((await log()).map(({ purpose }) => purpose)).toEqual(['served', 'served', 'saved'])
    await loupe.close()
  })
})

describe('a process that ends', () => {
  it.each([
    ['loses what was in flight at most', ''],
    ['loses nothing where the answers were durable', 'durable'],
  ])(
    'killed, %s',
    async (_what, promise) => {
      const dataPath = temporaryFolder()
      await copySample(dataPath)
      let before = 0
      for (let kill = 0; kill < 2; kill++) {
        const { answeredAt, end, child } = serve(dataPath, '', promise)
        const servedMs = () => (answeredAt.at(-1) ?? 0) - (answeredAt[0] ?? 0)
        while (servedMs() < 300 + 37 * kill && child.exitCode === null) await pause(2)
        // Else it ended by itself, and nothing was killed.
        expect(child.exitCode).toBeNull()
        child.kill('SIGKILL')
        const killedAt = Date.now()
        await end
        const kept = (await servedCount(dataPath)) - before
        before += kept
        // 50 ms on an idle disk; the rest is for a busy machine.
        const recent = promise === 'durable' ? 0 : answeredAt.filter((at) => at > killedAt - 1_000).length
        expect(answeredAt.length - kept).toBeLessThanOrEqual(recent)
        expect(kept).toBeGreaterThan(0)
      }
    },
    120_000,
  )

  it('stopped, loses nothing', async () => {
    const dataPath = temporaryFolder()
    await copySample(dataPath)
    const { answeredAt, end } = serve(dataPath, '130')
    await end
    expect(answeredAt).toHaveLength(130)
    expect(await servedCount(dataPath)).toBe(130)
  }, 60_000)
})

function serve(...args: string[]) {
  const child = spawn(process.execPath, ['lib/fixtures/serving-child.ts', ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const answeredAt: number[] = []
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (more: string) => {
    const lines = (text + more).split('\n')
    text = lines.pop() ?? ''
    answeredAt.push(...lines.map(Number))
  })
  return { child, answeredAt, end: new Promise<void>((done) => child.once('close', () => done())) }
}

async function servedCount(dataPath: string): Promise<number> {
  const store = await openStore({ dataPath, rootPath: process.cwd(), now: () => new Date() })
  const count = await tables(store).retrieval.count({ where: { purpose: 'served' } })
  await store.close()
  return count
}

function pause(ms: number): Promise<void> {
  return new Promise((later) => setTimeout(later, ms))
}

describe('what is injected', () => {
  it('is as the project says where the question does not, and as the question says where it does', async () => {
    const { loupe, projectId } = await sampleLog()
    const { floor: _, ...unsaid } = question
    const unfit = { ...unsaid, text: 'tune the garbage collector of a space telescope' }
    const asPaper = await loupe.api.retrieve(unfit)
    expect(asPaper).toMatchObject({ verdict: { word: 'nothing-fits' }, abstained: null })
    expect(asPaper.injected).not.toBeNull()

    await loupe.api.setInjectionRule({ projectId, floor: null, onlyWhatFits: true })
    expect(await loupe.api.retrieve(unfit)).toMatchObject({ abstained: 'unfit', injected: null })
    expect(await loupe.api.serve({ ...unfit, onlyWhatFits: false })).toMatchObject({ abstained: null })

    await loupe.api.setInjectionRule({ projectId, floor: 0.99, onlyWhatFits: false })
    expect(await loupe.api.serve(unsaid)).toMatchObject({ abstained: 'floor', injected: null })
    expect(await loupe.api.serve({ ...unsaid, floor: null })).toMatchObject({ abstained: null })

    // A floor is a score of the space it was set in: in another it does not count.
    expect(await loupe.api.injectionRule({ project: 'sample' })).toMatchObject({ floorEmbedder: 'local-v2' })
    await loupe.api.reEmbed({ to: 'local-v1', thenSwitch: true })
    await expect
      .poll(async () => (await loupe.api.shell({ project: null })).embedder, { timeout: 20_000 })
      .toBe('local-v1')
    expect(await loupe.api.serve(unsaid)).toMatchObject({ abstained: null })
    expect(await loupe.api.serve({ ...unsaid, embedder: 'local-v2' })).toMatchObject({
      abstained: 'floor',
    })
    await loupe.close()
  })
})
