import {
  jsonSchemaOf,
  type ModelAnswer,
  type ModelRequest,
  promptText,
  requestHash,
} from '../../llm/complete.ts'
import type { RecordedLine } from '../../llm/recording.ts'
import type { RequestView, SpentView } from '../../memory/distil/distil.ts'
import { UserError } from '../../memory/errors.ts'
import type { ModelRequest as Row } from '../generated/client.ts'
import type { Store, Tx } from '../store.ts'
import { isoText, type Reader, selectNumbers, tables } from '../tables.ts'

/** For whom a request is made: a subtask, or a project in which a question was asked. */
export type Asker = { projectId: string } & ({ subtaskId: string } | { handedOver: boolean })

/** Hashes of what models have answered here for these purposes. */
export async function listAnswered(client: Reader, purposes: readonly string[]): Promise<string[]> {
  const where = { state: 'answered', purpose: { in: [...purposes] } }
  const rows = await tables(client).modelRequest.findMany({ where, select: { hash: true } })
  return rows.map(({ hash }) => hash)
}

/** What was answered to a request of this hash; null while there is none. */
export async function findAnswer(client: Reader, hash: string): Promise<ModelAnswer | null> {
  const row = await tables(client).modelRequest.findUnique({ where: { hash } })
  return row && answerOf(row)
}

function answerOf(row: Row): ModelAnswer | null {
  if (row.state !== 'answered' || row.value === null || row.answeredAt === null) return null
  const { hash, provider, model, inputTokens, outputTokens, costUsd, latencyMs } = row
  return {
    ...{ hash, model, inputTokens, outputTokens, costUsd, latencyMs },
    value: JSON.parse(row.value),
    provider: provider ?? 'unknown',
    at: row.answeredAt.toISOString(),
  }
}

/** Keeps a request word for word until somebody answers it; one that is there already stays as it is. */
export async function putRequest(
  store: Store,
  tx: Tx,
  request: ModelRequest<unknown>,
  asker: Asker,
): Promise<string> {
  const hash = requestHash(request)
  const { purpose, prompt, system, user } = request
  const row = { purpose, prompt, system, user, schema: JSON.stringify(jsonSchemaOf(request.schema)) }
  await tables(tx).modelRequest.upsert({
    where: { hash },
    create: { hash, ...row, state: 'waiting', createdAt: store.now() },
    update: {},
  })
  const { projectId } = asker
  if ('subtaskId' in asker)
    await tables(tx).modelAsk.upsert({
      where: { hash_subtaskId: { hash, subtaskId: asker.subtaskId } },
      create: { hash, ...asker },
      update: {},
    })
  else
    await tables(tx).questionAsk.upsert({
      where: { hash_projectId: { hash, projectId } },
      create: { hash, ...asker, createdAt: store.now() },
      update: asker.handedOver ? { handedOver: true } : {},
    })
  return hash
}

/** Keeps an answer under its request, which must be there. The first answer stays; tells whether this was it. */
export async function keepAnswer(tx: Tx, answer: ModelAnswer): Promise<boolean> {
  const { hash, provider, model, inputTokens, outputTokens, costUsd } = answer
  const { count } = await tables(tx).modelRequest.updateMany({
    where: { hash, state: { not: 'answered' } },
    data: {
      state: 'answered',
      value: JSON.stringify(answer.value),
      ...{ provider, model, inputTokens, outputTokens, costUsd },
      latencyMs: answer.latencyMs === null ? null : Math.round(answer.latencyMs),
      answeredAt: new Date(answer.at),
      error: null,
    },
  })
  return count > 0
}

/** Notes that a request got no answer that could be used. It may be asked again when a person says so. */
export async function refuseRequest(tx: Tx, hash: string, error: string): Promise<void> {
  await tables(tx).modelRequest.updateMany({
    where: { hash, state: { not: 'answered' } },
    data: { state: 'refused', error },
  })
}

/** Throws UserError `no-such-request`. */
export async function getRequest(client: Reader, hash: string): Promise<RequestView> {
  const row = await tables(client).modelRequest.findUnique({ where: { hash } })
  if (row) return keptRequest(row)
  throw new UserError('no-such-request', `No model was ever to be asked ${hash.slice(0, 64)}.`, {
    hint: 'See what waits: GET /api/v1/model-requests/next, or the page Distil.',
    status: 404,
  })
}

