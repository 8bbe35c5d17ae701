import { getTrajectory } from '../../db/episodes/steps.ts'
import { listDistillable, type SubtaskPlace } from '../../db/models/distillations.ts'
import { findAnswer, listLatencies } from '../../db/models/model-requests.ts'
import { listUnreadRuns } from '../../db/models/run-readings.ts'
import type { Store } from '../../db/store.ts'
import { MODEL_EXTRACTOR } from '../../extract/model/extract-with-model.ts'
import {
  distilRequest,
  instanceRequest,
  type StageToRead,
  segmentRequest,
} from '../../extract/model/requests.ts'
import { jsonSchemaOf, requestHash } from '../../llm/complete.ts'
import type { ChatPrice } from '../../llm/openai/chat-settings.ts'
import { costOf } from '../../llm/openai/chat-settings.ts'
import { promptText } from '../../llm/read-answer.ts'
import type { DistilEstimate } from '../../memory/distil/distil.ts'
import type { AnswerWay } from '../../memory/distil/distil-words.ts'
import { tokenEstimate } from '../../memory/text/token-estimate.ts'
import { AT_ONCE } from '../worker.ts'
import { advance, readStage } from './distil-subtask.ts'
import { pickSubtasks } from './pick-subtasks.ts'

/** Tokens of an answer: what recorded ones have in the mean, rounded up. Ours. */
const OUTPUT_TOKENS = { judge: 150, distil: 450, run: 400 }

type Deps = {
  store: Store
  priceOf: (way: AnswerWay) => ChatPrice
  /** What the recording at hand answers, by the hash of the request; null where there is none. */
  recording?: () => ReadonlyMap<string, unknown> | null
}

const NOTHING = { calls: 0, answered: 0, recorded: 0, inputTokens: 0, outputTokens: 0 }

/** Reads every subtask that is left and counts what would be asked, asking nobody. Tokens: one for every four characters. */
export async function estimateDistil(
  input: { projectId: string; with: AnswerWay; limit: number | null; spread?: boolean; runs?: boolean },
  deps: Deps,
): Promise<DistilEstimate> {
  const { projectId, with: way, runs = false, ...which } = input
  const { store, priceOf } = deps
  const total = { ...NOTHING }
  const add = (one: typeof total) => {
    for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += one[name]
  }
  let itemCount = 0
  if (runs) {
    const unread = await listUnreadRuns(store, projectId)
    for (const { episodeId } of unread.slice(0, which.limit ?? unread.length)) {
      itemCount++
      add(await estimateRun(episodeId, deps))
    }
  } else {
    const left = await listDistillable(store, projectId, { without: MODEL_EXTRACTOR })
    for (const subtask of pickSubtasks(left, which)) {
      itemCount++
      add(await estimateOne(subtask, deps))
    }
  }
  const priceUsd = costOf(priceOf(way), total)
  const { recorded, ...asked } = total
  return {
    with: way,
    runs,
    subtasks: itemCount,
    ...asked,
    recorded: way === 'recorded' ? recorded : null,
    priceUsd,
    usdPerCall: priceUsd === null || total.calls === 0 ? null : priceUsd / total.calls,
    ...(await durationOf(way, total.calls, store)),
  }
}

/** What is asked of one subtask: the judge, and then, whatever the verdict, a distiller that reads the same steps. */
async function estimateOne({ id }: SubtaskPlace, deps: Deps) {
  const { stage } = await readStage(id, deps)
  const answers = new Map<string, unknown>()
  for (;;) {
    const progress = advance(stage, answers)
    if ('done' in progress) return { ...NOTHING, answered: answers.size }
    const { need } = progress
    const hash = requestHash(need)
    const known = await findAnswer(deps.store, hash)
    if (known) {
      answers.set(hash, known.value)
      continue
    }
    const rest = need.purpose === 'judge' ? [need, likelyDistil(stage)] : [need]
    return {
      calls: rest.length,
      answered: answers.size,
      recorded: deps.recording?.()?.has(hash) ? 1 : 0,
      inputTokens: rest.reduce(
        (sum, one) => sum + tokenEstimate(promptText({ ...one, schema: jsonSchemaOf(one.schema) })),
        0,
      ),
      outputTokens: rest.reduce(
        (sum, { purpose }) => sum + (purpose === 'judge' ? OUTPUT_TOKENS.judge : OUTPUT_TOKENS.distil),
        0,
      ),
    }
  }
}

/** What is asked of a whole run: two questions over the same steps. */
async function estimateRun(episodeId: string, { store, recording }: Deps) {
  const { trajectory } = await getTrajectory(store, episodeId)
  const total = { ...NOTHING }
  for (const request of [segmentRequest(trajectory), instanceRequest(trajectory)]) {
    const hash = requestHash(request)
    if (await findAnswer(store, hash)) {
      total.answered++
      continue
    }
    total.calls++
    if (recording?.()?.has(hash)) total.recorded++
    total.inputTokens += tokenEstimate(promptText({ ...request, schema: jsonSchemaOf(request.schema) }))
    total.outputTokens += OUTPUT_TOKENS.run
  }
  return total
}

function likelyDistil(stage: StageToRead) {
  return distilRequest(stage, { verdict: 'undetermined', because: '' })
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
