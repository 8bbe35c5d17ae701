import { z } from 'zod'
import { idSchema, type SignedDeps } from '../curate/curation.ts'
import { editSchema } from '../curate/edit.ts'
import { mergeSchema } from '../curate/merge.ts'
import { undoRevision } from '../curate/undo.ts'
import type { PairsOf } from '../db/findings/loose-pair-rows.ts'
import { keepVerdict, lastVerdict, type VerdictRow, withdraw } from '../db/review/verdicts.ts'
import type { Store } from '../db/store.ts'
import type { MemoryEntry } from '../memory/entry.ts'
import { UserError } from '../memory/errors.ts'
import type { LoosePair, PairReach, TriageEntry } from '../memory/findings/worklist.ts'
import {
  type QueueHead,
  type QueueQuery,
  queueSchema,
  type ReviewPair,
  type ReviewQueue,
  type VerdictKey,
} from '../memory/review.ts'
import type { ChangeReceipt } from '../memory/views/curation.ts'

/** What the tasks stand on. */
export type ReviewDeps = {
  store: Store
  /** What a change of entries needs, signed with a name. */
  as: (by: string) => SignedDeps
  /** Pairs of near-duplicates that are less alike than the detector keeps. */
  loosePairs: {
    reach: (projectId: string) => Promise<PairReach>
    pairs: (projectId: string, minScore: number | null) => Promise<LoosePair[]>
    told: (projectId: string, ids: readonly string[]) => Promise<{ findings: string[]; loose: PairsOf }>
  }
  /** The retired entries that held ones look like, by id of the held one. */
  originals: (entries: readonly MemoryEntry[]) => Promise<Map<string, { entry: TriageEntry; score: number }>>
  /** A stage of a run as a model is shown it. */
  stageText: (stage: { episodeId: string; fromStep: number; toStep: number }) => Promise<string>
  /** The pairs of a done study of retrieval, in the order drawn for one judge. Throws UserError `no-such-study`, `study-not-done`. */
  pairsOf: (studyId: string, by: string) => Promise<{ projectId: string | null; pairs: ReviewPair[] }>
  /** Takes the answer to a request of a model, and what waited for it goes on. Throws UserError that names what is wrong with it. */
  giveAnswer: (hash: string, given: { answer: string; model: string | null }) => Promise<unknown>
}

/** What a reviewer decides of one item. */
export const decisionSchema = queueSchema.extend({
  by: z.string().trim().min(1, 'Say who reviews.').max(80),
  subjects: z.array(z.string().min(1).max(8_200)).min(1).max(5_000),
  verdict: z.string().min(1).max(40),
  reason: z.string().trim().max(500).nullable().default(null),
  /** Entries that leave service. */
  entryIds: z.array(idSchema).max(5_000).default([]),
  merge: mergeSchema.nullable().default(null),
  edit: editSchema.nullable().default(null),
  /** An answer to a request, and the model that gave it. */
  answer: z.string().max(200_000).nullable().default(null),
  model: z.string().trim().max(200).nullable().default(null),
})
export type Decision = z.infer<typeof decisionSchema>

/** One kind of decision: its queues, its items, the verdicts an item can get, what they do and how that is taken back. */
export type ReviewTask = {
  name: string
  isBlind: boolean
  verdicts: (query: Pick<QueueQuery, 'view'>) => VerdictKey[]
  /** Its queues in a project, a line each. */
  heads: (projectId: string, deps: ReviewDeps) => Promise<QueueHead[]>
  read: (query: QueueQuery, deps: ReviewDeps) => Promise<Omit<ReviewQueue, 'verdicts' | 'isBlind'>>
  /** Does what a verdict means and keeps it, in one transaction. Gives the revision; null where no entry changed. Throws UserError. */
  settle: (decision: Decision, deps: ReviewDeps) => Promise<number | null>
  /** What taking back a verdict without a revision does besides withdrawing it, in one transaction. */
  takeBack?: (verdict: VerdictRow, query: QueueQuery, deps: ReviewDeps) => Promise<void>
  /** The item of a verdict's subject, where it goes by another name. */
  itemOf?: (subject: string, query: QueueQuery, deps: ReviewDeps) => Promise<string>
  claim?: (query: QueueQuery & { count: number }, deps: ReviewDeps) => Promise<{ ids: string[] }>
  release?: (query: QueueQuery, deps: ReviewDeps) => Promise<{ count: number }>
}

/** Keeps a reviewer's verdict and does what it means. Throws UserError `no-such-verdict`, and what the task throws. */
export async function settle(
  task: ReviewTask,
  decision: Decision,
  deps: ReviewDeps,
): Promise<{ id: string | null; revision: number | null }> {
  const names = task.verdicts(decision).map(({ name }) => name)
  if (!names.includes(decision.verdict))
    throw new UserError('no-such-verdict', `No verdict here is called “${decision.verdict}”.`, {
      hint: `Say ${names.join(', ')}.`,
    })
  const revision = await task.settle(decision, deps)
  return { id: (await lastOf(task, decision, deps))?.id ?? null, revision }
}

/** Takes a verdict back with what it did: the one named, else the last of this reviewer in the queue. Null where there is none. */
export async function takeBack(
  task: ReviewTask,
  query: QueueQuery & { id?: string | undefined },
  deps: ReviewDeps,
): Promise<{ id: string; item: string; revision: number | null } | null> {
  const verdict = await lastOf(task, query, deps)
  if (!verdict) return null
  const { id, revision, subject } = verdict
  if (revision !== null) await undoRevision({ revision }, deps.as(query.by))
  else if (task.takeBack) await task.takeBack(verdict, query, deps)
  else await deps.store.record((tx) => withdraw(deps.store, tx, { id }))
  return { id, revision, item: task.itemOf ? await task.itemOf(subject, query, deps) : subject }
}

async function lastOf(
  { name, isBlind }: ReviewTask,
  { projectId, queue, by, id }: Pick<QueueQuery, 'projectId' | 'queue' | 'by'> & { id?: string | undefined },
  { store }: ReviewDeps,
): Promise<VerdictRow | null> {
  const where = { projectId, task: name, queue, by, blind: isBlind }
  return await lastVerdict(store, id === undefined ? where : { ...where, id })
}

/** Changes entries, and keeps the verdicts that this was in the same transaction: undone, they count no more. */
export async function settleByChange(
  decision: Decision,
  { store, as }: ReviewDeps,
  change: (signed: SignedDeps) => Promise<ChangeReceipt>,
): Promise<number> {
  const { projectId, task, queue, subjects, verdict, reason, by } = decision
  const signed = as(by)
  const write: Store['write'] = (note, work) =>
    signed.store.write(note, async (tx, revise) => {
      const answer = await work(tx, revise)
      const kept = { projectId, task, queue, verdict, reason, by, blind: false, revision: await revise() }
      for (const subject of subjects) await keepVerdict(store, tx, { ...kept, subject })
      return answer
    })
  return (await change({ ...signed, store: { ...signed.store, write } })).revision
}

/** The reason that a change of entries needs. Throws UserError `no-reason`. */
export function givenReason({ reason }: Decision): string {
  if (reason) return reason
  throw new UserError('no-reason', 'No reason is given.', { hint: 'Say why the entry leaves service.' })
}

/** Nothing that is drawn goes by this id in the project. */
export function noSuchQueue(what: string, id: string): UserError {
  return new UserError('no-such-queue', `There is no ${what} “${id}” here.`, {
    hint: 'Choose one from the list of queues.',
    status: 404,
  })
}
