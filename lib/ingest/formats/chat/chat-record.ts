import { z } from 'zod'
import type { Trajectory } from '../../../memory/trajectory.ts'
import { checkLayout } from '../../check-layout.ts'
import { Tally } from '../../finish-trajectory.ts'
import { runOf, verdictOf } from '../../run-draft.ts'
import { hasAll, isObject } from '../../shape.ts'
import type { Format, RecordSource } from '../format.ts'
import { locateMessage, messagesSchema, readChat } from './messages.ts'

const lenient = z.string().nullish().catch(null)
const unknown = z.unknown().optional()

const recordSchema = z.object({
  messages: messagesSchema,
  instance_id: lenient,
  traj_id: lenient,
  id: lenient,
  repo: lenient,
  resolved: unknown,
  target: unknown,
  success: unknown,
  model: lenient,
  model_name: lenient,
  run_id: lenient,
  patch: lenient,
  exit_status: lenient,
  test_result: z
    .object({
      git_patch: lenient,
      report: z.object({ resolved: unknown }).nullish().catch(null),
    })
    .nullish()
    .catch(null),
})

const hasRole = (message: unknown) => isObject(message) && typeof message.role === 'string'

/** Not a run of mini-swe-agent: those say so themselves, newer ones than are read too. */
function isChat(value: unknown): boolean {
  if (!isObject(value) || !Array.isArray(value.messages)) return false
  const isOthers = ['trajectory_format', 'sessionId', 'projectHash'].some((name) => value[name] !== undefined)
  if (isOthers) return false
  return value.messages.length === 0 || value.messages.some(hasRole)
}

/** SWE-Gym's records of OpenHands runs, and any chat with the tools that it was given. */
export const openaiChatTools: Format = {
  name: 'openai-chat-tools',
  detect: (value) => isChat(value) && hasAll(value, 'tools') && !hasAll(value, 'response'),
  parse: (value, source) => readRecord(value, source, 'openai-chat-tools'),
}

/** SWE-smith's records, and any object with a list of chat messages. */
export const chatMessages: Format = {
  name: 'chat-messages',
  detect: (value) => isChat(value) && !hasAll(value, 'response') && !hasAll(value, 'tools'),
  parse: (value, source) => readRecord(value, source, 'chat-messages'),
}

/** Nothing but the list of messages. */
export const openaiChatMessages: Format = {
  name: 'openai-chat-messages',
  detect: (value) => Array.isArray(value) && value.length > 0 && value.every(hasRole),
  parse: (value, source) => {
    const name = 'openai-chat-messages'
    const messages = checkLayout(messagesSchema, value, source, name, locateMessage(null))
    const tally = new Tally()
    return runOf({ format: name, agent: 'unknown', ...readChat(messages, tally), tally }, source)
  },
}

function readRecord(value: unknown, source: RecordSource, format: string): Trajectory {
  const record = checkLayout(recordSchema, value, source, format, locateMessage('messages'))
  const tally = new Tally()
  const report = record.test_result?.report?.resolved
  return runOf(
    {
      format,
      ...readChat(record.messages, tally),
      instanceId: record.traj_id ?? record.instance_id,
      recordId: record.id,
      repo: record.repo,
      agent: agentOf(value),
      backbone: record.model ?? record.model_name ?? modelOfRun(record.run_id),
      outcome: verdictOf({
        resolved: record.resolved,
        'test_result.report.resolved': report,
        target: record.target,
        success: record.success,
      }),
      exitStatus: record.exit_status,
      submission: record.patch ?? record.test_result?.git_patch,
      tally,
    },
    source,
  )
}

/** Said by members that only these data sets have. */
function agentOf(value: unknown): string {
  if (hasAll(value, 'traj_id')) return 'SWE-agent'
  return hasAll(value, 'run_id', 'test_result') ? 'OpenHands' : 'unknown'
}

/** SWE-Gym names the model in the run: `gpt-4o-2024-08-06_maxiter_50_N_v2.1…`. */
function modelOfRun(runId: string | null | undefined): string | null {
  return /^(.{1,100}?)_maxiter_/.exec(runId ?? '')?.[1] ?? null
}
