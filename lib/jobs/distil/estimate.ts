import { listUnreadRuns } from '../../db/models/distillations.ts'
import { findAnswer, listLatencies } from '../../db/models/model-requests.ts'
import type { Store } from '../../db/store.ts'
import { MODEL_EXTRACTOR } from '../../extract/model/read-run.ts'
import { lessonRequests } from '../../extract/model/requests.ts'
import { jsonSchemaOf, requestHash } from '../../llm/complete.ts'
import type { ChatPrice } from '../../llm/openai/chat-settings.ts'
import { costOf } from '../../llm/openai/chat-settings.ts'
import { promptText } from '../../llm/read-answer.ts'
import type { DistilEstimate } from '../../memory/distil/distil.ts'
import type { AnswerWay } from '../../memory/distil/distil-words.ts'
import { tokenEstimate } from '../../memory/text/token-estimate.ts'
import { AT_ONCE } from '../worker.ts'
import { findRun } from './distil-run.ts'
import { pickRuns } from './pick-runs.ts'

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
