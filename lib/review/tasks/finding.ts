import { editEntry } from '../../curate/edit.ts'
import { mergeEntries } from '../../curate/merge.ts'
import { retireEntries } from '../../curate/retire.ts'
import {
  claimFindings,
  listFindingVerdicts,
  releaseFindings,
  settleFindings,
} from '../../db/findings/findings.ts'
import { standingPairs } from '../../db/findings/loose-pair-rows.ts'
import { readClusters, readDismissed, readWorklist } from '../../db/findings/worklist.ts'
import { keepVerdict, listVerdicts, type VerdictRow, withdraw } from '../../db/review/verdicts.ts'
import type { Store } from '../../db/store.ts'
import { readWorklistHeads } from '../../detect/worklists.ts'
import { UserError } from '../../memory/errors.ts'
import { type DetectorName, detectorNameSchema, type FindingView } from '../../memory/findings/finding.ts'
import { judgedShare, type Share, type Trust, trustOf } from '../../memory/findings/quality.ts'
import type {
  JudgedHead,
  TriageCluster,
  TriageEntry,
  TriageRow,
  WorklistHead,
} from '../../memory/findings/worklist.ts'
import type { QueueHead, QueueQuery, ReviewItem, ReviewQueue, VerdictKey } from '../../memory/review.ts'
import { wilsonInterval } from '../../memory/statistics/proportion.ts'
import { MEND, RETIRES } from '../entry-verdicts.ts'
import { type Decision, givenReason, type ReviewDeps, type ReviewTask, settleByChange } from '../review.ts'

const PAIRED: DetectorName = 'near-duplicate'
const TOLD_AGAIN = 'the same lesson told more than once'

const RETIRE: VerdictKey = {
  ...RETIRES,
  name: 'retire',
  label: 'Retire',
  ofSeveral: 'Retire the other',
  said: '# retired',
}
const MERGE: VerdictKey = {
  ...{ name: 'merge', key: 'm', label: 'Merge', said: '# are one now', isChange: true },
  asks: { kind: 'merge' },
}
const DISMISS: VerdictKey = {
  ...{ name: 'dismiss', key: 'd', label: 'No fault', said: 'Dismissed: no fault.' },
  asks: {
    kind: 'reason',
    isNeeded: false,
    words: 'It leaves this queue, and the next search does not bring it back.',
  },
}
const REOPEN: VerdictKey = { name: 'reopen', key: 'r', label: 'Reopen', said: 'Open again.' }

/** What detectors found: retired, merged, mended, or no fault. A queue a detector. */
export const finding: ReviewTask = {
  name: 'finding',
  isBlind: false,
  verdicts: ({ view }) =>
    view === 'dismissed' ? [REOPEN] : view === 'clusters' ? [RETIRE, MERGE] : [RETIRE, MERGE, DISMISS, MEND],
  async heads(projectId, { store }) {
    const { heads, scan } = await readJudgedHeads(store, projectId)
    return heads.map((head) => toHead(head, scan !== null))
  },
  async read(query, deps) {
    const { heads, scan } = await readJudgedHeads(deps.store, query.projectId)
    const head = heads.find(({ detector }) => detector === query.queue)
    if (!head)
      throw new UserError('no-such-queue', `No detector is called “${query.queue}”.`, {
        hint: 'Choose one from the list of queues.',
        status: 404,
      })
    const { detector, title, question, definition: rule, dismissed, precision } = head
    const looked =
      scan === null ? 'not looked yet' : `looked ${minute(scan.at)}, at revision ${scan.revision}`
    return {
      ...{ title, question, rule, dismissed, precision, filter: { finding: detector } },
      noun: query.view === 'clusters' ? ['cluster', 'clusters'] : ['finding', 'findings'],
      basis: [looked],
      views: detector === PAIRED ? ['clusters', 'dismissed'] : ['dismissed'],
      ...(await READ[query.view](head, query, deps)),
    }
  },
  async settle(decision, deps) {
    const { projectId, queue, verdict, entryIds, merge, edit, minScore } = decision
    if (verdict === 'retire') {
      const loose = queue === PAIRED ? await standing(decision, deps) : []
      const asDuplicates = queue === PAIRED ? { minScore, loose } : undefined
      const retired = { entryIds, reason: givenReason(decision), asDuplicates }
      return await settleByChange(decision, deps, (signed) => retireEntries(retired, signed))
    }
    if (verdict === 'merge' && merge)
      return await settleByChange(decision, deps, (signed) =>
        mergeEntries({ ...merge, reason: merge.reason ?? TOLD_AGAIN }, signed),
      )
    if (verdict === 'mend' && edit)
      return await settleByChange(decision, deps, (signed) => editEntry(edit, signed))
    if (verdict === 'reopen') await reopen(decision, deps)
    else {
      const { findings: ids, loose } = await deps.loosePairs.told(projectId, decision.subjects)
      await settleFindings(deps.store, { ...decision, ids, state: 'dismissed' }, loose)
    }
    return null
  },
  async takeBack({ id, subject, verdict, detail }, { by }, { store }) {
    const was = JSON.parse(detail ?? '{}') as { by?: string; reason?: string | null }
    await store.record(async (tx) => {
      const state: 'open' | 'dismissed' = verdict === 'reopen' ? 'dismissed' : 'open'
      const said = { ids: [subject], state, by: was.by ?? by, reason: was.reason ?? null }
      await withdraw(store, tx, { id })
      await settleFindings(store, said, undefined, tx)
    })
  },
  async claim({ projectId, queue, minScore, by, count }, { store, loosePairs }) {
    const detector = detectorNameSchema.parse(queue)
    const loose = detector === PAIRED ? await loosePairs.pairs(projectId, minScore) : []
    return await claimFindings(store, { projectId, detector, minScore, by, count }, loose)
  },
  release: ({ projectId, by }, { store }) => releaseFindings(store, { projectId, by }),
}