function keptRequest(row: Row): RequestView {
  const { hash, purpose, prompt, system, user, error } = row
  const schema = JSON.parse(row.schema)
  return {
    ...{ hash, purpose, prompt, system, user, schema, error },
    text: promptText({ system, user, schema }),
    state: row.state as RequestView['state'],
    createdAt: row.createdAt.toISOString(),
  }
}

/** How the request of a question stands: never made, waiting for whoever answers, or answered with nothing that can be used. */
export async function findRequestState(client: Reader, hash: string): Promise<'none' | 'waits' | 'refused'> {
  const row = await tables(client).modelRequest.findUnique({
    where: { hash },
    select: { state: true, questionAsks: { where: { handedOver: true }, select: { hash: true }, take: 1 } },
  })
  if (!row) return 'none'
  return row.state !== 'answered' && row.questionAsks.length > 0 ? 'waits' : 'refused'
}

/** What waits for an answer that an item of a job cannot go on without, or that a question was handed over for; oldest first. */
export async function listWaitingRequests(
  store: Store,
  { projectId, offset, limit }: { projectId: string | null; offset: number; limit: number },
): Promise<{ rows: RequestView[]; count: number }> {
  const where = await waitingWhere(store, projectId)
  const [rows, count] = await Promise.all([
    tables(store).modelRequest.findMany({
      where,
      orderBy: [{ createdAt: 'asc' }, { hash: 'asc' }],
      skip: offset,
      take: limit,
    }),
    tables(store).modelRequest.count({ where }),
  ])
  return { rows: rows.map(keptRequest), count }
}

async function waitingWhere(read: Reader, projectId: string | null) {
  const held = await tables(read).jobItem.findMany({
    where: { state: 'held', waitsFor: { not: null }, ...(projectId === null ? {} : { job: { projectId } }) },
    select: { waitsFor: true },
    distinct: ['waitsFor'],
  })
  const questions = { some: { handedOver: true, ...(projectId === null ? {} : { projectId }) } }
  return {
    state: { not: 'answered' },
    OR: [{ hash: { in: held.flatMap(({ waitsFor }) => waitsFor ?? []) } }, { questionAsks: questions }],
  }
}

function askedIn(projectId: string) {
  return { OR: [{ asks: { some: { projectId } } }, { questionAsks: { some: { projectId } } }] }
}

/** Answers that were given for subtasks and questions of a project, as lines of a recording in the order of their hashes. */
export async function* recordedLines(store: Store, projectId: string): AsyncGenerator<RecordedLine> {
  for (let after = ''; ; ) {
    const rows = await tables(store).modelRequest.findMany({
      where: { hash: { gt: after }, state: 'answered', ...askedIn(projectId) },
      orderBy: { hash: 'asc' },
      take: 200,
    })
    for (const row of rows) {
      const answer = answerOf(row)
      if (!answer) continue
      const { value, ...rest } = answer
      yield { ...rest, answer: value ?? null, purpose: row.purpose, prompt: row.prompt }
    }
    const last = rows.at(-1)
    if (!last) return
    after = last.hash
  }
}

/** Who gave the answers that are kept for a project, most first. */
export async function countAnswerers(
  store: Store,
  projectId: string,
): Promise<{ provider: string; model: string | null; count: number }[]> {
  const rows = await tables(store).modelRequest.groupBy({
    by: ['provider', 'model'],
    where: { state: 'answered', ...askedIn(projectId) },
    _count: true,
    orderBy: [{ _count: { hash: 'desc' } }, { provider: 'asc' }, { model: 'asc' }],
  })
  return rows.map(({ provider, model, _count }) => ({
    provider: provider ?? 'unknown',
    model,
    count: _count,
  }))
}

