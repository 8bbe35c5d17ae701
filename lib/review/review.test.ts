import { beforeAll, describe, expect, it } from 'vitest'
import { depsOf as curateDeps } from '../curate/fixtures/curate-deps.ts'
import { findEntry } from '../db/entries/entries.ts'
import { readServable } from '../db/entries/entry-detail.ts'
import { listOrigins } from '../db/entries/origins.ts'
import { storeFinding, storeRun } from '../db/fixtures/test-rows.ts'
import { openTestStore, storeEntry } from '../db/fixtures/test-store.ts'
import { keepVerdict, listVerdicts } from '../db/review/verdicts.ts'
import { sampleForAll } from '../fixtures/open-test-loupe.ts'
import type { InputOf } from '../memory/operation.ts'
import { supportWords } from '../memory/text/words.ts'
import { getTask } from './all-tasks.ts'
import { decisionSchema, type ReviewDeps, settle, takeBack } from './review.ts'
import { readPrecisions } from './tasks/finding.ts'

const NO_PAIRS: ReviewDeps['loosePairs'] = {
  reach: async () => ({ kept: 0.86, from: 0.86, unable: null }),
  pairs: async () => [],
  told: async (projectId, ids) => ({
    findings: [...ids],
    loose: { projectId, detector: 'near-duplicate', pairs: [] },
  }),
}

/** Takes the id that the next verdict gets. */
const TAKEN = { projectId: 'p', task: 'x', queue: '', subject: 's', verdict: 'v', by: 'Ivo', blind: false }

/** A project with entries that a detector found, and one reviewer. */
async function desk() {
  const store = await openTestStore()
  const first = await storeEntry(store)
  const { projectId } = first
  const entries = [first, await storeEntry(store), await storeEntry(store)]
  const found = await Promise.all(entries.map((entry) => storeFinding(store, entry, 'vague')))
  const deps: ReviewDeps = {
    store,
    as: (by) => ({ ...curateDeps(store), by, requireClean: () => undefined }),
    loosePairs: NO_PAIRS,
    originals: async () => new Map(),
    stageText: async ({ episodeId }) => episodeId,
    pairsOf: async () => ({ projectId: null, pairs: [] }),
    giveAnswer: async () => undefined,
  }
  const task = getTask('finding')
  const queue = { projectId, task: 'finding', queue: 'vague', by: 'Mara' }
  const say = (place: number, verdict: string, more: object = {}) =>
    settle(task, decisionSchema.parse({ ...queue, subjects: [found[place]], verdict, ...more }), deps)
  const retire = (place: number) =>
    say(place, 'retire', { reason: 'vague', entryIds: [entries[place]?.id ?? ''] })
  const back = () =>
    takeBack(task, decisionSchema.omit({}).parse({ ...queue, subjects: ['-'], verdict: '-' }), deps)
  const verdicts = async () =>
    (await listVerdicts(store, { projectId })).map(({ subject, verdict }) => [
      found.indexOf(subject),
      verdict,
    ])
  const states = async () =>
    await Promise.all(entries.map(async ({ id }) => (await findEntry(store, id))?.lifecycle))
  const precision = async () => (await readPrecisions(store, projectId)).get('vague') ?? null
  return { store, deps, entries, found, say, retire, back, verdicts, states, precision, task, queue }
}

