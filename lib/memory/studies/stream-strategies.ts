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

/** Those whose score is a cosine of descriptions, so that it can be held against unrelated pairs. */
export const COSINE_STRATEGIES: readonly StreamStrategy[] = ['subtask', 'subtask-predicted', 'global']
