import { findNewestJob, recentRate } from '../../db/jobs/job-views.ts'
import { countDistilled } from '../../db/models/distillations.ts'
import { countAnswerers, listWaitingRequests, sumCalls } from '../../db/models/model-requests.ts'
import { getProject } from '../../db/projects.ts'
import { findServing } from '../../db/serving.ts'
import type { Store } from '../../db/store.ts'
import { masked } from '../../extract/mask-texts.ts'
import { MODEL_EXTRACTOR } from '../../extract/model/read-run.ts'
import type { WayOffer } from '../../llm/answer-ways.ts'
import { isPricedBy } from '../../llm/openai/chat-settings.ts'
import type { DistilStatus } from '../../memory/distil/distil.ts'
import { capsInForce } from '../../memory/distil/distil-words.ts'
import { startOfDay } from './call-book.ts'
import { DISTIL, distilRequestSchema } from './distil-request.ts'

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
