import type { Step, Trajectory } from '../memory/trajectory.ts'

/** A step while its observations are still being collected. */
export type OpenStep = Omit<Step, 'n'>

/** How often something happened that a reader should know of; turned into one warning each. */
export class Tally {
  readonly #counts = new Map<string, number>()

  /** `words` is the warning without its number, for example `steps without a command`. */
  add(words: string): void {
    this.#counts.set(words, (this.#counts.get(words) ?? 0) + 1)
  }

  warnings(): string[] {
    return [...this.#counts].map(([words, count]) => `${count} × ${words}`)
  }
}

/**
 * Numbers the steps and makes every text storable: lone surrogates become U+FFFD and NUL characters become ␀
 * (SQLite and UTF-8 hold neither), both counted in the warnings.
 */
export function finishTrajectory(
  parts: Omit<Trajectory, 'steps' | 'warnings'>,
  steps: OpenStep[],
  warnings: string[],
  tally: Tally,
): Trajectory {
  const storable = (text: string): string => {
    if (text.isWellFormed() && !text.includes('\0')) return text
    tally.add('text with characters that cannot be stored (NUL or half of a pair), shown as ␀ or �')
    return text.toWellFormed().replaceAll('\0', '␀')
  }
  const orNull = (text: string | null): string | null => (text === null ? null : storable(text))
  const finished = steps.map((step, i) => ({
    n: i + 1,
    thought: orNull(step.thought),
    actions: step.actions.map((action) => ({ ...action, text: storable(action.text) })),
    observations: step.observations.map((observation) => ({
      ...observation,
      text: storable(observation.text),
    })),
    at: step.at,
    costUsd: step.costUsd,
  }))
  const { title, text, raw } = parts.task
  const trajectory = {
    ...parts,
    instanceId: storable(parts.instanceId),
    task: { title: storable(title), text: storable(text), raw: storable(raw) },
    exitStatus: orNull(parts.exitStatus),
    submission: orNull(parts.submission),
    backbone: orNull(parts.backbone),
    steps: finished,
  }
  const noSteps = finished.length === 0 ? ['the run has no steps'] : []
  return { ...trajectory, warnings: [...warnings, ...noSteps, ...tally.warnings()] }
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