/** How often persons said that a finding of a detector is a fault: the last verdict on each finding counts. */
export async function readPrecisions(store: Store, projectId: string): Promise<Map<string, Share>> {
  const last = new Map<string, VerdictRow>()
  for (const row of await listFindingVerdicts(store, projectId)) last.set(row.subject, row)
  const decided = [...last.values()].filter(({ verdict }) => verdict !== 'reopen')
  const byDetector = Map.groupBy(decided, ({ queue }) => queue)
  return new Map(
    [...byDetector].map(([detector, own]) => {
      const [count, n] = [own.filter(({ verdict }) => verdict !== 'dismiss').length, own.length]
      return [detector, { count, n, share: count / n, interval: wilsonInterval(count, n) }]
    }),
  )
}

const BY_TRUST: Trust[] = ['trusted', 'untested', 'wrong']

/** The worklists of a project with what is known of their rules: those that can be trusted first, those that were wrong too often last. */
export async function readJudgedHeads(
  store: Store,
  projectId: string,
): Promise<Omit<Awaited<ReturnType<typeof readWorklistHeads>>, 'heads'> & { heads: JudgedHead[] }> {
  const [read, precisions] = await Promise.all([
    readWorklistHeads(store, projectId),
    readPrecisions(store, projectId),
  ])
  const heads = read.heads.map((head) => {
    const own = precisions.get(head.detector) ?? null
    return { ...head, precision: judgedShare(head.detector, own), trust: trustOf(head.detector, own) }
  })
  return { ...read, heads: heads.sort((a, b) => BY_TRUST.indexOf(a.trust) - BY_TRUST.indexOf(b.trust)) }
}

function toHead(head: JudgedHead, hasLooked: boolean): QueueHead {
  const { detector: queue, title, question, definition: rule, dismissed, open, precision, trust } = head
  const { unknownBecause, stoppedBecause } = head
  const warning = unknownBecause
    ? `Could not look: ${unknownBecause}`
    : stoppedBecause && `At least so many: ${stoppedBecause}`
  return {
    ...{ task: 'finding', queue, title, question, rule, dismissed, precision, trust, warning },
    left: hasLooked && unknownBecause === null ? open : null,
    isLeast: stoppedBecause !== null,
  }
}

type Part = Pick<ReviewQueue, 'items' | 'left' | 'taken' | 'empty' | 'reach'>
type Read = (head: WorklistHead, query: QueueQuery, deps: ReviewDeps) => Promise<Part>

const READ: Record<QueueQuery['view'], Read> = {
  async open(head, query, { store, loosePairs }) {
    const { projectId, minScore, offset, limit, by } = query
    const { detector } = head
    const loose = detector === PAIRED ? await loosePairs.pairs(projectId, minScore) : []
    const asked = { projectId, detector, minScore, offset, limit, claimedBy: by || undefined }
    const { rows, matchCount: left, takenCount: taken } = await readWorklist(store, asked, loose)
    const reach = detector === PAIRED ? { reach: await loosePairs.reach(projectId) } : {}
    const known = head.unknownBecause === null ? left : null
    return {
      items: rows.map((row) => toItem(row, head)),
      left: known,
      taken,
      empty: nothingLeft(head),
      ...reach,
    }
  },
  async dismissed({ detector }, { projectId, offset, limit }, { store }) {
    const { rows, matchCount: left } = await readDismissed(store, { projectId, detector, offset, limit })
    const words = 'Findings that somebody called no fault are listed here, with who, when and why.'
    const empty = { title: 'Nothing is dismissed.', words }
    return { items: rows.map(toDismissed), left, empty }
  },
  async clusters({ detector }, { projectId, minScore }, { store, loosePairs }) {
    const loose = await loosePairs.pairs(projectId, minScore)
    const { clusters, clusterCount: left } = await readClusters(
      store,
      { projectId, detector, minScore },
      loose,
    )
    const empty = { title: 'No cluster from this cosine on.', words: '' }
    return { items: clusters.map(toCluster), left, empty, reach: await loosePairs.reach(projectId) }
  },
}