describe('a finding that is settled', () => {
  it('by a retirement keeps its verdict with the change, and one key takes both back', async () => {
    const { retire, back, verdicts, states } = await desk()
    const { revision } = await retire(0)
    expect(revision).toBeGreaterThan(0)
    expect([await verdicts(), await states()]).toEqual([[[0, 'retire']], ['retired', 'approved', 'approved']])
    expect(await back()).toMatchObject({ revision })
    expect([await verdicts(), await states()]).toEqual([[], ['approved', 'approved', 'approved']])
    expect(await back()).toBeNull()
  })

  it('changes nothing where its verdict cannot be kept: they are one transaction', async () => {
    const { deps, store, entries, found, verdicts, states, queue, task } = await desk()
    const nextId: typeof store.nextId = (kind) => (kind === 'v' ? '' : store.nextId(kind))
    await store.record((tx) => keepVerdict({ ...store, nextId }, tx, TAKEN))
    const decision = decisionSchema.parse({
      ...{ ...queue, subjects: [found[0]], verdict: 'retire' },
      ...{ reason: 'vague', entryIds: [entries[0]?.id] },
    })
    await expect(settle(task, decision, { ...deps, store: { ...store, nextId } })).rejects.toThrow()
    expect([await verdicts(), await states()]).toEqual([[], ['approved', 'approved', 'approved']])
  })

  it('counts for how precise its detector is, the last verdict on each, until it is taken back', async () => {
    const { retire, say, back, precision, entries } = await desk()
    expect(await precision()).toBeNull()
    await retire(0)
    await say(1, 'dismiss', { reason: 'an example' })
    await say(2, 'mend', {
      edit: { entryId: entries[2]?.id, revision: entries[2]?.revision, title: 'Another title' },
    })
    expect(await precision()).toMatchObject({ count: 2, n: 3, share: 2 / 3 })
    await back()
    await back()
    expect(await precision()).toMatchObject({ count: 1, n: 1, share: 1, interval: { high: 1 } })
  })

  it('is reopened, and taken back dismissed again as it was, by whom and why', async () => {
    const { say, back, store, verdicts, task, queue, deps } = await desk()
    await say(0, 'dismiss', { reason: 'an example' })
    const reopened = { view: 'dismissed', by: 'Ivo' }
    await say(0, 'reopen', reopened)
    expect(await verdicts()).toEqual([[0, 'reopen']])
    await takeBack(task, decisionSchema.parse({ ...queue, by: 'Ivo', subjects: ['-'], verdict: '-' }), deps)
    expect(await listVerdicts(store, { task: 'finding' })).toMatchObject([
      { verdict: 'dismiss', by: 'Mara', reason: 'an example' },
    ])
    await back()
    expect(await verdicts()).toEqual([])
  })

  it('takes only the verdicts of its queue, and a retirement only with a reason', async () => {
    const { say, entries, verdicts } = await desk()
    await expect(say(0, 'junk')).rejects.toMatchObject({ code: 'no-such-verdict' })
    const entryIds = [entries[0]?.id]
    await expect(say(0, 'retire', { entryIds })).rejects.toMatchObject({ code: 'no-reason' })
    expect(await verdicts()).toEqual([])
  })
})

const sample = sampleForAll()
let projectId = ''
beforeAll(async () => {
  projectId = (await sample().api.project({ name: 'sample' })).id
})
type Asked = Omit<InputOf<'reviewQueue'>, 'projectId' | 'task'>
const findings = (queue: string, asked: Asked = {}) =>
  sample().api.reviewQueue({ projectId, task: 'finding', queue, ...asked })
const heads = async () => (await sample().api.worklists({ projectId })).heads
const someDetector = async () => (await heads()).find(({ open }) => open > 1)?.detector ?? ''
const idsOf = async (queue: string, asked: Asked = {}) =>
  (await findings(queue, asked)).items.map(({ id }) => id)

