/** Work that may take long: it gives way, item by item, to what makes entries and finds them, and the later in this list to the earlier. */
export const PATIENT_KINDS = ['bring', 'study', 're-embed', 'rescan']
/** Work of milliseconds: what several items give is stored in one transaction. */
export const TOGETHER_KINDS = ['extract']
/** Work over all that a project holds: begun in a lull, once and not after every file that comes in. */
export const LULL_KINDS = ['detect']
/** Work that computes for minutes in a thread of its own. */
export const THREADED_KINDS = ['umap', 'study-threaded']
/** Work that waits for the answers of a language model. */
export const MODEL_KINDS = ['distil']

/** Work whose targets are texts that are not stored elsewhere. */
export const TEXT_KINDS = ['bring']

/** Studies, by whether they compute in threads. */
export const STUDY_KINDS = ['study', 'study-threaded'] as const

/** Jobs of different lanes go on side by side, so that what a thread or a model takes minutes for holds nothing else up. */
export const LANES = ['queue', 'threads', 'models'] as const
export type Lane = (typeof LANES)[number]

const KINDS_OF_LANE = { threads: THREADED_KINDS, models: MODEL_KINDS }

export function inLane(lane: Lane): { in: string[] } | { notIn: string[] } {
  return lane === 'queue' ? { notIn: [...THREADED_KINDS, ...MODEL_KINDS] } : { in: KINDS_OF_LANE[lane] }
}
