import type { RunRow } from '../../db/entries/transfer-rows.ts'
import type { Step } from '../../memory/trajectory.ts'
import { toPortable } from './portable.ts'

/**
 * One run as an ATIF v1.4 trajectory (Harbor's RFC 0001): the task as the user's step, then a step for every step of the agent. What
 * ATIF has no field for goes under `extra.loupe`: exit codes, the outcome, subtasks, and the entries drawn from the run.
 */
export function toAtif({ trajectory, source, subtasks, entries }: RunRow): object {
  const { instanceId, repo, task, agent, backbone, costUsd, steps } = trajectory
  const { outcome, outcomeSource, exitStatus, submission, startedAt } = trajectory
  return {
    schema_version: 'ATIF-v1.4',
    session_id: source.contentHash,
    agent: {
      name: agent.name,
      // The format asks for one; where the run names none, a reader should not take this for one.
      version: agent.version ?? 'unknown',
      ...(backbone === null ? {} : { model_name: backbone }),
    },
    steps: [{ step_id: 1, source: 'user', message: task.raw }, ...steps.map((step) => toAtifStep(step))],
    final_metrics: {
      ...(costUsd === null ? {} : { total_cost_usd: costUsd }),
      total_steps: steps.length + 1,
    },
    extra: {
      loupe: {
        version: 1,
        instanceId,
        repo,
        taskText: task.text,
        agentVersion: agent.version,
        outcome,
        outcomeSource,
        exitStatus,
        submission,
        startedAt,
        fileName: source.fileName,
        format: trajectory.format,
        subtasks,
        entries: entries.map(toPortable),
      },
    },
  }
}

function toAtifStep({ n, thought, actions, observations, at, costUsd }: Step): object {
  const callIds = actions.map(({ callId }, i) => callId ?? `call_${n}_${i + 1}`)
  return {
    step_id: n + 1,
    ...(at === null ? {} : { timestamp: at }),
    source: 'agent',
    message: thought ?? '',
    ...(actions.length === 0
      ? {}
      : {
          tool_calls: actions.map(({ tool, text }, i) => ({
            tool_call_id: callIds[i],
            function_name: tool ?? 'unnamed',
            arguments: { command: text },
          })),
        }),
    ...(observations.length === 0
      ? {}
      : {
          observation: {
            results: observations.map(({ callId, text }) => ({
              ...(callId !== null && callIds.includes(callId) ? { source_call_id: callId } : {}),
              content: text,
            })),
          },
        }),
    ...(costUsd === null ? {} : { metrics: { cost_usd: costUsd } }),
    extra: {
      loupe: {
        calls: actions.map(({ tool, callId }) => ({ tool, callId })),
        results: observations.map(({ callId, exitCode, truncated }) => ({ callId, exitCode, truncated })),
      },
    },
  }
}
