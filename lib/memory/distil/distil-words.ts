export const ANSWER_WAYS = ['openai', 'command', 'handover', 'recorded'] as const
export type AnswerWay = (typeof ANSWER_WAYS)[number]

/** Limits in force until somebody says otherwise, those of tokens where no price is known. Ours: a project of 400 subtasks fits, a mistake stays small. */
export const DEFAULT_CAPS = {
  jobCalls: 2_000,
  jobUsd: 10,
  jobTokens: 5_000_000,
  dayCalls: 4_000,
  dayUsd: 20,
  dayTokens: 10_000_000,
}

/** As `capsSchema` has them. */
type Caps = Record<keyof typeof DEFAULT_CAPS, number | null>

/** The caps that hold: those that somebody named, else the usual ones; tokens are capped by themselves where no price is known, because money cannot be. */
export function capsInForce(named: Partial<Caps>, isPriced: boolean): Caps {
  return { ...DEFAULT_CAPS, ...(isPriced ? { jobTokens: null, dayTokens: null } : {}), ...named }
}
