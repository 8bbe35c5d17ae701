/** Questions of one batch at most. Ours. */
export const MOST_QUERIES = 20_000

export const BATCH_METRICS = ['hitAt1', 'hitAt3', 'hitAt5', 'hitAt10', 'mrr', 'ndcgAt10'] as const
export type BatchMetric = (typeof BATCH_METRICS)[number]
/** What pairs of strategies are compared on, the primary one first; hit@3, 5 and 10 are shown but not tested. */
export const COMPARED_METRICS = ['mrr', 'hitAt1', 'ndcgAt10'] as const satisfies readonly BatchMetric[]