function toItem(
  { finding: { id, score, detail, claimedBy }, entry, other }: TriageRow,
  head: WorklistHead,
): ReviewItem {
  const shared = other && sameSourceWords(entry, other)
  return {
    ...{ id, claimedBy, why: [shared, detail.sentence].filter(Boolean).join(' ') },
    ...(other && score !== null ? { mark: score.toFixed(2) } : {}),
    firstReason: head.detector === PAIRED ? 'duplicate' : head.title.toLowerCase(),
    card: { kind: 'entries', entries: other ? [entry, other] : [entry], spans: detail.spans, titles: null },
  }
}

function toDismissed({ finding: found, entry, other }: TriageRow): ReviewItem {
  const { id, detail, settledAt } = found
  return {
    ...{ id, mark: settledAt?.slice(0, 10) ?? '', why: `${dismissalWords(found)} ${detail.sentence}` },
    card: {
      ...{ kind: 'entries', entries: other ? [entry, other] : [entry], spans: detail.spans },
      titles: ['The older', 'The newer'],
    },
  }
}

function toCluster({ entries, findingIds, lowest, highest }: TriageCluster): ReviewItem {
  const upto = highest > lowest ? ` to ${highest.toFixed(3)}` : ''
  return {
    ...{
      id: entries[0]?.id ?? '',
      subjects: findingIds,
      mark: String(entries.length),
      firstReason: TOLD_AGAIN,
    },
    why: `${entries.length} entries that pairs join, cosine ${lowest.toFixed(3)}${upto}. One of them stays.`,
    card: { kind: 'entries', entries, spans: [], titles: null },
  }
}

/** Loose pairs that a reviewer was shown besides the findings: one of each cluster has to stay of these too. */
async function standing({ projectId, minScore }: Decision, { store, loosePairs }: ReviewDeps) {
  return await standingPairs(
    store,
    { projectId, detector: PAIRED },
    await loosePairs.pairs(projectId, minScore),
  )
}

/** Opens dismissed findings again; who had dismissed each, and why, is kept for whoever takes that back. */
async function reopen(
  { projectId, task, queue, subjects, by }: Decision,
  { store }: ReviewDeps,
): Promise<void> {
  await store.record(async (tx) => {
    for (const subject of subjects) {
      const was = (await listVerdicts(tx, { projectId, task, subject })).at(-1)
      await settleFindings(store, { ids: [subject], state: 'open', by, reason: null }, undefined, tx)
      const detail = JSON.stringify({ by: was?.by, reason: was?.reason })
      const kept = { projectId, task, queue, subject, verdict: 'reopen', by, blind: false, detail }
      await keepVerdict(store, tx, kept)
    }
  })
}

/** `Dismissed by Mara, 2026-11-22 11:06 UTC: “an example”.` */
function dismissalWords({ by, settledAt, reason }: FindingView): string {
  const [who, when] = [by && ` by ${by}`, settledAt && `, ${minute(settledAt)}`]
  return `Dismissed${who ?? ''}${when ?? ''}${reason === null ? ', without a reason' : `: “${reason}”`}.`
}

function minute(at: string): string {
  return `${at.slice(0, 16).replace('T', ' ')} UTC`
}

type Source = Pick<TriageEntry, 'instanceId' | 'episodeId'>

/** What two entries share of where they come from, e.g. two attempts at one instance; null when nothing is known to be shared. */
function sameSourceWords(a: Source, b: Source): string | null {
  if (a.instanceId === null || a.instanceId !== b.instanceId) return null
  if (a.episodeId === null || b.episodeId === null) return `Same instance, ${a.instanceId}.`
  return a.episodeId === b.episodeId
    ? `Same run, of ${a.instanceId}.`
    : `Same instance: two attempts at ${a.instanceId}.`
}

function nothingLeft({ unknownBecause }: WorklistHead): ReviewQueue['empty'] {
  return unknownBecause === null
    ? { title: 'Nothing left.', words: 'A rule that finds no more does not prove that nothing is wrong.' }
    : { title: 'Unknown: the detector could not look.', words: unknownBecause }
}
