/** Ways to retrieve that a stream can be replayed with: what they look at is there before the first question. */
export const STREAM_STRATEGIES = [
  'subtask',
  'subtask-predicted',
  'global',
  'soft',
  'instance',
  'random',
] as const
export type StreamStrategy = (typeof STREAM_STRATEGIES)[number]

export const STREAM_STRATEGY_WORDS: Record<StreamStrategy, string> = {
  subtask: 'subtask, category given',
  'subtask-predicted': 'subtask, category predicted by rules',
  global: 'global, no category',
  soft: 'soft, a predicted prior',
  instance: 'instance, whole episodes by their task',
  random: 'random of the category',
}

/** Those whose score is a cosine of descriptions, so that it can be held against unrelated pairs. */
export const COSINE_STRATEGIES: readonly StreamStrategy[] = ['subtask', 'subtask-predicted', 'global']
