/** Ways to get a model's answers. */
export const ANSWER_WAYS = ['openai', 'command', 'handover', 'recorded'] as const
export type AnswerWay = (typeof ANSWER_WAYS)[number]

/** Limits in force until somebody says otherwise. Ours: a project of 400 subtasks fits, a mistake stays small. */
export const DEFAULT_CAPS: Record<'jobCalls' | 'jobUsd' | 'dayCalls' | 'dayUsd', number | null> = {
  jobCalls: 2_000,
  jobUsd: 10,
  dayCalls: 4_000,
  dayUsd: 20,
}

/** Which subtasks are shown side by side. */
export const SIDES_SHOWN = ['all', 'both', 'model', 'rules', 'neither', 'refused', 'left'] as const
