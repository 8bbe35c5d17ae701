import { findNewestJob, recentRate } from '../../db/jobs/job-views.ts'
import { countDistilled, listUnreadRuns } from '../../db/models/distillations.ts'
import {
  countAnswerers,
  findAnswer,
  listLatencies,
  listWaitingRequests,
  sumCalls,
} from '../../db/models/model-requests.ts'
import { getProject } from '../../db/projects.ts'
import { findServing } from '../../db/serving.ts'
import type { Store } from '../../db/store.ts'
import { masked } from '../../extract/mask-texts.ts'
import { MODEL_EXTRACTOR } from '../../extract/model/read-run.ts'
import { lessonRequests } from '../../extract/model/requests.ts'
import type { WayOffer } from '../../llm/answer-ways.ts'
import { jsonSchemaOf, promptText, requestHash } from '../../llm/complete.ts'
import { type ChatPrice, costOf, isPricedBy } from '../../llm/openai/chat-settings.ts'
import type { DistilEstimate, DistilStatus } from '../../memory/distil/distil.ts'
import { type AnswerWay, capsInForce } from '../../memory/distil/distil-words.ts'
import { tokenEstimate } from '../../memory/text/words.ts'
import { AT_ONCE } from '../worker.ts'
import { startOfDay } from './call-book.ts'
import { DISTIL, distilRequestSchema } from './distil-request.ts'
import { findRun } from './distil-run.ts'
import { pickRuns } from './order-distil.ts'

/** How a model's work over a project stands: what is done, the newest job, what was spent, what waits. Reads only. */
export async function distilStatus(
  name: string,
  { store, offers }: { store: Store; offers: WayOffer[] },
): Promise<DistilStatus> {
  const { id: projectId, name: project } = await getProject(store, name)
  const [counts, serving, found, today, waiting, answeredBy] = await Promise.all([
    countDistilled(store, projectId, MODEL_EXTRACTOR),
    findServing(store, projectId),
    findNewestJob(store, DISTIL, { projectId }),
    sumCalls(store, { since: startOfDay(store.now()) }),
    listWaitingRequests(store, { projectId, offset: 0, limit: 1 }),
    countAnswerers(store, projectId),
  ])
  return {
    project,
    serving,
    extractor: MODEL_EXTRACTOR,
    counts,
    job: found && (await jobOf(found, offers, store)),
    today,
    answeredBy,
    waitingCount: waiting.count,
    ways: [
      ...offers.map(({ way, what, fault }) => ({ way, what, fault })),
      { way: 'handover', what: 'whoever has a model', fault: null },
    ],
  }
}

async function jobOf(
  { job, request }: NonNullable<Awaited<ReturnType<typeof findNewestJob>>>,
  offers: readonly WayOffer[],
  store: Store,
): Promise<DistilStatus['job']> {
  const { with: way, caps: namedCaps } = distilRequestSchema.parse(request)
  const isPriced = isPricedBy(offers.find((offer) => offer.way === way)?.price)
  const isOpen = job.state === 'running' || job.state === 'waiting'
  const rate = isOpen ? await recentRate(store, job.id) : null
  const left = job.totalCount - job.doneCount - job.failedCount
  const { id, state, doneCount, failedCount, totalCount, reason } = job
  return {
    id,
    state,
    with: way,
    doneCount,
    failedCount,
    totalCount,
    ratePerSecond: rate,
    remainingMs: rate === null ? null : (left / rate) * 1_000,
    reason: reason && masked(reason),
    caps: capsInForce(namedCaps, isPriced),
    namedCaps,
    isPriced,
    spent: await sumCalls(store, { jobId: id }),
    failures: job.items
      .filter((item) => item.state === 'failed')
      .map((item) => ({ label: item.label, reason: masked(item.reason ?? '') })),
  }
}

/** Tokens of an answer: three lessons with their quotes. Ours. */
const OUTPUT_TOKENS = 1_000

type Deps = {
  store: Store
  priceOf: (way: AnswerWay) => ChatPrice
  /** What the recording at hand answers, by the hash of the request; null where there is none. */
  recording?: () => ReadonlyMap<string, unknown> | null
}

/** Reads every run that is left and counts what would be asked, asking nobody. Tokens: one for every four characters. */
export async function estimateDistil(
  input: { projectId: string; with: AnswerWay; limit: number | null; spread?: boolean },
  deps: Deps,
): Promise<DistilEstimate> {
  const { projectId, with: way, ...which } = input
  const { store, priceOf, recording } = deps
  const total = { calls: 0, answered: 0, inputTokens: 0, outputTokens: 0 }
  let recorded = 0
  const runs = pickRuns(await listUnreadRuns(store, projectId, MODEL_EXTRACTOR), which)
  for (const { episodeId } of runs) {
    const { run } = await findRun(episodeId, deps)
    for (const request of lessonRequests(run)) {
      const hash = requestHash(request)
      if (await findAnswer(store, hash)) {
        total.answered++
        continue
      }
      total.calls++
      if (recording?.()?.has(hash)) recorded++
      total.inputTokens += tokenEstimate(promptText({ ...request, schema: jsonSchemaOf(request.schema) }))
      total.outputTokens += OUTPUT_TOKENS
    }
  }
  const priceUsd = costOf(priceOf(way), total)
  return {
    with: way,
    runs: runs.length,
    ...total,
    recorded: way === 'recorded' ? recorded : null,
    priceUsd,
    usdPerCall: priceUsd === null || total.calls === 0 ? null : priceUsd / total.calls,
    ...(await durationOf(way, total.calls, store)),
  }
}

/** Answers that a time is reckoned from. */
const TIMED = 20

async function durationOf(way: AnswerWay, calls: number, store: Store) {
  if (calls === 0) return { durationMs: 0, durationFrom: 'nothing is to be asked' }
  if (way === 'recorded') return { durationMs: null, durationFrom: 'seconds; nobody is asked' }
  if (way === 'handover') return { durationMs: null, durationFrom: 'as long as those who answer take' }
  const times = (await listLatencies(store, way, TIMED)).sort((a, b) => a - b)
  const median = times[Math.floor(times.length / 2)]
  if (median === undefined) return { durationMs: null, durationFrom: 'unknown before the first answers' }
  return {
    durationMs: (calls * median) / AT_ONCE.models,
    durationFrom: `the median of its last ${times.length} answers, ${(median / 1_000).toFixed(1)} s, ${AT_ONCE.models} at once`,
  }
}
