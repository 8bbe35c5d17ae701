import { untilNextCommit } from '../../db/commit-cache.ts'
import { readCandidates } from '../../db/entries/entry-texts.ts'
import { listQuestionTexts } from '../../db/episodes/stream-episodes.ts'
import { findJob, listJobsOf, listWork } from '../../db/jobs/job-views.ts'
import type { Store } from '../../db/store.ts'
import type { MomentQuestion, StreamHead, StreamMoment, StreamView } from '../../memory/studies/stream.ts'
import { type SeedReplay, seedReplaySchema, streamPlanSchema } from '../../memory/studies/stream-schema.ts'
import { descriptionText } from '../../memory/subtask.ts'
import { doesFit, reportStream } from '../../studies/stream/report-stream.ts'
import { STREAM_REPLAY, type StreamBoard } from './run-stream-replay.ts'

/** Replays of a project, newest first. */
export async function listStreamReplays(store: Store, projectId: string): Promise<StreamHead[]> {
  const jobs = await listJobsOf(store, STREAM_REPLAY)
  return jobs.flatMap(({ request, ...job }) => {
    const plan = streamPlanSchema.safeParse(request)
    return plan.success && plan.data.projectId === projectId ? [{ ...job, plan: plan.data }] : []
  })
}

/** A replay as far as it is; null when there is none of that id. */
export async function findStreamReplay(
  store: Store,
  id: string,
  board: StreamBoard,
): Promise<StreamView | null> {
  const head = await headOf(store, id)
  if (!head) return null
  const isOpen = head.state === 'waiting' || head.state === 'running'
  const report = await untilNextCommit(store, `stream report ${id}`, async () => {
    const replays = await replaysOf(store, id)
    return replays.length === 0 ? null : reportStream(head.plan, replays)
  })
  const job = isOpen ? null : await findJob(store, id)
  const failed = job?.items.find(({ state }) => state === 'failed')
  return {
    ...head,
    report,
    progress: isOpen ? (board.get(id) ?? null) : null,
    reason: failed?.reason ?? job?.reason ?? null,
  }
}

/** What was asked at a place of one order, and what each strategy gave; null when that order is not done or has no such place. */
export async function findStreamMoment(
  store: Store,
  { id, seed, position }: { id: string; seed: number; position: number },
): Promise<StreamMoment | null> {
  const replays = await untilNextCommit(store, `stream replays ${id}`, () => replaysOf(store, id))
  const replay = replays.find((one) => one.seed === seed)
  const episode = replay?.episodes[position]
  if (!replay || !episode) return null
  const places = replay.asked.flatMap((one, place) => (one.position === position ? [place] : []))
  const winners = places.flatMap((place) =>
    Object.values(replay.given).flatMap((given) => given[place]?.id ?? []),
  )
  const entries = new Map((await readCandidates(store, [...new Set(winners)])).map((one) => [one.id, one]))
  const texts = await listQuestionTexts(
    store,
    places.flatMap((place) => replay.asked[place]?.subtaskId ?? []),
  )
  const instanceOf = new Map(replay.episodes.map(({ episodeId, instanceId }) => [episodeId, instanceId]))
  const questions = places.flatMap((place): MomentQuestion[] => {
    const asked = replay.asked[place]
    if (!asked) return []
    const text = texts.get(asked.subtaskId)
    const given = Object.entries(replay.given).map(([name, list]) => {
      const one = list[place] ?? { id: null, score: null, isRelevant: null }
      const entry = one.id === null ? undefined : entries.get(one.id)
      const instanceId = entry?.instanceId ?? instanceOf.get(one.id ?? '') ?? null
      const words = entry?.description.objective ?? (instanceId === null ? null : `the run of ${instanceId}`)
      return [name, { ...one, words, instanceId, doesFit: doesFit(one.score, replay.floor) }]
    })
    return [{ ...asked, text: text ? descriptionText(text) : '', given: Object.fromEntries(given) }]
  })
  return { seed, position, ...episode, questions }
}

async function headOf(store: Store, id: string): Promise<StreamHead | null> {
  const job = (await listJobsOf(store, STREAM_REPLAY)).find((one) => one.id === id)
  const plan = streamPlanSchema.safeParse(job?.request)
  return job && plan.success ? { id, state: job.state, createdAt: job.createdAt, plan: plan.data } : null
}

async function replaysOf(store: Store, id: string): Promise<SeedReplay[]> {
  return (await listWork(store, id)).flatMap(({ state, result }) =>
    state === 'done' ? [seedReplaySchema.parse(result)] : [],
  )
}