/** Times of a provider's answers, ms, the latest first: what an estimate of time is made of. */
export async function listLatencies(store: Store, provider: string, limit: number): Promise<number[]> {
  const rows = await tables(store).modelRequest.findMany({
    where: { provider, state: 'answered', latencyMs: { not: null } },
    orderBy: [{ answeredAt: 'desc' }, { hash: 'asc' }],
    take: limit,
    select: { latencyMs: true },
  })
  return rows.flatMap(({ latencyMs }) => latencyMs ?? [])
}

/** A call is counted before it is made, so that one that a kill cut off is counted too. */
export async function beginCall(
  store: Store,
  tx: Tx,
  call: { jobId: string | null; provider: string; tokens: number },
): Promise<number> {
  const { id } = await tables(tx).modelCall.create({
    data: { ...call, startedAt: store.now() },
    select: { id: true },
  })
  return id
}

/** `counted`: tokens by the length of what was read and written, where the call does not tell them; null = the most it may have taken. */
export async function endCall(
  tx: Tx,
  id: number,
  {
    counted,
    ...end
  }: {
    outcome: string
    inputTokens: number | null
    outputTokens: number | null
    costUsd: number | null
    counted: number | null
  },
): Promise<void> {
  const { inputTokens, outputTokens } = end
  const told = inputTokens === null || outputTokens === null ? null : inputTokens + outputTokens
  const tokens = told ?? counted
  await tables(tx).modelCall.update({
    where: { id },
    data: { ...end, ...(tokens === null ? {} : { tokens }) },
  })
}

/**
 * What calls took, as caps are held to it. `unknownCount`: under way, cut off, or ended without telling a price though it may have
 * been paid. `openTokens`: the most that those may take which have not ended.
 */
export type Reckoned = Record<
  'callCount' | 'unknownCount' | 'costUsd' | 'dearestUsd' | 'tokens' | 'openTokens',
  number
>

/** A server that refused, or was never reached, wrote nothing that could be paid for. */
const UNPAID = `("outcome" LIKE 'status-%' OR "outcome" IN ('redirect', 'not-reached', 'not-found'))`

/** Calls made before they were reckoned in tokens have those that were told. */
const TOKENS = `COALESCE("tokens", "inputTokens" + "outputTokens", 0)`

/** Calls of a job, or of all since an instant, as caps are held to them. */
export async function reckonCalls(
  client: Reader,
  which: { jobId: string } | { since: Date },
): Promise<Reckoned> {
  const [condition, value] = conditionOf(which)
  return await selectNumbers(
    client,
    `SELECT COUNT(*) AS "callCount", SUM("costUsd") AS "costUsd", MAX("costUsd") AS "dearestUsd",
       COUNT(*) FILTER (WHERE "costUsd" IS NULL AND ("outcome" IS NULL OR NOT ${UNPAID})) AS "unknownCount",
       SUM(CASE WHEN "outcome" IS NULL OR ${UNPAID} THEN 0 ELSE ${TOKENS} END) AS tokens,
       SUM(CASE WHEN "outcome" IS NULL THEN ${TOKENS} ELSE 0 END) AS "openTokens"
     FROM "ModelCall" WHERE ${condition}`,
    value,
  )
}

function conditionOf(which: { jobId: string } | { since: Date }): [condition: string, value: string] {
  return 'jobId' in which ? ['"jobId" = ?', which.jobId] : ['"startedAt" >= ?', isoText(which.since)]
}

/** Calls of a job, or of all since an instant. */
export async function sumCalls(
  client: Reader,
  which: { jobId: string } | { since: Date },
): Promise<SpentView> {
  const [condition, value] = conditionOf(which)
  return await selectNumbers(
    client,
    `SELECT COUNT(*) AS "callCount", COUNT(*) FILTER (WHERE "costUsd" IS NULL) AS "unpricedCount", COUNT(*) FILTER (WHERE "outcome" IS NULL) AS "cutCount",
       SUM("inputTokens") AS "inputTokens", SUM("outputTokens") AS "outputTokens", SUM("costUsd") AS "costUsd",
       SUM(CASE WHEN ("inputTokens" IS NULL OR "outputTokens" IS NULL) AND "outcome" IS NOT NULL AND NOT ${UNPAID}
         THEN ${TOKENS} ELSE 0 END) AS "countedTokens"
     FROM "ModelCall" WHERE ${condition}`,
    value,
  )
}
