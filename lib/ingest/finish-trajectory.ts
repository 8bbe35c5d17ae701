import { storable } from '../memory/text/storable.ts'
import type { Step, Trajectory } from '../memory/trajectory.ts'
import { withoutMemory } from './without-memory.ts'

/** A step while its observations are still being collected. */
export type OpenStep = Omit<Step, 'n'>

/** Kinds of warnings that a run tells one by one; names that a file made up could be millions. Ours. */
const MOST_KINDS = 50

/** How often something happened that a reader should know of; turned into one warning each. */
export class Tally {
  readonly #counts = new Map<string, number>()

  /** `words` is the warning without its number, for example `steps without a command`. */
  add(words: string): void {
    const isTold = this.#counts.has(words) || this.#counts.size < MOST_KINDS
    const kind = isTold ? words : 'oddity of more kinds than are told one by one'
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1)
  }

  warnings(): string[] {
    return [...this.#counts].map(([words, count]) => `${count} × ${words}`)
  }
}

/**
 * Numbers the steps, takes out lessons that memory gave, and makes every text storable: lone surrogates become U+FFFD and NUL characters become ␀
 * (UTF-8 and PostgreSQL hold neither), both counted in the warnings.
 */
export function finishTrajectory(
  parts: Omit<Trajectory, 'steps' | 'warnings'>,
  steps: OpenStep[],
  warnings: string[],
  tally: Tally,
): Trajectory {
  const kept = (text: string): string => {
    const learnt = withoutMemory(text)
    if (learnt !== text) tally.add('lesson that memory gave, left out of the text')
    const stored = storable(learnt)
    if (stored !== learnt)
      tally.add('text with characters that cannot be stored (NUL or half of a pair), shown as ␀ or �')
    return stored
  }
  const orNull = (text: string | null): string | null => (text === null ? null : kept(text))
  const finished = steps.map((step, i) => ({
    n: i + 1,
    thought: orNull(step.thought),
    actions: step.actions.map(({ tool, text, callId }) => ({
      tool: orNull(tool),
      text: kept(text),
      callId: orNull(callId),
    })),
    observations: step.observations.map(({ text, exitCode, callId, truncated }) => ({
      text: kept(text),
      exitCode,
      callId: orNull(callId),
      truncated,
    })),
    at: step.at,
    costUsd: step.costUsd,
  }))
  const { title, text, raw } = parts.task
  const trajectory = {
    ...parts,
    instanceId: kept(parts.instanceId),
    task: { title: kept(title), text: kept(text), raw: kept(raw) },
    agent: { name: kept(parts.agent.name), version: orNull(parts.agent.version) },
    exitStatus: orNull(parts.exitStatus),
    submission: orNull(parts.submission),
    backbone: orNull(parts.backbone),
    steps: finished,
  }
  const noSteps = finished.length === 0 ? ['the run has no steps'] : []
  return { ...trajectory, warnings: [...warnings, ...noSteps, ...tally.warnings()].map(storable) }
}

/** A cost as recorded, or null when it is missing, or 0 (proxies and replays do not bill). */
export function knownCost(costUsd: number | null | undefined): number | null {
  return typeof costUsd === 'number' && Number.isFinite(costUsd) && costUsd > 0 ? costUsd : null
}

/** Unix seconds as an ISO instant; null when missing or out of range. */
export function instantOf(unixSeconds: number | null | undefined): string | null {
  if (typeof unixSeconds !== 'number' || !(unixSeconds > 0 && unixSeconds < 1e11)) return null
  return new Date(unixSeconds * 1000).toISOString()
}

/** The text, or null when it is missing or blank. */
export function textOrNull(text: string | null | undefined): string | null {
  return text === null || text === undefined || text.trim() === '' ? null : text
}
