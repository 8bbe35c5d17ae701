import type { Trajectory } from '../memory/trajectory.ts'
import { finishTrajectory, knownCost, type OpenStep, type Tally, textOrNull } from './finish-trajectory.ts'
import type { RecordSource } from './formats/format.ts'
import { nameInstance, repoOfInstance } from './instance-id.ts'
import { readTask } from './task-text.ts'

/** What a layout says of a run; what it is silent about is left out. */
export interface RunDraft {
  format: string
  /** The first task message as it stood. */
  raw: string
  /** The issue where the layout keeps it apart. */
  known?: string | null
  instanceId?: string | null
  /** The record's own id, taken where no field and no prompt names the instance. */
  recordId?: string | null
  repo?: string | null
  agent: string
  version?: string | null
  backbone?: string | null
  /** What a field of the file says, and the field's name as its source. */
  outcome?: { isResolved: boolean; source: string } | null
  exitStatus?: string | null
  submission?: string | null
  costUsd?: number | null
  startedAt?: string | null
  steps: OpenStep[]
  tally: Tally
  warnings?: string[]
}

/** A run of any layout in the vocabulary: instance named, task unwrapped, texts made storable, unknown as null. */
export function runOf(draft: RunDraft, source: RecordSource): Trajectory {
  const named = nameInstance(
    { explicit: draft.instanceId, prompt: draft.raw, recordId: draft.recordId },
    source,
  )
  const warnings = [
    ...(named.warning === null ? [] : [named.warning]),
    ...(draft.raw.trim() === '' && !draft.known ? ['the file has no task text'] : []),
    ...(draft.warnings ?? []),
  ]
  return finishTrajectory(
    {
      format: draft.format,
      instanceId: named.instanceId,
      repo: textOrNull(draft.repo) ?? repoOfInstance(named.instanceId),
      task: readTask(draft.raw || (draft.known ?? ''), { known: draft.known ?? null }),
      agent: { name: draft.agent, version: textOrNull(draft.version) },
      backbone: textOrNull(draft.backbone),
      outcome: draft.outcome ? (draft.outcome.isResolved ? 'resolved' : 'unresolved') : null,
      outcomeSource: draft.outcome?.source ?? null,
      exitStatus: textOrNull(draft.exitStatus),
      submission: textOrNull(draft.submission),
      costUsd: knownCost(draft.costUsd),
      startedAt: isoOf(draft.startedAt),
    },
    draft.steps,
    warnings,
    draft.tally,
  )
}

/** The verdict of the first of these fields that is true or false (1 and 0 too), with the field's name; else null. */
export function verdictOf(fields: Record<string, unknown>): RunDraft['outcome'] {
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'boolean') return { isResolved: value, source: `field ${name}` }
    if (value === 1 || value === 0) return { isResolved: value === 1, source: `field ${name}` }
  }
  return null
}

/** An instant as ISO text in UTC; null when it is missing or no date. */
export function isoOf(time: unknown): string | null {
  if (typeof time !== 'string' && typeof time !== 'number') return null
  const at = new Date(typeof time === 'number' && time < 1e11 ? time * 1000 : time)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}
