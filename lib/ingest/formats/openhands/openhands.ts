import { z } from 'zod'
import { checkLayout, fieldIn } from '../../check-layout.ts'
import { Tally } from '../../finish-trajectory.ts'
import { runOf, verdictOf } from '../../run-draft.ts'
import { hasAll, hasAny, isObject, listAt } from '../../shape.ts'
import type { Format } from '../format.ts'
import { isOpenHandsEvent, readEvents } from './events.ts'
import { isSdkEvent } from './sdk-events.ts'

const lenient = z.string().nullish().catch(null)
const unknown = z.unknown().optional()
const verdict = z.object({ resolved: unknown }).nullish().catch(null)
const isEvent = (value: unknown) => isOpenHandsEvent(value) || isSdkEvent(value)

/** Only the events: a list, or a list under `trajectory`, `history` or `events`. */
export const openhandsEvents: Format = {
  name: 'openhands-event-list',
  detect: (value) => eventsIn(value).slice(0, 20).some(isEvent),
  parse(value, source) {
    const name = 'openhands-event-list'
    const tally = new Tally()
    const { closing, ...read } = readEvents(eventsIn(value), source, name, tally)
    const recordId = isObject(value) && typeof value.id === 'string' ? value.id : null
    return runOf({ format: name, ...read, submission: closing, recordId, agent: 'OpenHands', tally }, source)
  },
}

function eventsIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  for (const name of ['trajectory', 'history', 'events']) {
    const list = listAt(value, name)
    if (list.length > 0) return list
  }
  return []
}

const lineSchema = z.object({
  instance_id: z
    .union([z.string(), z.number().transform(String)])
    .nullish()
    .catch(null),
  instruction: lenient,
  error: lenient,
  history: z.array(z.unknown()).nullish(),
  git_patch: lenient,
  resolved: unknown,
  report: verdict,
  instance: z.object({ problem_statement: lenient, repo: lenient }).nullish().catch(null),
  metadata: z
    .object({
      agent_class: lenient,
      llm_config: z.object({ model: lenient }).nullish().catch(null),
      llm: z.object({ model: lenient }).nullish().catch(null),
    })
    .nullish()
    .catch(null),
  metrics: z
    .object({ accumulated_cost: z.number().nullish().catch(null) })
    .nullish()
    .catch(null),
  test_result: z
    .object({ git_patch: lenient, resolved: unknown, report: verdict, result: verdict })
    .nullish()
    .catch(null),
})

/** A line of an evaluation's `output.jsonl`: an instance with its events. */
export const openhandsOutput: Format = {
  name: 'openhands-output-jsonl',
  detect: (value) => {
    // Other benchmarks name the task otherwise or not at all: then the events themselves have to tell.
    if (!hasAll(value, 'instance_id', 'history') && !listAt(value, 'history').some(isEvent)) return false
    return hasAny(value, 'metadata', 'test_result', 'instruction', 'git_patch')
  },
  parse(value, source) {
    const name = 'openhands-output-jsonl'
    const line = checkLayout(lineSchema, value, source, name, fieldIn('history'))
    const tally = new Tally()
    const { raw, closing, ...read } = readEvents(line.history ?? [], source, name, tally)
    const result = line.test_result
    return runOf(
      {
        format: name,
        ...read,
        raw: line.instruction || raw,
        known: line.instance?.problem_statement,
        instanceId: line.instance_id,
        repo: line.instance?.repo,
        agent: 'OpenHands',
        backbone: line.metadata?.llm_config?.model ?? line.metadata?.llm?.model,
        outcome: verdictOf({
          'report.resolved': line.report?.resolved,
          'test_result.report.resolved': result?.report?.resolved,
          'test_result.result.resolved': result?.result?.resolved,
          'test_result.resolved': result?.resolved,
          resolved: line.resolved,
        }),
        exitStatus: line.error ? line.error.split('\n', 1)[0]?.slice(0, 200) : null,
        submission: result?.git_patch ?? line.git_patch ?? closing,
        costUsd: line.metrics?.accumulated_cost,
        tally,
      },
      source,
    )
  },
}