describe('the queue of a detector', () => {
  it('holds what its line counts', async () => {
    const { queues } = await sample().api.reviewQueues({ projectId })
    for (const { task, queue, left } of queues.filter((one) => one.task === 'finding')) {
      const read = await findings(queue)
      expect([task, queue, read.left, read.taken]).toEqual(['finding', queue, left, 0])
      expect(read.items).toHaveLength(Math.min(read.left ?? 0, 100))
    }
  })

  it('says how often its findings were right, of how many, as its page does', async () => {
    const { queues } = await sample().api.reviewQueues({ projectId })
    const vague = queues.find(({ queue }) => queue === 'vague')?.precision
    expect(vague?.n).toBeGreaterThanOrEqual(36)
    expect((await findings('vague')).precision).toEqual(vague)
  })

  it('says how far down its scores go where it is one of pairs, and of no other', async () => {
    for (const { detector } of await heads())
      expect([detector, (await findings(detector)).reach !== undefined]).toEqual([
        detector,
        detector === 'near-duplicate',
      ])
  })

  it('comes in pages that neither overlap nor leave anything out', async () => {
    const detector = await someDetector()
    const whole = await idsOf(detector)
    const parts: string[] = []
    for (let offset = 0; offset < whole.length; offset += 1)
      parts.push(...(await idsOf(detector, { offset, limit: 1 })))
    expect(parts).toEqual(whole)
  })

  it('of another project holds nothing of this one, and no detector means no queue', async () => {
    const { queues, scannedAt } = await sample().api.reviewQueues({ projectId: 'p_other' })
    expect([queues.filter(({ left }) => left), scannedAt]).toEqual([[], null])
    await expect(findings('nothing')).rejects.toMatchObject({ code: 'no-such-queue' })
  })

  it('of near-duplicates reaches further down when somebody asks, and finds each pair once', async () => {
    const near = await findings('near-duplicate')
    const { kept = 1, from = 1 } = near.reach ?? {}
    expect(from).toBeLessThan(kept)
    const far = await findings('near-duplicate', { minScore: from })
    const loose = far.items.filter(({ id }) => id.startsWith('pair_'))
    expect(far.left).toBe((near.left ?? 0) + loose.length)
    expect(loose.length).toBeGreaterThan(0)
    expect(new Set(far.items.map(({ id }) => id)).size).toBe(far.items.length)
  })

  it('joins near-duplicates into clusters of two or more, each entry in one of them', async () => {
    const { from = 1 } = (await findings('near-duplicate')).reach ?? {}
    const clusters = await findings('near-duplicate', { minScore: from, view: 'clusters' })
    const entries = clusters.items.map(({ card }) => (card.kind === 'entries' ? card.entries : []))
    const ids = entries.flat().map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(clusters.items).toHaveLength(clusters.left ?? 0)
    for (const own of entries) expect(own.length).toBeGreaterThanOrEqual(2)
    for (const { subjects = [] } of clusters.items) expect(subjects.length).toBeGreaterThan(0)
  })

  it('keeps a dismissed finding apart, with who and why, until it is opened again', async () => {
    const { api } = sample()
    const queue = await someDetector()
    const [before, counted] = [await idsOf(queue), (await findings(queue)).dismissed]
    const asked = { projectId, task: 'finding', queue, by: 'Mara', subjects: before.slice(0, 1) }
    await api.settleReview({ ...asked, verdict: 'dismiss', reason: 'meant so' })
    expect(await idsOf(queue)).toEqual(before.slice(1))
    const dismissed = await findings(queue, { view: 'dismissed' })
    expect(dismissed.items).toMatchObject([
      { id: before[0], why: expect.stringContaining('Dismissed by Mara, ') },
    ])
    expect((await findings(queue)).dismissed).toBe((counted ?? 0) + 1)
    await api.settleReview({ ...asked, view: 'dismissed', verdict: 'reopen' })
    expect(await idsOf(queue)).toEqual(before)
    await api.takeBackReview({ projectId, task: 'finding', queue, by: 'Mara' })
    expect(await idsOf(queue)).toEqual(before.slice(1))
    await api.takeBackReview({ projectId, task: 'finding', queue, by: 'Mara' })
    expect(await idsOf(queue)).toEqual(before)
  })

  it('offers no item that another reviewer claimed, until it is given back', async () => {
    const { api } = sample()
    const queue = await someDetector()
    const asked = { projectId, task: 'finding', queue }
    const all = (await findings(queue)).left
    const { ids } = await api.claimReview({ ...asked, by: 'Mara', count: 2 })
    expect(ids).toHaveLength(2)
    expect((await findings(queue, { by: 'Mara' })).left).toBe(all)
    expect(await findings(queue, { by: 'Nils' })).toMatchObject({ left: (all ?? 0) - 2, taken: 2 })
    expect(await api.releaseReview({ ...asked, by: 'Mara' })).toEqual({ count: 2 })
    expect((await findings(queue, { by: 'Nils' })).left).toBe(all)
  })

  it('dismisses a pair that is less alike by its name, for good, without a word against the detector', async () => {
    const { from = 1 } = (await findings('near-duplicate')).reach ?? {}
    const far = await findings('near-duplicate', { minScore: from })
    const subjects = far.items
      .map(({ id }) => id)
      .filter((id) => id.startsWith('pair_'))
      .slice(0, 1)
    const asked = { projectId, task: 'finding', queue: 'near-duplicate', minScore: from, by: 'Mara' }
    await sample().api.settleReview({ ...asked, subjects, verdict: 'dismiss' })
    const left = await findings('near-duplicate', { minScore: from })
    expect(left.left).toBe((far.left ?? 0) - 1)
    expect(left.items.map(({ id }) => id)).not.toContain(subjects[0])
    // What was judged of real runs before, and nothing of here.
    expect(left.precision).toMatchObject({ count: 1, n: 1 })
  })

  it('is not settled with a reason that holds a secret', async () => {
    const reason = ['gh', 'p_', 'a1B2'.repeat(9)].join('')
    const asked = { projectId, task: 'finding', queue: 'vague', by: 'Mara', subjects: ['f_1'], reason }
    await expect(sample().api.settleReview({ ...asked, verdict: 'dismiss' })).rejects.toMatchObject({
      ...{ code: 'secret', place: 'reason' },
    })
  })
})

it('near-duplicates of two runs become one that keeps both quotes and says to the agent what it rests on', async () => {
  const { store, deps, task, queue } = await desk()
  const outcomes = ['resolved', 'unresolved'] as const
  const runs = await Promise.all(outcomes.map((outcome) => storeRun(store, { outcome })))
  const entries = await Promise.all(
    runs.map(({ episodeId }, i) =>
      storeEntry(store, {
        episodeId,
        instanceId: `corner__shop-${i}`,
        extractor: 'model-v3',
        citations: [
          { part: 'when', span: { step: i + 1, part: { kind: 'thought', index: 0 }, start: 0, end: 4 } },
        ],
      }),
    ),
  )
  const [survivor, other] = entries
  if (!survivor || !other) throw new Error('two entries')
  const subject = await storeFinding(store, survivor, 'near-duplicate')
  const merge = {
    survivorId: survivor.id,
    entries: entries.map(({ id, revision }) => ({ entryId: id, revision })),
  }
  const said = { ...queue, queue: 'near-duplicate', subjects: [subject], verdict: 'merge', merge }
  await settle(task, decisionSchema.parse(said), deps)
  const [served] = await readServable(store, [survivor.id], () => false)
  expect(served?.citations).toMatchObject([
    { span: { step: 1 } },
    { span: { step: 2 }, episodeId: runs[1]?.episodeId },
  ])
  expect((await listOrigins(store, survivor.id)).from.map(({ entryId }) => entryId)).toEqual([other.id])
  expect(await findEntry(store, other.id)).toMatchObject({ lifecycle: 'retired' })
  expect(served?.support && supportWords(served.support)).toBe('seen in 2 runs, 1 resolved')
})

it('names the tasks there are where one is asked for that is none', async () => {
  await expect(sample().api.reviewQueue({ projectId, task: 'nope' })).rejects.toMatchObject({
    ...{ code: 'no-such-task', hint: expect.stringContaining('waiting, finding') },
  })
})
